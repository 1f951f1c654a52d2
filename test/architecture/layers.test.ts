import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const DEPCRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** The violations' rule names. */
function cruise(directory: string, ...paths: string[]): string[] {
  const args = [DEPCRUISE, ...paths, '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

describe('the layers', () => {
  it('hold in the whole source', () => {
    expect(cruise(ROOT, 'src')).toEqual([]);
  });

  describe('with a violation planted', () => {
    let planted: string;
    beforeAll(() => {
      planted = mkdtempSync(join(tmpdir(), 'layers-'));
      for (const part of ['src/protocol', 'src/core', 'src/app', 'generated', 'tsconfig.json', 'package.json']) {
        cpSync(join(ROOT, part), join(planted, part), { recursive: true });
      }
      mkdirSync(join(planted, 'src/adapters'));
      writeFileSync(join(planted, 'src/adapters/some.ts'), 'export const some = 1;\n');
      symlinkSync(join(ROOT, 'node_modules'), join(planted, 'node_modules'));
    });
    afterAll(() => rmSync(planted, { recursive: true, force: true }));

    it.each([
      ['core', 'src/core/planted.ts', "import type { Clock } from '../app/ports';\nexport type C = Clock;\n"],
      [
        'pure-core',
        'src/core/planted.ts',
        "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
      ],
      [
        'pure-app',
        'src/app/planted.ts',
        "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nexport const c = DynamoDBClient;\n",
      ],
      ['app', 'src/app/planted.ts', "export { some } from '../adapters/some';\n"],
      [
        'core',
        'src/core/planted.ts',
        "import { operations } from '../../generated/service-operations';\nexport const o = operations;\n",
      ],
      ['protocol', 'src/protocol/planted.ts', "export { stop } from '../core/ceremony/stop';\n"],
      ['no-cycles', 'src/core/planted.ts', "import { b } from './planted2';\nexport const a = () => b;\n"],
    ])('are seen to be broken: %s', (rule, file, code) => {
      writeFileSync(join(planted, file), code);
      if (rule === 'no-cycles')
        writeFileSync(
          join(planted, 'src/core/planted2.ts'),
          "import { a } from './planted';\nexport const b = () => a;\n",
        );
      const found = cruise(planted, 'src');
      rmSync(join(planted, file));
      rmSync(join(planted, 'src/core/planted2.ts'), { force: true });
      expect(found).toContain(rule);
    });

    it('are not broken by reading the limits of the wire', () => {
      const file = join(planted, 'src/core/planted.ts');
      writeFileSync(file, "import { LIMITS } from '../../generated/limits';\nexport const l = LIMITS;\n");
      const found = cruise(planted, 'src');
      rmSync(file);
      expect(found).toEqual([]);
    });
  });
});

describe('protocol, core and app', () => {
  const IMPURE =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\b|\bfetch\(|\bset(Timeout|Interval|Immediate)\b|\brandomUUID\b|\bperformance\b/;

  it('touch no clock, no chance, no environment and no network', () => {
    expect(['protocol', 'core', 'app'].flatMap((layer) => impureLines(join(ROOT, 'src', layer)))).toEqual([]);
  });

  it('would be caught doing it', () => {
    for (const line of [
      'Date.now()',
      'const n = new Date();',
      'Math.random()',
      'process.env.X',
      'await fetch(url)',
      'setTimeout(f, 1)',
    ]) {
      expect(line).toMatch(IMPURE);
    }
  });

  function impureLines(directory: string): string[] {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        readFileSync(join(directory, name), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && IMPURE.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
  }
});

describe('the lock file', () => {
  it('records no download addresses', () => {
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "(?!src\/)/);
  });

  it('names the binaries of every platform, or a clean install fails on all of them', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const locked = new Set(
      Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  it('is what package.json asks for', () => {
    expect(() =>
      execFileSync('npm', ['ls', '--package-lock-only', '--depth', '0'], { cwd: ROOT, stdio: 'pipe' }),
    ).not.toThrow();
  });
});
