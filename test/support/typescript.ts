/** How tests start a program of this project: `spawn(process.execPath, [...TYPESCRIPT, 'scripts/admin.ts'])`. */
import { join } from 'node:path';

export const TYPESCRIPT: readonly string[] = ['--require', join(__dirname, 'strip-types.cjs')];
