/** How a verdict is put on a request: the shared last step of every command that can decide. */
import type { OperatorId } from '../../protocol/identifiers';
import type { Change, Entry } from '../request/journal';
import { CHECK_AFTER_MS } from '../request/limits';
import type { Authorized, Open, Stopped, Turn } from '../request/request';

interface Stop {
  readonly state: Stopped['state'];
  readonly atMs: number;
  /** The instant of the verdict where it is not the moment of the write (an expiry's is its deadline). */
  readonly verdictAtMs?: number;
  readonly by: OperatorId | null;
  readonly reason: string | null;
}

/** Denied, expired or aborted: nothing runs, nobody approved. */
export function stop(request: Open, { state, atMs, verdictAtMs = atMs, by, reason }: Stop): Change<Stopped> {
  const entry: Entry = {
    kind: `request.${state}`,
    atMs: verdictAtMs,
    actor: by ?? 'system',
    ...(reason === null ? {} : { data: { reason } }),
  };
  return {
    request: {
      ...withoutTurns(request),
      state,
      verdictAtMs,
      decidedBy: by === null ? [] : [by],
      reason,
      updatedAtMs: atMs,
      checkAtMs: atMs + CHECK_AFTER_MS,
    },
    entries: [entry],
  };
}

/**
 * The quorum is met. Without an integration nothing is run by the service: one write goes through authorized to
 * succeeded (contract: States and transitions). With one, the request stays live until the integration's call ends.
 */
export function authorize(request: Open, turns: readonly Turn[], atMs: number): Change<Authorized> {
  const approvers = turns.map((turn) => turn.operator);
  const verdict = {
    ...withoutTurns(request),
    verdictAtMs: atMs,
    decidedBy: approvers,
    reason: null,
    approvers,
    execution:
      request.executeWithinMs === null
        ? ({ state: 'none' } as const)
        : ({ state: 'pending', executeByMs: atMs + request.executeWithinMs, closed: false } as const),
    updatedAtMs: atMs,
    checkAtMs: atMs + CHECK_AFTER_MS,
  };
  const authorized: Entry = { kind: 'request.authorized', atMs, actor: 'system', data: { approvers } };
  if (request.policy.integration !== null) {
    return {
      request: { ...verdict, state: 'authorized', integrationUntilMs: atMs + request.policy.ttlMs },
      entries: [authorized],
    };
  }
  return {
    request: { ...verdict, state: 'succeeded', endedAtMs: atMs },
    entries: [authorized, { kind: 'request.succeeded', atMs, actor: 'system' }],
  };
}

/** A decided request keeps its verdict, not its turns. */
function withoutTurns(request: Open) {
  const { state: _state, ...rest } = request;
  if (!('turns' in rest)) return rest;
  const { turns: _turns, windowEndsAtMs: _window, ...common } = rest;
  return common;
}
