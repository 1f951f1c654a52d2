import { setTimeout as sleep } from 'node:timers/promises';
import type { Pause } from '../../app/ports';

const FIRST_MS = 5;
const LONGEST_MS = 320;

/**
 * Full jitter below a bound that doubles: 5, 10, 20 … 320 ms. Two writers that collided do not collide again in step.
 */
export const systemPause: Pause = {
  async beforeRetry(attempt) {
    await sleep(Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt));
  },
};
