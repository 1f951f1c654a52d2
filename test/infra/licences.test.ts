/** The licences of other people's code go with every bundle. Those of the package are in test/client/package.slow.test.ts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundleFunction, FUNCTIONS } from '../../infra/bundling/bundle';
import { LICENCES, packagesIn, writeLicences } from '../../infra/bundling/licences';
import { aFolder } from '../support/folder';

const ROOT = join(__dirname, '../..');
const folder = aFolder();

const read = (...path: string[]) => readFileSync(join(folder, ...path, LICENCES), 'utf8');
const moduleOf = (path: string, bytesInOutput = 1) => ({ [`node_modules/${path}/index.js`]: { bytesInOutput } });

describe('the licences of the packages in a bundle', () => {
  it('every package in the bundle of a function is in the file beside it, with its version and its licence', () => {
    const missing = FUNCTIONS.flatMap((name) => {
      const packages = packagesIn(bundleFunction(name, join(folder, name, 'index.js')));
      expect(packages.length).toBeGreaterThan(5);
      const written = read(name);
      return packages.filter((path) => {
        const { name: package_, version, license } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
        return !written.split('\n').includes(`${package_} ${version} (${license})`);
      });
    });
    expect(missing).toEqual([]);
    // It comes without its text.
    expect(read('notice')).toMatch(
      /^http_ece [\d.]+ \(MIT\)\n\nThe MIT License[^-]*Copyright \(c\) 2015 Martin Thomson/m,
    );
    expect(read('api')).toContain('Copyright OpenJS Foundation and other contributors <https://openjsf.org/>');
  }, 60_000);

  it('a package of which nothing is in the bundle is not in the file, and each text is there once', () => {
    mkdirSync(join(folder, 'some'));
    writeLicences(join(folder, 'some'), { ...moduleOf('lodash'), ...moduleOf('tslib', 0) }, { ...moduleOf('lodash') });
    expect(read('some').match(/^lodash .*$/gm)).toEqual(['lodash 4.18.1 (MIT)']);
    expect(read('some').match(/Permission is hereby granted/g)).toHaveLength(1);
    expect(read('some')).not.toContain('tslib');
  });

  it('a package without a text has that of its siblings, and cannot be bundled without one', () => {
    const alone = moduleOf('@aws-sdk/nested-clients');
    expect(() => writeLicences(folder, alone)).toThrow('@aws-sdk/nested-clients has no licence file');
    writeLicences(folder, alone, moduleOf('lodash'), moduleOf('@aws-sdk/client-sqs'));
    const [ofAws] = read().split('-'.repeat(80));
    expect(ofAws).toMatch(
      /^@aws-sdk\/client-sqs [\d.]+ \(Apache-2\.0\)\n@aws-sdk\/nested-clients [\d.]+ \(Apache-2\.0\)\n\n *Apache License/,
    );
  });

  it.each([
    ['with another licence', '@planted/sibling', 'MIT'],
    ['of another scope', '@elsewhere/sibling', 'Apache-2.0'],
    ['without a scope', 'planted-sibling', 'Apache-2.0'],
  ])('a package without a text does not take that of a package %s', (_, name, license) => {
    const without = planted('@planted/without', 'Apache-2.0');
    const sibling = planted(name, license, `The text of ${name}`);
    expect(() => writeLicences(folder, without, sibling)).toThrow('@planted/without has no licence file');
    writeLicences(folder, without, sibling, planted('@planted/other', 'Apache-2.0', 'The text of both'));
    expect(read()).toContain(
      '@planted/other 1.0.0 (Apache-2.0)\n@planted/without 1.0.0 (Apache-2.0)\n\nThe text of both\n',
    );
  });

  /** A package in the folder of the test, as the input of a bundle. */
  function planted(name: string, license: string, text?: string) {
    const at = join(folder, 'node_modules', name);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }));
    if (text !== undefined) writeFileSync(join(at, 'LICENSE'), text);
    return { [relative(ROOT, join(at, 'index.js'))]: { bytesInOutput: 1 } };
  }
});
