/**
 * `npm run pack [-- FOLDER] [--name NAME] [--without-gate]`: makes the package's tarball, in the current folder by default.
 * It is packed from a folder of its own, because several tests may pack at the same time. `npm pack ./packages/client` and
 * `npm publish ./packages/client` pack the same files.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fillPackage, readManifest, writeJson } from './pack/fill';
import { parsedArgs, verdictOf } from './support/command';

process.exitCode = verdictOf(() => {
  const { values, positionals } = parsedArgs(
    {
      options: { name: { type: 'string' }, 'without-gate': { type: 'boolean', default: false } },
      allowPositionals: true,
    },
    'usage: npm run pack -- [FOLDER] [--name NAME] [--without-gate]',
  );
  pack(resolve(positionals[0] ?? '.'), values.name, !values['without-gate']);
  return 0;
});

function pack(to: string, name: string | undefined, gate: boolean): void {
  const folder = mkdtempSync(join(tmpdir(), 'request-authorization-package-'));
  try {
    const { scripts: _, ...manifest } = readManifest();
    const named = name === undefined ? manifest : { ...manifest, name };
    writeJson(join(folder, 'package.json'), fillPackage(folder, named, gate));
    mkdirSync(to, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: folder, stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
