/** What the handlers of one gate share, and what they know of one request. */
import type { Caller, Gate, GateLog, JsonObject } from '../core/types';
import type { Sealer } from './sealed';
import type { ConnectedUpstreams } from './upstreams';

export interface Face {
  readonly gate: Gate;
  readonly upstreams: ConnectedUpstreams;
  readonly sealer: Sealer;
  readonly nowMs: () => number;
  readonly log: GateLog;
  /** How long a call without a task is held. Clients give up after 60 seconds. */
  readonly holdMs: number;
  readonly progressMs: number;
  readonly pollIntervalMs: number;
}

export const TIMES = { holdMs: 45_000, progressMs: 5_000, pollIntervalMs: 5_000 };

export interface Asked {
  readonly caller: Caller;
  /** As the client declared them for this request. Undefined before 2026-07-28. */
  readonly capabilities: JsonObject | undefined;
  /** What the gate sealed in an earlier round, already opened for this caller. */
  readonly state: JsonObject | null;
  readonly inputResponses: JsonObject | undefined;
  readonly exactKey: string | undefined;
  readonly meta: JsonObject;
  readonly signal: AbortSignal;
  /** Does nothing if the client did not ask for progress. */
  readonly progress: (params: JsonObject) => Promise<void>;
}
