import type { Clock } from '../../app/ports/system';

export const systemClock: Clock = { nowMs: () => Date.now() };
