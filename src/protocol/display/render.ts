/**
 * Renders what people are shown of a request: structured lines, and their text. Pages, mails, chats, the client and the
 * verifier only lay out these lines. The result does not depend on a locale, on the time zone of the machine or on the
 * Unicode version of the runtime.
 */

import { assertNever } from '../result';
import { thousands } from '../shown/amount';
import { decimalPlaces } from './currencies';
import { type Display, type Format, type LinkHost, type ShownParam, titlePieces } from './display';
import { marked } from './marks';

export type Params = Readonly<Record<string, string>>;

export interface Shown {
  readonly title: readonly ShownPiece[];
  /** One for each param, and one for each param of the display that the request does not have. */
  readonly lines: readonly ShownLine[];
}

/** `value` is the text between the delimiters. Null if the request has no such param. */
export type ShownPiece = { readonly words: string } | { readonly param: string; readonly value: string | null };

export interface ShownLine {
  readonly param: string;
  /** The param's name, with marks for invisible characters. */
  readonly key: string;
  /** Null: the display does not list the param. */
  readonly label: string | null;
  readonly type: Format['type'];
  /** With marks for invisible characters. Null if the request has no such param. */
  readonly value: string | null;
  /** The param as it was sent, with marks, if it differs from `value`. */
  readonly raw: string | null;
  /** False: the value does not fit its format, so it is shown as it was sent. */
  readonly fits: boolean;
  /** The URL of a link. */
  readonly href: string | null;
}

const RENDERERS: Readonly<Record<Display['renderer'], (display: Display, params: Params) => Shown>> = {
  1: renderFirst,
};

export const render = (display: Display, params: Params): Shown => RENDERERS[display.renderer](display, params);

function renderFirst(display: Display, params: Params): Shown {
  const listed = new Set(display.params.map(({ param }) => param));
  const rest = Object.keys(params)
    .filter((param) => !listed.has(param))
    .sort();
  const lines = [
    ...display.params.map((param) => lineOf(display, params, param)),
    ...rest.map((param) => lineOf(display, params, { param, label: null, format: { type: 'text' } })),
  ];
  const title = titlePieces(display.title).map((piece): ShownPiece => {
    if ('words' in piece) return piece;
    return { param: piece.param, value: lines.find(({ param }) => param === piece.param)?.value ?? null };
  });
  return { title, lines };
}

type Listed = Omit<ShownParam, 'label'> & { readonly label: string | null };

function lineOf(display: Display, params: Params, { param, label, format }: Listed): ShownLine {
  const common = { param, key: marked(param), label, type: format.type };
  if (!Object.hasOwn(params, param)) return { ...common, value: null, raw: null, fits: true, href: null };
  const sent = params[param]!;
  const found: Formatted | null = formatted(format, sent, { params, hosts: display.hosts });
  const [value, raw] = [marked(found?.text ?? sent), marked(sent)];
  return { ...common, value, raw: value === raw ? null : raw, fits: found !== null, href: found?.href ?? null };
}

/*
 * How renderer 1 formats values. Each function returns null if the value does not fit its format. The value is then shown
 * as it was sent. Numbers are handled as text and as integers of any size, never as floating point.
 */

export interface Formatted {
  readonly text: string;
  readonly href?: string;
}

export interface FormatContext {
  readonly params: Readonly<Record<string, string>>;
  readonly hosts: readonly LinkHost[];
}

export function formatted(format: Format, value: string, context: FormatContext): Formatted | null {
  switch (format.type) {
    case 'money':
      return shown(money(value, currencyOf(format.currency, context.params), format.unit));
    case 'number':
      return shown(grouped(value));
    case 'bytes':
      return shown(bytes(value));
    case 'duration':
      return shown(duration(value, format.unit));
    case 'date':
      return shown(date(value));
    case 'time':
      return shown(time(value, format.from, format.zone));
    case 'operator':
      return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value) ? { text: value } : null;
    case 'link':
      return link(value, format.url, context.hosts);
    case 'code':
    case 'text':
      return { text: value };
    default:
      return assertNever(format);
  }
}

const shown = (text: string | null): Formatted | null => (text === null ? null : { text });

/** One spelling for each number: no `+1`, `01`, `1.`, `-0`, `1e3`. */
const DECIMAL = /^(?!-0(?:\.0*)?$)(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
const WHOLE = /^(0|[1-9]\d*)$/;

function currencyOf(currency: Extract<Format, { type: 'money' }>['currency'], params: FormatContext['params']): string {
  if ('code' in currency) return currency.code;
  return Object.hasOwn(params, currency.param) ? params[currency.param]! : '';
}

function money(value: string, currency: string, unit: 'minor' | 'major'): string | null {
  const [match, places] = [DECIMAL.exec(value), decimalPlaces(currency)];
  if (match === null || places === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > (unit === 'minor' ? 0 : places)) return null;
  const digits = unit === 'minor' ? whole.padStart(places + 1, '0') : `${whole}${fraction.padEnd(places, '0')}`;
  const point = digits.length - places;
  const minor = places === 0 ? '' : `.${digits.slice(point)}`;
  return `${currency} ${sign}${thousands(digits.slice(0, point))}${minor}`;
}

function grouped(value: string): string | null {
  const match = DECIMAL.exec(value);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction] = match;
  return `${sign}${thousands(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** In the largest unit of which there is at least one, rounded down to a tenth. */
function bytes(value: string): string | null {
  if (!WHOLE.test(value)) return null;
  const count = BigInt(value);
  let unit = 0;
  while (unit < UNITS.length - 1 && count >= 1024n ** BigInt(unit + 1)) unit++;
  const tenths = (count * 10n) / 1024n ** BigInt(unit);
  const tenth = tenths % 10n === 0n ? '' : `.${tenths % 10n}`;
  return `${thousands(String(tenths / 10n))}${tenth} ${UNITS[unit]}`;
}

const STEPS = [
  ['d', 86_400_000n],
  ['h', 3_600_000n],
  ['min', 60_000n],
  ['s', 1000n],
  ['ms', 1n],
] as const;

function duration(value: string, unit: 'seconds' | 'milliseconds'): string | null {
  if (!WHOLE.test(value)) return null;
  let rest = BigInt(value) * (unit === 'seconds' ? 1000n : 1n);
  const parts = STEPS.flatMap(([name, ms]) => {
    const count = rest / ms;
    rest %= ms;
    return count === 0n ? [] : [`${thousands(String(count))} ${name}`];
  });
  return parts.length === 0 ? `0 ${unit === 'seconds' ? 's' : 'ms'}` : parts.join(' ');
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function date(value: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  const atMs = match === null ? Number.NaN : Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(atMs) || isoOf(atMs).slice(0, 10) !== value ? null : dayOf(value);
}

/** Writes the day `YYYY-MM-DD` with the name of its month. */
const dayOf = (iso: string): string =>
  `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;

const isoOf = (ms: number): string => new Date(ms).toISOString();
/** The years from 1 to 9999. */
const [FIRST_MS, END_MS] = [-62_135_596_800_000, 253_402_300_800_000];

function time(value: string, from: 'epoch_ms' | 'epoch_s' | 'rfc3339', zone: string): string | null {
  const ms = instantOf(value, from);
  if (ms === null) return null;
  const local = ms + offsetMs(zone);
  if (local < FIRST_MS || local >= END_MS) return null;
  const iso = isoOf(local);
  const fraction = iso.slice(19, 23) === '.000' ? '' : iso.slice(19, 23);
  return `${dayOf(iso)}, ${iso.slice(11, 19)}${fraction} ${zone === 'UTC' ? zone : `UTC${zone}`}`;
}

const RFC3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function instantOf(value: string, from: 'epoch_ms' | 'epoch_s' | 'rfc3339'): number | null {
  if (from !== 'rfc3339')
    return /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) * (from === 'epoch_s' ? 1000 : 1) : null;
  const match = RFC3339.exec(value);
  // JavaScript would read 30 February as a day in March.
  return match === null || date(match[1]!) === null ? null : Date.parse(value);
}

function offsetMs(zone: string): number {
  if (zone === 'UTC') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** A value of only dots would lead to another path, encoded or not. */
function link(value: string, url: string, hosts: readonly LinkHost[]): Formatted | null {
  if (!value.isWellFormed() || /^\.*$/.test(value)) return null;
  const host = /^https:\/\/([^/]+)\//.exec(url)?.[1] ?? '';
  const words = hosts.find((each) => each.host === host)?.words;
  if (words === undefined) return null;
  const encoded = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return { text: `${value} at ${words} (${host})`, href: url.replace('{}', () => encoded) };
}
