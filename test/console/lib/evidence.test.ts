/** How the console reads the documents beside a request: text, diffs, JSON and Markdown. */
import { type DiffFile, type DiffRow, parseDiff } from '../../../src/console/lib/evidence/diff';
import { readDocument } from '../../../src/console/lib/evidence/document';
import { type JsonRow, MAX_DEPTH, parseJson } from '../../../src/console/lib/evidence/json';
import { inlineOf, parseMarkdown } from '../../../src/console/lib/evidence/markdown';
import { decodeUtf8 } from '../../../src/console/lib/evidence/utf8';
import { linePiecesOf } from '../../../src/protocol/visible-text';

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('text', () => {
  test('a byte that is not UTF-8 becomes a mark of its own, and is never the replacement character', () => {
    const { text, broken } = decodeUtf8(bytesOf('a', [0xff], '\ufffd', [0xed, 0xa0, 0x80], 'é', [0xc0]));
    expect([text, broken]).toEqual(['a\udcff\ufffd\udced\udca0\udc80é\udcc0', 5]);
  });

  test('a document says how many bytes are not UTF-8', () => {
    expect(readDocument('text', bytesOf('a', [0xff])).notes).toEqual(['1 byte is not UTF-8, and marked where it is.']);
    expect(readDocument('text', bytesOf('a', [0xff, 0xfe])).notes).toEqual([
      '2 bytes are not UTF-8, and marked where they are.',
    ]);
  });

  test('a carriage return is a character of its line, unless every line ends in one', () => {
    expect(readDocument('text', bytesOf('a\r\nb\n'))).toMatchObject({ lines: ['a\r', 'b'], notes: [] });
    expect(readDocument('text', bytesOf('a\r\nb\r\n'))).toEqual({
      kind: 'text',
      lines: ['a', 'b'],
      notes: ['Every line ends in CR LF.'],
    });
  });

  test('indentation stays, and blanks at the end, overrides and separators are marked', () => {
    const marks = (line: string) =>
      linePiecesOf(line).map((piece) => (piece.kind === 'text' ? piece.text : piece.code));
    expect(marks('  \tx  y')).toEqual(['  \tx  y']);
    expect(marks('x \u202ey\u2028 ')).toEqual(['x ', 'U+202E', 'y', 'U+2028', 'U+0020']);
    expect(marks('  ')).toEqual(['U+0020', 'U+0020']);
  });
});

describe('a unified diff', () => {
  const linesOf = (text: string) => text.split('\n');
  const told = ({ rows }: DiffFile) =>
    rows.map(({ kind, text, before, after }: DiffRow) => `${before ?? ''}:${after ?? ''} ${kind} ${text}`);

  const GIT = `diff --git a/src/pay.ts b/src/pay.ts
index 1111111..2222222 100644
--- a/src/pay.ts
+++ b/src/pay.ts
@@ -9,3 +9,3 @@ function pay()
 const limit = 10;
-pay(limit);
+pay(limit * 1000);
\\ No newline at end of file`;

  test('a unified diff has files with hunks, line numbers on both sides, and counts', () => {
    const [file, ...others] = parseDiff(linesOf(GIT.replace('-9,3 +9,3', '-9,2 +9,2')))!.files;
    expect([file!.before, file!.after, file!.added, file!.removed, others]).toEqual([
      'src/pay.ts',
      'src/pay.ts',
      1,
      1,
      [],
    ]);
    expect(told(file!)).toEqual([
      ': hunk @@ -9,2 +9,2 @@ function pay()',
      '9:9 context const limit = 10;',
      '10: remove pay(limit);',
      ':10 add pay(limit * 1000);',
      ': meta \\ No newline at end of file',
    ]);
  });

  test.each([
    ['has fewer lines than its hunk says', GIT],
    ['has more lines than its hunk says', GIT.replace('-9,3 +9,3', '-9,1 +9,1')],
    ['removes two lines where its hunk says one of each', '--- a\n+++ b\n@@ -1 +1 @@\n-x\n-y'],
    ['has a hunk without numbers', GIT.replace('@@ -9,3 +9,3 @@', '@@ 9 @@')],
    ['has a hunk with a number that no file has', GIT.replace('-9,3', '-99999999,3')],
    ['merges two parents', 'diff --cc a\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n++x'],
    ['has no file', 'just text\n+ more text'],
  ])('a unified diff is shown as text if it %s', (_, text) => {
    expect(parseDiff(linesOf(text))).toBeNull();
    expect(readDocument('diff', bytesOf(text))).toMatchObject({
      kind: 'text',
      lines: linesOf(text),
      notes: ['This is not a unified diff. It is shown as text.'],
    });
  });

  test('a unified diff shows what the name of its file does not say: another name, a mode, a rename', () => {
    const lying = `diff --git a/safe b/safe\nold mode 100644\nnew mode 100755\n--- a/evil\n+++ b/evil\n@@ -1 +1 @@\n-a\n+b`;
    const [file] = parseDiff(linesOf(lying))!.files;
    expect(file!.after).toBe('evil');
    expect(told(file!).slice(0, 3)).toEqual([
      ': meta diff --git a/safe b/safe',
      ': meta old mode 100644',
      ': meta new mode 100755',
    ]);
    const renamed =
      'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\ndiff --git a/z b/z\nBinary files differ';
    expect(parseDiff(linesOf(renamed))!.files.map(({ after, rows }) => [after, rows.length])).toEqual([
      ['a/x b/y', 4],
      ['z', 1],
    ]);
  });

  test('a new file has no file before, a deleted one none after, and what is before the first file is kept', () => {
    const text =
      'From: a@b.example\n\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n-- \n2.39';
    const { intro, files } = parseDiff(linesOf(text))!;
    expect(intro).toEqual(['From: a@b.example', '']);
    expect(files.map(({ before, after }) => [before, after])).toEqual([
      [null, 'n'],
      ['n', null],
    ]);
  });
});

describe('JSON', () => {
  const rowsOf = (text: string) => parseJson(text) as JsonRow[];

  test('JSON becomes rows, each with the place of its value and the end of its container', () => {
    expect(
      rowsOf('{"a": [1, "\\u202e"], "b": null}').map(({ depth, name, kind, text, end }) => [
        depth,
        name,
        kind,
        text,
        end,
      ]),
    ).toEqual([
      [0, null, 'object', '', 5],
      [1, 'a', 'array', '', 4],
      [2, 0, 'plain', '1', 3],
      [2, 1, 'string', '\u202e', 4],
      [1, 'b', 'plain', 'null', 5],
    ]);
  });

  test('JSON keeps both members with the same name, even if the name is escaped differently, and marks them', () => {
    const rows = rowsOf('{"to":"a","t\\u006f":"b","__proto__":1,"in":{"to":2}}');
    expect(rows.filter(({ repeated }) => repeated).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(readDocument('json', bytesOf('{"a":1,"a":2}')).notes).toEqual([
      '2 members share a name in their object. Programs may read any of them.',
    ]);
  });

  test.each([
    ['1', false],
    ['0.1', false],
    ['1.50', false],
    ['100e-2', false],
    ['-0.0', false],
    ['1e21', false],
    ['9007199254740993', true],
    ['0.10000000000000000001', true],
    ['1e400', true],
    ['1e-400', true],
  ])('the number %s is marked as inexact: %s', (number, inexact) => {
    expect(rowsOf(number)).toMatchObject([{ text: number, inexact }]);
  });

  test('a JSON document is shown as text if it is not valid JSON, has a byte order mark, or is nested too deeply', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const text of ['', '{', '[1,]', '{"a" 1}', '01', 'True', '"\t"', '\ufeff{}', '{} {}', "{'a':1}"])
      expect([text, parseJson(text)]).toEqual([text, 'not_json']);
    expect(rowsOf(deep(MAX_DEPTH + 1))).toHaveLength(MAX_DEPTH + 1);
    expect(parseJson(deep(MAX_DEPTH + 2))).toBe('too_deep');
    expect(readDocument('json', bytesOf('["', [0xff], '"]'))).toMatchObject({ kind: 'text' });
  });
});

describe('Markdown', () => {
  test('Markdown has headings, lists, quotes, code and lines', () => {
    const text = '# Plan\n\n1. first\n  - inner\n> said\n```sh\n  rm -rf x\n```\nplain\n---\n| a | b |';
    expect(
      parseMarkdown(text.split('\n')).map(({ kind, depth, marker, text: shown }) => [kind, depth, marker, shown]),
    ).toEqual([
      ['heading', 1, '', 'Plan'],
      ['blank', 0, '', ''],
      ['item', 0, '1.', 'first'],
      ['item', 1, '-', 'inner'],
      ['quote', 1, '', 'said'],
      ['fence', 0, '', 'sh'],
      ['code', 0, '', '  rm -rf x'],
      ['line', 0, '', 'plain'],
      ['rule', 0, '', ''],
      ['code', 0, '', '| a | b |'],
    ]);
  });

  test('a code block ends with as many signs as it began with, or at the end', () => {
    const kinds = (text: string) => parseMarkdown(text.split('\n')).map(({ kind }) => kind);
    expect(kinds('````\n```\n# x\n````\n# y')).toEqual(['fence', 'code', 'code', 'heading']);
    expect(kinds('```\n~~~\n``` x')).toEqual(['fence', 'code', 'code']);
  });

  test('code and bold are laid out, and nothing else: HTML, images, links and escapes stay text', () => {
    expect(inlineOf('run `rm` **now**!')).toEqual([
      { kind: 'text', text: 'run ' },
      { kind: 'code', text: 'rm' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'now' },
      { kind: 'text', text: '!' },
    ]);
    const texts = [
      '<b>x</b> <!-- y -->',
      '![x](https://evil.example/x.png)',
      '[the plan](https://evil.example)',
      '\\`x`',
    ];
    for (const text of texts) {
      const parts = inlineOf(text);
      expect([parts.map((part) => part.text).join(''), parts.every(({ kind }) => kind === 'text')]).toEqual([
        text,
        true,
      ]);
    }
  });

  test.each(['rm **/*.ts,**/*.js', '**/a,**/b', '2**3**4', '__init__ and snake_case_name', 'a * b * c'])(
    'signs that are part of a pattern or a name are not markup: %s',
    (text) => expect(inlineOf(text)).toEqual([{ kind: 'text', text }]),
  );
});
