import type { Request } from '../../../src/core/request/request';
import { countOutcomes, percentile, timesByOperator, timesToVerdictMs } from '../../../src/core/request/statistics';
import { abortedBy, aRequest, refusedBy, seconds, settledBy, turnedBy } from '../../support/builders';

const requests = [
  aRequest(),
  aRequest({}, turnedBy('op_alpha')),
  aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:01')),
  aRequest({}, refusedBy('op_bravo', '12:05')),
  aRequest({}, abortedBy('op_bravo', '12:02')),
  aRequest({}, settledBy('14:00')),
];

describe('requests at a glance', () => {
  it('counts each by its outcome, and as pending while there is none', () => {
    expect(countOutcomes(requests)).toEqual({ authorized: 1, denied: 1, aborted: 1, expired: 1, pending: 2 });
  });

  it('measures the verdicts that people reached, from creation', () => {
    expect(timesToVerdictMs(requests)).toEqual([seconds(60), seconds(300)]);
  });

  it('measures each operator from the creation of a request to their own key or refusal, the slowest first', () => {
    const both = aRequest({}, turnedBy('op_alpha', '12:01'), turnedBy('op_bravo', '12:30'));
    expect(timesByOperator([...requests, both])).toEqual([
      { operator: 'op_bravo', decisions: 2, p50Ms: seconds(300) },
      { operator: 'op_alpha', decisions: 3, p50Ms: seconds(60) },
    ]);
  });

  it('leaves out keys whose time an earlier release did not store', () => {
    const earlier = { ...aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:01')), turnedAtMs: null } as Request;
    expect(timesByOperator([earlier])).toEqual([]);
  });

  it.each([
    [[], 50, null],
    [[7], 95, 7],
    [[4, 1, 3, 2], 50, 2],
    [[4, 1, 3, 2], 95, 4],
    [Array.from({ length: 100 }, (_, index) => index + 1), 95, 95],
  ])('of %j, %d of 100 do not exceed %p', (values, percent, expected) => {
    expect(percentile(values, percent)).toBe(expected);
  });
});
