/** The days of a calendar in a time zone (operation getOverview). */

/** An IANA name, and no offset such as `+02:00`, which has no calendar. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    dateIn(name);
    return true;
  } catch {
    return false;
  }
}

/** When each of the last days begins, oldest first; the last one is the day of `nowMs`. A day can have 23 or 25 hours. */
export function dayStarts(nowMs: number, count: number, zone: string): number[] {
  const dateOf = dateIn(zone);
  const today = dateOf(nowMs);
  return Array.from({ length: count }, (_, index) => startOf(today - (count - 1 - index) * DAY_MS, dateOf));
}

const DAY_MS = 24 * 3600_000;
/** No zone is further from UTC than 14 hours. */
const FARTHEST_MS = 15 * 3600_000;

/** The first second of a date. Midnight itself can be missing, where the clock is put forward at midnight. */
function startOf(date: number, dateOf: (atMs: number) => number): number {
  let [before, start] = [(date - FARTHEST_MS) / 1000, (date + FARTHEST_MS) / 1000];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dateOf(middle * 1000) < date) before = middle;
    else start = middle;
  }
  return start * 1000;
}

/** The date on which an instant is, as midnight of the same date in UTC. */
function dateIn(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  return (atMs) => {
    const parts = format.formatToParts(atMs);
    const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
    return Date.UTC(of('year'), of('month') - 1, of('day'));
  };
}
