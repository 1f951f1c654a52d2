/** When an instance does not trust its own clock. */
import { createClockGuard, trustingClockGuard } from '../../src/adapters/system/time';

const NOON = Date.UTC(2026, 10, 20, 12);
const header = (ms: number) => new Date(ms).toUTCString();

describe('an instance’s clock', () => {
  let nowMs: number;
  let errors: number;
  let told: unknown[];
  const error = (...said: unknown[]) => {
    errors += 1;
    told = said;
  };
  const log = { info: () => undefined, warn: () => undefined, error };
  const guard = () => createClockGuard({ nowMs: () => nowMs }, log);
  beforeEach(() => {
    nowMs = NOON;
    errors = 0;
  });

  test.each([
    // A header has whole seconds, so up to 999 ms may have passed since.
    ['2.999 s ahead', 2999, true],
    ['3 s ahead', 3000, false],
    ['2 s behind', -2000, true],
    ['2.001 s behind', -2001, false],
    ['right', 0, true],
  ])('a clock that is %s of the store’s is judged', (_, aheadMs, isTrusted) => {
    const watched = guard();
    nowMs = NOON + aheadMs;
    watched.saw(header(NOON));
    if (isTrusted) expect(() => watched.assertTrusted()).not.toThrow();
    else expect(() => watched.assertTrusted()).toThrow(/clock/);
    expect(errors).toBe(isTrusted ? 0 : 1);
  });

  test('a clock is trusted before the first answer and again once it is right, and is reported once while it is wrong', () => {
    const watched = guard();
    expect(() => watched.assertTrusted()).not.toThrow();
    for (const offset of [-5000, -6000, 0, -5000]) {
      nowMs = NOON + offset;
      watched.saw(header(NOON));
    }
    expect(errors).toBe(2);
    nowMs = NOON;
    watched.saw(header(NOON));
    expect(() => watched.assertTrusted()).not.toThrow();
  });

  test('a wrong clock is reported with the difference, also after it was at the limit', () => {
    const watched = guard();
    for (const offset of [-2000, -2001]) {
      nowMs = NOON + offset;
      watched.saw(header(NOON));
      expect(errors).toBe(offset === -2000 ? 0 : 1);
    }
    expect(told).toEqual(['clock_skew: claims and turns are refused on this instance', { offset_ms: -2001 }]);
    expect(() => watched.assertTrusted()).toThrow("this instance's clock is -2001 ms off the store's");
    nowMs = NOON + 3500;
    watched.saw(header(NOON));
    expect(() => watched.assertTrusted()).toThrow("this instance's clock is 2501 ms off the store's");
  });

  test('a single machine’s clock is always trusted', () => {
    expect(() => trustingClockGuard.assertTrusted()).not.toThrow();
  });

  test.each([undefined, '', 'soon'])(
    'a clock stays as it was judged if the date of an answer reads %j',
    (unreadable) => {
      const watched = guard();
      nowMs = NOON - 5000;
      watched.saw(header(NOON));
      watched.saw(unreadable);
      expect(() => watched.assertTrusted()).toThrow();
    },
  );
});
