/** Instants and durations at their limits, in a zone that is not UTC. */
import {
  formatAgo,
  formatClock,
  formatDay,
  formatDuration,
  formatInstant,
  formatLeft,
  formatLeftRoughly,
  formatProgramTime,
  fromLocalField,
  sayDuration,
  sayRoughly,
  showTimesIn,
  toLocalField,
} from '../../../src/console/lib/format';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0:00', '0 seconds'],
  [SECOND, '0:01', '1 second'],
  [MINUTE - 1, '0:59', '59 seconds'],
  [MINUTE, '1:00', '1 minute 0 seconds'],
  [HOUR - 1, '59:59', '59 minutes 59 seconds'],
  [HOUR, '1 h 00 min', '1 hour 0 minutes'],
  [2 * HOUR + 9 * MINUTE, '2 h 09 min', '2 hours 9 minutes'],
  [DAY - 1, '23 h 59 min', '23 hours 59 minutes'],
  [DAY, '1 d 0 h', '1 day 0 hours'],
  [2 * DAY + 23 * HOUR, '2 d 23 h', '2 days 23 hours'],
])('if %d ms are left, the page says %s, in words %s', (ms, shown, said) => {
  expect([formatLeft(ms), sayDuration(ms)]).toEqual([shown, said]);
});

test.each([
  [0, 'under 1 s'],
  [999, 'under 1 s'],
  [1000, '1 s'],
  [MINUTE - 1, '59 s'],
  [MINUTE, '1 min'],
  [MINUTE + SECOND - 1, '1 min'],
  [90 * SECOND, '1 min 30 s'],
  [2 * MINUTE, '2 min'],
  [10 * MINUTE - 1, '9 min 59 s'],
  [10 * MINUTE + 59 * SECOND, '10 min'],
  [HOUR - 1, '59 min'],
  [HOUR, '1 h'],
  [HOUR + MINUTE, '1 h 1 min'],
  [3 * HOUR + 10 * MINUTE, '3 h 10 min'],
  [DAY - 1, '23 h 59 min'],
  [DAY, '1 d'],
  [2 * DAY + 3 * HOUR, '2 d 3 h'],
])('a duration of %d ms is shown in the units that people use, as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [9949, '9.9 s'],
  [10_000, '10 s'],
  [MINUTE, '1 min'],
])('how long a program took, %d ms, is shown as %s', (ms, text) => {
  expect(formatProgramTime(ms)).toBe(text);
});

test.each([
  [0, 'just now'],
  [4999, 'just now'],
  [5000, '5 s ago'],
  [MINUTE - 1, '59 s ago'],
  [MINUTE, '1 min ago'],
  [HOUR - 1, '59 min ago'],
  [HOUR, '1 h ago'],
  [DAY - 1, '23 h ago'],
  [DAY, '1 d ago'],
  [3 * DAY - 1, '2 d ago'],
])('an instant %d ms ago is shown as %s', (ms, text) => {
  expect(formatAgo(ms)).toBe(text);
});

test.each([
  [-1, '0:00', '0 seconds'],
  [0, '0:00', '0 seconds'],
  [MINUTE - 1, '0:59', '59 seconds'],
  [MINUTE, '1 min', '1 minute'],
  [HOUR - 1, '59 min', '59 minutes'],
  [HOUR, '1 h 0 min', '1 hour'],
  [2 * HOUR + 10 * MINUTE, '2 h 10 min', '2 hours'],
  [DAY - 1, '23 h 59 min', '23 hours'],
  [DAY, '1 d 0 h', '1 day'],
  [2 * DAY + 3 * HOUR, '2 d 3 h', '2 days'],
])('if roughly %d ms are left, the page says %s, in words %s', (ms, shown, said) => {
  expect([formatLeftRoughly(ms), sayRoughly(Math.max(0, ms))]).toEqual([shown, said]);
});

test('a deadline that passed long ago has passed', () => {
  expect([formatLeft(-DAY), sayDuration(-DAY)]).toEqual(['0:00', '0 seconds']);
});

test('an instant has its day and its seconds, and midnight begins the day', () => {
  const local = new Date(2026, 10, 20, 0, 5, 9).getTime();
  expect(formatInstant(local)).toMatch(/20.*2026.*\b00:05:09$/);
  expect(formatDay(local)).toMatch(/20.*2026/);
  expect(formatDay(local)).not.toContain(':');
  // The month by its name: nobody can take it for the day.
  for (const text of [formatInstant(local), formatDay(local)]) expect(text).toMatch(/\p{L}{3}/u);
  expect(formatClock(local)).toBe('00:05');
  expect(formatClock(local + 13 * HOUR)).toBe('13:05');
});

test('a date field has the time of this device, and reads it back', () => {
  const noon = Date.UTC(2026, 10, 20, 12, 34);
  const here = new Date(noon);
  const two = (n: number) => String(n).padStart(2, '0');
  expect(here.getTimezoneOffset()).not.toBe(0);
  expect(toLocalField(noon)).toBe(`2026-11-${two(here.getDate())}T${two(here.getHours())}:${two(here.getMinutes())}`);
  expect(fromLocalField(toLocalField(noon))).toBe(noon);
});

test.each([
  '',
  'tomorrow',
  '2026-13-01T00:00',
  '0002-11-20T12:34',
  '0202-11-20T12:34',
  '9999-12-31T23:59',
  '20261-11-20T12:34',
])('a date field with %j names no instant', (value) => {
  expect(fromLocalField(value)).toBeUndefined();
});

describe('in a time zone that was chosen', () => {
  afterEach(() => showTimesIn(undefined));

  test.each([
    ['UTC', '22 Nov 2026, 14:22:05', '2026-11-22T14:22'],
    ['America/New_York', '22 Nov 2026, 09:22:05', '2026-11-22T09:22'],
    ['Asia/Kathmandu', '22 Nov 2026, 20:07:05', '2026-11-22T20:07'],
  ])('an instant is shown and typed in the time zone %s in one notation', (zone, shown, field) => {
    showTimesIn(zone);
    const at = Date.UTC(2026, 10, 22, 14, 22, 5);
    expect([formatInstant(at), toLocalField(at)]).toEqual([shown, field]);
    expect(fromLocalField(field)).toBe(at - 5 * SECOND);
  });

  test('a time that is typed on the day when the clocks change has its own offset', () => {
    showTimesIn('Europe/Berlin');
    // At 01:00 UTC on 25 October 2026 the clocks go back from 03:00 to 02:00.
    for (const at of [Date.UTC(2026, 9, 24, 23, 30), Date.UTC(2026, 9, 25, 2, 30), Date.UTC(2026, 2, 29, 1, 30)]) {
      expect(fromLocalField(toLocalField(at))).toBe(at);
    }
  });
});
