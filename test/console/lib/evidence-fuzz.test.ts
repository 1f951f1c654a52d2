/**
 * The documents beside a request, as the console reads them: whatever somebody stored, nothing throws and nothing is hidden.
 * FUZZ_RUNS raises the number of documents.
 */
import { isUtf8 } from 'node:buffer';
import { type Document, decodeUtf8, readDocument } from '../../../src/console/lib/evidence/document';
import { inlineOf } from '../../../src/console/lib/evidence/markdown';
import type { Row } from '../../../src/console/lib/evidence/row';
import { hostileDocument } from '../../support/hostile-documents';
import { runs } from '../../support/runs';

const RUNS = runs('FUZZ_RUNS', 50);
const SEEDS = Array.from({ length: RUNS }, (_, n) => n);

jest.setTimeout(30_000 + RUNS * 50);

test('reading a hostile document never throws or takes long, and shows every letter and line', () => {
  const times: { ms: number; seed: number; family: string; kind: string; bytes: number }[] = [];
  const shown: Record<string, number> = {};
  for (const seed of SEEDS) {
    const { kind, bytes, family } = hostileDocument(seed);
    // Of the processor, so that a busy machine does not count.
    const from = process.cpuUsage();
    const document = readDocument(kind, bytes);
    const { user, system } = process.cpuUsage(from);
    times.push({ ms: (user + system) / 1000, seed, family, kind, bytes: bytes.length });
    const as = `${kind} shown as ${document.kind}`;
    shown[as] = (shown[as] ?? 0) + 1;
    const wrong = wrongIn(document, kind, bytes);
    if (wrong !== null) throw new Error(`${family}, seed ${seed}: ${wrong}`);
  }
  times.sort((a, b) => b.ms - a.ms);
  const [slowest] = times;
  const which = `${slowest!.family} as ${slowest!.kind}, ${slowest!.bytes} bytes, seed ${slowest!.seed}`;
  process.stdout.write(
    `${RUNS} documents; the slowest took ${slowest!.ms.toFixed(0)} ms of the processor (${which}): ${JSON.stringify(shown)}\n`,
  );
  expect(slowest!.ms).toBeLessThan(2000);
});

function wrongIn(document: Document, kind: string, bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes);
  if (!encoded(text).equals(bytes)) return 'the text does not stand for the bytes';
  if (/not UTF-8/.test(document.notes.join()) === isUtf8(bytes)) return 'what is not UTF-8 is not said';
  const lines = linesOf(text);
  switch (document.kind) {
    case 'text':
      if (kind === 'json' && text.isWellFormed() && isJson(text) && !/deep/.test(document.notes.join()))
        return 'JSON is not a tree';
      return document.rows.map((row) => row.text).join('\n') === lines.join('\n') ? null : 'a line is missing';
    case 'markdown':
      return lettersOf(document.rows.map(writtenIn).join('')) === lettersOf(lines.join('\n'))
        ? null
        : 'a letter is missing';
    case 'diff':
      return isComplete(
        lines,
        document.rows.flatMap((row) => (row.rows ?? [row]).map(lineOf)),
      );
    case 'json':
      return isJson(text) && sameTree(document.rows, text) ? null : 'the tree is not what is written';
  }
}

/** The other direction of `decodeUtf8`, written apart from it. */
function encoded(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = text.split(/([\udc80-\udcff](?<![\ud800-\udbff][\udc80-\udcff]))/);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from([part.charCodeAt(0) - 0xdc00]))),
  );
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const isCrLf = text.includes('\n') && !/(^|[^\r])\n/.test(text);
  const isEnded = (index: number) => index < lines.length - 1 || text.endsWith('\n');
  if (!isCrLf) return text === '' ? [] : lines;
  return lines.map((line, index) => (isEnded(index) ? line.replace(/\r$/, '') : line));
}

/** All but the signs that may be markup. */
const lettersOf = (text: string): string => text.replace(/[\n\t !-/:-@[-`{-~]/g, '');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const writtenIn = ({ kind, mark = '', text }: Row): string =>
  (mark === '•' ? '' : mark) +
  (kind === 'code'
    ? text
    : inlineOf(text)
        .map((part) => part.text)
        .join(''));

const SIGN_OF: Readonly<Partial<Record<Row['kind'], string>>> = { add: '+', remove: '-', context: ' ' };
const lineOf = ({ kind, text }: Row): string => (SIGN_OF[kind] ?? '') + text;

/** Every line is a row, except those that repeat the name of their file. */
function isComplete(lines: readonly string[], rows: readonly string[]): string | null {
  let at = 0;
  for (const line of lines) {
    if (rows[at] === line || (line === '' && rows[at] === ' ')) at += 1;
    else if (!/^(diff --git a\/|--- a\/|\+\+\+ b\/|(---|\+\+\+) \/dev\/null$|index [0-9a-f.]+( 100644)?$)/.test(line))
      return `not shown: ${line}`;
  }
  return at === rows.length ? null : 'a row is not in the document';
}

/** JSON.parse keeps the last of members with one name: so must a reader of the rows. */
function sameTree([top]: readonly Row[], text: string): boolean {
  const valueIn = ({ kind, text: written, rows }: Row): unknown => {
    if (kind === 'array') return rows!.map(valueIn);
    if (kind === 'object') {
      const object = Object.create(null) as Record<string, unknown>;
      for (const each of rows!)
        Object.defineProperty(object, each.name!, {
          value: valueIn(each),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return object;
    }
    return kind === 'string' ? written : JSON.parse(written);
  };
  return JSON.stringify(valueIn(top!)) === JSON.stringify(JSON.parse(text));
}

test('ordinary documents are recognized as a diff, a tree and a list', () => {
  const shown = (kind: Document['kind'], text: string) => readDocument(kind, Buffer.from(text));
  expect(shown('diff', '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y')).toMatchObject({ kind: 'diff', rows: [{ kind: 'file' }] });
  expect(shown('json', '{"a":[1]}')).toMatchObject({ kind: 'json', rows: [{ rows: [{ rows: [{ text: '1' }] }] }] });
  expect(shown('markdown', '- a\nb').rows.map(({ kind }) => kind)).toEqual(['item', 'prose']);
});
