import { randomBytes } from 'node:crypto';
import type { Random } from '../../service/system/ports';

export const systemRandom: Random = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  base64url: (bytes) => randomBytes(bytes).toString('base64url'),
  fraction: () => Math.random(),
};
