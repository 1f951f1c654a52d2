import {
  countByDay,
  countFailedRuns,
  countOutcomes,
  countTimeLeft,
  decisionsIn,
  endOf,
  percentile,
  timesByAction,
  waitedFor,
} from '../../src/service/ceremony/rules/statistics';
import type { Open, Request } from '../../src/service/request/rules/request';
import {
  abortedBy,
  aRequest,
  at,
  claimedWith,
  days,
  refusedBy,
  reportedWith,
  seconds,
  settledBy,
  turnedBy,
} from '../support/builders';

const requests = [
  aRequest(),
  aRequest({}, turnedBy('op_alpha')),
  aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:01')),
  aRequest({}, refusedBy('op_bravo', '12:05')),
  aRequest({}, abortedBy('op_bravo', '12:02')),
  aRequest({}, settledBy('14:00')),
];

describe('requests at a glance', () => {
  it('the statistics count each request by its outcome, and as pending until it has one', () => {
    expect(countOutcomes(requests)).toEqual({ authorized: 1, denied: 1, aborted: 1, expired: 1, pending: 2 });
  });

  it('the statistics count the failed runs of authorized requests, by their worker or by their integration', () => {
    const sealed = { quorum: 1, executeWithinSeconds: 604_800 };
    const claimed = [turnedBy('op_alpha', '12:01'), claimedWith('1', '12:02')] as const;
    const runs = [
      aRequest(sealed, ...claimed, reportedWith('1', '12:03', 'failed')),
      aRequest(sealed, ...claimed, reportedWith('1', '12:03')),
      aRequest(sealed, ...claimed),
      { ...aRequest({ quorum: 1 }, turnedBy('op_alpha')), state: 'failed' } as Request,
    ];
    expect(countFailedRuns([...requests, ...runs])).toBe(2);
  });

  it('a decision is a verdict that people reached, with when it was and how long it took from creation', () => {
    expect(decisionsIn(requests)).toEqual([
      { id: requests[2]!.id, outcome: 'authorized', atMs: at('12:01'), tookMs: seconds(60) },
      { id: requests[3]!.id, outcome: 'denied', atMs: at('12:05'), tookMs: seconds(300) },
    ]);
  });

  it('open requests are counted by the time that is left: up to 5 minutes, up to 15, up to an hour, and later', () => {
    const now = at('12:00');
    const left = [-1, 0, 300, 300.001, 900, 900.001, 3600, 3600.001, 86_400];
    expect(
      countTimeLeft(
        left.map((each) => now + seconds(each)),
        now,
      ),
    ).toEqual({ within5Minutes: 3, within15Minutes: 2, withinHour: 2, later: 2 });
    expect(countTimeLeft([], now)).toEqual({ within5Minutes: 0, within15Minutes: 0, withinHour: 0, later: 0 });
  });

  it('an open request ends with its round, if it has one', () => {
    const [waits, turning] = [aRequest(), aRequest({}, turnedBy('op_alpha'))] as [Open, Open];
    expect(endOf(waits)).toBe(waits.expiresAtMs);
    expect(endOf(turning)).toBe(turning.expiresAtMs);
    expect(endOf({ ...turning, windowEndsAtMs: turning.expiresAtMs - 1 } as Open)).toBe(turning.expiresAtMs - 1);
  });

  it.each([
    [[], 50, null],
    [[7], 95, 7],
    [[4, 1, 3, 2], 50, 2],
    [[4, 1, 3, 2], 95, 4],
    [Array.from({ length: 100 }, (_, index) => index + 1), 95, 95],
  ])('of the values %j, %d percent are at most %p', (values, percent, expected) => {
    expect(percentile(values, percent)).toBe(expected);
  });
});

describe('the requests of the last days', () => {
  const now = at('13:00');
  const made = (ageMs: number, request: Request = aRequest()): Request => ({ ...request, createdAtMs: now - ageMs });
  const ROWS = [
    made(days(3)),
    made(days(2) + 1, requests[2]),
    made(days(2), requests[3]),
    made(1, requests[2]),
    made(0),
    made(days(3) + 1),
  ];

  it('the statistics count requests from the first millisecond of each day, the oldest first, and leave out older ones', () => {
    expect(
      countByDay(
        ROWS,
        [3, 2, 1].map((count) => now - days(count)),
      ),
    ).toEqual([
      { startMs: now - days(3), requested: 2, authorized: 1, denied: 0 },
      { startMs: now - days(2), requested: 1, authorized: 0, denied: 1 },
      { startMs: now - days(1), requested: 2, authorized: 1, denied: 0 },
    ]);
  });
});

describe('the times of the actions', () => {
  const of = (action: string, title: string, request: Request): Request =>
    ({ ...request, action, policy: { ...request.policy, title } }) as Request;

  it('the statistics list the slowest actions first, those without a verdict of people last, under the newest title', () => {
    const rows = [
      of('idle', 'Idle', aRequest()),
      of('fast', 'New title', aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:01'))),
      of('fast', 'Old title', aRequest()),
      of('slow', 'Slow', aRequest({}, refusedBy('op_bravo', '12:05'))),
      of('instant', 'Instant', aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:00'))),
    ];
    const sorted = [
      { action: 'slow', title: 'Slow', requests: 1, p50Ms: seconds(300) },
      { action: 'fast', title: 'New title', requests: 2, p50Ms: seconds(60) },
      { action: 'instant', title: 'Instant', requests: 1, p50Ms: 0 },
      { action: 'idle', title: 'Idle', requests: 1, p50Ms: null },
    ];
    expect(timesByAction(rows)).toEqual(sorted);
    expect(timesByAction([...rows].reverse()).map(({ action }) => action)).toEqual(sorted.map(({ action }) => action));
  });
});

describe('the operators whom open requests wait for', () => {
  it('the statistics name the operators who keep requests waiting, the longest first, with all requests that wait', () => {
    const older = { ...aRequest({ quorum: 3 }, turnedBy('op_bravo')), createdAtMs: at('11:00') };
    const newer = aRequest({ quorum: 3 }, turnedBy('op_alpha'));
    const expected = [
      { operator: 'op_alpha', requests: 1, sinceMs: at('11:00') },
      { operator: 'op_charlie', requests: 2, sinceMs: at('11:00') },
      { operator: 'op_bravo', requests: 1, sinceMs: at('12:00') },
    ];
    expect(waitedFor([older, newer])).toEqual(expected);
    expect(waitedFor([newer, older])).toEqual([expected[1], expected[0], expected[2]]);
    expect(waitedFor([requests[3]!])).toEqual([]);
  });
});
