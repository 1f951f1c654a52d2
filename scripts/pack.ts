/**
 * `npm run pack [-- FOLDER] [--name NAME] [--without-gate]`: makes the package's tarball, in the current folder by default.
 * It is packed from a folder of its own, because several tests may pack at the same time. `npm pack ./packages/client` and
 * `npm publish ./packages/client` pack the same files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fillPackage, readManifest, writeJson } from './pack/fill';

const { values, positionals } = parseArgs({
  options: { name: { type: 'string' }, 'without-gate': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const to = resolve(positionals[0] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'request-authorization-package-'));
try {
  const { scripts: _, ...manifest } = readManifest();
  writeJson(
    join(folder, 'package.json'),
    fillPackage(folder, { ...manifest, ...named(values.name) }, !values['without-gate']),
  );
  mkdirSync(to, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}
