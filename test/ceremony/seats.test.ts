import { person, SERVICE } from '../../src/protocol/actor';
import { disableSeats, lostSeats, takeLostSeats } from '../../src/service/ceremony/rules/disable-seat';
import { withNewCode } from '../../src/service/ceremony/rules/reissue';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../src/service/ceremony/rules/withdraw';
import { newNotices } from '../../src/service/notice/rules/notices';
import { noticeMail } from '../../src/service/notice/rules/text';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import { type Request, turnsOf } from '../../src/service/request/rules/request';
import { fromRequestItem, toRequestItem } from '../../src/service/request/store/request-conversion';
import { anOperator } from '../store/conformance/config-items';
import {
  ALPHA,
  accepted,
  aRequest,
  aTurn,
  at,
  BRAVO,
  CHARLIE,
  checkOf,
  DELTA,
  kindsOf,
  ORG,
  refused,
  refusedBy,
  reissuedFor,
  turnedBy,
  wrongCodeBy,
} from '../support/builders';

const NOW = at('12:10');

describe('withdraw', () => {
  it('withdrawing takes back one’s own turn and keeps the others’ turns', () => {
    const request = aRequest({ quorum: 3 }, turnedBy('op_alpha'), turnedBy('op_bravo'));
    const change = accepted(withdrawTurn(request, ALPHA, NOW));
    expect(turnsOf(change.request).map((turn) => turn.operator)).toEqual([BRAVO]);
    expect(change.request).toMatchObject({ state: 'staging', updatedAtMs: NOW });
    expect(change.entries).toEqual([{ kind: 'key.withdrawn', atMs: NOW, ...person(ALPHA), data: { round: 1 } }]);
  });

  it('withdrawing the last turn returns the request to notified in the same round', () => {
    const request = aRequest({ mode: 'coincident' }, turnedBy('op_alpha'));
    const after = accepted(withdrawTurn(request, ALPHA, NOW)).request;
    expect(after).toMatchObject({ state: 'notified', round: 1 });
    expect(after).not.toHaveProperty('windowEndsAtMs');
  });

  it('withdrawing is refused to an operator who has not turned a key, and after the verdict', () => {
    expect(refused(withdrawTurn(aRequest(), ALPHA, NOW))).toEqual({ reason: 'not_turned' });
    const request = aRequest({}, turnedBy('op_bravo'));
    expect(refused(withdrawTurn(request, ALPHA, NOW))).toEqual({ reason: 'not_turned' });
    const decided = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(withdrawTurn(decided, ALPHA, NOW))).toMatchObject({ reason: 'decided' });
  });
});

describe('re-issue', () => {
  const reissue = (request: ReturnType<typeof aRequest>, seat = ALPHA) =>
    withNewCode(request, { seat, admin: DELTA }, NOW);

  it('a re-issue gives the seat its next code, unlocks it and makes a message due', () => {
    const locked = aRequest({}, ...Array.from({ length: 5 }, () => wrongCodeBy('op_alpha')));
    const change = accepted(withNewCode(locked, { seat: ALPHA, admin: DELTA }, NOW));
    expect(change.request.seats[0]).toMatchObject({ issue: 1, wrongCodes: 0 });
    expect(checkOf(change)).toBe(at('12:12'));
    expect(newNotices(locked, change.request).map(({ kind, operator }) => [kind, operator])).toEqual([
      ['code_reissued', ALPHA],
    ]);
    expect(change.entries).toEqual([
      { kind: 'code.reissued', atMs: NOW, ...person(DELTA), data: { seat: ALPHA, issue: 1 } },
    ]);
    expect(accepted(turnKey(change.request, aTurn('op_alpha'), NOW)).right).toBe(true);
  });

  it('a re-issue changes no other seat', () => {
    const request = aRequest({}, wrongCodeBy('op_bravo'));
    const after = accepted(withNewCode(request, { seat: ALPHA, admin: DELTA }, NOW)).request;
    expect(after.seats[1]).toEqual(request.seats[1]);
  });

  it('the fourth re-issue of a seat aborts the request by the system, to limit the chance of a guessed code', () => {
    const thrice = aRequest({}, reissuedFor('op_alpha'), reissuedFor('op_alpha'), reissuedFor('op_alpha'));
    expect(thrice).toMatchObject({ state: 'notified', seats: [{ issue: 3 }, { issue: 0 }, { issue: 0 }] });
    const change = accepted(withNewCode(thrice, { seat: ALPHA, admin: DELTA }, NOW));
    expect(change.request).toMatchObject({ state: 'aborted', reason: 'too_many_reissues', decidedBy: [] });
    expect(accepted(withNewCode(thrice, { seat: BRAVO, admin: DELTA }, NOW)).request.state).toBe('notified');
  });

  it('a re-issue is refused for a seat that is turned, unknown or removed', () => {
    const turned = aRequest({}, turnedBy('op_alpha', '12:01'));
    expect(refused(withNewCode(turned, { seat: ALPHA, admin: DELTA }, NOW))).toEqual({
      reason: 'already_turned',
      atMs: at('12:01'),
    });
    expect(refused(reissue(aRequest(), DELTA))).toEqual({ reason: 'not_asked', why: 'no_seat' });
    const disabled = disableSeats(aRequest(), new Set([ALPHA]), NOW).request;
    expect(refused(withNewCode(disabled, { seat: ALPHA, admin: DELTA }, NOW))).toMatchObject({ why: 'disabled' });
  });
});

describe('disabling an operator', () => {
  it('disabling an operator removes the seat for good and does not change the rest of the request', () => {
    const request = aRequest();
    const change = disableSeats(request, new Set([BRAVO]), NOW);
    expect(change.request.seats.map((seat) => seat.disabled)).toEqual([false, true, false]);
    expect({ ...change.request, seats: request.seats }).toEqual({ ...request, updatedAtMs: NOW });
    const enabledAgain = [anOperator(ORG, BRAVO, { enabled: true })];
    expect(takeLostSeats(change.request, enabledAgain, NOW).request.seats[1]).toMatchObject({ disabled: true });
    expect(change.entries).toEqual([{ kind: 'seat.disabled', atMs: NOW, ...SERVICE, data: { seat: BRAVO } }]);
    expect(refused(turnKey(change.request, aTurn('op_bravo'), NOW))).toEqual({ reason: 'not_asked', why: 'disabled' });
  });

  it('disabling an operator withdraws the turn of the seat, so that it cannot count in a later verdict', () => {
    const request = aRequest({ quorum: 2 }, turnedBy('op_bravo'));
    const { request: without } = disableSeats(request, new Set([BRAVO]), NOW);
    expect(without.state).toBe('notified');
    const { change } = accepted(turnKey(without, aTurn('op_alpha'), NOW));
    expect(change.request).toMatchObject({ state: 'staging', turns: [{ operator: ALPHA }] });
  });

  it('disabling an operator keeps the other turns', () => {
    const request = aRequest(
      { quorum: 3, seats: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'] },
      turnedBy('op_alpha'),
      turnedBy('op_bravo'),
    );
    const { request: without } = disableSeats(request, new Set([ALPHA]), NOW);
    expect(turnsOf(without).map((turn) => turn.operator)).toEqual([BRAVO]);
  });

  it('disabling an operator aborts the request only when the remaining seats cannot meet the quorum', () => {
    const one = disableSeats(aRequest({ quorum: 2 }), new Set([ALPHA]), NOW);
    expect(one.request.state).toBe('notified');
    const two = disableSeats(one.request, new Set([ALPHA, CHARLIE]), NOW);
    expect(two.request).toMatchObject({ state: 'aborted', reason: 'roster_too_short', decidedBy: [] });
    expect(kindsOf(two)).toEqual(['seat.disabled', 'request.aborted']);
  });

  it.each([
    [19, 'notified'],
    [20, 'aborted'],
  ])(
    'in round %i a request that only a new round could save is %s, because the twentieth is the last one',
    (round, state) => {
      const seats = aRequest({ mode: 'coincident', quorum: 2, seats: ['op_alpha', 'op_bravo', 'op_charlie'] });
      const locked = {
        ...seats,
        round,
        seats: seats.seats.map((seat, index) => (index === 1 ? { ...seat, wrongCodes: 5, issue: 3 } : seat)),
      } as typeof seats;
      expect(disableSeats(locked, new Set([CHARLIE]), NOW).request.state).toBe(state);
    },
  );

  it('disabling an operator changes nothing the second time, without a seat, or after the verdict', () => {
    const once = disableSeats(aRequest(), new Set([BRAVO]), NOW).request;
    expect(disableSeats(once, new Set([BRAVO]), NOW)).toEqual({ request: once, entries: [] });
    expect(disableSeats(once, new Set([DELTA]), NOW).entries).toEqual([]);
    const decided = aRequest({}, refusedBy('op_bravo'));
    expect(disableSeats(decided, new Set([BRAVO]), NOW)).toEqual({ request: decided, entries: [] });
  });
});

describe('the seats that are lost', () => {
  const lost = (patch: object, request: Request = aRequest()) => [
    ...lostSeats([anOperator(ORG, BRAVO, patch), anOperator(ORG, CHARLIE)], request),
  ];

  it('the seats of operators who are disabled, or were disabled since the request was made, are lost', () => {
    expect(lost({})).toEqual([]);
    expect(lost({ enabled: false })).toEqual([BRAVO]);
    expect(lost({ lastDisabledAtMs: at('12:00') })).toEqual([BRAVO]);
    expect(lost({ lastDisabledAtMs: at('12:00') - 1 })).toEqual([]);
  });

  it('in a change of the configuration, all seats of operators who are not admins are lost', () => {
    const change = { ...aRequest(), action: ADMIN_ACTION };
    expect(lost({ role: 'admin' }, change)).toEqual([CHARLIE]);
    expect(lost({}, change)).toEqual([BRAVO, CHARLIE]);
  });

  it('a request without a seat of the disabled operators does not change', () => {
    const request = aRequest();
    expect(disableSeats(request, new Set([DELTA]), at('12:30')).request).toBe(request);
  });
});

describe('changing the identity of an operator', () => {
  const everybody = [ALPHA, BRAVO, CHARLIE].map((id) => anOperator(ORG, id));
  const changedAt = (time: string) =>
    everybody.map((operator) => (operator.id === BRAVO ? { ...operator, identityChangedAtMs: at(time) } : operator));

  it('a new identity of an operator removes their seat and turn in open requests, and tells the others', () => {
    const request = aRequest({ quorum: 2, createdAt: '12:00' }, turnedBy('op_bravo'));
    const struck = takeLostSeats(request, changedAt('12:02'), NOW);
    expect(struck.entries).toEqual([{ kind: 'seat.struck', atMs: NOW, ...SERVICE, data: { seat: BRAVO } }]);
    expect(turnsOf(struck.request)).toEqual([]);
    expect(refused(turnKey(struck.request, aTurn('op_bravo'), NOW))).toEqual({ reason: 'not_asked', why: 'struck' });
    const told = newNotices(request, struck.request).map(({ kind, operator }) => [kind, operator]);
    expect(told).toEqual([
      ['seat_struck', ALPHA],
      ['seat_struck', CHARLIE],
    ]);
    // The store keeps it, and code that does not know the difference does not count the seat.
    const { seats } = fromRequestItem(toRequestItem(struck.request));
    expect(seats).toEqual(struck.request.seats);
    expect(seats[1]).toMatchObject({ disabled: true });
  });

  it('a new identity of an operator tells the others of each removed seat, also of the second one', () => {
    const request = aRequest({ quorum: 1 });
    const once = takeLostSeats(request, changedAt('12:02'), NOW).request;
    const both = changedAt('12:02').map((operator) =>
      operator.id === CHARLIE ? { ...operator, identityChangedAtMs: at('12:03') } : operator,
    );
    const twice = takeLostSeats(once, both, NOW).request;
    const told = newNotices(once, twice);
    expect(told.map(({ kind, operator }) => [kind, operator])).toEqual([['seat_struck', ALPHA]]);
    const head = {
      organization: 'Acme',
      consoleUrl: 'https://console.acme.dev',
      names: new Map([[CHARLIE, 'Charlie']]),
    };
    const { messages } = noticeMail(twice, told[0]!, head, { code: null, remarks: [], shown: null });
    expect(messages[0]!.lines[0]).toContain('sign-in link of Charlie were changed');
  });

  it('a new identity at the very instant of the request counts as later', () => {
    const request = aRequest({ createdAt: '12:02' });
    expect(kindsOf(takeLostSeats(request, changedAt('12:02'), NOW))).toEqual(['seat.struck']);
  });

  it('the history says that a disabled operator’s seat was removed for that reason, whatever else changed', () => {
    const gone = changedAt('12:02').map((operator) =>
      operator.id === BRAVO ? { ...operator, enabled: false } : operator,
    );
    expect(kindsOf(takeLostSeats(aRequest(), gone, NOW))).toEqual(['seat.disabled']);
    const both = [anOperator(ORG, BRAVO, { enabled: false }), anOperator(ORG, CHARLIE, { identityChangedAtMs: NOW })];
    expect(takeLostSeats(aRequest({ quorum: 1 }), both, NOW).entries.map(({ kind, data }) => [kind, data])).toEqual([
      ['seat.disabled', { seat: BRAVO }],
      ['seat.struck', { seat: CHARLIE }],
    ]);
  });

  it('a new identity of an operator removes no seat in requests that are made later', () => {
    const request = aRequest({ createdAt: '12:03' });
    expect(takeLostSeats(request, changedAt('12:02'), NOW).entries).toEqual([]);
  });

  it('a new identity of an operator aborts a request whose quorum cannot be met any more', () => {
    const request = aRequest({ quorum: 3, createdAt: '12:00' });
    expect(takeLostSeats(request, changedAt('12:02'), NOW).request).toMatchObject({
      state: 'aborted',
      reason: 'roster_too_short',
    });
  });
});
