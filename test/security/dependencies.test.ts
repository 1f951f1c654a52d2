/** What is shipped and what is installed, by its licence; and that the lock holds each package to its bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** Licences that ask users for attribution at most. */
const FREE = /^(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|Zlib)$/;
/** Data and tools that are used here and never shipped. */
const USED_ONLY = /^(CC-BY-[34]\.0|MPL-2\.0)$/;

/** Fonts that the console ships, each with its licence beside it in `src/console/public`. */
const FONT = /^OFL-1\.1$/;

/**
 * Read by hand: their manifests name none, or not which. All belong to the page that documents the API or to a generator of
 * clients, in development.
 */
const READ_BY_HAND = new Set([
  'tools/node_modules/decko',
  'tools/node_modules/pastable',
  'tools/node_modules/slick',
  'tools/node_modules/stickyfill',
  'tools/node_modules/url-template',
]);

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  /** Inside another package, whose bytes hold it. */
  readonly inBundle?: boolean;
  /** Of a binary for some platforms. */
  readonly os?: readonly string[];
}

/** The packages of the project, and the tools of CI and maintainers. */
const installed = ['', 'tools/'].flatMap((folder) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => [`${folder}${path}`, locked] as const);
});

describe('what this project depends on', () => {
  test('every dependency is pinned by its hash, except tools of other platforms', () => {
    expect(installed.length).toBeGreaterThan(100);
    const loose = installed.filter(([, { integrity, inBundle, os }]) => {
      const elsewhere = os !== undefined && !os.includes('linux');
      return !/^sha512-/.test(integrity ?? '') && inBundle !== true && !elsewhere;
    });
    expect(loose.map(([path]) => path).filter((path) => existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('every dependency has a licence that allows use and distribution', () => {
    const strange = installed.flatMap(([path, { license }]) => {
      const written = license ?? licenceIn(path);
      return written === null || allowed(written) || READ_BY_HAND.has(path) ? [] : [`${path}: ${written}`];
    });
    expect(strange).toEqual([]);
  });
});

describe('the clients of AWS', () => {
  test('the clients of AWS have one version', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const clients = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      /^@aws-sdk\/(client-|lib-)/.test(name),
    );
    expect(clients.length).toBeGreaterThan(10);
    expect(new Set(clients.map(([, version]) => version)).size).toBe(1);
  });
});

function allowed(written: string): boolean {
  const choices = written.replace(/[()]/g, '').split(/ OR /);
  return choices.some((choice) =>
    choice.split(/ AND /).every((one) => FREE.test(one) || USED_ONLY.test(one) || FONT.test(one)),
  );
}

/** Null: for another platform, and not on this disk. */
function licenceIn(path: string): string | null {
  const file = join(ROOT, path, 'package.json');
  if (!existsSync(file)) return null;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? 'none is named');
}
