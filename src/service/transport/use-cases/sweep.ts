/** Finds items that become due, and sends their timers and hourly attempts (docs/design.md#one-due-time). */

import { LOST_LOOP_AFTER_MS } from '../../delivery/rules/delivery';
import { type RetriesQueue, retryMessage } from '../../delivery/use-cases/hand-over';
import type { DueItem, DueStore, DueTimer } from '../ports';
import type { Queues } from './gather';

export interface SweepDeps {
  readonly clock: { nowMs(): number };
  readonly due: Pick<DueStore, 'due' | 'retries'>;
  readonly queues: Pick<Queues, 'timers'> & RetriesQueue['queues'];
  readonly shards: number;
}

/** The progress of the sweeps in one shard. */
export interface ShardPlace {
  /** Everything due before this time has its timer. */
  readonly sentUntilMs: number;
  /** Where the last sweep stopped; null if it reached the end. */
  readonly cursor: string | null;
}

const AT_THE_START: ShardPlace = { sentUntilMs: 0, cursor: null };

export interface Swept {
  readonly sent: number;
  /** How late the oldest item is in ms, for the alarm. Hourly attempts do not count: receivers that hang delay them. */
  readonly oldestLatenessMs: number;
  /** For each shard of each lane, where the next sweep continues. */
  readonly places: readonly ShardPlace[];
  /** The errors of failed shards. Those continue where they failed and do not delay other shards. */
  readonly errors: readonly unknown[];
}

/** How far to look ahead, so that items due between two sweeps fire in time: a minute, plus how late a sweep may be. */
export const LOOK_AHEAD_MS = 75_000;
const PAGE = 100;
/** No page begins after this time: the function has 55 s, and the next sweep continues at the same place. */
const SWEEP_LASTS_MS = 45_000;

/**
 * Sweeps all shards in parallel. Items that already have a timer are skipped until they are overdue. A later write
 * cannot be missed: a new check is further away than the look-ahead, and an earlier deadline gets an exact timer. So a
 * sweep that continues in the middle only looks ahead of its position.
 */
export async function sweep(deps: SweepDeps, places: readonly ShardPlace[]): Promise<Swept> {
  const deadlineMs = deps.clock.nowMs() + SWEEP_LASTS_MS;
  const lanes = [timersLane(deps), retriesLane(deps)].flatMap((lane) =>
    Array.from({ length: deps.shards }, (_, shard) => ({ lane, shard })),
  );
  const shards = await Promise.all(
    lanes.map(({ lane, shard }, n) => sweepShard(deps.clock, lane, shard, places[n] ?? AT_THE_START, deadlineMs)),
  );
  return {
    sent: shards.reduce((sum, { sent }) => sum + sent, 0),
    oldestLatenessMs: Math.max(0, ...shards.map(({ oldestLatenessMs }) => oldestLatenessMs)),
    places: shards.map(({ place }) => place),
    errors: shards.flatMap(({ errors }) => errors),
  };
}

/** One kind of due items: where they are read, and how they are sent. Each lane has its own shards. */
interface Lane {
  readonly read: DueStore['due'];
  send(items: readonly DueItem[], nowMs: number): Promise<void>;
  /** Whether an item that had its message is due for another one. */
  isLost(dueAtMs: number, sweptAtMs: number, nowMs: number): boolean;
  readonly countsAsLate: boolean;
}

const timersLane = ({ due, queues }: SweepDeps): Lane => ({
  read: due.due,
  send: (items, nowMs) =>
    queues.timers.send(items.map(({ dueAtMs, ...subject }) => timerMessage({ ...subject, due_at: dueAtMs }, nowMs))),
  isLost: (dueAtMs, _, nowMs) => dueAtMs <= nowMs,
  countsAsLate: true,
});

/**
 * Hourly attempts may wait behind receivers that hang. So a message counts as lost only five minutes after the attempt was
 * due, and once in each further five: otherwise every sweep would double the queue.
 */
const retriesLane = ({ due, queues }: SweepDeps): Lane => ({
  read: due.retries,
  send: (items, nowMs) =>
    queues.retries.send(
      items.map(({ org, id, dueAtMs }) => retryMessage({ org, delivery_id: id, due_at: dueAtMs }, nowMs)),
    ),
  isLost(dueAtMs, sweptAtMs, nowMs) {
    const lostBy = (atMs: number) => Math.max(0, Math.floor((atMs - dueAtMs) / LOST_LOOP_AFTER_MS));
    return lostBy(nowMs) > lostBy(sweptAtMs);
  },
  countsAsLate: false,
});

interface SweptShard {
  sent: number;
  oldestLatenessMs: number;
  place: ShardPlace;
  errors: unknown[];
}

async function sweepShard(
  clock: SweepDeps['clock'],
  lane: Lane,
  shard: number,
  from: ShardPlace,
  deadlineMs: number,
): Promise<SweptShard> {
  const untilMs = clock.nowMs() + LOOK_AHEAD_MS;
  const sweptAtMs = from.sentUntilMs - LOOK_AHEAD_MS;
  const swept: SweptShard = { sent: 0, oldestLatenessMs: 0, place: from, errors: [] };
  try {
    do {
      const page = await lane.read(shard, untilMs, PAGE, swept.place.cursor);
      const nowMs = clock.nowMs();
      const items = page.items.filter(
        ({ dueAtMs }) => dueAtMs > from.sentUntilMs || lane.isLost(dueAtMs, sweptAtMs, nowMs),
      );
      await lane.send(items, nowMs);
      swept.sent += items.length;
      if (lane.countsAsLate)
        swept.oldestLatenessMs = Math.max(swept.oldestLatenessMs, ...page.items.map((item) => nowMs - item.dueAtMs));
      swept.place = {
        sentUntilMs: page.cursor === null ? untilMs : from.sentUntilMs,
        cursor: page.cursor,
      };
    } while (swept.place.cursor !== null && clock.nowMs() < deadlineMs);
  } catch (error) {
    swept.errors.push(error);
  }
  return swept;
}

/** The queue delivers it when it is due. */
export function timerMessage(timer: DueTimer, nowMs: number) {
  return {
    body: timer,
    delaySeconds: Math.max(0, Math.ceil((timer.due_at - nowMs) / 1000)),
    groupId: `${timer.org}#${timer.id}`,
  };
}
