/** The days of a calendar, also those of 23 and 25 hours (operation getOverview). */
import { dayStarts, isTimeZone } from '../../src/service/overview/rules';

const utc = (text: string): number => Date.parse(text);
const texts = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString());

describe('the days of a calendar', () => {
  it.each<[string, string, string, string[]]>([
    [
      'UTC',
      '2026-11-29T00:00:00.000Z',
      'its first millisecond',
      ['2026-11-28T00:00:00.000Z', '2026-11-29T00:00:00.000Z'],
    ],
    [
      'UTC',
      '2026-11-28T23:59:59.999Z',
      'its last millisecond',
      ['2026-11-27T00:00:00.000Z', '2026-11-28T00:00:00.000Z'],
    ],
    ['Asia/Kathmandu', '2026-11-28T18:15:00Z', 'a quarter', ['2026-11-27T18:15:00.000Z', '2026-11-28T18:15:00.000Z']],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '23 hours', ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z']],
    [
      'Europe/Berlin',
      '2026-03-30T12:00:00Z',
      'after 23 hours',
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ],
    [
      'Europe/Berlin',
      '2026-10-26T12:00:00Z',
      'after 25 hours',
      ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ],
    ['Pacific/Kiritimati', '2026-11-28T12:00:00Z', '14 hours ahead', ['2026-11-28T10:00:00.000Z']],
    ['Pacific/Niue', '2026-11-28T12:00:00Z', '11 hours behind', ['2026-11-28T11:00:00.000Z']],
    // The clock goes from 00:00 to 01:00, so this day has no midnight.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 'without midnight', ['2026-04-23T22:00:00.000Z']],
  ])('in %s at %s, a day begins on its date: %s', (zone, now, _, expected) => {
    expect(texts(dayStarts(utc(now), expected.length, zone))).toEqual(expected);
  });

  it('thirty days follow each other, and the last one is today', () => {
    const now = utc('2026-11-05T09:00:00Z');
    const starts = dayStarts(now, 30, 'America/New_York');
    const hours = starts.slice(1).map((start, index) => (start - starts[index]!) / 3_600_000);
    expect(hours.filter((each) => each !== 24)).toEqual([25]);
    expect(starts.at(-1)).toBe(utc('2026-11-05T05:00:00Z'));
  });

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Europe/Nowhere', false],
    ['+02:00', false],
    ['', false],
  ])('%j is the name of a time zone: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});
