/** The quorum is met, so the operators have reached their verdict. */
import { SERVICE } from '../../../protocol/actor';
import type { Change, Entry } from '../../request/rules/journal';
import type { Authorized, Open, Turn } from '../../request/rules/request';
import { withoutTurns } from './withdraw';

/**
 * Without an integration, the service runs nothing and one write goes from authorized to succeeded
 * (docs/contract.md#states-and-transitions). With one, the request stays live until the integration's call ends.
 */
export function authorize(request: Open, turns: readonly Turn[], atMs: number): Change<Authorized> {
  const approvers = turns.map((turn) => turn.operator);
  const verdict = {
    ...withoutTurns(request),
    verdictAtMs: atMs,
    decidedBy: approvers,
    reason: null,
    approvers,
    turnedAtMs: turns.map((turn) => turn.atMs),
    execution:
      request.executeWithinMs === null
        ? ({ state: 'none' } as const)
        : ({ state: 'pending', executeByMs: atMs + request.executeWithinMs, closed: false } as const),
    stopped: null,
    updatedAtMs: atMs,
  };
  const authorized: Entry = { kind: 'request.authorized', atMs, ...SERVICE, data: { approvers } };
  if (request.policy.integration !== null) {
    return {
      request: { ...verdict, state: 'authorized', integrationUntilMs: atMs + request.policy.ttlMs },
      entries: [authorized],
    };
  }
  return {
    request: { ...verdict, state: 'succeeded', endedAtMs: atMs },
    entries: [authorized, { kind: 'request.succeeded', atMs, ...SERVICE }],
  };
}
