/** The console as it is shipped: built once for all suites, and anew when a source is newer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = join(ROOT, 'dist/console/index.html');
const LOCK = join(ROOT, 'dist/.building-console');

/** Two suites that start at once must not build over each other. */
export async function buildConsole(): Promise<void> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  while (isStale()) {
    if (!takeLock()) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    try {
      if (isStale()) build();
    } finally {
      rmdirSync(LOCK);
    }
  }
}

/** As it is shipped: under a test runner's NODE_ENV the libraries would be built in with all their warnings. */
function build(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npx', ['vite', 'build', '--logLevel', 'error'], { cwd: ROOT, env, stdio: 'pipe' });
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    // Left by a run that was killed: a build takes seconds, not minutes.
    const age = Date.now() - (mtimeMs(LOCK) ?? Date.now());
    if (age > 120_000) rmdirSync(LOCK);
    return false;
  }
}

function isStale(): boolean {
  const built = mtimeMs(PAGE);
  if (built === null) return true;
  const sources = readdirSync(join(ROOT, 'src/console'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return [...sources, join(ROOT, 'vite.config.mts')].some((file) => (mtimeMs(file) ?? 0) > built);
}

function mtimeMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
