/** Amounts are compared as numbers are written, to the last digit. */
import * as fc from 'fast-check';
import { compareDecimals } from '../../src/protocol/decimal';

test.each([
  ['1', '2'],
  ['9', '10'],
  ['-1', '0'],
  ['-2', '-1'],
  ['-10', '-9'],
  ['1.09', '1.1'],
  ['1', '1.000000000000000000000001'],
  ['-1.5', '-1.4'],
  ['9007199254740992', '9007199254740993'],
  ['0.1', '0.10000000000000000000000000000000000001'],
])('%s is less than %s', (left, right) => {
  expect(compareDecimals(left, right)).toBe(-1);
  expect(compareDecimals(right, left)).toBe(1);
});

test.each([
  ['1', '1.0'],
  ['01', '1'],
  ['-0', '0'],
  ['0.50', '0.5'],
  ['100.00', '100'],
])('%s equals %s', (left, right) => expect(compareDecimals(left, right)).toBe(0));

test.each(['', '1e6', '1,000', '+1', '.5', '5.', ' 1', '1 ', '1\n', '--1', '0x1', 'NaN', '١'])(
  'the text “%s” is no decimal and is not compared, on either side',
  (text) => {
    expect(compareDecimals(text, '1')).toBeNull();
    expect(compareDecimals('1', text)).toBeNull();
  },
);

test('decimals have the same order as integers', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => compareDecimals(`${a}`, `${b}`) === (a < b ? -1 : a > b ? 1 : 0)),
  );
});
