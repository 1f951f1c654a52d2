import fc, { type Arbitrary } from 'fast-check';

const between = (min: number, max: number): Arbitrary<string> =>
  fc.integer({ min, max }).map(
    (code) => String.fromCodePoint(code),
    (text) => {
      const [character, ...others] = String(text);
      if (character === undefined || others.length > 0) throw new Error('not one character');
      return character.codePointAt(0)!;
    },
  );

/** Every code point but halves of surrogate pairs, as `unit: 'binary'` of a string, which takes a second to prepare. */
export const ANY_CHARACTER = fc.oneof(between(0, 0xd7ff), between(0xe000, 0x10ffff));
