/** What the handlers of one gate share, what they know of one request, and which calls are held and delivered. */

import { type Caller, type CallState, type Gate, type GateLog, type JsonObject, jsonDigestOf } from '../core';
import type { SendOptions } from './connection';
import type { TaskStatus } from './drafts/sep-2663';
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
export function callDigestOf({ tool, arguments: args }: Called): string {
  return jsonDigestOf([tool.upstream, tool.definition.name!, args]);
}

/** The calls that clients of this instance are waiting for, so that a client can give one up. */
export type Held = ReturnType<typeof createHeld>;

export function createHeld() {
  const calls = new Map<string, Set<AbortController>>();
  const waiting = new Map<string, number>();
  const nameOf = (caller: Caller, id: unknown) => JSON.stringify([caller.id, id]);
  return {
    /** `givenUp` fires when the client says that it does not want the answer any more. */
    async during<T>(caller: Caller, id: unknown, act: (givenUp: AbortSignal) => Promise<T>): Promise<T> {
      const name = nameOf(caller, id);
      const giving = new AbortController();
      const all = calls.get(name) ?? new Set();
      calls.set(name, all.add(giving));
      try {
        return await act(giving.signal);
      } finally {
        all.delete(giving);
        if (all.size === 0) calls.delete(name);
      }
    },
    /** Two clients of one caller can use the same id. Then nobody knows whose call it is. */
    giveUp(caller: Caller, id: unknown): void {
      const [only, ...others] = calls.get(nameOf(caller, id)) ?? [];
      if (others.length === 0) only?.abort();
    },
    /** Returns whether nobody else waits for the same call when `act` has ended. */
    async waitFor(taskId: string, act: () => Promise<void>): Promise<boolean> {
      waiting.set(taskId, (waiting.get(taskId) ?? 0) + 1);
      try {
        await act();
      } finally {
        const others = waiting.get(taskId)! - 1;
        if (others === 0) waiting.delete(taskId);
        else waiting.set(taskId, others);
      }
      return !waiting.has(taskId);
    },
  };
}

/** An ending is delivered when the answer with it was sent. A text that asks the client to repeat its call delivers nothing. */
export function deliver(face: Face, { answered, signal, givenUp }: Asked, { taskId }: CallState): void {
  // To a request that was cancelled, the server sends no answer.
  if (signal.aborted || givenUp.aborted) return;
  void answered().then((wasSent) => (wasSent ? face.gate.delivered(taskId) : undefined));
}

/** Of the upstream's task with which an approved call was answered. */
export const isFinal = ({ status }: TaskStatus): boolean => status !== 'working' && status !== 'input_required';
