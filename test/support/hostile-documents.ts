/** Documents that somebody wrote to break the viewer: the same for the same seed, up to the largest size that is stored. */
export type Kind = 'text' | 'diff' | 'json' | 'markdown';

interface HostileDocument {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  readonly family: string;
}

const MAX_BYTES = 262_144;
const KINDS: readonly Kind[] = ['text', 'diff', 'json', 'markdown'];

export function hostileDocument(seed: number): HostileDocument {
  const random = randomOf(seed);
  const size = random(20) === 0 ? MAX_BYTES : Math.floor(2 ** (random(1800) / 100));
  const family = Object.keys(FAMILIES)[random(Object.keys(FAMILIES).length)]!;
  const [own, write] = FAMILIES[family]!;
  const made = write(random, size);
  const bytes = broken(typeof made === 'string' ? Buffer.from(made) : made, random);
  const kind = own === null || random(5) === 0 ? KINDS[random(4)]! : own;
  return { kind, bytes: bytes.subarray(0, MAX_BYTES), family };
}

type Random = (below: number) => number;
type Writer = (random: Random, size: number) => string | Uint8Array;

const FAMILIES: Readonly<Record<string, readonly [own: Kind | null, write: Writer]>> = {
  'random bytes': [null, (random, size) => Uint8Array.from({ length: size }, () => random(256))],
  'one long line': [
    null,
    (random, size) => filled(random, size, ['W', 'a', '\u0301', '\u202e', ' ', '\t', 'א', '𝐖', '\ufeff', '\r'], 2),
  ],
  'one sign in a line': [null, (random, size) => one(random, SIGNS).repeat(size).slice(0, size)],
  'many short lines': [
    null,
    (random, size) => filled(random, size, ['\n', 'x\n', '\r\n', '-\n', '+\n', '> \n', '|\n', '\u2028'], 4),
  ],
  'deep JSON': ['json', deepJson],
  'JSON of tokens': ['json', (random, size) => filled(random, size, JSON_TOKENS, JSON_TOKENS.length)],
  'JSON with one name': [
    'json',
    (random, size) =>
      `{${Array(Math.ceil(size / 8))
        .fill('"a":"b"')
        .join(',')}${one(random, ['}', '', ']'])}`,
  ],
  'JSON numbers': ['json', manyNumbers],
  'a diff with lies': ['diff', lyingDiff],
  'a diff of tokens': ['diff', (random, size) => filled(random, size, DIFF_LINES, DIFF_LINES.length)],
  'Markdown of tokens': ['markdown', (random, size) => filled(random, size, MARKDOWN_TOKENS, MARKDOWN_TOKENS.length)],
  'Markdown of two tokens': ['markdown', (random, size) => filled(random, size, MARKDOWN_TOKENS, 2)],
};

const SIGNS = [
  '[',
  '*',
  '**',
  '`',
  '~',
  '|',
  '>',
  '#',
  '-',
  '_',
  '"',
  '{',
  '\\',
  '<',
  '+',
  '@',
  ' ',
  '\u202e',
  '\u0301',
  '\n',
  '[a](',
  '![](',
  '|-',
  '> ',
  '``` ',
];
const JSON_TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"a"',
  '"a":1',
  '"\\u202e"',
  '"\\ud800"',
  '1',
  '-0',
  '1e999',
  '12345678901234567890',
  'true',
  'null',
  ' ',
  '\n',
  '"__proto__"',
  '"',
  '\\',
];
const DIFF_LINES = [
  'diff --git a/x b/x\n',
  '--- a/x\n',
  '+++ b/x\n',
  '@@ -1 +1 @@\n',
  '@@ -1,9999999 +1,9999999 @@\n',
  '@@ -0,0 +1,2 @@ f()\n',
  '+added\n',
  '-removed\n',
  ' context\n',
  '\\ No newline at end of file\n',
  'rename from x\n',
  'Binary files a/x and b/x differ\n',
  '+++ /dev/null\n',
  '--- /dev/null\n',
  '-- \n',
  '\n',
  'index 0000000..1111111 100644\n',
  '+\u202e<script>alert(1)</script>\n',
];
const MARKDOWN_TOKENS = [
  '# ',
  '**',
  '*',
  '`',
  '```\n',
  '~~~~',
  '[a]',
  '(https://evil.example)',
  '![x](https://evil.example/x.png)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- -->',
  '> ',
  '- ',
  '1. ',
  '|',
  '|-|-|\n',
  '---\n',
  '\n',
  '\n\n',
  '    ',
  '\\',
  'word ',
  '\u202e',
  '&lt;',
  '[x]: https://evil.example',
  'javascript:alert(1)',
  '\r',
  '\t',
];

function deepJson(random: Random, size: number): string {
  const open = one(random, ['[', '{"a":', '[[', '{"a":[', '[{"a":']);
  const depth = random(3) === 0 ? 1 + random(70) : Math.floor(size / open.length);
  const deep = open.repeat(depth);
  const close = [...deep.replace(/"a":/g, '')].reverse().map((sign) => (sign === '[' ? ']' : '}'));
  return deep + one(random, ['1', '', '[]', '{}']) + (random(4) === 0 ? '' : close.join(''));
}

function manyNumbers(random: Random, size: number): string {
  const numbers = [
    '0',
    '-0',
    '1',
    '1e400',
    '0.1',
    '12345678901234567890',
    '1.000',
    '-0.0000001',
    '9'.repeat(1 + random(size)),
    '01',
  ];
  const used = Array.from({ length: 1 + random(4) }, () => one(random, numbers));
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)!.length + 1) parts.push(one(random, used));
  return `[${parts.join(',')}]`;
}

/** A valid document with a few random changes. */
function lyingDiff(random: Random, size: number): string {
  const lines: string[] = [];
  for (let length = 0; length < size && lines.length < 60_000; ) {
    const name = one(random, ['src/a.ts', 'b c.txt', '../../etc/passwd', '\u202egnp.exe', 'x'.repeat(1 + random(400))]);
    const [removed, kept, added] = [random(4), random(4), random(4)];
    const file = [
      `diff --git a/${name} b/${name}`,
      ...(random(3) === 0 ? ['new file mode 100755'] : []),
      `--- a/${name}`,
      `+++ b/${random(9) === 0 ? 'other' : name}`,
      `@@ -1,${removed + kept} +1,${added + kept + (random(40) === 0 ? 1 : 0)} @@`,
      ...Array.from({ length: kept }, (_, n) => ` line ${n}`),
      ...Array.from({ length: removed }, () => `-${'old '.repeat(random(9))}`),
      ...Array.from({ length: added }, () => `+${'new '.repeat(random(9))}`),
    ];
    if (random(30) === 0) file.splice(random(file.length), 1 + random(2));
    lines.push(...file);
    length += file.join('\n').length;
  }
  return `${lines.join('\n')}\n`;
}

/** A text from a random selection of the tokens, so that texts differ in how many tokens they use. */
function filled(random: Random, size: number, tokens: readonly string[], most: number): string {
  const used = Array.from({ length: 1 + random(most) }, () => one(random, tokens));
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)!.length) parts.push(one(random, used));
  return parts.join('');
}

/** One in four: with sequences that are not UTF-8. */
function broken(bytes: Uint8Array, random: Random): Uint8Array {
  if (random(4) > 0 || bytes.length === 0) return bytes;
  const changed = Uint8Array.from(bytes);
  const each = one(random, [1, 10, 1000].map(String));
  for (let n = 0; n < changed.length / Number(each); n += 1) {
    const bad = BAD[random(BAD.length)]!;
    changed.set(
      bad.slice(0, Math.max(1, changed.length - bad.length)),
      random(Math.max(1, changed.length - bad.length)),
    );
  }
  return changed;
}

/** A lone byte, an overlong slash, half of a surrogate pair, a point above the last one, a sequence that is cut. */
const BAD = [
  [0x80],
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
];

const one = (random: Random, all: readonly string[]): string => all[random(all.length)]!;

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
