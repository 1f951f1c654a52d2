/** How times, durations, counts and messages are written for people. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The same format for everyone: `22 Nov 2026, 14:22:05`. A list of requests reads the same in a screenshot and on a
 * call.
 */
const NOTATION = 'en-GB';

function formatsFor(timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(NOTATION, { timeZone, hourCycle: 'h23', ...options });
  return {
    instant: format({ dateStyle: 'medium', timeStyle: 'medium' }),
    day: format({ dateStyle: 'medium' }),
    weekday: format({ weekday: 'short' }),
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    // In the format of a datetime-local field.
    field: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  };
}

let formats = formatsFor(undefined);

/** Undefined: this device's time zone. */
export function showTimesIn(zone: string | undefined): void {
  formats = formatsFor(zone);
}

export function formatInstant(ms: number): string {
  return formats.instant.format(ms);
}

export function formatDay(ms: number): string {
  return formats.day.format(ms);
}

/** `Mon` */
export const formatWeekday = (ms: number): string => formats.weekday.format(ms);

/** `12:02`, for something that happened a moment ago. */
export function formatClock(ms: number): string {
  return formats.clock.format(ms);
}

/** `12:34`, `0:09`, `1 h 04 min`, `2 d 3 h`: the width stays the same during the countdown. */
export function formatLeft(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`;
  return `${Math.floor(left / MINUTE)}:${two(Math.floor((left % MINUTE) / 1000))}`;
}

/** For a list, where a second more or less does not matter: `46 min`, `2 h 10 min`, `0:42`. */
export function formatLeftRoughly(ms: number): string {
  const left = Math.max(0, ms);
  if (left < MINUTE) return formatLeft(left);
  if (left < HOUR) return `${Math.floor(left / MINUTE)} min`;
  return left < DAY ? `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min` : formatLeft(left);
}

/** The same in words, for screen readers. */
export function sayDuration(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY) return `${count(left / DAY, 'day')} ${count((left % DAY) / HOUR, 'hour')}`;
  if (left >= HOUR) return `${count(left / HOUR, 'hour')} ${count((left % HOUR) / MINUTE, 'minute')}`;
  return left >= MINUTE
    ? `${count(left / MINUTE, 'minute')} ${count((left % MINUTE) / 1000, 'second')}`
    : count(left / 1000, 'second');
}

/** In one unit only: `4 minutes`. */
export function sayRoughly(ms: number): string {
  if (ms >= DAY) return count(ms / DAY, 'day');
  if (ms >= HOUR) return count(ms / HOUR, 'hour');
  return ms >= MINUTE ? count(ms / MINUTE, 'minute') : count(ms / 1000, 'second');
}

/** How long something took, in the units that people use: `12 s`, `1 min 30 s`, `46 min`, `3 h 10 min`, `2 d`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return 'under 1 s';
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`;
  // After ten minutes a second does not matter.
  if (ms < 10 * MINUTE) return inTwo(ms, [MINUTE, 'min'], [1000, 's']);
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? inTwo(ms, [HOUR, 'h'], [MINUTE, 'min']) : inTwo(ms, [DAY, 'd'], [HOUR, 'h']);
}

type Unit = readonly [ms: number, name: string];

function inTwo(ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}

/** How long a program took: `312 ms`, `1.5 s`, `12 s`. */
export function formatProgramTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms);
}

export function formatAgo(ms: number): string {
  if (ms < 5000) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

/** For a datetime-local field, in the time zone of the page. */
export function toLocalField(ms: number): string {
  return formats.field.format(ms).replace(' ', 'T');
}

/** What such a field accepts. The date of a later instant may have another form in another time zone. */
export const FIELD_RANGE = { min: '1970-01-01T00:00', max: '9999-12-30T23:59' } as const;

export function fromLocalField(value: string): number | undefined {
  const asUtc = Date.parse(`${value}Z`);
  if (Number.isNaN(asUtc) || value < FIELD_RANGE.min || value > FIELD_RANGE.max) return undefined;
  const offsetAt = (ms: number) => Date.parse(`${toLocalField(ms)}Z`) - Math.floor(ms / MINUTE) * MINUTE;
  // Where the clocks change in between, the offset of the guess can differ from that of the instant.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

const two = (n: number): string => String(n).padStart(2, '0');
const count = (n: number, unit: string): string => counted(Math.floor(n), unit);

const NUMBERS = new Intl.NumberFormat('en-GB');

/** `1,842`. */
export const formatCount = (count: number): string => NUMBERS.format(count);

/** `1 file`, `1,842 files`. */
export const counted = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

const ISO = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g;

/** A message of the service as a sentence, with its times as this device writes them. */
export function sentence(text: string): string {
  const plain = text.replace(ISO, (iso) => formatInstant(Date.parse(iso)));
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
