/** How the console reads the documents beside a request: text, diffs, JSON and Markdown. */

import { type Document, decodeUtf8, readDocument } from '../../../src/console/lib/evidence/document';
import { MAX_DEPTH } from '../../../src/console/lib/evidence/json';
import { inlineOf } from '../../../src/console/lib/evidence/markdown';
import { countRows, type Row } from '../../../src/console/lib/evidence/row';
import type { EvidenceKind } from '../../../src/protocol/evidence';
import { linePiecesOf } from '../../../src/protocol/visible-text';

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const readAs = (kind: EvidenceKind, text: string): Document => readDocument(kind, bytesOf(text));
const linesIn = ({ rows = [] }: Pick<Row, 'rows'>) => rows.map(({ text }) => text);

describe('text', () => {
  test('a byte that is not UTF-8 becomes a mark of its own, and is never the replacement character', () => {
    const broken = bytesOf('é\ufffd\na', [0xff], '\ufffd', [0xed, 0xa0, 0x80], '\né');
    expect(decodeUtf8(broken)).toBe('é\ufffd\na\udcff\udcef\udcbf\udcbd\udced\udca0\udc80\né');
  });

  test('a document that is not UTF-8 in any of its lines is decoded in one pass', () => {
    const decode = jest.spyOn(TextDecoder.prototype, 'decode');
    try {
      const text = decodeUtf8(Uint8Array.from({ length: 4000 }, (_, index) => (index % 2 === 0 ? 0xff : 10)));
      expect(text).toBe('\udcff\n'.repeat(2000));
      expect(decode.mock.calls.length).toBeLessThanOrEqual(1);
    } finally {
      decode.mockRestore();
    }
  });

  test('each line is decoded as the browser decodes it alone, or byte for byte', () => {
    // The first and the last byte of every range of the Unicode standard, table 3-7, and their neighbours.
    const edges = [
      0, 10, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
    ];
    const bytes = [...edges, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff];
    const alone = (line: Uint8Array): string => {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
      } catch {
        return Array.from(line, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
      }
    };
    const lines = bytes.flatMap((first) =>
      bytes.flatMap((second) =>
        [[], [0x80], [0xbf, 0x80], [0x80, 0xbf], [0x80, 0x80, 0x80], [0x41]].map((rest) => [first, second, ...rest]),
      ),
    );
    const isLine = (line: readonly number[]) => !line.includes(10);
    const all = lines.filter(isLine).map((line) => Uint8Array.from([...line, 10]));
    const broken = Uint8Array.from([0xff, 10]);
    const document = Buffer.concat([broken, ...all]);
    expect(decodeUtf8(document).split('\n')).toEqual(
      [broken, ...all].map((line) => alone(line).slice(0, -1)).concat(''),
    );
  });

  test('a document says if it is not UTF-8', () => {
    expect(readDocument('text', bytesOf('é')).notes).toEqual([]);
    expect(readDocument('text', bytesOf('é\n', [0xff])).notes).toEqual([
      'It is not UTF-8. Where a line is not, each of its bytes is marked that is not ASCII.',
    ]);
  });

  test('a carriage return is a character of its line, unless every line ends in one', () => {
    const [mixed, windows] = [readAs('text', 'a\r\nb\n'), readAs('text', 'a\r\nb\r\n')];
    expect([linesIn(mixed), mixed.notes]).toEqual([['a\r', 'b'], []]);
    expect([linesIn(windows), windows.notes]).toEqual([['a', 'b'], ['Every line ends in CR LF.']]);
    expect(windows).toMatchObject({ kind: 'text', size: '2 lines', rows: [{ mark: 1 }, { mark: 2 }] });
  });

  test('indentation stays, and tabs, blanks at the end, overrides and separators are marked', () => {
    const marks = (line: string) =>
      linePiecesOf(line).map((piece) => (piece.kind === 'text' ? piece.text : piece.code));
    expect(marks('  \tx  y')).toEqual(['  ', 'U+0009', 'x  y']);
    expect(marks('x \u202ey\u2028 ')).toEqual(['x ', 'U+202E', 'y', 'U+2028', 'U+0020']);
    expect(marks('  ')).toEqual(['U+0020', 'U+0020']);
  });
});

describe('a unified diff', () => {
  const filesOf = (text: string) => readAs('diff', text).rows.filter(({ kind }) => kind === 'file');
  const told = ({ rows }: Row) => rows!.map(({ kind, mark, text }) => `${mark ?? ''} ${kind} ${text}`);

  const GIT = `diff --git a/src/pay.ts b/src/pay.ts
index 1111111..2222222 100644
--- a/src/pay.ts
+++ b/src/pay.ts
@@ -9,3 +9,3 @@ function pay()
 const limit = 10;
-pay(limit);
+pay(limit * 1000);
\\ No newline at end of file`;

  test('a unified diff has files with hunks, line numbers, and counts', () => {
    const document = readAs('diff', GIT.replace('-9,3 +9,3', '-9,2 +9,2'));
    expect(document).toMatchObject({ kind: 'diff', size: '1 file, 1 added, 1 removed', notes: [] });
    const [file, ...others] = document.rows;
    expect([file, others]).toMatchObject([{ kind: 'file', text: 'src/pay.ts' }, []]);
    expect([countRows(file!, 'add'), countRows(file!, 'remove')]).toEqual([1, 1]);
    expect(told(file!)).toEqual([
      ' hunk @@ -9,2 +9,2 @@ function pay()',
      '9 context const limit = 10;',
      '10 remove pay(limit);',
      '10 add pay(limit * 1000);',
      ' meta \\ No newline at end of file',
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
    const document = readAs('diff', text);
    expect([document.kind, linesIn(document), document.notes]).toEqual([
      'text',
      text.split('\n'),
      ['This is not a unified diff. It is shown as text.'],
    ]);
  });

  test('a unified diff shows what the name of its file does not say: another name, a mode, a rename', () => {
    const lying = `diff --git a/safe b/safe\nold mode 100644\nnew mode 100755\n--- a/evil\n+++ b/evil\n@@ -1 +1 @@\n-a\n+b`;
    const [file] = filesOf(lying);
    expect(file!.text).toBe('evil');
    expect(told(file!).slice(0, 3)).toEqual([
      ' meta diff --git a/safe b/safe',
      ' meta old mode 100644',
      ' meta new mode 100755',
    ]);
    const renamed = 'diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y';
    const [first, binary] = filesOf(`${renamed}\ndiff --git a/z b/z\nBinary files differ`);
    expect([first!.text, linesIn(first!)]).toEqual(['y', renamed.split('\n')]);
    expect(linesIn(binary!)).toEqual(['diff --git a/z b/z', 'Binary files differ']);
    const long = 'x'.repeat(400);
    const [cut] = filesOf(`--- a/${long}\n+++ b/${long}`);
    expect(linesIn(cut!)).toEqual([`--- a/${long}`, `+++ b/${long}`]);
  });

  const HASH = 'abcdef0';
  test.each<[line: string, isShown: boolean]>([
    [`index ${HASH}..1234567 100644`, false],
    [`index ${HASH}..1234567`, false],
    [`index ${'a'.repeat(64)}..${'b'.repeat(64)}`, false],
    // A symbolic link, an executable file, a module of another repository, and what is no mode.
    [`index ${HASH}..1234567 120000`, true],
    [`index ${HASH}..1234567 100755`, true],
    [`index ${HASH}..1234567 160000`, true],
    [`index ${HASH}..1234567 100644 `, true],
    [`index ${HASH}..1234567 1006440`, true],
    [`index ${HASH}..1234567  100644`, true],
    [`index ${HASH},7654321..1234567`, true],
    [`index abcdef..1234567`, true],
    [`index ${'a'.repeat(65)}..1234567`, true],
    [`index ${HASH.toUpperCase()}..1234567`, true],
    [`Index ${HASH}..1234567`, true],
    ['old mode 100644', true],
    ['new mode 120000', true],
    ['similarity index 100%', true],
  ])('the line %j of a unified diff is shown: %s', (line, isShown) => {
    const [file] = filesOf(`diff --git a/x b/x\n${line}\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b`);
    expect(file!.text).toBe('x');
    expect(linesIn(file!)).toEqual([...(isShown ? [line] : []), '@@ -1 +1 @@', 'a', 'b']);
  });

  test.each([
    ['new file mode 100644', '--- /dev/null\n+++ b/x', 'new file', false],
    ['new file mode 120000', '--- /dev/null\n+++ b/x', 'new file', true],
    ['new file mode 100755', '--- /dev/null\n+++ b/x', 'new file', true],
    ['deleted file mode 100644', '--- a/x\n+++ /dev/null', 'deleted', false],
    ['deleted file mode 120000', '--- a/x\n+++ /dev/null', 'deleted', true],
    ['deleted file mode 100755', '--- a/x\n+++ /dev/null', 'deleted', true],
    // Said of the other kind, it is not what the heading says.
    ['deleted file mode 100644', '--- /dev/null\n+++ b/x', 'new file', true],
    ['new file mode 100644', '--- a/x\n+++ /dev/null', 'deleted', true],
  ])('the line %j of a unified diff with %j says more than “%s”: %s', (line, names, note, isShown) => {
    const hunk = note === 'deleted' ? '@@ -1 +0,0 @@\n-a' : '@@ -0,0 +1 @@\n+a';
    const [file] = filesOf(`diff --git a/x b/x\n${line}\n${names}\n${hunk}`);
    expect([file!.text, file!.notes]).toEqual(['x', [note]]);
    expect(linesIn(file!)).toEqual([...(isShown ? [line] : []), hunk.split('\n')[0], 'a']);
  });

  test.each([
    [294, false],
    [295, true],
  ])('the name of a file with %i characters is not complete in the heading: %s', (length, isCut) => {
    const name = 'x'.repeat(length);
    const [file] = filesOf(`--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b`);
    expect(file!.text).toBe('x'.repeat(294));
    expect(linesIn(file!).slice(0, 2)).toEqual(isCut ? [`--- a/${name}`, `+++ b/${name}`] : ['@@ -1 +1 @@', 'a']);
  });

  test('each line of a hunk has its number in its own file: removed ones before, all others after', () => {
    const [file] = filesOf('--- a/x\n+++ b/x\n@@ -5,4 +20,3 @@\n same\n-gone\n-gone\n+new\n same');
    expect(told(file!).slice(1)).toEqual([
      '20 context same',
      '6 remove gone',
      '7 remove gone',
      '21 add new',
      '22 context same',
    ]);
  });

  test.each([
    ['-1,2 +1,2', ' a\n-b\n+c', true],
    ['-1,2 +1,2', ' a\n b', true],
    ['-1,2 +1,2', ' a\n-b', false],
    ['-1,2 +1,2', ' a\n-b\n-c\n+d', false],
    ['-1,2 +1,2', ' a\n-b\n+c\n+d', false],
    ['-1,0 +1,2', '+a\n+b', true],
    ['-1,0 +1,2', '+a\n b', false],
    ['-1 +1', '-a\n+b', true],
    ['-1 +1', ' a', true],
  ])('a hunk of %s with the lines %j is complete: %s', (numbers, lines, isComplete) => {
    const { kind } = readAs('diff', `--- a\n+++ b\n@@ ${numbers} @@\n${lines}`);
    expect(kind).toBe(isComplete ? 'diff' : 'text');
  });

  test('the end of a mail and an empty line are no lines of the hunk before them', () => {
    const { kind, rows } = readAs('diff', '--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39\n');
    expect([kind, linesIn(rows[0]!).slice(-2)]).toEqual(['diff', ['-- ', '2.39']]);
  });

  test('a new file and a deleted one are said, and what is before the first file is kept', () => {
    const text =
      'From: a@b.example\n\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n-- \n2.39';
    expect(readAs('diff', text).rows).toMatchObject([
      { kind: 'meta', text: 'From: a@b.example' },
      { kind: 'meta', text: '' },
      { kind: 'file', text: 'n', notes: ['new file'] },
      { kind: 'file', text: 'n', notes: ['deleted'] },
    ]);
  });
});

describe('JSON', () => {
  /** Each value with what is in it, in the order of the text. */
  const rowsOf = (text: string) => flat(readAs('json', text).rows);
  const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.rows ?? [])]);
  const REPEATED = 'same name again';
  const INEXACT = 'more digits than programs keep';

  test('JSON becomes a tree with the name or the place of each value', () => {
    const text = '{"a": [1, "\\u202e"], "b": null, "c": {}}';
    expect(rowsOf(text).map(({ depth, name, kind, text }) => [depth, name, kind, text])).toEqual([
      [0, undefined, 'object', '3 members'],
      [1, 'a', 'array', '2 values'],
      [2, 1, 'plain', '1'],
      [2, 2, 'string', '\u202e'],
      [1, 'b', 'plain', 'null'],
      [1, 'c', 'object', '{}'],
    ]);
    expect(readAs('json', text)).toMatchObject({ kind: 'json', size: '6 values', notes: [] });
  });

  test('JSON keeps both members with the same name, even if the name is escaped differently, and marks them', () => {
    const rows = rowsOf('{"to":"a","t\\u006f":"b","__proto__":1,"in":{"to":2}}');
    expect(rows.filter(({ notes }) => notes!.includes(REPEATED)).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(readAs('json', '{"a":1,"a":2}').notes).toEqual([
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
    ['0.30000000000000004', false],
    ['100000000000000000000', false],
  ])('the number %s is marked as inexact: %s', (number, inexact) => {
    expect(rowsOf(number)).toMatchObject([{ text: number, notes: inexact ? [INEXACT] : [] }]);
    const note = 'It has 1 number with more digits than most programs keep.';
    expect(readAs('json', number).notes).toEqual(inexact ? [note] : []);
  });

  test('a JSON document is shown as text if it is not valid JSON, has a byte order mark, or is nested too deeply', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const text of ['', '{', '[1,]', '{"a" 1}', '01', 'True', '"\t"', '\ufeff{}', '{} {}', "{'a':1}"])
      expect([text, readAs('json', text)]).toMatchObject([
        text,
        { kind: 'text', notes: ['This is not JSON. It is shown as text.'] },
      ]);
    expect(rowsOf(deep(MAX_DEPTH + 1))).toHaveLength(MAX_DEPTH + 1);
    expect(readAs('json', deep(MAX_DEPTH + 2))).toMatchObject({
      kind: 'text',
      notes: ['This JSON is nested more than 64 levels deep. It is shown as text.'],
    });
    expect(readDocument('json', bytesOf('["', [0xff], '"]'))).toMatchObject({ kind: 'text' });
  });
});

describe('Markdown', () => {
  test('Markdown has headings, lists, quotes, code and lines', () => {
    const text = '# Plan\n\n1. first\n  - inner\n> said\n```sh\n  rm -rf x\n```\nplain\n---\n| a | b |';
    expect(
      readAs('markdown', text).rows.map(({ kind, depth = 0, mark = '', text: shown }) => [kind, depth, mark, shown]),
    ).toEqual([
      ['heading', 0, '', 'Plan'],
      ['blank', 0, '', ''],
      ['item', 0, '1.', 'first'],
      ['item', 1, '•', 'inner'],
      ['quote', 0, '', 'said'],
      ['fence', 0, '', 'sh'],
      ['code', 0, '', '  rm -rf x'],
      ['prose', 0, '', 'plain'],
      ['rule', 0, '', ''],
      ['code', 0, '', '| a | b |'],
    ]);
  });

  test('a code block ends with as many signs as it began with, or at the end', () => {
    const kinds = (text: string) => readAs('markdown', text).rows.map(({ kind }) => kind);
    expect(kinds('````\n```\n# x\n````\n# y')).toEqual(['fence', 'code', 'code', 'heading']);
    expect(kinds('```\n~~~\n``` x')).toEqual(['fence', 'code', 'code']);
  });

  test('code and bold are laid out, and nothing else: HTML, images, links and escapes stay text', () => {
    expect(inlineOf('run `rm` **now**!')).toEqual([
      { tag: 'span', text: 'run ' },
      { tag: 'code', text: 'rm' },
      { tag: 'span', text: ' ' },
      { tag: 'strong', text: 'now' },
      { tag: 'span', text: '!' },
    ]);
    const texts = [
      '<b>x</b> <!-- y -->',
      '![x](https://evil.example/x.png)',
      '[the plan](https://evil.example)',
      '\\`x`',
    ];
    for (const text of texts) {
      const parts = inlineOf(text);
      expect([parts.map((part) => part.text).join(''), parts.every(({ tag }) => tag === 'span')]).toEqual([text, true]);
    }
  });

  test.each(['rm **/*.ts,**/*.js', '**/a,**/b', '2**3**4', '__init__ and snake_case_name', 'a * b * c'])(
    'signs that are part of a pattern or a name are not markup: %s',
    (text) => expect(inlineOf(text)).toEqual([{ tag: 'span', text }]),
  );
});
