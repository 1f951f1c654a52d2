/** What a proposer wrote shows as what it is, whatever it is made of. */
import { holdsUnseen, isBlank, mixesScripts, piecesOf, visibleText } from '../../src/protocol/visible-text';
import { idWords, joined, lineText, named, plainText, said } from '../../src/protocol/words';

describe('a character that does not show', () => {
  /** The names of the Unicode standard, in small letters but for proper names. */
  const NAMED: readonly (readonly [code: string, name: string])[] = [
    ['0000', 'null'],
    ['0009', 'tab'],
    ['000A', 'line feed'],
    ['000D', 'carriage return'],
    ['001B', 'escape'],
    ['00A0', 'no-break space'],
    ['00AD', 'soft hyphen'],
    ['061C', 'Arabic letter mark'],
    ['200B', 'zero width space'],
    ['200C', 'zero width non-joiner'],
    ['200D', 'zero width joiner'],
    ['200E', 'left-to-right mark'],
    ['200F', 'right-to-left mark'],
    ['2028', 'line separator'],
    ['2029', 'paragraph separator'],
    ['202A', 'left-to-right embedding'],
    ['202B', 'right-to-left embedding'],
    ['202C', 'pop directional formatting'],
    ['202D', 'left-to-right override'],
    ['202E', 'right-to-left override'],
    ['2060', 'word joiner'],
    ['2066', 'left-to-right isolate'],
    ['2067', 'right-to-left isolate'],
    ['2068', 'first strong isolate'],
    ['2069', 'pop directional isolate'],
    ['FEFF', 'byte order mark'],
  ];
  const character = (code: string) => String.fromCodePoint(Number.parseInt(code, 16));

  test.each(NAMED)('the invisible character U+%s is shown by its code and as “%s”', (code, name) => {
    const text = `a${character(code)}b`;
    expect(piecesOf(text)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'escape', code: `U+${code}`, name },
      { kind: 'text', text: 'b' },
    ]);
    expect(visibleText(text)).toBe(`a[U+${code}]b`);
    expect(holdsUnseen(text)).toBe(true);
  });

  test.each([
    ['a control of the second block', '0085'],
    ['a lone surrogate', 'D83D'],
    ['private use', 'E000'],
    ['unassigned', '0378'],
    ['a filler', '3164'],
    ['a variation selector', 'FE0F'],
    ['a tag', 'E0061'],
    ['the blank Braille pattern', '2800'],
    ['a wide space', '3000'],
  ])('an invisible character without a name is shown by its code: %s', (_, code) => {
    expect(piecesOf(character(code))).toEqual([{ kind: 'escape', code: `U+${code}`, name: 'unseen character' }]);
    expect(holdsUnseen(character(code))).toBe(true);
  });

  test('no invisible character is found if every character is visible', () => {
    for (const text of ['', 'a b', 'é', 'Ω', '你好', '🔑', 'a\u0301', '$1,000.00', '⠁']) {
      expect([text, holdsUnseen(text)]).toEqual([text, false]);
      expect(visibleText(text)).toBe(text);
    }
  });
});

describe('a blank', () => {
  const space = { kind: 'escape', code: 'U+0020', name: 'space' };

  test('a blank is shown at either end of a text, and not within it', () => {
    expect(piecesOf(' a b  ')).toEqual([space, { kind: 'text', text: 'a b' }, space, space]);
    expect(piecesOf('a ')).toEqual([{ kind: 'text', text: 'a' }, space]);
    expect(piecesOf(' a')).toEqual([space, { kind: 'text', text: 'a' }]);
  });

  test('each blank is shown if a text has nothing else', () => {
    expect(piecesOf('  ')).toEqual([space, space]);
  });

  test('a blank never counts as an invisible character', () => {
    expect(holdsUnseen(' a b ')).toBe(false);
  });

  test.each(['', ' ', '\t\n', '\u0000', '\u200b \u200b', '\u{e0061}', '\u3164', '\u2800', '\u00a0\u3000', '\ud83d'])(
    'a text is blank if nobody sees any of its characters: %j',
    (text) => expect(isBlank(text)).toBe(true),
  );

  test.each(['a', ' .', '\u200b0', '\u200ba\u200b', '\u{1f511}\ufe0f', 'e\u0301', '0'])(
    'a text is not blank if one of its characters is seen: %j',
    (text) => expect(isBlank(text)).toBe(false),
  );
});

test('a text without a character has no pieces', () => {
  expect(piecesOf('')).toEqual([]);
});

describe('letters of two scripts', () => {
  test.each([
    ['a Cyrillic а', 'p\u0430ypal'],
    ['a Greek ο', 'micr\u03bfsoft'],
    ['an Armenian ո', '\u0578racle'],
    ['the second word', 'pay p\u0430ypal now'],
  ])('letters of two scripts in one word are reported: %s', (_, text) => expect(mixesScripts(text)).toBe(true));

  test.each([
    ['one script', 'paypal'],
    ['each word its own', 'paypal \u043f\u0430\u0439'],
    ['a digit between them', 'a1\u0430'],
    ['Cyrillic beside Greek', '\u0430\u03bf'],
    ['marks', 'e\u0301t\u00e9'],
    ['nothing', ''],
  ])('letters of two scripts are not reported if no word mixes Latin letters with others: %s', (_, text) =>
    expect(mixesScripts(text)).toBe(false),
  );
});

/** Words in pieces: what a text, a reference and an instant become. */
it('neighbouring texts are one piece, and empty texts none', () => {
  const who = named('operator', 'op_a');
  expect(said`${who} has ${2} of ${['3', ' keys']}${''}, ${null}`).toEqual([who, ' has 2 of 3 keys, null']);
  expect(said`${''}`).toEqual([]);
});

it('words are joined with something between them, and nothing is nothing', () => {
  expect(joined([['a'], ['b']], '; ')).toEqual(['a; b']);
  expect(joined([], '; ')).toEqual([]);
});

it('an id is a reference in quotation marks, and one with escaped characters is only text', () => {
  expect(idWords('group', 'grp_a')).toEqual(['"', { kind: 'group', id: 'grp_a' }, '"']);
  expect(idWords('operator', 'a"b')).toEqual(['"a\\"b"']);
});

it('a line has the text of a param: ids as ids, instants in UTC', () => {
  const line = { field: 'f', before: null, after: said`${named('operator', 'op_a')} from ${{ at: 0 }}` };
  expect(lineText(line)).toBe('op_a from 1970-01-01T00:00:00.000Z');
  expect(lineText({ ...line, before: ['none'] })).toBe('none → op_a from 1970-01-01T00:00:00.000Z');
  expect(plainText(line.after, ({ kind, id }) => `${kind} ${id}`, String)).toBe('operator op_a from 0');
});
