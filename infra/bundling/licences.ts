/** The licences of the packages in a bundle, in a file beside it. Most of them require that their text goes with the code. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const ROOT = join(__dirname, '../..');

/** Texts that are in the repository of a package, and not in the package. */
const TEXTS = join(__dirname, 'licence-texts');

export const LICENCES = 'THIRD_PARTY_LICENSES';

/** The modules of a bundle, by path from the root of the repository. */
export type Inputs = Metafile['outputs'][string]['inputs'];

export function writeLicences(folder: string, ...bundles: readonly Inputs[]): void {
  writeFileSync(join(folder, LICENCES), licencesOf(bundles.flatMap(packagesIn)));
}

/** The folders of the packages whose code is in a bundle. */
export function packagesIn(inputs: Inputs): string[] {
  const folders = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput === 0 ? [] : (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...new Set(folders)];
}

/** Each text once, below the packages that have it. */
function licencesOf(folders: readonly string[]): string {
  const packages = [...new Set(folders)].map(read).sort((a, b) => (a.name < b.name ? -1 : 1));
  const byText = new Map<string, string[]>();
  for (const each of packages) {
    const text = each.text ?? textOfScope(each, packages);
    byText.set(text, [...(byText.get(text) ?? []), `${each.name} ${each.version} (${each.license})`]);
  }
  return [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string | null;
}

function read(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const own = readdirSync(join(ROOT, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const files = own.length > 0 ? own.map((file) => join(ROOT, folder, file)) : [join(TEXTS, `${name}.txt`)];
  const texts = files.filter(existsSync).map((file) => readFileSync(file, 'utf8').trim());
  return { name, version, license, text: texts.length === 0 ? null : texts.join('\n\n') };
}

/** Some packages of AWS come without the file that their siblings have. */
function textOfScope({ name, license }: Package, packages: readonly Package[]): string {
  const scope = /^@[^/]+\//.exec(name)?.[0];
  const sibling = packages.find(
    (other) => scope !== undefined && other.name.startsWith(scope) && other.license === license && other.text !== null,
  );
  if (sibling === undefined) throw new Error(`${name} has no licence file`);
  return sibling.text!;
}
