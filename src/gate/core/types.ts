/** What the parts of the gate agree on. Nothing here follows a draft of MCP: that is in `src/gate/mcp`. */
import type { Client, NewRequest } from '../../client';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Who calls, as `createCallers` has found from a token. Never from the message itself. */
export interface Caller {
  /** Stable for as long as the caller is the same, for example `token:billing-agent`. */
  readonly id: string;
  /** The operator in whose name the caller proposes. */
  readonly operator: string;
}

/** One `tools/call`. */
export interface GateCall {
  readonly caller: Caller;
  readonly upstream: string;
  readonly tool: string;
  /** The tool as the upstream lists it now. Its digest is in the sealed call and in the params. */
  readonly definition: JsonObject;
  readonly arguments: JsonObject;
  /** A key that the client gave: the same call with another key is another call. */
  readonly exactKey?: string;
  /** For clients that can only repeat their call: a call that ended within `max_age` is joined too. */
  readonly joinEnded?: boolean;
}

/** What the upstream answered. If `callTool` throws, the call may have run. */
export type UpstreamAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** A JSON-RPC error. The upstream has answered, so this is an outcome. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** The tool ran, and its result is larger than the ledger takes. */
  | { readonly kind: 'too_large'; readonly isError: boolean };

export interface Upstreams {
  /** One call, never repeated. `requestId` goes to the upstream, which can use it as an idempotency key. */
  callTool(
    upstream: string,
    tool: string,
    args: JsonObject,
    context: { readonly requestId: string; readonly signal: AbortSignal },
  ): Promise<UpstreamAnswer>;
  /** The tool as the upstream lists it now, or null if there is none. */
  definition(upstream: string, tool: string): Promise<JsonObject | null>;
}

export type NotRun =
  | 'denied'
  | 'expired'
  | 'aborted'
  | 'cancelled'
  /** Approved, but `execute_within` has passed. */
  | 'late'
  /** Approved, but since then the tool, the rules or the caller have changed. */
  | 'changed';

/** Why a call was not even proposed. `reasonFor` has the sentence for the model. */
export type Refusal =
  | { readonly kind: 'no_rule' }
  | { readonly kind: 'not_shown'; readonly argument: string }
  | { readonly kind: 'too_long'; readonly argument: string; readonly limit: number }
  | { readonly kind: 'unsafe_number'; readonly argument: string }
  | { readonly kind: 'not_text'; readonly argument: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'policy' }
  | { readonly kind: 'too_many' };

/** How a call ended. Never changed afterwards. */
export type Ending =
  | { readonly kind: 'finished'; readonly answer: UpstreamAnswer }
  | { readonly kind: 'not_run'; readonly why: NotRun }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What a caller may know of a call of its own. */
export interface Known {
  readonly taskId: string;
  /** Null until the service has answered the create. */
  readonly requestId: string | null;
  /** The page where people decide, or null. */
  readonly url: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** How long after `createdAtMs` the state can be read. It only grows. */
  readonly ttlMs: number;
}

export type CallState = Known &
  (
    | { readonly kind: 'waiting'; readonly aKeyIsTurned: boolean }
    | { readonly kind: 'running' }
    | { readonly kind: 'finished'; readonly answer: UpstreamAnswer }
    | { readonly kind: 'not_run'; readonly why: NotRun }
    /** The tool may have run. It is never called again. */
    | { readonly kind: 'uncertain' }
    | { readonly kind: 'refused'; readonly refusal: Refusal }
  );

export type Opened =
  /** A rule lets this call pass: forward it. */
  | { readonly kind: 'pass' }
  /** Nothing was stored or proposed. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'opened'; readonly state: CallState };

export interface Gate {
  /** Judges a call, and proposes it or joins the same call of the same caller. */
  open(call: GateCall): Promise<Opened>;
  /** A pure read. Null for a task of another caller, exactly as for one that does not exist. */
  state(taskId: string, caller: Caller): Promise<CallState | null>;
  /**
   * Fences the call: it never runs if this returns `not_run` with `cancelled`. Otherwise it had begun or ended. The request
   * runs out, because `/v1` has no cancel.
   */
  cancel(taskId: string, caller: Caller): Promise<CallState | null>;
  /** Resolves with the state when it is no longer `waiting` or `running`, or after `timeoutMs`. */
  wait(taskId: string, caller: Caller, timeoutMs: number, signal?: AbortSignal): Promise<CallState | null>;
  /** Does what can be done for one call now: create, claim, run, report. */
  advance(taskId: string): Promise<void>;
  /** One pass over all open calls, and over requests that this ledger does not know. */
  sweep(): Promise<void>;
  /** Advances all open calls until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** Everything that a call needs to go on in another process. */
export interface Entry {
  readonly id: string;
  readonly key: string;
  /** Counted up by each write. A write is only made on the version before. */
  readonly version: number;
  readonly caller: Caller;
  readonly upstream: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Names and texts of the documents that the create names. */
  readonly evidence: Readonly<Record<string, string>>;
  /** The create call with its nonce, sealed, so that a repeated create is identical. */
  readonly create: NewRequest;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly stage: Stage;
}

export type Stage =
  | { readonly kind: 'proposed' }
  | { readonly kind: 'created'; readonly requestId: string }
  | { readonly kind: 'begun'; readonly requestId: string; readonly claim: HeldClaim }
  | {
      readonly kind: 'ended';
      readonly requestId: string | null;
      readonly ending: Ending;
      /** The claim under which the ending is still to be reported, or null. */
      readonly unreported: HeldClaim | null;
    };

export interface HeldClaim {
  readonly claimId: string;
  readonly leaseEndsMs: number;
}

/** Shared by all instances of the gate. Reads see every write before them. */
export interface Ledger {
  /**
   * Stores a new entry under its key, if the key's latest entry is `instead` (null: there is none). Otherwise nothing is
   * stored, and the answer is the key's latest entry.
   */
  open(entry: Entry, instead: string | null): Promise<Entry>;
  latest(key: string): Promise<Entry | null>;
  read(id: string): Promise<Entry | null>;
  /** Stores it if the stored version is the one before. False: another instance was faster. */
  write(entry: Entry): Promise<boolean>;
  /** Ids of the entries that are not ended or not reported. */
  unfinished(): Promise<readonly string[]>;
}

export interface GatePorts {
  /** With the scopes propose and read. */
  readonly proposer: Pick<Client, 'createRequest' | 'getRequest' | 'attach'>;
  /** With the scopes read and execute. `events` wakes the gate; without it the gate polls. */
  readonly worker: Pick<Client, 'getRequest' | 'claim' | 'report' | 'listExecutable'> & Partial<Pick<Client, 'events'>>;
  readonly upstreams: Upstreams;
  readonly ledger: Ledger;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Keys of sealed calls, the newest first, as for `sealIntent`. */
  readonly keys: readonly string[];
  readonly log: GateLog;
}

/** Ids and our own words only. Never arguments, results or tokens. */
export type GateLog = (message: string, fields: Readonly<Record<string, string | number>>) => void;
