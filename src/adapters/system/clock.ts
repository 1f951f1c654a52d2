import type { Clock } from '../../app/ports';

export const systemClock: Clock = { nowMs: () => Date.now() };
