/**
 * Random text for every parser of foreign text: canonical JSON is compared with a second implementation, the guard with the
 * platform's own lists; signature headers and sealed envelopes must be refused. FUZZ_RUNS sets the number of inputs.
 */
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { openEnvelope, sealIntent } from '../../src/protocol/sealed-envelope';
import { signEvent, verifySignature } from '../../src/protocol/signature';
import { parseAllowedSigners } from '../../src/protocol/ssh/allowed-signers';
import { parsePublicKeyText, pointOfCoseKey } from '../../src/protocol/ssh/public-key';
import { armour, parseArmour } from '../../src/protocol/ssh/signature';
import { isSignedBy } from '../../src/protocol/ssh/verify';
import { rawFromDer } from '../../src/protocol/ssh/wire';
import { parsePolicyDocument } from '../../src/protocol/statements/policy';
import { parseTurnStatement } from '../../src/protocol/statements/turn';
import { parseVerdictStatement } from '../../src/protocol/statements/verdict';
import { judgeReceiverUrl } from '../../src/service/request/rules/url';
import { ANY_CHARACTER } from '../support/characters';
import { runs } from '../support/runs';
import signedTurn from '../vectors/signed-turn.json';

const RUNS = runs('FUZZ_RUNS', 125);
const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: RUNS });

jest.setTimeout(30_000 + RUNS * 5);

describe('canonical JSON', () => {
  test('canonical JSON equals the output of a second implementation, written from RFC 8785 alone', () => {
    const texts = fc.string({ unit: ANY_CHARACTER, maxLength: 12 });
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constantFrom(-0, 5e-324, 1e21, 1e-7),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(texts, numbers, fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(texts, tie('value'), { maxKeys: 6 }),
      ),
    }));
    check(
      fc.property(value, (given) => {
        const parsed = JSON.parse(JSON.stringify(given)) as unknown;
        expect(canonicalJson(parsed)).toBe(secondCanonical(parsed));
      }),
    );
  });

  test('a text with half of a surrogate pair has no canonical JSON', () => {
    check(
      fc.property(
        fc.string({ unit: ANY_CHARACTER }),
        fc.integer({ min: 0xd800, max: 0xdfff }),
        fc.nat(3),
        (text, half, place) => {
          const broken = `${text}${String.fromCharCode(half)}`;
          const value = [broken, { [broken]: 1 }, [broken], { a: [broken] }][place];
          expect(() => canonicalJson(value)).toThrow(TypeError);
        },
      ),
    );
  });
});

/** RFC 8785 §3.2, without JSON.stringify: strings by its table, numbers by the shortest digits that read back. */
function secondCanonical(value: unknown): string {
  if (typeof value === 'string') return secondText(value);
  if (typeof value === 'number') return secondNumber(value);
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (Array.isArray(value)) return `[${value.map(secondCanonical).join()}]`;
  const entries = Object.entries(value as object);
  entries.sort(([a], [b]) => byCodeUnits(a, b));
  return `{${entries.map(([key, inner]) => `${secondText(key)}:${secondCanonical(inner)}`).join()}}`;
}

function byCodeUnits(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return a.charCodeAt(at) - b.charCodeAt(at);
  }
  return a.length - b.length;
}

const SHORT = new Map([
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [12, '\\f'],
  [13, '\\r'],
  [34, '\\"'],
  [92, '\\\\'],
]);

function secondText(text: string): string {
  let written = '"';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    written += SHORT.get(unit) ?? (unit < 32 ? `\\u${unit.toString(16).padStart(4, '0')}` : text[at]);
  }
  return `${written}"`;
}

/** ECMA-262, Number::toString: n is where the point stands, s the shortest digits. */
function secondNumber(value: number): string {
  if (value === 0) return '0';
  if (value < 0) return `-${secondNumber(-value)}`;
  let shortest = '';
  for (let digits = 0; digits <= 20 && Number(shortest) !== value; digits++) shortest = value.toExponential(digits);
  const [mantissa, exponent] = shortest.split('e') as [string, string];
  const s = evenAtHalf(mantissa.replace('.', ''), value);
  const n = Number(exponent) + 1;
  if (s.length <= n && n <= 21) return s + '0'.repeat(n - s.length);
  if (0 < n && n <= 21) return `${s.slice(0, n)}.${s.slice(n)}`;
  if (-6 < n && n <= 0) return `0.${'0'.repeat(-n)}${s}`;
  const power = `e${n - 1 < 0 ? '-' : '+'}${Math.abs(n - 1)}`;
  return s.length === 1 ? s + power : `${s[0]}.${s.slice(1)}${power}`;
}

/** Of two that are as near, the even one; `toExponential` takes the greater. */
function evenAtHalf(digits: string, value: number): string {
  const exact = value.toExponential(60).replace('.', '').split('e')[0]!;
  const isHalf = /^50*$/.test(exact.slice(digits.length));
  const last = Number(digits.at(-1));
  return isHalf && last % 2 === 1 ? `${digits.slice(0, -1)}${last - 1}` : digits;
}

describe('the readers of signatures and statements', () => {
  const armoured = signedTurn.turn.armored;
  const body = Buffer.from(armoured.split('\n').slice(1, -2).join(''), 'base64');
  const wrapped = (bytes: Uint8Array) => {
    const lines =
      Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,70}/g) ?? [];
    return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
  };

  test('the readers of signatures and statements answer and never throw, whatever they get', () => {
    check(
      fc.property(fc.string({ unit: ANY_CHARACTER }), fc.uint8Array({ maxLength: 200 }), (text, bytes) => {
        for (const given of [text, wrapped(bytes)]) expect(parseArmour(given)).toBeNull();
        expect(parseAllowedSigners(`${text} x`)?.length ?? 0).toBe(0);
        for (const read of [parseTurnStatement, parseVerdictStatement, parsePolicyDocument, parsePublicKeyText]) {
          expect(read(text)).toBeNull();
        }
        expect([null, 64]).toContain(rawFromDer(bytes)?.length ?? null);
        expect([null, 65]).toContain(pointOfCoseKey(text)?.length ?? null);
      }),
    );
  });

  test('the readers accept a signature in one spelling, and no signature with a changed byte', () => {
    check(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(body);
        changed[place]! ^= change;
        const signature = parseArmour(wrapped(changed));
        if (signature === null) return;
        expect(armour(signature)).toBe(wrapped(changed));
        expect(isSignedBy(signature, 'turn@ras', signedTurn.turn.statement)).toBe(false);
      }),
    );
  });
});

describe('the guard', () => {
  const inside = new BlockList();
  for (const block of ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12']) {
    inside.addSubnet(block.split('/')[0]!, Number(block.split('/')[1]), 'ipv4');
  }
  for (const block of ['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4']) {
    inside.addSubnet(block.split('/')[0]!, Number(block.split('/')[1]), 'ipv4');
  }
  const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 64, 100, 127, 168, 169, 172, 192, 198, 254, 255));
  const bytes = fc.tuple(byte, byte, byte, byte);
  const allowed = (host: string) => judgeReceiverUrl(`https://${host}/hook`, { allowLoopback: false }).ok;

  test('the guard lets no spelling of an inner IPv4 address pass', () => {
    let tried = 0;
    check(
      fc.property(bytes, fc.infiniteStream(fc.nat(5)), fc.nat(9), (address, how, form) => {
        if (!inside.check(address.join('.'), 'ipv4')) return;
        tried++;
        const host = spelled(address, () => how.next().value as number, form);
        if (allowed(host)) throw new Error(`${host} is ${address.join('.')}`);
      }),
    );
    expect(tried).toBeGreaterThan(RUNS / 10);
  });

  test('the guard lets an outer IPv4 address pass in its usual spelling, except the refused ranges', () => {
    let [outer, passed] = [0, 0];
    check(
      fc.property(bytes, (address) => {
        if (inside.check(address.join('.'), 'ipv4')) return;
        outer++;
        if (allowed(address.join('.'))) passed++;
      }),
    );
    expect(outer).toBeGreaterThan(RUNS / 3);
    expect(passed / outer).toBeGreaterThan(0.95);
  });

  test('the guard lets no IPv6 form of an inner IPv4 address pass', () => {
    const prefixes = ['::ffff:', '::', '64:ff9b::', '2002:', '64:ff9b:1::', '::ffff:0:'];
    check(
      fc.property(bytes, fc.constantFrom(...prefixes), fc.boolean(), ([a, b, c, d], prefix, dotted) => {
        if (!inside.check(`${a}.${b}.${c}.${d}`, 'ipv4')) return;
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
        const tail = dotted && prefix !== '2002:' ? `${a}.${b}.${c}.${d}` : `${hex(a, b)}:${hex(c, d)}`;
        const host = `[${prefix}${tail}${prefix === '2002:' ? '::1' : ''}]`;
        if (allowed(host)) throw new Error(host);
      }),
    );
  });

  test('the guard answers whatever text it gets', () => {
    check(
      fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), (text) => {
        for (const url of [text, `https://${text}`, `https://${text}/`, `https://a.example/${text}`]) {
          expect(typeof judgeReceiverUrl(url, { allowLoopback: false }).ok).toBe('boolean');
        }
      }),
    );
  });
});

/** One of the ways in which people and parsers write an IPv4 address. */
function spelled([a, b, c, d]: readonly [number, number, number, number], how: () => number, form: number): string {
  const number = (n: number): string => {
    const zeros = '0'.repeat(how());
    return [`${n}`, `0x${zeros}${n.toString(16)}`, `0${zeros}${n.toString(8)}`][how() % 3]!;
  };
  const dotted = [a, b, c, d].map(number).join('.');
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  switch (form) {
    case 0:
      return `${a}.${b}.${c}.${d}`;
    case 1:
      return number(whole);
    case 2:
      return `${number(a)}.${number(whole % 2 ** 24)}`;
    case 3:
      return `${number(a)}.${number(b)}.${number(whole % 2 ** 16)}`;
    case 4:
      return `${dotted}.`;
    case 5:
      return [...dotted].map((one) => (how() > 3 ? `%${one.charCodeAt(0).toString(16)}` : one)).join('');
    case 6:
      return [...dotted]
        .map((one) => (/\d/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one))
        .join('');
    case 7:
      return dotted.replaceAll('.', ['。', '．', '｡'][how() % 3]!);
    case 8:
      return `user@${dotted}`;
    default:
      return dotted;
  }
}

describe('a signature header', () => {
  const key = 'whsec_test';
  const body = '{"id":"evt_1"}';
  const now = 1_700_000_000;
  const good = signEvent({ body, keys: [key], tSeconds: now });
  const verify = (header: string) => verifySignature({ header, body, keys: [key], nowSeconds: now });

  test('a signature header of random text is refused', () => {
    const pieces = fc.constantFrom(
      't=',
      'v1=',
      'v0=',
      ',',
      '=',
      `${now}`,
      good.split('v1=')[1]!,
      ' ',
      '\0',
      '-1',
      '1e9',
    );
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.array(pieces, { maxLength: 9 }).map((all) => all.join('')),
    );
    check(
      fc.property(text, (header) => {
        const verified = verify(header);
        // A header that verifies has exactly this time and this digest.
        if (verified.ok) expect(header.includes(`t=${now}`) && header.includes(good.split('v1=')[1]!)).toBe(true);
      }),
    );
  });

  test('a signature header with one changed character is refused', () => {
    check(
      fc.property(fc.nat(good.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        if (good[at] === character) return;
        expect(verify(good.slice(0, at) + character + good.slice(at + 1)).ok).toBe(false);
      }),
    );
  });
});

describe('a sealed envelope', () => {
  const key = Buffer.alloc(32, 9);
  const action = 'demo.solo';
  const { envelope } = sealIntent({ key, action, plaintext: '{"client":"billing"}' });

  test.each(['=', ' ', '\n', '!', 'é'])(
    'a sealed envelope opens in no other spelling of the same bytes: with %j',
    (stray) => {
      for (const name of ['nonce', 'ciphertext'] as const) {
        const spelled = { ...envelope, [name]: `${envelope[name]}${stray}` };
        expect(openEnvelope({ keys: [key], action, envelope: spelled }).ok).toBe(false);
      }
    },
  );

  test('a sealed envelope opens as it was sealed, and in no other way', () => {
    const field = fc.constantFrom('v', 'alg', 'kid', 'nonce', 'ciphertext');
    const text = fc.oneof(fc.string(), fc.base64String(), fc.integer());
    check(
      fc.property(field, text, fc.nat(), fc.boolean(), (name, other, at, whole) => {
        const was = `${envelope[name as keyof typeof envelope]}`;
        const cut = at % (was.length + 1);
        const changed = whole ? other : `${was.slice(0, cut)}${other}${was.slice(cut + 1)}`;
        if (`${changed}` === was) return;
        expect(openEnvelope({ keys: [key], action, envelope: { ...envelope, [name]: changed } }).ok).toBe(false);
      }),
    );
    expect(openEnvelope({ keys: [key], action, envelope }).ok).toBe(true);
  });
});
