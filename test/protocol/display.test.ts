/** What people are shown of a request: the same lines everywhere, from which the params can be read back. */

import * as fc from 'fast-check';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { compareDecimals } from '../../src/protocol/decimal';
import { decimalPlaces } from '../../src/protocol/display/currencies';
import {
  type Display,
  displayProblems,
  displayText,
  type Format,
  parseDisplay,
} from '../../src/protocol/display/display';
import { isShownCharacter, marked } from '../../src/protocol/display/marks';
import { formatted, type Params, render } from '../../src/protocol/display/render';
import { shownText } from '../../src/protocol/display/text';
import { MAX_EVIDENCE_DOCUMENTS } from '../../src/protocol/evidence';
import { piecesOf } from '../../src/protocol/visible-text';
import { digestsOf } from '../../src/service/request/rules/shown';
import { aDisplay as aPayment } from '../support/displays';
import { aDisplay, aText, HOSTS, readBack, theDisplays, theParams, unmarked } from '../support/drawn-displays';
import { runs } from '../support/runs';

describe('what is shown of a request', () => {
  it('a display shows a title, and a line for each param with the value as it was sent', () => {
    const text = shownText(render(aDisplay(), { amount: '4800000', order: '8812', note: 'please' }));
    expect(text).toBe(
      'Refund «EUR 48,000.00» · order «8812 at Billing (billing.acme.dev)»\n' +
        'Amount «amount»: «EUR 48,000.00», sent as «4800000»\n' +
        'Order «order»: «8812 at Billing (billing.acme.dev)», sent as «8812»\n' +
        '«note»: «please»\n',
    );
  });

  it('a display marks a param that is absent, and one that does not fit its format, which is shown as it was sent', () => {
    expect(shownText(render(aDisplay(), { amount: '4e6' }))).toBe(
      'Refund «4e6» · order (absent)\nAmount «amount»: «4e6» (does not fit: money)\nOrder «order»: (absent)\n',
    );
  });

  it('a display lets no value look like words of the template, a mark or the end of a value', () => {
    const title = (order: string) => shownText(render(aDisplay(), { amount: '1', order })).split('\n')[0];
    expect(title('1» · order «2')).toBe(
      'Refund «EUR 0.01» · order «1[U+00BB] · order [U+00AB]2 at Billing (billing.acme.dev)»',
    );
    expect(title('a\u200bb')).toContain('«a[U+200B]b at');
    expect(title('a[U+200B]b')).toContain('«a[U+005B]U+200B]b at');
    expect(title('a\nAmount «amount»: «EUR 1.00»')).toContain('«a[U+000A]Amount [U+00AB]amount[U+00BB]');
  });
});

describe('for drawn displays and params', () => {
  it('every key and every value of drawn params can be read back from the text as it was sent', () => {
    fc.assert(
      fc.property(theDisplays, theParams, (display, params) => {
        expect(displayProblems(display)).toEqual([]);
        expect(readBack(shownText(render(display, params)))).toEqual({ ...params });
      }),
      { numRuns: runs('FUZZ_RUNS', 250) },
    );
  });

  it('different params never have the same text', () => {
    fc.assert(
      fc.property(theDisplays, theParams, theParams, (display, one, other) => {
        const isSame = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
        expect(shownText(render(display, one)) === shownText(render(display, other))).toBe(isSame);
      }),
      { numRuns: runs('FUZZ_RUNS', 125) },
    );
  });

  it('the lines of a display have no invisible character and no line break', () => {
    fc.assert(
      fc.property(theDisplays, theParams, (display, params) => {
        const { lines } = render(display, params);
        const text = shownText({ title: [], lines });
        expect(text.split('\n')).toHaveLength(lines.length + 2);
        const unseen = [...text].filter((point) => !/[ \n]/.test(point) && !isShownCharacter(point.codePointAt(0)!));
        expect(unseen).toEqual([]);
      }),
    );
  });

  it('a display is read only from its canonical text', () => {
    fc.assert(
      fc.property(theDisplays, (display) => {
        expect(parseDisplay(displayText(display))).toEqual(display);
        expect(parseDisplay(` ${displayText(display)}`)).toBeNull();
        expect(parseDisplay(canonicalJson({ ...display, more: 1 }))).toBeNull();
        expect(parseDisplay(canonicalJson({ ...display, renderer: 2 }))).toBeNull();
      }),
    );
  });

  it('a marked text shows the blanks at its ends', () => {
    expect(['  a b ', ' ', 'a b'].map(marked)).toEqual(['[U+0020][U+0020]a b[U+0020]', '[U+0020]', 'a b']);
  });

  it('a marked text shows what it has, and is the text again without its marks', () => {
    fc.assert(fc.property(aText, (text) => expect(unmarked(marked(text))).toBe(text)));
  });
});

describe('a format', () => {
  const as = (format: Format, value: string, params: Params = {}) =>
    formatted(format, value, { params, hosts: HOSTS })?.text ?? null;
  const money = (code: string, unit: 'minor' | 'major'): Format => ({ type: 'money', currency: { code }, unit });

  it.each<[string, Format, string, string | null]>([
    ['minor units', money('EUR', 'minor'), '4800000', 'EUR 48,000.00'],
    ['less than one', money('EUR', 'minor'), '5', 'EUR 0.05'],
    ['a negative amount', money('EUR', 'minor'), '-123456', 'EUR -1,234.56'],
    ['a currency without decimals', money('JPY', 'minor'), '1234', 'JPY 1,234'],
    ['a currency with three decimals', money('KWD', 'minor'), '1234567', 'KWD 1,234.567'],
    ['major units', money('EUR', 'major'), '1234.5', 'EUR 1,234.50'],
    ['major units of three decimals', money('KWD', 'major'), '1234.5', 'KWD 1,234.500'],
    ['major units without decimals', money('JPY', 'major'), '1234', 'JPY 1,234'],
    ['an amount beyond floating point', money('EUR', 'major'), '9007199254740993.01', 'EUR 9,007,199,254,740,993.01'],
    ['too many decimals', money('EUR', 'major'), '1.005', null],
    ['decimals of minor units', money('EUR', 'minor'), '1.5', null],
    ['another spelling', money('EUR', 'major'), '01.50', null],
    ['a number with an exponent', money('EUR', 'major'), '1e3', null],
    ['minus nothing', money('EUR', 'major'), '-0.00', null],
    ['a huge number', { type: 'number' }, '1234567890123456789012', '1,234,567,890,123,456,789,012'],
    ['a number with decimals', { type: 'number' }, '-1234.50', '-1,234.50'],
    ['a number with a sign that says nothing', { type: 'number' }, '+1', null],
    ['bytes', { type: 'bytes' }, '1023', '1,023 B'],
    ['one KiB', { type: 'bytes' }, '1024', '1 KiB'],
    ['bytes that are rounded down', { type: 'bytes' }, '1610612735', '1.4 GiB'],
    ['more bytes than any unit', { type: 'bytes' }, `${1024n ** 7n}`, '1,024 EiB'],
    ['negative bytes', { type: 'bytes' }, '-1', null],
    ['a duration', { type: 'duration', unit: 'seconds' }, '93784', '1 d 2 h 3 min 4 s'],
    ['a duration of milliseconds', { type: 'duration', unit: 'milliseconds' }, '1500', '1 s 500 ms'],
    ['no time', { type: 'duration', unit: 'seconds' }, '0', '0 s'],
    ['a date', { type: 'date' }, '2028-02-29', '29 February 2028'],
    ['a date that is not in the calendar', { type: 'date' }, '2027-02-29', null],
    [
      'an instant',
      { type: 'time', from: 'epoch_ms', zone: 'UTC' },
      '1795176095123',
      '20 November 2026, 12:01:35.123 UTC',
    ],
    [
      'an instant in a zone',
      { type: 'time', from: 'epoch_s', zone: '+05:45' },
      '1795176095',
      '20 November 2026, 17:46:35 UTC+05:45',
    ],
    [
      'an instant of another offset',
      { type: 'time', from: 'rfc3339', zone: 'UTC' },
      '2026-11-21T00:30:00+01:00',
      '20 November 2026, 23:30:00 UTC',
    ],
    ['an instant on no day', { type: 'time', from: 'rfc3339', zone: 'UTC' }, '2026-02-30T00:00:00Z', null],
    ['an instant after the last year', { type: 'time', from: 'epoch_s', zone: 'UTC' }, '999999999999999', null],
    ['an operator', { type: 'operator' }, 'op_bravo', 'op_bravo'],
    ['no operator', { type: 'operator' }, 'Bob (op_bravo)', null],
  ])('a format shows or refuses %s', (_, format, value, text) => expect(as(format, value)).toBe(text));

  it('a format takes the currency from a param, and refuses one that it does not know', () => {
    const format: Format = { type: 'money', currency: { param: 'currency' }, unit: 'minor' };
    expect(as(format, '100', { currency: 'USD' })).toBe('USD 1.00');
    expect(as(format, '100', { currency: 'usd' })).toBeNull();
    expect(as(format, '100')).toBeNull();
    expect([decimalPlaces('EUR'), decimalPlaces('CLP'), decimalPlaces('TND'), decimalPlaces('XXX')]).toEqual([
      2,
      0,
      3,
      null,
    ]);
  });

  it('a link in a display leads only to the host of its template, whatever the value is', () => {
    const format: Format = { type: 'link', url: 'https://billing.acme.dev/orders/{}' };
    const href = (value: string) => formatted(format, value, { params: {}, hosts: HOSTS })?.href ?? null;
    expect(href("a/b?c#d e'")).toBe('https://billing.acme.dev/orders/a%2Fb%3Fc%23d%20e%27');
    for (const value of ['', '.', '..', '\ud83d']) expect(href(value)).toBeNull();
    fc.assert(
      fc.property(aText, (value) => {
        const link = href(value);
        if (link === null) return;
        const { origin, pathname, search, hash } = new URL(link);
        expect([origin, search, hash]).toEqual(['https://billing.acme.dev', '', '']);
        expect(pathname.startsWith('/orders/') && pathname.split('/')).toHaveLength(3);
        expect(decodeURIComponent(pathname.slice('/orders/'.length))).toBe(value);
      }),
    );
  });
});

describe('a display', () => {
  it.each<[string, Partial<Display>, RegExp]>([
    ['a title with a param that is not listed', { title: '{x}' }, /\{x\} is not in the list/],
    ['a title that delimits words as a value', { title: 'Refund «EUR 1»' }, /^title: /],
    ['a title with a character that does not show', { title: 'Re\u200bfund' }, /^title: /],
    ['a title with a brace', { title: 'Refund {' }, /^title: /],
    [
      'a param twice',
      { title: 'x', params: [1, 2].map(() => ({ param: 'a', label: 'A', format: { type: 'text' } as const })) },
      /"a" is there twice/,
    ],
    [
      'a label that ends a value',
      { title: 'x', params: [{ param: 'a', label: 'A»', format: { type: 'text' } }] },
      /label of "a"/,
    ],
    [
      'an unknown currency',
      {
        title: 'x',
        params: [{ param: 'a', label: 'A', format: { type: 'money', currency: { code: 'EURO' }, unit: 'minor' } }],
      },
      /"EURO" is no currency/,
    ],
    [
      'a zone of the machine',
      { title: 'x', params: [{ param: 'a', label: 'A', format: { type: 'time', from: 'epoch_s', zone: 'local' } }] },
      /"local" is not UTC/,
    ],
    [
      'a link to another host',
      { title: 'x', params: [{ param: 'a', label: 'A', format: { type: 'link', url: 'https://evil.example/{}' } }] },
      /evil\.example is not one of the hosts/,
    ],
    [
      'a link without https',
      { title: 'x', params: [{ param: 'a', label: 'A', format: { type: 'link', url: 'http://billing.acme.dev/{}' } }] },
      /must be https/,
    ],
    [
      'a link whose value is the host',
      { title: 'x', params: [{ param: 'a', label: 'A', format: { type: 'link', url: 'https://{}/' } }] },
      /must be https/,
    ],
    [
      'a link with user info',
      {
        title: 'x',
        params: [{ param: 'a', label: 'A', format: { type: 'link', url: 'https://billing.acme.dev@evil.example/{}' } }],
      },
      /must be https/,
    ],
  ])('a display is refused with %s', (_, more, why) => {
    expect(displayProblems(aDisplay(more))).toEqual([expect.stringMatching(why)]);
    expect(parseDisplay(displayText(aDisplay(more)))).toBeNull();
  });
});

it('a display shows no character that this runtime, or the current Unicode tables, would not show', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!isShownCharacter(code)) continue;
    const [piece, ...more] = piecesOf(`a${String.fromCodePoint(code)}b`);
    if (piece?.kind !== 'text' || more.length > 0) throw new Error(`U+${code.toString(16)} does not show`);
  }
  expect([...'aЖ金é€·😀'].every((point) => isShownCharacter(point.codePointAt(0)!))).toBe(true);
  expect([0x200b, 0x202e, 0xad, 0x3164, 0xe0061, 0x2800, 0xd83d, 10].some(isShownCharacter)).toBe(false);
});

/** How large a display can be, and that what it shows does not depend on the order in which params were sent. */
const TEXT = { type: 'text' } as const;
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const params = (count: number) => many(count, (n) => ({ param: `p${n}`, label: 'Label', format: TEXT }));
const param = (name: string, label: string) => [{ param: name, label, format: TEXT }];

it.each<[string, number, (size: number) => Partial<Display>]>([
  ['characters of its title', 200, (size) => ({ title: 'x'.repeat(size), params: [] })],
  ['params', 24, (size) => ({ title: 'x', params: params(size) })],
  ['characters of a param', 64, (size) => ({ title: 'x', params: param('p'.repeat(size), 'Label') })],
  ['characters of a label', 64, (size) => ({ title: 'x', params: param('p', 'L'.repeat(size)) })],
  ['hosts', 10, (size) => ({ hosts: many(size, (n) => ({ host: `h${n}.example.org`, words: 'Host' })) })],
  ['characters of the words of a host', 64, (size) => ({ hosts: [{ host: 'example.org', words: 'w'.repeat(size) }] })],
  [
    'documents',
    MAX_EVIDENCE_DOCUMENTS,
    (size) => ({ evidence: many(size, (n) => ({ name: `d${n}`, kind: 'text' as const })) }),
  ],
])('a display can have as many %s as %i, and not one more', (_, most, fields) => {
  const isRead = (size: number) => parseDisplay(displayText(aPayment(fields(size)))) !== null;
  expect([isRead(most), isRead(most + 1)]).toEqual([true, false]);
});

it('params that a display does not list follow by their keys, so the digest of what was shown has one value', () => {
  const sent = { to: 'acct_7', z: '1', amount: '100', a: '2', m: '3', B: '4' };
  const reversed = Object.fromEntries(Object.entries(sent).reverse());
  expect(render(aPayment(), sent).lines.map((line) => line.param)).toEqual(['amount', 'to', 'B', 'a', 'm', 'z']);
  expect(render(aPayment(), reversed)).toEqual(render(aPayment(), sent));
  expect(digestsOf(aPayment(), reversed)).toEqual(digestsOf(aPayment(), sent));
});

/** Amounts are compared as numbers are written, to the last digit. */
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
