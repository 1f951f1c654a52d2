import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(__dirname, '../..');
const TRACKED = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path))),
);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Generated files and the contract are not written here; this file and the lock files cite nothing. */
const EXEMPT = /^generated\/|^docs\/contract\.md$|package-lock\.json$|^test\/architecture\/citations\.test\.ts$/;
const CITING = /\.(ts|tsx|mts|mjs|cjs|js|json|yaml|yml|sh|md|css|html)$/;

describe('a citation', () => {
  const files = [...TRACKED].filter((path) => CITING.test(path) && !EXEMPT.test(path));

  it('a citation points to a tracked document, to one of its headings, or to an operation of the OpenAPI documents', () => {
    expect(files.flatMap((path) => brokenCitations(path, read(path)))).toEqual([]);
  });

  it('the search finds citations in more than fifty files', () => {
    const citing = files.filter((path) => /docs\/(design|contract)\.md|\boperation [a-z]+[A-Z]/.test(read(path)));
    expect(citing.length).toBeGreaterThan(50);
  });

  it.each([
    ['an anchor that the document does not have', 'src/x.ts', '/** docs/design.md#no-such-heading */'],
    ['a quoted heading that the document does not have', 'src/x.ts', '/** docs/contract.md, "No such heading" */'],
    ['a document that is not tracked', 'src/x.ts', '/** See docs/plan.md. */'],
    ['a document by its name alone', 'src/x.ts', '/** See TOOLCHAIN.md. */'],
    ['an operation that no document declares', 'src/x.ts', '/** (operation inventRequest) */'],
    ['a document that is not named by its path', 'src/x.ts', '/** Hashes (design: identifiers). */'],
    ['the same, at the start of a comment', 'src/x.ts', '// Contract: limits.'],
    ['the same, by number', 'src/x.ts', '/** Never behind: design 2, rule 5. */'],
    ['the same, by section', 'src/x.ts', '/** The guard (DESIGN §8). */'],
    ['a path in a document that does not exist', 'docs/x.md', 'The rules are in `src/core/no-such-file.ts`.'],
    ['a link in a document that leads nowhere', 'docs/x.md', '[rules](no-such-file.md)'],
    ['a link to a heading that does not exist', 'docs/x.md', '[rules](design.md#no-such-heading)'],
  ])('a wrong citation would be reported: %s', (_, path, text) => {
    expect(brokenCitations(path, text)).toHaveLength(1);
  });
});

const OPERATIONS = new Set(
  ['service', 'console'].flatMap((name) =>
    [...read(`generated/${name}.openapi.json`).matchAll(/"operationId": ?"(\w+)"/g)].map(([, id]) => id!),
  ),
);

function brokenCitations(path: string, text: string): string[] {
  const report = (what: string) => `${path}: ${what}`;
  const broken = [
    ...documents(text).filter(({ document }) => resolveDocument(path, document) === null),
    ...documents(text).filter(({ document, anchor, heading }) => {
      const found = resolveDocument(path, document);
      return found !== null && !hasHeading(found, anchor, heading);
    }),
  ].map(({ cited }) => report(cited));
  const operations = [...text.matchAll(/\boperation ([a-z]+[A-Z]\w*)/g)].filter(([, id]) => !OPERATIONS.has(id!));
  const untracked = commentLines(path, text).filter((line) => UNTRACKED.test(line));
  return [
    ...broken,
    ...operations.map(([cited]) => report(cited)),
    ...untracked.map((line) => report(line.trim())),
    ...(path.endsWith('.md') ? missingPaths(text).map(report) : []),
  ];
}

/** A contract or a design that is named without its path in the repository. */
const UNTRACKED =
  /(^|[^\w/.-])(contract|design): \S|\((the )?(contract|design)\)|\bdesign \d|DESIGN §|interface-specification/i;

function commentLines(path: string, text: string): string[] {
  const lines = text.split('\n');
  return path.endsWith('.md') ? lines : lines.filter((line) => /^\s*(\/?\*|\/\/|#)|\s\/\/ |"Comment"/.test(line));
}

interface Cited {
  readonly cited: string;
  readonly document: string;
  readonly anchor: string | undefined;
  readonly heading: string | undefined;
}

function documents(text: string): Cited[] {
  const pattern = /((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+)|, "([^"]+)")?/g;
  return [...text.replace(/https?:\/\/\S+|\b(node_modules|dist)\/\S+/g, '').matchAll(pattern)].map(
    ([cited, document, anchor, heading]) => ({
      cited,
      document: document!,
      anchor,
      heading,
    }),
  );
}

/** From the root, or from the folder of the file that cites it. */
function resolveDocument(from: string, document: string): string | null {
  const candidates = [normalize(document), normalize(join(dirname(from), document)), join('docs', document)];
  return candidates.find((candidate) => TRACKED.has(candidate)) ?? null;
}

function hasHeading(document: string, anchor: string | undefined, heading: string | undefined): boolean {
  const headings = read(document)
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .flatMap((line) => /^#{1,6} (.*)$/.exec(line)?.[1] ?? []);
  const explicit = new Set([...read(document).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id));
  if (anchor !== undefined) return explicit.has(anchor) || headings.some((text) => slugOf(text) === anchor);
  return heading === undefined || headings.some((text) => text.replaceAll('`', '').startsWith(heading));
}

/** As GitHub makes anchors: lower case, no punctuation, a dash for each space. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Paths in backticks: from the root, or a file of `src/` without that prefix. */
function missingPaths(text: string): string[] {
  const paths = [
    ...text.matchAll(/`((?:src|test|infra|openapi|docs|scripts|bench|examples|core|app|adapters)\/[\w./-]+)`/g),
  ];
  return paths.flatMap(([, path]) => (exists(path!) || exists(`src/${path}`) ? [] : [`${path} does not exist`]));
}

function exists(path: string): boolean {
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.test.ts`));
}
