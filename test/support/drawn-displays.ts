/** Random displays and params, including texts of somebody who wants to mislead readers. */
import * as fc from 'fast-check';
import type { Display, Format } from '../../src/protocol/display/display';
import type { Params } from '../../src/protocol/display/render';
import { ANY_CHARACTER } from './characters';

export const HOSTS = [{ host: 'billing.acme.dev', words: 'Billing' }];
export const aDisplay = (more: Partial<Display> = {}): Display => ({
  v: 1,
  renderer: 1,
  title: 'Refund {amount} · order {order}',
  params: [
    { param: 'amount', label: 'Amount', format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' } },
    { param: 'order', label: 'Order', format: { type: 'link', url: 'https://billing.acme.dev/orders/{}' } },
  ],
  hosts: HOSTS,
  ...more,
});

/** The text of which this is the marked form. */
export const unmarked = (text: string): string =>
  text.replace(/\[U\+([0-9A-F]{4,6})\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Parses `shown.txt` by its form alone, without the display. */
export function readBack(text: string): Params {
  const LINE =
    /^(?:[^«»]* )?«([^«»]*)»: (?:\(absent\)|«([^«»]*)»(?:, sent as «([^«»]*)»)?(?: \(does not fit: \w+\))?)$/u;
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  return Object.fromEntries(
    lines.slice(1).flatMap((line) => {
      const found = LINE.exec(line);
      if (found === null) throw new Error(`no line of a param: ${line}`);
      const [, key = '', value, raw = value] = found;
      return raw === undefined ? [] : [[unmarked(key), unmarked(raw)]];
    }),
  );
}

// Ordinary texts, and texts of somebody who wants to mislead readers.
const NASTY = [
  '«',
  '»',
  '[U+200B]',
  '[U+',
  '[',
  '\u200b',
  '\u202e',
  '\u2066',
  '{amount}',
  '"',
  "'",
  '\n',
  ' ',
  '  ',
  '\ud83d',
  'پول',
  '金額',
  'Ж',
  '😀',
  '(absent)',
  ', sent as ',
  '__proto__',
  '-0',
  '00',
  '1e9',
  '9'.repeat(40),
  '-12.50',
  '4800000',
];
export const aText = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: ANY_CHARACTER, maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const KEYS = ['amount', 'order', 'note', 'to', 'currency', '«x»', '[U+0041]', ' a ', '__proto__', 'ключ'];
export const theParams = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...KEYS),
        aText.filter((key) => key !== ''),
      ),
      aText,
    ),
    { maxLength: 6, selector: ([key]) => key },
  )
  // Own properties, whatever they are called.
  .map((entries) => Object.fromEntries(entries) as Params);
const aFormat: fc.Arbitrary<Format> = fc.oneof(
  fc.record({
    type: fc.constant('money' as const),
    currency: fc.constantFrom({ code: 'EUR' }, { code: 'JPY' }, { code: 'KWD' }, { param: 'currency' }),
    unit: fc.constantFrom('minor' as const, 'major' as const),
  }),
  fc.constantFrom<Format>(
    { type: 'number' },
    { type: 'bytes' },
    { type: 'date' },
    { type: 'operator' },
    { type: 'code' },
    { type: 'text' },
  ),
  fc.constantFrom<Format>(
    { type: 'duration', unit: 'seconds' },
    { type: 'time', from: 'epoch_ms', zone: '+05:45' },
    { type: 'link', url: 'https://billing.acme.dev/o/{}?x=1' },
  ),
);
export const theDisplays = fc
  .record({
    formats: fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), aFormat), { maxLength: 5, selector: ([key]) => key }),
    // Two params may have one label.
    label: fc.constantFrom('Amount', 'Betrag', '金額'),
  })
  .map(({ formats, label }): Display => {
    const titled = formats.map(([key]) => key).filter((key) => !/[{}]/.test(key));
    return aDisplay({
      title: ['Do it', ...titled.map((key) => `{${key}}`)].join(' '),
      params: formats.map(([param, format]) => ({ param, label, format })),
    });
  });
