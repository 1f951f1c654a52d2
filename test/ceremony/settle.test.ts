import { SERVICE } from '../../src/protocol/actor';
import type { GroupId } from '../../src/protocol/identifiers';
import { MAX_ROUNDS } from '../../src/protocol/rounds';
import { disableSeats } from '../../src/service/ceremony/rules/disable-seat';
import { isVisible, settle } from '../../src/service/ceremony/rules/settle';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { onlySetOf } from '../../src/service/policy/rules/one-set';
import { MAX_REISSUES } from '../../src/service/request/rules/limits';
import { type Notified, outcomeOf, type Request } from '../../src/service/request/rules/request';
import {
  accepted,
  aPolicy,
  aRequest,
  aSeat,
  at,
  checkOf,
  claimedWith,
  handedOver,
  hours,
  kindsOf,
  op,
  operators,
  refusedBy,
  reissuedFor,
  reportedWith,
  turnedBy,
  wrongCodeBy,
} from '../support/builders';

describe('the TTL', () => {
  it('the TTL is exclusive: a millisecond before it the request is open, at it the request is expired', () => {
    const request = aRequest({ reminded: true, warned: true });
    expect(settle(request, at('13:00') - 1)).toEqual({ request, entries: [] });
    expect(settle(request, at('13:00')).request.state).toBe('expired');
  });

  it('an expiry is dated to the deadline, however late it is noticed', () => {
    const change = settle(aRequest({}, turnedBy('op_alpha')), at('18:00'));
    expect(change.request).toMatchObject({
      state: 'expired',
      verdictAtMs: at('13:00'),
      updatedAtMs: at('18:00'),
      decidedBy: [],
      reason: null,
    });
    expect(change.entries).toEqual([{ kind: 'request.expired', atMs: at('13:00'), ...SERVICE }]);
  });

  it('the TTL takes precedence over a round that closed earlier', () => {
    const request = aRequest({ mode: 'coincident', reminded: true }, turnedBy('op_alpha', '12:59:30'));
    expect(kindsOf(settle(request, at('13:01')))).toEqual(['request.expired']);
  });

  it('the TTL cannot expire a request that was decided in time', () => {
    const request = aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:59:59.999'));
    expect(settle(request, at('14:00'))).toEqual({ request, entries: [] });
    expect(outcomeOf(request)).toBe('authorized');
  });
});

describe('the window of a coincident round', () => {
  const request = aRequest(
    { mode: 'coincident', quorum: 3 },
    turnedBy('op_alpha', '12:01'),
    turnedBy('op_bravo', '12:01:10'),
  );

  it('the window of a coincident round is exclusive: it closes at its last millisecond and not before', () => {
    expect(settle(request, at('12:02') - 1)).toEqual({ request, entries: [] });
    expect(settle(request, at('12:02')).request.state).toBe('notified');
  });

  it('a round that ends without a verdict voids its turns, restores every seat’s attempts, starts the next round and sets a check', () => {
    const wrong = wrongCodeBy('op_charlie', '12:01:20')(request);
    const change = settle(wrong, at('12:05'));
    expect(change.request).toMatchObject({ state: 'notified', round: 2 });
    expect(checkOf(change)).toBe(at('12:07'));
    expect(change.request).not.toHaveProperty('turns');
    expect(change.request.seats.map((seat) => seat.wrongCodes)).toEqual([0, 0, 0]);
    expect(change.entries).toEqual([
      {
        kind: 'round.collapsed',
        atMs: at('12:02'),
        ...SERVICE,
        data: { round: 1, turned: ['op_alpha', 'op_bravo'] },
      },
    ]);
  });

  it('a seat keeps the count of its re-issues over all rounds', () => {
    const reissued = aRequest(
      { mode: 'coincident' },
      reissuedFor('op_bravo', '12:00:30'),
      turnedBy('op_alpha', '12:01'),
    );
    expect(settle(reissued, at('12:05')).request.seats[1]).toMatchObject({ issue: 1 });
  });

  it('the end of the twentieth round aborts the request by the system, and the end of the nineteenth does not', () => {
    const last = aRequest({ mode: 'coincident', round: MAX_ROUNDS }, turnedBy('op_alpha', '12:01'));
    expect(settle(last, at('12:02')).request).toMatchObject({
      state: 'aborted',
      reason: 'too_many_rounds',
      decidedBy: [],
    });
    const late = settle(last, at('12:05'));
    expect(late.request).toMatchObject({ verdictAtMs: at('12:02') });
    expect(late.entries).toEqual([
      { kind: 'round.collapsed', atMs: at('12:02'), ...SERVICE, data: { round: MAX_ROUNDS, turned: ['op_alpha'] } },
      { kind: 'request.aborted', atMs: at('12:02'), ...SERVICE, data: { reason: 'too_many_rounds' } },
    ]);
    const before = aRequest({ mode: 'coincident', round: MAX_ROUNDS - 1 }, turnedBy('op_alpha', '12:01'));
    expect(settle(before, at('12:02')).request).toMatchObject({ state: 'notified', round: 20 });
  });

  it('independent mode has no round window: turns stay valid until the TTL', () => {
    const independent = aRequest({ reminded: true, warned: true }, turnedBy('op_alpha', '12:01'));
    expect(settle(independent, at('12:59:59')).request).toBe(independent);
  });
});

describe('the reminder', () => {
  it('the reminder is due once, at half the TTL, and is not visible to readers', () => {
    expect(settle(aRequest(), at('12:30') - 1).entries).toEqual([]);
    const change = settle(aRequest(), at('12:30'));
    expect(change.request).toMatchObject({ state: 'notified', reminded: true });
    expect(checkOf(change)).toBe(at('12:32'));
    expect(settle(aRequest(), at('12:40')).entries).toEqual([
      { kind: 'request.reminded', atMs: at('12:30'), ...SERVICE },
    ]);
    expect(isVisible(change)).toBe(false);
    expect(settle(change.request, at('12:31')).entries).toEqual([]);
  });

  it('the reminder is written together with a round change that is due at the same time', () => {
    const change = settle(aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:29')), at('12:31'));
    expect(kindsOf(change)).toEqual(['round.collapsed', 'request.reminded']);
    expect(change.request).toMatchObject({ round: 2, reminded: true });
    expect(isVisible(change)).toBe(true);
  });

  it.each([
    ['before a collapse that was due later', '12:29:30', ['request.reminded', 'round.collapsed']],
    ['after a collapse that was due earlier', '12:28:30', ['round.collapsed', 'request.reminded']],
  ])('the reminder comes %s, if both are written at once', (_, turnedAt, kinds) => {
    const change = settle(aRequest({ mode: 'coincident' }, turnedBy('op_alpha', turnedAt)), at('12:31'));
    expect(kindsOf(change)).toEqual(kinds);
    expect(change.request).toMatchObject({ round: 2, reminded: true });
  });
});

describe('the warning before the end', () => {
  const reminded = aRequest({ reminded: true });

  it('the warning is due once, when the last tenth of the TTL begins, and is not visible to readers', () => {
    expect(settle(reminded, at('12:54') - 1).entries).toEqual([]);
    const change = settle(reminded, at('12:55'));
    expect(change.request).toMatchObject({ state: 'notified', warned: true, updatedAtMs: at('12:55') });
    expect(change.entries).toEqual([{ kind: 'request.warned', atMs: at('12:54'), ...SERVICE }]);
    expect(checkOf(change)).toBe(at('12:57'));
    expect(isVisible(change)).toBe(false);
    expect(settle(change.request, at('12:56')).entries).toEqual([]);
  });

  it('the warning replaces a reminder that was not sent in time', () => {
    const change = settle(aRequest(), at('12:55'));
    expect(change.request).toMatchObject({ reminded: true, warned: true });
    expect(kindsOf(change)).toEqual(['request.warned']);
  });

  it('the warning never comes with the expiry or after it, and not after a verdict', () => {
    const expired = settle(reminded, at('13:00'));
    expect(kindsOf(expired)).toEqual(['request.expired']);
    expect(kindsOf(settle(reminded, at('14:00')))).toEqual(['request.expired']);
    expect(settle(expired.request, at('14:00')).entries).toEqual([]);
    const denied = aRequest({ reminded: true }, refusedBy('op_bravo', '12:40'));
    expect(settle(denied, at('12:55')).entries).toEqual([]);
  });

  it.each([
    ['before a collapse that was due later', '12:53:30', ['request.warned', 'round.collapsed']],
    ['after a collapse that was due earlier', '12:52:30', ['round.collapsed', 'request.warned']],
  ])('the warning comes %s, if both are written at once', (_, turnedAt, kinds) => {
    const change = settle(
      aRequest({ mode: 'coincident', reminded: true }, turnedBy('op_alpha', turnedAt)),
      at('12:55'),
    );
    expect(kindsOf(change)).toEqual(kinds);
    expect(change.request).toMatchObject({ round: 2, warned: true });
  });
});

describe('the integration’s window', () => {
  const running = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));

  it('the request fails when the window of its integration closes while the call still fails, dated to the end of the window', () => {
    expect(settle(running, at('13:10') - 1).entries).toEqual([]);
    const change = settle(running, at('15:00'));
    expect(change.request).toMatchObject({
      state: 'failed',
      endedAtMs: at('13:10'),
      verdictAtMs: at('12:10'),
      reason: 'integration_window_closed',
    });
    expect(change.request).not.toHaveProperty('integrationUntilMs');
    const data = { reason: 'integration_window_closed' };
    expect(change.entries).toEqual([{ kind: 'request.failed', atMs: at('13:10'), ...SERVICE, data }]);
  });

  it('the window of an integration also closes if the call was never handed over', () => {
    const authorized = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
    expect(settle(authorized, at('13:10')).request.state).toBe('failed');
  });
});

describe('the window of an intent', () => {
  const pending = aRequest({ quorum: 1, executeWithinSeconds: 600 }, turnedBy('op_alpha', '12:10'));

  it('the window of an intent closes once after execute_by, and only the history shows it', () => {
    expect(settle(pending, at('12:20')).entries).toEqual([]);
    expect(kindsOf(settle(pending, at('12:20') + 1))).toEqual(['intent.window_closed']);
    const change = settle(pending, at('12:25'));
    expect(change.entries).toEqual([{ kind: 'intent.window_closed', atMs: at('12:20'), ...SERVICE }]);
    expect(isVisible(change)).toBe(false);
    expect(settle(change.request, at('12:26')).entries).toEqual([]);
  });

  it('the end of an intent’s window keeps a claim, so that its holder can still report', () => {
    const claimed = claimedWith('a', '12:15', 60)(pending);
    expect(settle(claimed, at('12:25')).request).toMatchObject({ execution: { state: 'claimed', closed: true } });
  });

  it('a reported intent has no window to close', () => {
    const reported = reportedWith('a', '12:16')(claimedWith('a', '12:15')(pending));
    expect(settle(reported, at('12:25')).entries).toEqual([]);
  });

  it('the window of an intent closes in the same step as an integration whose window ended before', () => {
    const both = aRequest(
      { quorum: 1, integration: 'bank', executeWithinSeconds: 7200 },
      turnedBy('op_alpha', '12:10'),
      handedOver('12:11'),
    );
    expect(kindsOf(settle(both, at('12:10') + hours(3)))).toEqual(['request.failed', 'intent.window_closed']);
  });
});

/** A request ends when the operators who turned a key or still can cannot meet its policy, whatever they do. */
const FINANCE = 'grp_finance' as GroupId;

/** Bravo alone is in the group of which a key is required. */
function grouped(more: Partial<Notified> = {}): Notified {
  const request = aRequest();
  return {
    ...request,
    policy: {
      ...request.policy,
      quorum: 1,
      requires: [{ group: FINANCE, keys: 1 }],
      groups: [{ id: FINANCE, name: 'Finance', revision: 1 }],
    },
    seats: [aSeat('op_bravo', { groups: [FINANCE], issue: MAX_REISSUES }), aSeat('op_charlie'), aSeat('op_delta')],
    ...more,
  };
}

function wrong(request: Request, operator: string, times: number): Request {
  let after = request;
  for (let n = 0; n < times; n++) {
    const command = { operator: op(operator), round: null, isRightCode: () => false };
    after = accepted(turnKey(after, command, request.createdAtMs + n)).change.request;
  }
  return after;
}

it('a request is aborted when the only member of a group is out of tries and has had every re-issue', () => {
  expect(wrong(grouped(), 'op_bravo', 4).state).toBe('notified');
  expect(wrong(grouped(), 'op_bravo', 5)).toMatchObject({ state: 'aborted', reason: 'nobody_left', decidedBy: [] });
});

it('a request without requirements ends in the same way once the seats that are left are fewer than its quorum', () => {
  const request = aRequest();
  const outOfReissues = request.seats.map((seat) => ({ ...seat, issue: MAX_REISSUES }));
  const [first, second, ...others] = request.seats.map(({ operator }) => operator);
  expect(request.policy).toMatchObject({ quorum: others.length + 1 });
  const one = wrong({ ...request, seats: outOfReissues }, first!, 5);
  expect(one.state).toBe('notified');
  expect(wrong(one, second!, 5)).toMatchObject({ state: 'aborted', reason: 'nobody_left' });
});

it('a request stays open while a re-issue or a new round can still unlock the seat that is needed', () => {
  const reissuable = grouped();
  const [bravo, ...others] = reissuable.seats;
  const request = { ...reissuable, seats: [{ ...bravo!, issue: MAX_REISSUES - 1 }, ...others] };
  expect(wrong(request, 'op_bravo', 5).state).toBe('notified');
  const coincident = grouped();
  const inRounds = { ...coincident, policy: { ...coincident.policy, mode: 'coincident' as const } };
  expect(wrong(inRounds, 'op_bravo', 5).state).toBe('notified');
});

it('a request is aborted when the only member of a group is disabled, although the quorum could be met', () => {
  const change = disableSeats(grouped(), new Set([op('op_bravo')]), grouped().createdAtMs);
  expect(change.request).toMatchObject({ state: 'aborted', reason: 'nobody_left' });
});

describe('the only set of operators who can meet a policy', () => {
  const all = operators('op_bravo', 'op_charlie', 'op_delta');
  const groupOf = (...members: readonly string[]) => [
    { id: FINANCE, name: 'Finance', revision: 1, members: members.map(op) },
  ];
  const policy = aPolicy({
    roster: [op('op_bravo'), op('op_charlie'), op('op_delta')],
    quorum: { default: 1, min: 1, max: 3, selectable: false },
    requires: [{ group: FINANCE, keys: 2 }],
  });

  it('the only set that can meet a policy is found where each of its operators is needed, and nowhere else', () => {
    expect(onlySetOf(policy, all, groupOf('op_charlie', 'op_bravo'))).toEqual(['op_bravo', 'op_charlie']);
    expect(onlySetOf(policy, all, groupOf('op_bravo', 'op_charlie', 'op_delta'))).toBeNull();
    expect(onlySetOf(policy, all, groupOf('op_bravo'))).toBeNull();
    const { requires: _requires, ...plain } = policy;
    expect(onlySetOf({ ...plain, quorum: { ...plain.quorum, default: 3 } }, all, groupOf())).toBeNull();
  });
});
