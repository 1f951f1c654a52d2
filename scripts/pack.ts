/**
 * `npm run pack [-- FOLDER]`: makes the package's tarball, in the current folder by default. It is packed from a folder
 * of its own, because npm always packs the README beside `package.json`, and the package has the README of the client.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildCdk } from './pack/cdk';
import { buildClient } from './pack/client';
import { buildGate } from './pack/gate';
import { buildTesting } from './pack/testing';

const ROOT = join(__dirname, '..');
/** Fields that only this repository needs. */
const OWN = ['workspaces', 'scripts', 'overrides', 'devDependencies'];
/** Tools without support for `exports` look for a folder with this name. */
const FOLDERS = {
  client: { main: '../dist/client/index.cjs', types: '../dist/client/index.d.cts' },
  testing: { main: '../dist/testing/index.cjs', types: '../dist/testing/index.d.cts' },
  gate: { main: '../dist/gate/index.cjs', types: '../dist/gate/index.d.cts' },
  cdk: { main: '../dist/cdk/index.js', types: '../dist/cdk/types/infra/index.d.ts' },
};

const to = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'request-authorization-package-'));
try {
  const dist = join(folder, 'dist');
  buildClient(join(dist, 'client'));
  buildTesting(dist);
  buildCdk(join(dist, 'cdk'));
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  if (!buildGate(join(dist, 'gate'))) {
    delete (manifest.bin as Record<string, unknown>)['request-authorization-gate'];
    delete (manifest.exports as Record<string, unknown>)['./gate'];
  }
  for (const name of OWN) delete manifest[name];
  writeJson('package.json', manifest);
  for (const [name, content] of Object.entries(FOLDERS)) writeJson(`${name}/package.json`, content);
  cpSync(join(ROOT, 'src/client/README.md'), join(folder, 'README.md'));
  for (const path of manifest.files as string[])
    if (/^(docs|generated)/.test(path)) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  mkdirSync(to, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writeJson(path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
}
