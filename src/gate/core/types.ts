/** What the parts of the gate agree on. Nothing here follows a draft of MCP: that is in `src/gate/mcp`. */
import type { Client, NewRequest, OutcomeReason } from '../../client';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** Types that a rule can compare. */
export type PlainType = 'string' | 'number' | 'boolean' | 'null';

/** Who calls, as `createCallers` has found from a token. Never from the message itself. */
export interface Caller {
  /** Stable for as long as the caller is the same, for example `token:billing-agent`. */
  readonly id: string;
  /** In whose name it proposes. */
  readonly operator: string;
}

/** One `tools/call`. */
export interface GateCall {
  readonly caller: Caller;
  readonly upstream: string;
  readonly tool: string;
  /** The tool as the upstream listed it last. Its digest is in the sealed call and in the params. */
  readonly definition: JsonObject;
  /** All tools of that list. A rule that does not fit them lets nothing pass. */
  readonly listed: readonly JsonObject[];
  readonly arguments: JsonObject;
  /** A key that the client gave: the same call with another key is another call. */
  readonly exactKey?: string;
  /** For clients that can only repeat their call: an ending that no client has received is joined too. */
  readonly joinEnded?: boolean;
  /** A framework's own id of this call. The same id gets the same ending again, and another one is a new call. */
  readonly callId?: string;
}

/** What the upstream answered. If `callTool` throws anything but `CallRefused`, the call may have run. */
export type UpstreamAnswer =
  | { readonly kind: 'result'; readonly result: JsonObject }
  /** The upstream has answered, so this is an outcome. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** The tool ran, and its result is larger than the ledger takes, or has a number that would change on its way. */
  | { readonly kind: 'too_large' | 'unsafe_number'; readonly isError: boolean };

/** The upstream can use `requestId` as an idempotency key. After `signal` nobody waits for an answer. */
export type CallContext = {
  readonly requestId: string;
  /** The tool as it was listed just now. */
  readonly definition: JsonObject;
  readonly signal: AbortSignal;
  /** What an upstream says of its progress is not passed on, only that it makes some. */
  readonly onProgress?: () => void;
};

export interface Upstreams {
  /** One call, never repeated. Throws `CallRefused` if it certainly did not run. */
  callTool(upstream: string, tool: string, args: JsonObject, context: CallContext): Promise<UpstreamAnswer>;
  /** The tool as the upstream lists it now, with that list, or null if there is none. */
  definition(upstream: string, tool: string): Promise<Pick<GateCall, 'definition' | 'listed'> | null>;
}

/**
 * `late`: approved, but `execute_within` has passed. `changed`: approved, but the tool, the rules or the caller are others now.
 * `upstream_refused`: its front door did not let the call in. `unreachable`: the call was not sent.
 */
export type NotRun =
  | ('denied' | 'expired' | 'aborted' | 'cancelled' | 'late' | 'changed')
  | ('upstream_refused' | 'unreachable');

/** Why a call was not even proposed. `explain` has the sentence for the model. */
export type Refusal =
  | { readonly kind: 'no_rule' | 'broken_rule' | 'unlisted' | 'policy' | 'too_many' }
  | { readonly kind: 'undecided'; readonly argument: string; readonly expected: readonly PlainType[] }
  | { readonly kind: 'too_large' | 'too_many_params'; readonly limit: number }
  | { readonly kind: 'not_shown'; readonly argument: string }
  | Fault
  | { readonly kind: 'too_long'; readonly argument: string; readonly limit: number };

/** An argument that nobody can be shown as it was written. */
export type Fault = { readonly kind: 'unsafe_number' | 'not_text'; readonly argument: string };

/** How a call ended. Never changed afterwards. `uncertain`: the tool may have run, and is never called again. */
export type Ending =
  | { readonly kind: 'finished'; readonly answer: UpstreamAnswer }
  /**
   * `reason`: what the operator who refused has programs told. Absent if nothing, or if this gate does not know the word.
   * `status`: of HTTP, with which the upstream refused.
   */
  | { readonly kind: 'not_run'; readonly why: NotRun; readonly reason?: OutcomeReason; readonly status?: number }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What a caller may know of a call of its own. `requestId` and `url`, the page where people decide, can be null. */
export interface Known {
  readonly taskId: string;
  readonly requestId: string | null;
  readonly url: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** How long after `createdAtMs` the state can be read. It only grows. */
  readonly ttlMs: number;
  /** Null as long as the tool has not begun. */
  readonly run: RunTimes | null;
}

/** When people approved a call, and when the tool began. */
export type RunTimes = { readonly approvedAtMs: number; readonly atMs: number };

export type Waiting = Known &
  ({ readonly kind: 'waiting'; readonly aKeyIsTurned: boolean } | { readonly kind: 'running' });
export type CallState = Waiting | (Known & Ending);

export const isOpen = (state: CallState): state is Waiting => state.kind === 'waiting' || state.kind === 'running';

/** `pass`: a rule lets this call pass, so forward it. `refused`: nothing was stored or proposed. */
export type Opened =
  | { readonly kind: 'pass' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** `isOld`: the call had ended before, and nobody has received its ending, or people have refused it. */
  | { readonly kind: 'opened'; readonly state: CallState; readonly isOld: boolean };

/** Everything that a call needs to go on in another process. */
export interface Entry extends Pick<GateCall, 'caller' | 'upstream' | 'tool' | 'arguments'> {
  readonly id: string;
  readonly key: string;
  /** Counted up by each write. A write is only made on the version before. */
  readonly version: number;
  /** Names and texts of the documents that the create names. */
  readonly evidence: Readonly<Record<string, string>>;
  /** The place of the rule that asks people. */
  readonly rule: string;
  /** The create call with its nonce, sealed, so that a repeated create is identical. */
  readonly create: NewRequest;
  /** When the same call ran last, as people are shown it. Fixed when the entry is opened. */
  readonly ranBefore: string | null;
  /** The client gave the call up. It is open work, and runs only if its caller repeats it. */
  readonly isParked: boolean;
  /** Ids of frameworks that stand for this call. */
  readonly callIds: readonly string[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly stage: Stage;
}

export type Stage =
  | { readonly kind: 'proposed' }
  | { readonly kind: 'created'; readonly requestId: string }
  | { readonly kind: 'begun'; readonly requestId: string; readonly claim: HeldClaim; readonly run: RunTimes }
  /**
   * `owed` is what the service is still to be told, or null: that is open work. `run` is null if the tool has not begun.
   * `isDelivered`: a client has received the ending. That nobody has is no open work.
   */
  | {
      readonly kind: 'ended';
      readonly requestId: string | null;
      readonly ending: Ending;
      readonly owed: Owed | null;
      readonly run: RunTimes | null;
      readonly isDelivered: boolean;
    };

/** The ending is to be reported under a claim, or the request is to be taken back, so that people are no longer asked. */
export type Owed = { readonly kind: 'report'; readonly claim: HeldClaim } | { readonly kind: 'abort' };

export type HeldClaim = { readonly claimId: string; readonly leaseEndsMs: number };

/** Whether nothing is left to do for it. */
export const isOver = ({ stage }: Entry): boolean => stage.kind === 'ended' && stage.owed === null;

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
  /** Ids of the entries that are not over. */
  unfinished(): Promise<readonly string[]>;
}

export interface GatePorts {
  readonly proposer: Pick<Client, 'createRequest' | 'getRequest' | 'attach' | 'abort'>;
  /** `events` wakes the gate; without it the gate polls. */
  readonly worker: Pick<Client, 'claim' | 'report' | 'listExecutable'> & Partial<Pick<Client, 'events'>>;
  readonly upstreams: Upstreams;
  readonly ledger: Ledger;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Keys of sealed calls, the newest first, as for `sealIntent`. */
  readonly keys: readonly string[];
  /** Ids and our own words only. Never arguments, results or tokens. */
  readonly log: GateLog;
}

export type GateLog = (message: string, fields: Readonly<Record<string, string | number>>) => void;
