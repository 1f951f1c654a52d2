import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isComplete } from '../support/effort';
import { TYPESCRIPT } from '../support/typescript';

/** CI verifies a short one, with what a million may take in proportion to what the program takes by itself. */
const ENTRIES = isComplete ? 1_000_000 : 20_000;

it('a restore verifies a chain of a million entries below 300 MB, because it reads it in pages', async () => {
  const program = [...TYPESCRIPT, join(__dirname, 'long-chain.ts'), String(ENTRIES)];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  const told = JSON.parse(stdout);
  console.log(stdout);
  expect(told).toMatchObject({ entries: ENTRIES, heads: ENTRIES / 1000, fault: null });
  expect(told.megabytes).toBeLessThan(300);
}, 300_000);
