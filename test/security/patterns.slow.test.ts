/** Texts of strangers meet patterns. No pattern of ours lets one text keep a function busy: its time grows with the length. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Patterns that read only our own texts, each with the reason. */
const OURS: Readonly<Record<string, string>> = {
  'src/gate/mcp/mistakes.ts': 'the configuration file of the gate, when it starts',
  'src/local/memory/expressions.ts': 'expressions of our own stores, each read from one place on',
};

/** Long enough that the square of it takes a tenth of a second, and a pass over it a millisecond. */
const LENGTH = 20_000;
const TOO_LONG_MS = 100;

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, ending);
    return ending.test(path) ? [path] : [];
  });

function literalsIn(file: string): string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, look);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind));
  return found;
}

const inSource = filesIn('src', /\.tsx?$/)
  .filter((file) => OURS[file] === undefined)
  .flatMap((file) => literalsIn(file).map((literal) => ({ at: file, literal })));
const inDocuments = filesIn('openapi', /\.yaml$/).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bpattern: '?(\^.*?\$)'?$/gm)].map(([, pattern]) => ({
    at: file,
    literal: `/${pattern!}/u`,
  })),
);
const ALL = [...new Map([...inSource, ...inDocuments].map((each) => [each.literal, each])).values()];

/** Texts that repeat one or two of the characters that the pattern names, and end with one that it does not take. */
function attacksOn(source: string): string[] {
  const named = [...source.replace(/\\[a-zA-Z]/g, '')].filter((character) => !'^$|?()[]'.includes(character));
  const characters = [...new Set([...named, ' ', '0', 'a', 'A', '\n', '.', '-', '_'])].slice(0, 24);
  const pairs = characters.slice(0, 6).flatMap((one) => characters.slice(0, 6).map((other) => one + other));
  return [...characters, ...pairs].flatMap((pump) =>
    ['', 'x'].flatMap((before) => ['', '\0'].map((after) => before + pump.repeat(LENGTH / pump.length) + after)),
  );
}

function slowestMs(pattern: RegExp, text: string): number {
  const once = () => {
    pattern.lastIndex = 0;
    const startedMs = performance.now();
    text.replace(pattern, '');
    return performance.now() - startedMs;
  };
  const first = once();
  // Another process may have had the processor.
  return first < TOO_LONG_MS ? first : Math.min(first, once(), once());
}

function slowTextFor(literal: string): string | undefined {
  const end = literal.lastIndexOf('/');
  const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1));
  return attacksOn(pattern.source).find((text) => slowestMs(pattern, text) >= TOO_LONG_MS);
}

it('no pattern in the source or in the documents of the API takes much longer for a text than one pass over it', () => {
  expect(inDocuments.length).toBeGreaterThan(8);
  expect(ALL.length).toBeGreaterThan(150);
  const slow = ALL.flatMap(({ at, literal }) => {
    const text = slowTextFor(literal);
    return text === undefined ? [] : [`${at} ${literal} ${JSON.stringify(text.slice(0, 6))}`];
  });
  expect(slow).toEqual([]);
});

it.each(['/=+$/', '/^ +| +$/g', '/\\B(?=(\\d{3})+$)/g', '/\\s+$/'])('the check would report %s', (literal) =>
  expect(slowTextFor(literal)).toBeDefined(),
);
