import { setTimeout as sleep } from 'node:timers/promises';
import type { RealTime } from '../../service/system/ports';

export const systemRealTime: RealTime = {
  elapsedMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};
