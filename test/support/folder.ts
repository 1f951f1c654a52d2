/** Folders for tests, which are removed after the suite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

export function aFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'test-'));
  made.push(path);
  return path;
}
