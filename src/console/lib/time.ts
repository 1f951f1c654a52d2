/** Times and durations for people. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const instant = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export function formatInstant(ms: number): string {
  return instant.format(ms);
}

export function formatDay(ms: number): string {
  return day.format(ms);
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `12:02`, for what happened a moment ago. */
export function formatClock(ms: number): string {
  return clock.format(ms);
}

/** `12:34`, `0:09`, `1 h 04 min`, `2 d 3 h`: one width while it counts down. */
export function formatLeft(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`;
  return `${Math.floor(left / MINUTE)}:${two(Math.floor((left % MINUTE) / 1000))}`;
}

/** For a list, where a second more or less says nothing: `46 min`, `2 h 10 min`, `0:42`. */
export function formatLeftRoughly(ms: number): string {
  const left = Math.max(0, ms);
  if (left < MINUTE) return formatLeft(left);
  if (left < HOUR) return `${Math.floor(left / MINUTE)} min`;
  return left < DAY ? `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min` : formatLeft(left);
}

/** The same in words, for a voice. */
export function sayDuration(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY) return join(count(left / DAY, 'day'), count((left % DAY) / HOUR, 'hour'));
  if (left >= HOUR) return join(count(left / HOUR, 'hour'), count((left % HOUR) / MINUTE, 'minute'));
  return left >= MINUTE
    ? join(count(left / MINUTE, 'minute'), count((left % MINUTE) / 1000, 'second'))
    : count(left / 1000, 'second');
}

/** One unit alone: `4 minutes`. */
export function sayRoughly(ms: number): string {
  if (ms >= DAY) return count(ms / DAY, 'day');
  if (ms >= HOUR) return count(ms / HOUR, 'hour');
  return ms >= MINUTE ? count(ms / MINUTE, 'minute') : count(ms / 1000, 'second');
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / 1000)} s`;
  return formatLeft(ms);
}

export function formatAgo(ms: number): string {
  if (ms < 5000) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

/** For the value of a datetime-local field, in the zone of this device. */
export function toLocalField(ms: number): string {
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

export function fromLocalField(value: string): number | undefined {
  const ms = value === '' ? Number.NaN : new Date(value).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

const two = (n: number): string => String(n).padStart(2, '0');
const join = (left: string, right: string): string => `${left} ${right}`;

function count(n: number, unit: string): string {
  const whole = Math.floor(n);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
