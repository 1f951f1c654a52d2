/** Everything in the package but its manifest, which is `packages/client/package.json`. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildAdmin } from './admin';
import { buildCdk } from './cdk';
import { buildClient } from './client';
import { buildGate } from './gate';
import { buildTesting } from './testing';

const ROOT = join(__dirname, '../..');
export const PACKAGE = join(ROOT, 'packages/client');

/** Tools without support for `exports` look for a folder with this name. */
const FOLDERS = {
  client: { main: '../dist/client/index.cjs', types: '../dist/client/index.d.cts' },
  testing: { main: '../dist/testing/index.cjs', types: '../dist/testing/index.d.cts' },
  gate: { main: '../dist/gate/index.cjs', types: '../dist/gate/index.d.cts' },
  cdk: { main: '../dist/cdk/index.js', types: '../dist/cdk/types/infra/index.d.ts' },
};

export interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, object | string>>;
  readonly scripts?: object;
}

export const readManifest = (): Manifest => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** What it answers is the manifest of exactly these files. */
export function fillPackage(folder: string, manifest: Manifest, gate: boolean): Manifest {
  const dist = join(folder, 'dist');
  // First, because it fails if its packages are missing.
  if (gate) buildGate(join(dist, 'gate'));
  buildClient(join(dist, 'client'));
  buildTesting(dist);
  buildAdmin(join(dist, 'admin'));
  buildCdk(join(dist, 'cdk'));
  // Its types are compiled with those of the client.
  if (!gate) rmSync(join(dist, 'client/types/src/gate'), { recursive: true });
  for (const [name, content] of Object.entries(FOLDERS))
    if (gate || name !== 'gate') writeJson(join(folder, name, 'package.json'), content);
  // npm always packs the README beside the manifest.
  cpSync(join(ROOT, 'src/client/README.md'), join(folder, 'README.md'));
  for (const path of manifest.files)
    if (/^(docs|generated)/.test(path)) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const { name } = readManifest();
  if (manifest.name !== name) rename(folder, name, manifest.name);
  return gate ? manifest : withoutGate(manifest);
}

function withoutGate(manifest: Manifest): Manifest {
  const { 'request-authorization-gate': _, ...bin } = manifest.bin;
  const { './gate': __, ...exports } = manifest.exports;
  return { ...manifest, bin, exports, files: manifest.files.filter((file) => file !== 'gate') };
}

/** In what people copy from: imports and the names of its parts. The command and the User-Agent keep their name. */
function rename(folder: string, from: string, to: string): void {
  const imported = new RegExp(`(['\`])${from}(?=\\1|/(client|testing|gate|cdk)\\b)`, 'g');
  const tarball = (name: string) => `./${name.replace('@', '').replace('/', '-')}-`;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!/\.(md|d\.[cm]?ts)$/.test(name) || !statSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8');
    const renamed = text
      .replace(imported, `$1${to}`)
      .replaceAll(tarball(from), tarball(to))
      .replace(`# ${from}\n`, `# ${to}\n`);
    if (renamed !== text) writeFileSync(file, renamed);
  }
}

export function writeJson(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
