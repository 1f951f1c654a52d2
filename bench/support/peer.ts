/** Installs the packages to compare with, on demand. None of them is a dependency of the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../peers');

export function needPeers(): void {
  const wanted = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8');
  const marker = join(FOLDER, 'node_modules/.package-lock.json');
  if (existsSync(marker) && versionsIn(wanted) === versionsIn(readFileSync(marker, 'utf8'))) return;
  // The lock file leaves out an optional native part of BullMQ, because not every registry has it for every platform.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** `Module` has the types that the caller uses. */
export function peer<Module>(name: string): Module {
  return createRequire(join(FOLDER, 'package.json'))(name) as Module;
}

export function versionOf(name: string): string {
  const manifest = join(FOLDER, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** Without optional packages: those of other platforms are in the lock file and not in the folder. */
function versionsIn(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string; optional?: boolean }> };
  return Object.entries(packages)
    .filter(([path, { optional }]) => path !== '' && optional !== true)
    .map(([path, { version }]) => `${path}@${version}`)
    .sort()
    .join(' ');
}
