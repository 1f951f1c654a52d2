import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** Written elsewhere, or generated from what is checked here; and this list itself. */
const EXEMPT = /^generated\/|^docs\/contract\.md$|^test\/architecture\/plain-english\.test\.ts$/;
const HARD_TO_READ = new RegExp(
  `\\b(${[
    'mend(s|ed|ing)?',
    'whoever',
    'whereof',
    'thereof',
    'nobody any more',
    'told apart',
    'as it stands',
    'for want of',
    'is owed',
  ].join('|')})\\b`,
  'i',
);

it('documents and comments have none of the listed expressions', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((path) => /\.(md|ya?ml|tsx?|mts)$/.test(path) && !EXEMPT.test(path) && existsSync(join(ROOT, path)));
  expect(files.flatMap((path) => found(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

it('a listed expression would be reported', () => {
  expect(found('x.ts', '// The delivery is done.\n// Mend the cause first.')).toEqual([
    'x.ts:2: // Mend the cause first.',
  ]);
});

function found(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, n) => (HARD_TO_READ.test(line) ? [`${path}:${n + 1}: ${line.trim()}`] : []));
}
