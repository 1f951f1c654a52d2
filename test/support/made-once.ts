/**
 * What several suites need and what takes seconds to make: templates, bundles, the package. The first suite makes it, the
 * others read it, and it is made again after a change of its sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/request-authorization');
const MADE_OF = ['infra', 'deployments', 'generated', 'src', 'docs', 'scripts', 'test/infra/host'];
const HOUR_MS = 3_600_000;
const FILES = ['package.json', 'packages/client/package.json', 'package-lock.json', 'cdk.json', 'vite.config.mts'];

/** The folder that `make` has filled. Nobody writes to it afterwards. */
export function madeOnce(name: string, make: (folder: string) => void): string {
  const sources = fingerprint();
  const made = join(CACHE, sources, name);
  const [lock, own] = [`${made}.lock`, `${made}.${process.pid}`];
  mkdirSync(dirname(made), { recursive: true });
  while (!existsSync(made)) {
    if (!taken(lock)) {
      wait();
      continue;
    }
    try {
      mkdirSync(own, { recursive: true });
      forgetOthers(sources);
      if (!existsSync(made)) make(own);
      if (!existsSync(made)) renameSync(own, made);
    } finally {
      rmSync(own, { recursive: true, force: true });
      rmSync(lock, { force: true });
    }
  }
  return made;
}

/** Output of earlier sources takes about 12 MB. It is removed after an hour, when no running test can still use it. */
function forgetOthers(sources: string): void {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (name !== sources && Date.now() - madeAt > HOUR_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const inFolders = MADE_OF.flatMap(filesBelow);
  for (const path of [...FILES, ...inFolders.sort()]) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 32);
}

/** Without what is installed in it, which its lock names. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return path;
    return entry.isDirectory() && entry.name !== 'node_modules' ? filesBelow(path) : [];
  });
}

/** False while another suite makes it. The lock of a process that was killed does not count. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // The lock was created and its process not written yet.
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}

function wait(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
}
