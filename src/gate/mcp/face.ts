/** What the handlers of one gate share, and what they know of one request. */
import { type Caller, digestOf, type Gate, type GateLog, type JsonObject } from '../core';
import type { SendOptions } from './connection';
import type { Held } from './held';
import type { Sealer } from './sealed';
import type { ConnectedUpstreams, ListedTool } from './upstreams';

export const TIMES = {
  /** How long a call without a task is held. Clients give up after 60 seconds. */
  holdMs: 45_000,
  progressMs: 5_000,
  pollIntervalMs: 5_000,
};

export interface Face extends Readonly<typeof TIMES> {
  readonly gate: Gate;
  readonly upstreams: ConnectedUpstreams;
  readonly sealer: Sealer;
  readonly held: Held;
  readonly nowMs: () => number;
  readonly log: GateLog;
}

export interface Asked {
  readonly caller: Caller;
  /** As the client declared them for this request. Undefined before 2026-07-28. */
  readonly capabilities: JsonObject | undefined;
  /** What the gate sealed in an earlier round, already opened for this caller. */
  readonly state: JsonObject | null;
  readonly inputResponses: JsonObject | undefined;
  readonly exactKey: string | undefined;
  readonly meta: JsonObject;
  /** Nobody waits for an answer any more. */
  readonly signal: AbortSignal;
  /** The client does not want the call any more. A connection of 2025-11-25 that closes does not say so. */
  readonly givenUp: AbortSignal;
  /** Whether the answer was sent to a client that had not gone away. */
  readonly answered: () => Promise<boolean>;
  /** Undefined unless the client of 2026-07-28 asks for messages of a log, and can get them. */
  readonly logs: SendOptions['logs'];
  /** Throws if the headers of a call of 2026-07-28 over HTTP do not say what its arguments say. */
  readonly checkHeaders: (definition: JsonObject, args: JsonObject) => void;
  /** Does nothing if the client did not ask for progress. */
  readonly progress: (params: JsonObject) => Promise<void>;
}

/** A `tools/call`. */
export interface Called extends Asked {
  readonly tool: ListedTool;
  readonly arguments: JsonObject;
}

/** What is sealed for one call works for no other. Made when it is needed, because arguments can be large. */
export function digestIn({ tool, arguments: args }: Called): string {
  return digestOf([tool.upstream, tool.definition.name!, args]);
}
