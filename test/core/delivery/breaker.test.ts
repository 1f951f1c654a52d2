/** When an endpoint is failing, and what its breaker does (docs/decisions/endpoint-breaker.md). */
import type { Endpoint } from '../../../src/core/administration/config';
import {
  countsAsHourly,
  failing,
  HIGHEST_RATE,
  mayOpen,
  parks,
  releaseRate,
  reportOf,
} from '../../../src/core/delivery/breaker';
import type { Attempt, Delivery } from '../../../src/core/delivery/delivery';
import { anEndpoint } from '../../store/conformance/config-items';
import { at, hours, ORG } from '../../support/builders';

const endpoint = (patch: Partial<Endpoint> = {}) => anEndpoint(ORG, patch);
const delivery = (patch: Partial<Delivery>) => ({ state: 'pending', test: false, failures: 0, ...patch }) as Delivery;
const attempts = (outcome: string, ...times: string[]) =>
  times.map((time) => ({ outcome, startedAtMs: at(time), finishedAtMs: at(time) + 10 }) as Attempt);
const FIVE = attempts('refused', '12:00', '12:01', '12:02', '12:03', '12:04');

describe('an endpoint', () => {
  test('is failing after five failed attempts over five minutes, since the first of them', () => {
    expect(failing(FIVE, null, at('12:05'))).toEqual({ sinceMs: at('12:00'), attempts: 5 });
    expect(failing(FIVE, null, at('12:04:59.999'))).toBeNull();
    expect(failing(FIVE.slice(1), null, at('13:00'))).toBeNull();
  });

  test('is not failing by what failed before its last success, in the history or as it was reported', () => {
    expect(failing([...FIVE, ...attempts('delivered', '12:04:30')], null, at('13:00'))).toBeNull();
    expect(failing(FIVE, at('12:00:01'), at('13:00'))).toBeNull();
    expect(failing([...FIVE, ...attempts('refused', '12:05')], at('12:00:01'), at('13:00'))).toMatchObject({
      attempts: 5,
    });
  });
});

describe('an attempt', () => {
  const ill = endpoint({ failingSinceMs: at('12:00') });
  test.each([
    ['that succeeds at a healthy endpoint says nothing', endpoint(), delivery({ state: 'delivered' }), '12:00', null],
    ['that succeeds at a failing one says so', ill, delivery({ state: 'delivered' }), '12:30', 'succeeded'],
    ['says nothing when it is one of the first four to fail', endpoint(), delivery({ failures: 4 }), '12:00', null],
    ['says so when it is the fifth', endpoint(), delivery({ failures: 5 }), '12:00', 'failed'],
    ['of a test event that fails says nothing', endpoint(), delivery({ failures: 5, test: true }), '12:00', null],
    ['says nothing new of an endpoint that is known to fail', ill, delivery({ failures: 11 }), '13:59', null],
    ['says so after two hours, if it is an hourly one', ill, delivery({ failures: 11 }), '14:00', 'failed'],
    ['says nothing then, if it is a short step', ill, delivery({ failures: 10 }), '14:00', null],
  ] as const)('%s', (_, at_, after, time, expected) => expect(reportOf(at_, after, at(time))).toBe(expected));

  test('parks its delivery only at the hourly step, and only while the breaker is open', () => {
    const open = endpoint({ breakerSinceMs: at('14:00') });
    expect([parks(open, { failures: 10 }), parks(open, { failures: 11 }), parks(endpoint(), { failures: 11 })]).toEqual(
      [false, true, false],
    );
  });
});

describe('the breaker', () => {
  test('may open after two hours without a success, once', () => {
    const ill = endpoint({ failingSinceMs: at('12:00') });
    expect([mayOpen(ill, at('13:59:59')), mayOpen(ill, at('14:00')), mayOpen(endpoint(), at('14:00'))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(mayOpen({ ...ill, breakerSinceMs: at('14:00') }, at('14:00') + hours(3))).toBe(false);
  });

  test('counts pending deliveries at hourly attempts, and no test event', () => {
    const all = [{ failures: 11 }, { failures: 10 }, { failures: 11, test: true }, { failures: 11, state: 'failed' }];
    expect(all.map((patch) => countsAsHourly(delivery(patch as Partial<Delivery>)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  const back = endpoint({ breakerSinceMs: at('14:00') });
  const none = { delivered: 0, failed: 0 };
  test.each([
    [
      'one while the endpoint is failing',
      { ...back, failingSinceMs: at('12:00') },
      40,
      { delivered: 10, failed: 0 },
      1,
    ],
    ['ten when it accepts again', back, 1, { delivered: 1, failed: 0 }, 10],
    ['twice as many while they arrive', back, 40, { delivered: 6, failed: 4 }, 80],
    ['as many as before while nothing is known of them', back, 40, none, 40],
    ['ten again when most of them failed', back, 640, { delivered: 4, failed: 6 }, 10],
    ['never more than the highest rate', back, HIGHEST_RATE, { delivered: 10, failed: 0 }, HIGHEST_RATE],
    ['all that it may when the endpoint is disabled', { ...back, enabled: false }, 1, none, HIGHEST_RATE],
    ['and when it is deleted', { ...back, deletedAtMs: at('15:00') }, 1, none, HIGHEST_RATE],
  ])('releases %s', (_, of, lastRate, last, expected) => expect(releaseRate(of, lastRate, last)).toBe(expected));
});
