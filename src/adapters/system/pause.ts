import { setTimeout as sleep } from 'node:timers/promises';
import type { Pause, Place } from '../../service/system/ports';

const FIRST_MS = 5;
const LONGEST_MS = 320;

/** Slightly longer than a read and a transaction take, so that writers in neighboring slots rarely conflict. */
const SLOT_MS = 30;

/** Waits in real time. */
export const systemPause: Pause = {
  beforeRetry: (attempt, place) => sleep(retryDelayMs(attempt, place, Math.random())),
};

/**
 * Full jitter below a bound that doubles: 5, 10, 20 … 320 ms. Two writers that conflicted rarely conflict again.
 *
 * Writers whose places are known get a slot each, in a row that grows eightfold until everyone has one. So a few
 * writers do not wait for slots that nobody uses.
 *
 * `random`: in [0, 1).
 */
export function retryDelayMs(attempt: number, place: Place | undefined, random: number): number {
  if (place === undefined) return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  const slots = Math.min(place.count, 8 ** attempt);
  return SLOT_MS * ((place.index / place.count) * slots + random);
}
