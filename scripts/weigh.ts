/** `npm run weigh`: lines and files by folder (without lock files, which nobody writes or reads), words of the documents, and how many files each function runs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { FUNCTIONS, REPLACED, ROOT } from '../infra/bundling/bundle';

interface Weight {
  files: number;
  lines: number;
}

const PARTS = ['test', 'scripts', 'bench', 'infra', 'openapi', 'generated', 'examples'];

function main(): void {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const src = weighed(files, (path) => /^src\/[^/]+(?=\/)/.exec(path)?.[0] ?? null);
  const others = weighed(files, (path) => PARTS.find((part) => path.startsWith(`${part}/`)) ?? null);
  print(
    'Folder, files, lines',
    [...src, ['src', total(src)] as const, ...others].map(([name, { files: n, lines }]) => [name, n, lines]),
  );
  const documents = files.filter((path) => path.startsWith('docs/') && path.endsWith('.md'));
  print('Documents, words', [
    ['README.md', words(['README.md'])],
    ['docs', words(documents)],
  ]);
  print(
    'Function, files of src that it runs',
    FUNCTIONS.map((name) => [name, closure(name)]),
  );
}

function weighed(files: readonly string[], partOf: (path: string) => string | null): [string, Weight][] {
  const weights = new Map<string, Weight>();
  for (const path of files) {
    const part = partOf(path);
    if (part === null || path.endsWith('package-lock.json') || !/\.(ts|tsx|mts|mjs|cjs|css|json|ya?ml|sh)$/.test(path))
      continue;
    const weight = weights.get(part) ?? { files: 0, lines: 0 };
    weight.files += 1;
    weight.lines += read(path).split('\n').length - 1;
    weights.set(part, weight);
  }
  return [...weights].sort(([one], [other]) => one.localeCompare(other));
}

const total = (weights: readonly (readonly [string, Weight])[]): Weight =>
  weights.reduce((sum, [, { files, lines }]) => ({ files: sum.files + files, lines: sum.lines + lines }), {
    files: 0,
    lines: 0,
  });

const words = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + read(path).split(/\s+/).filter(Boolean).length, 0);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The files of `src` that are left in its bundle. */
function closure(name: string): number {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`src/lambda/${name}.lambda.ts`],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    alias: REPLACED,
    minify: true,
    outdir: ROOT,
  });
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output!.inputs).filter(
    ([path, { bytesInOutput }]) => path.startsWith('src/') && bytesInOutput > 0,
  ).length;
}

function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  console.log(`${title}\n${rows.map((row) => row.map((cell) => cell.toLocaleString('en')).join('\t')).join('\n')}\n`);
}

main();
