/** When an endpoint is failing (docs/decisions/failing-endpoint.md). */
import type { Endpoint } from '../../../src/core/configuration/items';
import type { Attempt, Delivery } from '../../../src/core/delivery/delivery';
import { failing, reportOf } from '../../../src/core/delivery/failing';
import { anEndpoint } from '../../store/conformance/config-items';
import { at, ORG } from '../../support/builders';

const endpoint = (patch: Partial<Endpoint> = {}) => anEndpoint(ORG, patch);
const delivery = (patch: Partial<Delivery>) => ({ state: 'pending', test: false, failures: 0, ...patch }) as Delivery;
const attempts = (outcome: string, ...times: string[]) =>
  times.map((time) => ({ outcome, startedAtMs: at(time), finishedAtMs: at(time) + 10 }) as Attempt);
const FIVE = attempts('refused', '12:00', '12:01', '12:02', '12:03', '12:04');

describe('an endpoint', () => {
  test('an endpoint is failing after five failed attempts over five minutes, since the first of them', () => {
    expect(failing(FIVE, null, at('12:05'))).toEqual({ sinceMs: at('12:00'), attempts: 5 });
    expect(failing(FIVE, null, at('12:04:59.999'))).toBeNull();
    expect(failing(FIVE.slice(1), null, at('13:00'))).toBeNull();
  });

  test('an endpoint is not failing because of attempts before its last success', () => {
    expect(failing([...FIVE, ...attempts('delivered', '12:04:30')], null, at('13:00'))).toBeNull();
    expect(failing(FIVE, at('12:00:01'), at('13:00'))).toBeNull();
    expect(failing([...FIVE, ...attempts('refused', '12:05')], at('12:00:01'), at('13:00'))).toMatchObject({
      attempts: 5,
    });
  });
});

describe('an attempt that is compared with the last success', () => {
  const one = (outcome: string, started: string, finished: string) =>
    ({ outcome, startedAtMs: at(started), finishedAtMs: at(finished) }) as Attempt;
  const later = attempts('timed_out', '12:01', '12:02', '12:03', '12:04');
  const success = one('delivered', '11:59:50', '12:00');
  const since = (time: string) => ({ sinceMs: at(time), attempts: 5 });

  test.each<[string, Attempt[], string | null, ReturnType<typeof since> | null]>([
    [
      'began before it and timed out after it does not count',
      [success, one('timed_out', '11:59:59', '12:00:09'), ...later],
      null,
      null,
    ],
    ['began when it ended does not count', [success, one('refused', '12:00', '12:00:01'), ...later], null, null],
    [
      'began a millisecond later counts',
      [success, one('refused', '12:00:00.001', '12:00:01'), ...later],
      null,
      since('12:00:00.001'),
    ],
    [
      'began before a success that only a report knows does not count',
      [success, one('refused', '12:00:30', '12:00:31'), ...later],
      '12:00:30',
      null,
    ],
    [
      'began after an earlier success that a report knows, and before the last, does not count',
      [success, one('refused', '11:59', '11:59:01'), ...later],
      '11:58',
      null,
    ],
    [
      'began after both counts, whichever success is later',
      [success, one('refused', '12:00:01', '12:00:02'), ...later],
      '11:58',
      since('12:00:01'),
    ],
    ['was not sent does not count', [...later, ...attempts('not_sent', '12:00')], null, null],
    [
      'did not get an answer counts like one that was refused',
      [...later, ...FIVE.slice(4), ...FIVE.slice(0, 1)],
      null,
      {
        ...since('12:00'),
        attempts: 6,
      },
    ],
  ])('an attempt that %s', (_, all, reported, expected) => {
    expect(failing(all, reported === null ? null : at(reported), at('13:00'))).toEqual(expected);
  });
});

describe('an attempt', () => {
  const ill = endpoint({ failingSinceMs: at('12:00') });
  test.each([
    ['that succeeds at a healthy endpoint reports nothing', endpoint(), delivery({ state: 'delivered' }), null],
    ['that succeeds at a failing endpoint reports the success', ill, delivery({ state: 'delivered' }), 'succeeded'],
    ['that is one of the first four to fail reports nothing', endpoint(), delivery({ failures: 4 }), null],
    ['that is the fifth to fail reports the failure', endpoint(), delivery({ failures: 5 }), 'failed'],
    ['of a test event that fails reports nothing', endpoint(), delivery({ failures: 5, test: true }), null],
    ['that fails at an endpoint already known to fail reports nothing', ill, delivery({ failures: 11 }), null],
  ] as const)('an attempt %s', (_, at_, after, expected) => expect(reportOf(at_, after)).toBe(expected));
});
