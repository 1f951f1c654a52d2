import { settle } from '../../../src/core/ceremony/settle';
import { dueAtMs, nextDeadlineMs, remindAtMs, warnAtMs } from '../../../src/core/request/deadlines';
import {
  aRequest,
  at,
  claimedWith,
  handedOver,
  refusedBy,
  reportedWith,
  settledBy,
  turnedBy,
} from '../../support/builders';

describe('the next deadline', () => {
  it('the next deadline of an open request is its reminder, then its warning, then its TTL', () => {
    expect(remindAtMs(aRequest())).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest())).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest({ reminded: true }))).toBe(at('12:54'));
    expect(nextDeadlineMs(aRequest({ reminded: true, warned: true }))).toBe(at('13:00'));
  });

  it.each([
    ['6 minutes before the end of the shortest TTL that a policy can have', 3600, 6],
    ['a tenth before the end', 7200, 12],
    ['15 minutes before the end of a long one', 86_400, 15],
  ])('the warning of a request is due %s', (_, ttlSeconds, minutes) => {
    const request = aRequest({ ttlSeconds });
    expect(request.expiresAtMs - warnAtMs(request)).toBe(minutes * 60_000);
    // Far enough from the reminder that nobody gets both at once.
    expect(warnAtMs(request) - remindAtMs(request)).toBeGreaterThanOrEqual(24 * 60_000);
  });

  it('the next deadline of a coincident round is its window while it runs', () => {
    const request = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01'));
    expect(nextDeadlineMs(request)).toBe(at('12:02'));
    expect(nextDeadlineMs(settledBy('12:02')(request))).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest({}, turnedBy('op_alpha')))).toBe(at('12:30'));
  });

  it('the next deadline of an authorized request is the end of the integration’s window or of the intent’s, whichever is earlier', () => {
    const both = { quorum: 1, integration: 'bank' };
    const short = aRequest({ ...both, executeWithinSeconds: 60 }, turnedBy('op_alpha', '12:10'));
    expect(nextDeadlineMs(short)).toBe(at('12:11') + 1);
    const long = aRequest({ ...both, executeWithinSeconds: 7200 }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));
    expect(nextDeadlineMs(long)).toBe(at('13:10'));
    expect(nextDeadlineMs(settledBy('13:10')(long))).toBe(at('14:10') + 1);
  });

  it('a request has no next deadline once nothing can fall due any more', () => {
    const pending = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_alpha', '12:10'));
    const claimed = claimedWith('a', '12:20')(pending);
    expect(nextDeadlineMs(claimed)).toBe(at('13:10') + 1);
    expect(nextDeadlineMs(reportedWith('a', '12:25')(claimed))).toBeNull();
    expect(nextDeadlineMs(settledBy('13:11')(pending))).toBeNull();
    expect(nextDeadlineMs(aRequest({}, refusedBy('op_bravo')))).toBeNull();
    expect(nextDeadlineMs(aRequest({ quorum: 1 }, turnedBy('op_alpha')))).toBeNull();
  });

  it('the next deadline is the first instant at which settling changes anything', () => {
    const requests = [
      aRequest(),
      aRequest({ reminded: true }),
      aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01')),
      aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha')),
      aRequest({ quorum: 1, executeWithinSeconds: 60 }, turnedBy('op_alpha')),
    ];
    for (const request of requests) {
      const deadlineMs = nextDeadlineMs(request)!;
      expect(settle(request, deadlineMs - 1).entries).toEqual([]);
      expect(settle(request, deadlineMs).entries).not.toEqual([]);
    }
  });
});

it('a request falls due at its check if that is earlier, and at its deadline if it has no check', () => {
  const decided = aRequest({}, refusedBy('op_bravo', '12:05'));
  expect(dueAtMs({ ...decided, checkAtMs: at('12:07') })).toBe(at('12:07'));
  expect(dueAtMs(decided)).toBeNull();
  expect(dueAtMs({ ...aRequest(), checkAtMs: at('12:40') })).toBe(at('12:30'));
});
