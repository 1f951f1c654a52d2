import type { Clock } from '../../service/system/ports';

export const systemClock: Clock = { nowMs: () => Date.now() };
