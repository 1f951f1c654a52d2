/**
 * Builds the console if it is not built yet, or if one of its sources is newer. This takes some seconds. It runs before
 * `npm start`, a synthesis and a package, so that none of them has the console of an earlier checkout.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
assertNode(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.slice('>='.length));

const PAGE = join(root, 'dist/console/index.html');
const LOCK = join(root, 'dist/.building-console');
/** A build takes seconds and not minutes, so an older lock belongs to a build that was killed. */
const LOCK_LIMIT_MS = 120_000;
/** Folders count too, because removing a file only changes its folder. */
const MADE_OF = ['src/console', 'src/protocol', 'generated', 'vite.config.mts', 'package-lock.json'];

// Without its sources, the console is the one that was packed.
if (existsSync(join(root, 'src/console'))) await ensureBuilt();

function assertNode(oldest) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Node ${process.versions.node} is too old: install Node ${oldest} or later.`);
  process.exit(1);
}

/** If several processes start at the same time, one of them builds. */
async function ensureBuilt() {
  while (isStale()) {
    if (!takeLock()) {
      await sleep(100);
      continue;
    }
    try {
      if (isStale()) build();
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
    // Also if a source has a date in the future, because no build would be newer.
    return;
  }
}

function isStale() {
  const built = mtimeMs(PAGE);
  return built === null || MADE_OF.some((path) => newestMs(join(root, path)) > built);
}

function newestMs(path) {
  const own = mtimeMs(path) ?? 0;
  if (!existsSync(path) || !statSync(path).isDirectory()) return own;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.reduce((newest, name) => Math.max(newest, mtimeMs(join(path, name)) ?? 0), own);
}

/** With the production builds of the libraries. Under a test runner's NODE_ENV, their warnings would be included. */
function build() {
  const startedAt = new Date();
  console.error('Building the console. This takes some seconds, and only after a change of its files…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root, env, stdio: 'inherit' });
  // Files that are edited during the build are newer than it.
  utimesSync(PAGE, startedAt, startedAt);
}

function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (Date.now() - (mtimeMs(LOCK) ?? Date.now()) > LOCK_LIMIT_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

function mtimeMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
