/** The turn of a receiver that something was reported about: one actor judges it, and reads what was reported until then. */
import type { OrgId } from '../../protocol/identifiers';
import type { Clock } from '../system/ports';
import type { HealthStore, HealthTurn, Watched } from './ports';

export interface TurnDeps {
  readonly clock: Clock;
  readonly health: Pick<HealthStore, 'takeTurn' | 'rest'>;
}

export interface DueTurn<Id extends Watched = Watched> {
  readonly org: OrgId;
  readonly id: Id;
  readonly dueAtMs: number;
}

/** If the actor of a turn dies, a later sweep finds the turn again. */
const AGAIN_AFTER_MS = 50_000;

export async function inTurn<Id extends Watched>(
  { clock, health }: TurnDeps,
  { org, id, dueAtMs }: DueTurn<Id>,
  judge: (turn: HealthTurn, nowMs: number) => Promise<void>,
): Promise<void> {
  const nowMs = clock.nowMs();
  const turn = await health.takeTurn(org, id, { dueAtMs, nextMs: nowMs + AGAIN_AFTER_MS });
  if (turn === null) return;
  await judge(turn, nowMs);
  await health.rest(org, id, turn);
}
