import * as fc from 'fast-check';
import { formatApiKeyToken, hasValidCheckDigits } from '../../src/protocol/api-key-token';
import { compareDecimals } from '../../src/protocol/decimal';
import { constantTimeEqual } from '../../src/protocol/hash';
import { operatorCode } from '../../src/protocol/operator-code';

describe('API key token', () => {
  const token = formatApiKeyToken('0123456789abcdefghijklmnopqrstuvwxyzABCDEFG');

  it('an API key token has the published form', () => {
    expect(token).toMatch(/^rak_[A-Za-z0-9_-]{43}_[0-9A-Za-z]{6}$/);
    expect(hasValidCheckDigits(token)).toBe(true);
  });

  it('the check digits of an API key show any one changed character', () => {
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(hasValidCheckDigits(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });
});

describe('operator code', () => {
  const seat = {
    secret: Buffer.from('s'.repeat(32)),
    org: 'org_a',
    requestId: 'req_1',
    round: 1,
    issue: 0,
    operator: 'op',
  };

  it('an operator code is eight digits that change with every part of the seat', () => {
    const others = [
      { ...seat, secret: Buffer.from('t'.repeat(32)) },
      { ...seat, org: 'org_b' },
      { ...seat, requestId: 'req_2' },
      { ...seat, round: 2 },
      { ...seat, issue: 1 },
      { ...seat, operator: 'op2' },
    ];
    const codes = [seat, ...others].map(operatorCode);
    for (const code of codes) expect(code).toMatch(/^\d{8}$/);
    expect(new Set(codes).size).toBe(codes.length);
    expect(operatorCode(seat)).toBe(codes[0]);
  });
});

describe('decimals', () => {
  it.each([
    ['1000', '1000.0', 0],
    ['0.1', '0.10', 0],
    ['-0', '0', 0],
    ['-1', '1', -1],
    ['-1.5', '-1.49', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['00012', '12', 0],
    ['0.30000000000000000001', '0.3', 1],
  ])('the decimals %s and %s are compared exactly', (left, right, order) => {
    expect(compareDecimals(left, right)).toBe(order);
    expect(compareDecimals(right, left)).toBe(order === 0 ? 0 : -order);
  });

  it.each(['', ' 1', '1 ', '1e3', '+1', '.5', '5.', '1,000', '0x10', '--1', 'NaN', '１', '1\n'])(
    'compares nothing with %j, which is no decimal',
    (text) => {
      expect(compareDecimals(text, '1')).toBeNull();
      expect(compareDecimals('1', text)).toBeNull();
    },
  );

  it('decimals have the same order as integers', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => compareDecimals(`${a}`, `${b}`) === (a < b ? -1 : a > b ? 1 : 0)),
    );
  });
});

it('secrets of any length can be compared', () => {
  expect(constantTimeEqual('same', Buffer.from('same'))).toBe(true);
  expect(constantTimeEqual('same', 'sane')).toBe(false);
  expect(constantTimeEqual('same', 'sam')).toBe(false);
  expect(constantTimeEqual('', 'x')).toBe(false);
});
