import { turnKey } from '../../src/service/ceremony/rules/turn';
import { isAuthorized, type Request, turnsOf } from '../../src/service/request/rules/request';
import {
  abortedBy,
  accepted,
  aRequest,
  aTurn,
  at,
  checkOf,
  hours,
  kindsOf,
  refused,
  refusedBy,
  reissuedFor,
  seconds,
  settledBy,
  turnedBy,
  withdrawnBy,
  wrongCodeBy,
} from '../support/builders';

const turn = (request: Request, operator: string, time = '12:05') => turnKey(request, aTurn(operator), at(time));

function turnedRequest(request: Request, operator: string, time = '12:05'): Request {
  return accepted(turn(request, operator, time)).change.request;
}

describe('turning a key', () => {
  it('the first turn moves a notified request to staging, and records who turned and when', () => {
    const after = turnedRequest(aRequest({ quorum: 2 }), 'op_bravo');
    expect(after).toMatchObject({ state: 'staging', turns: [{ operator: 'op_bravo', atMs: at('12:05') }] });
    expect(after.updatedAtMs).toBe(at('12:05'));
  });

  it('the turns decide at exactly the quorum, not one key earlier', () => {
    const two = aRequest({ quorum: 3 }, turnedBy('op_alpha'), turnedBy('op_bravo'));
    expect(two.state).toBe('staging');
    expect(turnedRequest(two, 'op_charlie').state).toBe('succeeded');
  });

  it('the first key decides if the quorum is one', () => {
    expect(turnedRequest(aRequest({ quorum: 1 }), 'op_alpha').state).toBe('succeeded');
  });

  it('the verdict names the approvers in the order of their turns', () => {
    const after = turnedRequest(aRequest({ quorum: 2 }, turnedBy('op_charlie')), 'op_alpha');
    expect(after).toMatchObject({ approvers: ['op_charlie', 'op_alpha'], decidedBy: ['op_charlie', 'op_alpha'] });
  });

  it('without an integration the verdict ends the request in one write, whose history shows authorized, then succeeded', () => {
    const { change } = accepted(turn(aRequest({ quorum: 1 }), 'op_alpha'));
    expect(kindsOf(change)).toEqual(['key.turned', 'request.authorized', 'request.succeeded']);
    expect(change.request).toMatchObject({ verdictAtMs: at('12:05'), endedAtMs: at('12:05') });
  });

  it('with an integration the request stays live after the verdict for one more TTL', () => {
    const after = turnedRequest(aRequest({ quorum: 1, integration: 'bank', ttlSeconds: 7200 }), 'op_alpha');
    expect(after).toMatchObject({ state: 'authorized', integrationUntilMs: at('12:05') + hours(2) });
  });

  it('the verdict makes an intent claimable for execute_within, and changes nothing without an intent', () => {
    const withIntent = turnedRequest(aRequest({ quorum: 1, executeWithinSeconds: 90 }), 'op_alpha');
    expect(withIntent).toMatchObject({ execution: { state: 'pending', executeByMs: at('12:05') + seconds(90) } });
    expect(turnedRequest(aRequest({ quorum: 1 }), 'op_alpha')).toMatchObject({ execution: { state: 'none' } });
  });

  it('the verdict sets a check, because events and notices are due', () => {
    const { change } = accepted(turnKey(aRequest({ quorum: 1 }), aTurn('op_alpha'), at('12:05')));
    expect(checkOf(change)).toBe(at('12:07'));
  });

  it('a decided request keeps no turns', () => {
    const after = turnedRequest(aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:04:30')), 'op_bravo');
    expect(isAuthorized(after)).toBe(true);
    expect(after).not.toHaveProperty('turns');
    expect(after).not.toHaveProperty('windowEndsAtMs');
  });

  it('an operator counts once, however often they turn', () => {
    const once = aRequest({ quorum: 2 }, turnedBy('op_alpha', '12:01'));
    expect(refused(turn(once, 'op_alpha'))).toEqual({ reason: 'already_turned', atMs: at('12:01') });
    const again = aRequest({ quorum: 2 }, turnedBy('op_alpha'), withdrawnBy('op_alpha'), turnedBy('op_alpha', '12:03'));
    expect(turnsOf(again)).toHaveLength(1);
  });

  it('a turn is refused to an operator without a seat, and a requester is told that self approval is denied', () => {
    const request = aRequest({ requester: 'op_alpha', denySelfApproval: true, seats: ['op_bravo', 'op_charlie'] });
    expect(refused(turn(request, 'op_alpha'))).toEqual({ reason: 'not_asked', why: 'proposed_it' });
    expect(refused(turn(request, 'op_delta'))).toEqual({ reason: 'not_asked', why: 'no_seat' });
    const selfAllowed = aRequest({ requester: 'op_alpha', seats: ['op_bravo', 'op_charlie'] });
    expect(refused(turn(selfAllowed, 'op_alpha'))).toEqual({ reason: 'not_asked', why: 'no_seat' });
  });

  it('a turn on a decided request is refused, naming who decided, when and why', () => {
    const denied = aRequest({}, refusedBy('op_bravo', '12:02', 'too risky'));
    expect(refused(turn(denied, 'op_alpha'))).toEqual({
      reason: 'decided',
      outcome: 'denied',
      by: ['op_bravo'],
      endedBy: 'person',
      isMisuse: false,
      atMs: at('12:02'),
      because: 'too risky',
    });
    expect(refused(turn(aRequest({}, abortedBy('op_bravo')), 'op_alpha'))).toMatchObject({ outcome: 'aborted' });
    const authorized = aRequest({ quorum: 1 }, turnedBy('op_alpha'));
    expect(refused(turn(authorized, 'op_bravo'))).toMatchObject({ outcome: 'authorized', by: ['op_alpha'] });
  });

  it('a turn for a round that is over is refused as stale, and the code is not counted as wrong', () => {
    const secondRound = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01'), settledBy('12:02'));
    const stale = turnKey(secondRound, { ...aTurn('op_alpha', 1), isRightCode: () => false }, at('12:03'));
    expect(refused(stale)).toEqual({ reason: 'stale_round', named: 1, current: 2 });
    expect(accepted(turnKey(secondRound, aTurn('op_alpha', 2), at('12:03'))).right).toBe(true);
  });

  it('a turn needs the code of the current round and of the seat’s current issue', () => {
    const asked: unknown[] = [];
    const secondRound = aRequest(
      { mode: 'coincident' },
      turnedBy('op_alpha', '12:01'),
      settledBy('12:02'),
      reissuedFor('op_bravo', '12:02'),
    );
    const isRightCode = (round: number, seat: { operator: string; issue: number }) => {
      asked.push([round, seat.operator, seat.issue]);
      return true;
    };
    turnKey(secondRound, { ...aTurn('op_bravo'), isRightCode }, at('12:03'));
    expect(asked).toEqual([[2, 'op_bravo', 1]]);
  });
});

describe('the window of a coincident round', () => {
  const coincident = { mode: 'coincident', coincidenceSeconds: 60, quorum: 3 } as const;

  it('the window of a coincident round runs from its first turn and does not move with later ones', () => {
    const request = aRequest(coincident, turnedBy('op_alpha', '12:01:00'), turnedBy('op_bravo', '12:01:30'));
    expect(request).toMatchObject({ windowEndsAtMs: at('12:02:00') });
  });

  it('turns in independent mode start no round window', () => {
    expect(aRequest({ quorum: 3 }, turnedBy('op_alpha'))).toMatchObject({ windowEndsAtMs: null });
  });

  it('the round window ends with the last withdrawal and starts again with the next first turn', () => {
    const request = aRequest(
      coincident,
      turnedBy('op_alpha', '12:01:00'),
      withdrawnBy('op_alpha', '12:01:30'),
      turnedBy('op_bravo', '12:01:50'),
    );
    expect(request).toMatchObject({ round: 1, windowEndsAtMs: at('12:02:50') });
  });

  it('the round window still runs from the first turn if only that turn is withdrawn', () => {
    const request = aRequest(
      coincident,
      turnedBy('op_alpha', '12:01:00'),
      turnedBy('op_bravo', '12:01:20'),
      withdrawnBy('op_alpha', '12:01:30'),
    );
    expect(request).toMatchObject({ windowEndsAtMs: at('12:02:00'), turns: [{ operator: 'op_bravo' }] });
  });
});

describe('a wrong code', () => {
  const wrong = (request: Request) =>
    accepted(turnKey(request, { ...aTurn('op_alpha'), isRightCode: () => false }, at('12:05')));

  it('a wrong code is counted against the seat, turns no key and tells the attempts left', () => {
    const turned = wrong(aRequest({ quorum: 1 }));
    expect(turned).toMatchObject({ right: false, guessesLeft: 4 });
    expect(turned.change.request).toMatchObject({ state: 'notified', updatedAtMs: at('12:05') });
    expect(turned.change.request.seats.map((seat) => seat.wrongCodes)).toEqual([1, 0, 0]);
    expect(kindsOf(turned.change)).toEqual(['code.wrong']);
  });

  it('the fifth wrong code locks the seat: even the right code is then refused without being compared', () => {
    const wrongs = Array.from({ length: 4 }, () => wrongCodeBy('op_alpha'));
    const four = aRequest({ quorum: 1 }, ...wrongs);
    expect(accepted(turn(four, 'op_alpha')).right).toBe(true);
    expect(wrong(four)).toMatchObject({ guessesLeft: 0 });
    const five = aRequest({ quorum: 1 }, ...wrongs, wrongCodeBy('op_alpha'));
    const isRightCode = jest.fn(() => true);
    expect(refused(turnKey(five, { ...aTurn('op_alpha'), isRightCode }, at('12:05')))).toEqual({
      reason: 'seat_locked',
      round: 1,
    });
    expect(isRightCode).not.toHaveBeenCalled();
  });

  it('a wrong code locks no other seat, and does not prevent a refusal', () => {
    const locked = aRequest({ quorum: 1 }, ...Array.from({ length: 5 }, () => wrongCodeBy('op_alpha')));
    expect(accepted(turn(locked, 'op_bravo')).right).toBe(true);
    expect(refusedBy('op_alpha')(locked).state).toBe('denied');
  });
});
