/** No claim in the threat model without a test that attacks it: every line of its tables names tests that exist. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

/** Sections that claim nothing about the service: what the reader must do. */
const WITHOUT_CLAIMS = ['Left to the deployment'];

describe('the threat model', () => {
  const lines = DOCUMENT.split('\n').filter((line) => line.startsWith('| ') && !line.endsWith(' tested by |'));

  it('each line of the threat model names at least one test in its last column', () => {
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => testsOf(line).length === 0)).toEqual([]);
  });

  it('the threat model names only tests that exist: a test file, or a folder with tests', () => {
    expect(lines.flatMap(testsOf).filter((path) => !isTest(path))).toEqual([]);
  });

  it('the threat model makes its claims in tables, so that each has a test', () => {
    const sections = DOCUMENT.split(/^## /m).slice(1);
    const prose = sections.filter((section) => !section.includes('| threat | defence | tested by |'));
    expect(prose.map((section) => section.split('\n')[0])).toEqual(WITHOUT_CLAIMS);
  });

  it.each([
    ['a file that does not exist', '| a | b | `test/security/nothing.test.ts` |', ['test/security/nothing.test.ts']],
    ['a folder without a test', '| a | b | `test/mutants` |', ['test/mutants']],
  ])('the check of the threat model would report %s', (_, line, missing) => {
    expect(testsOf(line).filter((path) => !isTest(path))).toEqual(missing);
  });
});

function testsOf(line: string): string[] {
  const column = line.split('|').at(-2) ?? '';
  return [...column.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path!);
}

function isTest(path: string): boolean {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory()
    ? readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.test.ts'))
    : path.endsWith('.test.ts');
}
