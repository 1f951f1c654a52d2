/** The forms of tokens, ids, codes and cursors, written down a second time. */
import { createHash, createHmac } from 'node:crypto';
import { formatApiKeyToken, hasValidCheckDigits, tokenHash } from '../../src/protocol/api-key-token';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { InvalidCursor, readCursor, writeCursor } from '../../src/protocol/cursor';
import { constantTimeEqual } from '../../src/protocol/hash';
import {
  apiKeyIdFrom,
  claimIdFrom,
  endpointIdFrom,
  isDeliveryId,
  isEndpointId,
  isRequestId,
  requestIdFrom,
} from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import { assertNever } from '../../src/protocol/result';
import { intentKeyBytes, openEnvelope, sealIntent } from '../../src/protocol/sealed-envelope';
import { signInLink } from '../../src/protocol/sign-in-link';
import { signEvent, verifySignature } from '../../src/protocol/signature';

const HEX24 = '0123456789abcdef01234567';

describe('an API key token', () => {
  /** CRC-32 bit by bit (ISO 3309), in base 62. */
  const checkDigits = (stem: string) => {
    let crc = 0xffffffff;
    for (const byte of Buffer.from(stem)) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    let rest = (crc ^ 0xffffffff) >>> 0;
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let text = '';
    while (text.length < 6) {
      text = digits[rest % 62]! + text;
      rest = (rest - (rest % 62)) / 62;
    }
    return text;
  };

  test.each(['a', '_', '-', 'Z', '9', 'x'])(
    'an API key of 43 times %s ends in the check digits of the text before them',
    (letter) => {
      const stem = `rak_${letter.repeat(43)}`;
      expect(formatApiKeyToken(letter.repeat(43))).toBe(`${stem}_${checkDigits(stem)}`);
    },
  );

  test('an API key is the complete text, with nothing before or after it', () => {
    const token = formatApiKeyToken('a'.repeat(43));
    for (const other of [`x${token}`, ` ${token}`, `${token}x`, `${token}\n`, token.slice(0, -1), '', 'rak_']) {
      expect(hasValidCheckDigits(other)).toBe(false);
    }
  });

  test('the check digits of an API key show any one changed character', () => {
    const token = formatApiKeyToken('0123456789abcdefghijklmnopqrstuvwxyzABCDEFG');
    expect(hasValidCheckDigits(token)).toBe(true);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x';
      expect(hasValidCheckDigits(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });

  test('an API key is stored as its SHA-256', () => {
    expect(tokenHash('rak_x')).toBe(createHash('sha256').update('rak_x').digest('hex'));
  });
});

describe('an operator code', () => {
  const codeOf = (secret: string, parts: readonly string[]) => {
    const mac = createHmac('sha256', secret).update(parts.join('\0')).digest();
    const at = mac[31]! % 16;
    const number = (mac[at]! % 128) * 2 ** 24 + mac[at + 1]! * 2 ** 16 + mac[at + 2]! * 2 ** 8 + mac[at + 3]!;
    return String(number % 10 ** 8).padStart(8, '0');
  };

  test('an operator code is the truncated HMAC of its seat, with its leading zeros', () => {
    const codes = Array.from({ length: 300 }, (_, round) => {
      const seat = { secret: Buffer.from('s'), org: 'org_a', requestId: 'req_1', round, issue: 2, operator: 'op_b' };
      const code = operatorCode(seat);
      expect(code).toBe(codeOf('s', ['service.code.v1', 'org_a', 'req_1', String(round), '2', 'op_b']));
      return code;
    });
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  test('an operator code separates its parts, so that two seats never have the same input', () => {
    const seat = { secret: Buffer.from('s'), org: 'org_a', requestId: 'req_1', round: 1, issue: 11, operator: 'op' };
    expect(operatorCode(seat)).not.toBe(operatorCode({ ...seat, round: 11, issue: 1 }));
  });
});

describe('an id', () => {
  test('an id is its kind and 24 hex digits', () => {
    expect([requestIdFrom, claimIdFrom, endpointIdFrom, apiKeyIdFrom].map((from) => from(HEX24))).toEqual([
      `req_${HEX24}`,
      `clm_${HEX24}`,
      `whe_${HEX24}`,
      `key_${HEX24}`,
    ]);
  });

  test.each([
    ['req', isRequestId],
    ['whe', isEndpointId],
    ['dlv', isDeliveryId],
  ] as const)('an id that begins with %s_ is recognized among other texts', (kind, is) => {
    const id = `${kind}_${HEX24}`;
    expect(is(id)).toBe(true);
    const others = [`x${id}`, `${id}0`, id.slice(0, -1), `${id}\n`, id.toUpperCase(), `clm_${HEX24}`, `${kind}_`, ''];
    for (const other of [...others, `${kind}_${'g'.repeat(24)}`, `${kind}_0`]) expect(is(other)).toBe(false);
  });
});

describe('a cursor', () => {
  test('a cursor is read back as the place that it was written from', () => {
    for (const place of [
      [1, 'pk', 'sk'],
      [0, '', '€'],
    ] as const) {
      const cursor = writeCursor(place);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readCursor(cursor, ['number', 'string', 'string'])).toEqual(place);
    }
    expect(readCursor(writeCursor(['a']), ['string'])).toEqual(['a']);
  });

  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['is no base64 of JSON', '%%%'],
    ['is empty', ''],
    ['is JSON that is cut off', Buffer.from('[1,').toString('base64url')],
    ['is no list', cursorOf({ 0: 1, 1: 'x', length: 2 })],
    ['is null', cursorOf(null)],
    ['is too short', cursorOf([1])],
    ['is too long', cursorOf([1, 'x', 'y'])],
    ['has a text for a number', cursorOf(['1', 'x'])],
    ['has a number for a text', cursorOf([1, 2])],
    ['has two numbers exchanged for texts', cursorOf(['x', 1])],
    ['has half a number', cursorOf([1.5, 'x'])],
    ['has a number beyond what is exact', cursorOf([2 ** 53, 'x'])],
    ['has a list for a text', cursorOf([1, ['x']])],
  ])('a cursor that %s is refused, and the error says what to do', (_, cursor) => {
    const read = () => readCursor(cursor, ['number', 'string']);
    expect(read).toThrow(InvalidCursor);
    expect(read).toThrow(/cursor.*Leave it out/);
  });
});

test.each([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  [undefined, 'undefined'],
  [() => 1, 'function'],
  [1n, 'bigint'],
  [Symbol('x'), 'symbol'],
])('%p has no canonical JSON, alone or inside a value, and the error says what it is', (value, name) => {
  for (const outer of [value, [value], { a: value }]) {
    expect(() => canonicalJson(outer)).toThrow(TypeError);
    expect(() => canonicalJson(outer)).toThrow(name);
  }
});

test('canonical JSON has the literals, sorts keys by UTF-16 code units at every depth, and keeps the order of lists', () => {
  expect(canonicalJson([true, false, null, 0, -0, 1e21, 0.1])).toBe('[true,false,null,0,0,1e+21,0.1]');
  // U+1F600 is written with surrogates, which are below U+FB33 as code units and above it as code points.
  expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, b: { z: [2, 1], a: true } })).toBe(
    '{"b":{"a":true,"z":[2,1]},"\u{1f600}":2,"\ufb33":1}',
  );
});

describe('an intent key', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64');

  test('an intent key is 32 bytes in base64, without text around them', () => {
    expect(intentKeyBytes(base64)).toEqual(Buffer.alloc(32, 7));
    const others = [
      `x${base64}`,
      `${base64}x`,
      `${base64}\n`,
      base64.slice(0, -1),
      base64.slice(4),
      '',
      `-${base64.slice(1)}`,
      // A lenient decoder leaves these out, and 32 bytes remain.
      ` ${base64}`,
      `\n${base64}`,
      `%${base64}`,
    ];
    for (const other of others) expect(intentKeyBytes(other)).toBeNull();
  });
});

describe('an envelope', () => {
  const key = Buffer.alloc(32, 7);
  const seal = (plaintext: string) => sealIntent({ key, action: 'pay', plaintext }).envelope;
  const open = (envelope: object) => openEnvelope({ keys: [key], action: 'pay', envelope: envelope as never });

  test('an envelope of an empty text opens: its ciphertext is only the tag', () => {
    const envelope = seal('');
    expect(Buffer.from(envelope.ciphertext, 'base64url')).toHaveLength(16);
    expect(open(envelope)).toEqual({ ok: true, value: Buffer.alloc(0) });
  });

  test('an envelope with a nonce of another length does not open, although it was sealed with it', () => {
    for (const bytes of [8, 11, 13, 16]) {
      const { envelope } = sealIntent({ key, action: 'pay', plaintext: 'x', nonce: Buffer.alloc(bytes, 1) });
      expect(open(envelope)).toEqual({ ok: false, error: 'decrypt_failed' });
    }
  });

  test('an envelope opens in one spelling: padding, other alphabets, white space and unused bits are refused', () => {
    const nonce = Buffer.alloc(12, 0xff);
    const { envelope } = sealIntent({ key, action: 'pay', plaintext: 'xy', nonce });
    expect(open(envelope)).toEqual({ ok: true, value: Buffer.from('xy') });
    // 18 bytes are 24 characters, so another length leaves bits unused.
    const uneven = sealIntent({ key, action: 'pay', plaintext: 'x', nonce }).envelope;
    const last = uneven.ciphertext.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = uneven.ciphertext.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1]!;
    expect(Buffer.from(respelled, 'base64url')).toEqual(Buffer.from(uneven.ciphertext, 'base64url'));
    const others = [
      { ...envelope, nonce: `${envelope.nonce}=` },
      { ...envelope, nonce: '/'.repeat(16) },
      { ...envelope, ciphertext: `${envelope.ciphertext}\n` },
      { ...envelope, ciphertext: 1 },
      { ...uneven, ciphertext: respelled },
    ];
    expect(envelope.nonce).toBe('_'.repeat(16));
    for (const other of others) expect(open(other)).toEqual({ ok: false, error: 'decrypt_failed' });
  });

  test('an envelope with a shortened tag does not open, whatever is left of the tag', () => {
    const envelope = seal('');
    const ciphertext = Buffer.from(envelope.ciphertext, 'base64url');
    for (const length of [0, 4, 12, 15]) {
      const cut = { ...envelope, ciphertext: ciphertext.subarray(0, length).toString('base64url') };
      expect(open(cut)).toEqual({ ok: false, error: 'decrypt_failed' });
    }
  });
});

describe('a signature header', () => {
  const body = 'x';
  const keys = ['whsec_1'];
  const header = signEvent({ body, keys, tSeconds: 1000 });
  const [time, signature] = header.split(',') as [string, string];
  const verify = (text: string) => verifySignature({ body, header: text, keys, nowSeconds: 1000 });

  test('a signature header may have blanks around its parts, other parts beside them, and any order', () => {
    for (const text of [header, ` ${time} , ${signature} `, `${signature},${time}`, `${time},v0=ab,${signature}`]) {
      expect(verify(text)).toEqual({ ok: true, value: { tSeconds: 1000 } });
    }
  });

  test.each([
    ['text before the time', `x${time},${signature}`],
    ['text after the time', `${time}x,${signature}`],
    ['two times', `${time},${time},${signature}`],
    ['no time', signature],
    ['a time of 13 digits', `t=1000000000000,${signature}`],
    ['no signature', time],
    ['text before the signature', `${time},x${signature}`],
    ['text after the signature', `${time},${signature}0`],
    ['capital digits', `${time},v1=${signature.slice(3).toUpperCase()}`],
  ])('a signature header with %s is malformed', (_, text) => {
    expect(verify(text)).toEqual({ ok: false, error: 'malformed_header' });
  });
});

describe('a signature', () => {
  const sign = (...keys: string[]) => signEvent({ body: 'x', keys, tSeconds: 1000 });
  const verify = (header: string, nowSeconds: number, more: { keys?: string[]; toleranceSeconds?: number } = {}) =>
    verifySignature({ body: 'x', header, keys: ['whsec_1'], nowSeconds, ...more });
  const valid = { ok: true, value: { tSeconds: 1000 } };

  test('a signature is valid for 300 seconds in either direction, and not for 301', () => {
    expect(verify(sign('whsec_1'), 1300)).toEqual(valid);
    expect(verify(sign('whsec_1'), 1301)).toEqual({ ok: false, error: 'too_old' });
    expect(verify(sign('whsec_1'), 700)).toEqual(valid);
    expect(verify(sign('whsec_1'), 699)).toEqual({ ok: false, error: 'too_new' });
  });

  test('a signature is valid for the given tolerance, which may be 0', () => {
    expect(verify(sign('whsec_1'), 1010, { toleranceSeconds: 10 })).toEqual(valid);
    expect(verify(sign('whsec_1'), 1011, { toleranceSeconds: 10 })).toEqual({ ok: false, error: 'too_old' });
    expect(verify(sign('whsec_1'), 1000, { toleranceSeconds: 0 })).toEqual(valid);
    expect(verify(sign('whsec_1'), 999, { toleranceSeconds: 0 })).toEqual({ ok: false, error: 'too_new' });
  });

  test('a signature is valid if one of its parts matches one of the keys, in any position', () => {
    expect(verify(sign('whsec_0', 'whsec_1'), 1000)).toEqual(valid);
    expect(verify(sign('whsec_1', 'whsec_0'), 1000)).toEqual(valid);
    expect(verify(sign('whsec_1'), 1000, { keys: ['whsec_0', 'whsec_1'] })).toEqual(valid);
    expect(verify(sign('whsec_0'), 1000)).toEqual({ ok: false, error: 'no_match' });
    expect(verify(sign('whsec_1'), 1000, { keys: [] })).toEqual({ ok: false, error: 'no_match' });
  });

  test('a signature that matches no key is refused for that, however old it is', () => {
    expect(verify(sign('whsec_0'), 9000)).toEqual({ ok: false, error: 'no_match' });
  });
});

test('a sign-in link carries its token in the fragment, which no server sees', () => {
  expect(signInLink('https://console.acme.dev', 'abc')).toBe('https://console.acme.dev/sign-in#token=abc');
});

test('a value that no case knows is named in the error', () => {
  expect(() => assertNever('eighth' as never)).toThrow('unexpected value "eighth"');
  // Of an object the tag alone: what else it has may be params, and errors reach the log.
  const edit = { kind: 'eighth', params: { account: 'DE89' } };
  expect(() => assertNever(edit as never)).toThrow(new Error('unexpected value {"kind":"eighth"}'));
  expect(() => assertNever({ state: 'x', reason: 'y', seat: 1 } as never)).toThrow('{"reason":"y","state":"x"}');
  expect(() => assertNever(null as never)).toThrow('unexpected value null');
});

test('secrets of any length can be compared', () => {
  expect(constantTimeEqual('same', Buffer.from('same'))).toBe(true);
  for (const other of ['sane', 'sam', '']) expect(constantTimeEqual('same', other)).toBe(false);
});
