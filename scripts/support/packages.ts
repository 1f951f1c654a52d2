/** Packages that `npm ci` does not install: only some commands and tests need them. Each folder has a lock file. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { IS_CI } from './ci.cjs';

const ROOT = join(__dirname, '../..');

/** What an installation takes at most, also beside other tests. */
export const INSTALLATION_MS = 300_000;

export function packagesIn(folder: string) {
  const path = (...parts: string[]): string => join(ROOT, folder, 'node_modules', ...parts);
  const areInstalled = () => existsSync(path());
  return {
    path,
    areInstalled,
    /** A plain run tries nothing with packages that are not there. CI never goes without them. */
    areTried: () => IS_CI || areInstalled(),
    load: (name: string): unknown => createRequire(path())(name),
    howToInstall: `npm ci --prefix ${folder}`,
    /** For what only one slow test needs: CI installs it when it tries that test. */
    install(): void {
      if (!IS_CI || areInstalled()) return;
      execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--prefix', folder], { cwd: ROOT });
    },
  };
}

/** What CI needs for every commit, and maintainers. */
export const TOOLS = packagesIn('tools');
