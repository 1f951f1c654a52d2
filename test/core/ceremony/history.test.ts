/** What each step of a ceremony writes into the history: who did it, when, and with which facts. */
import { propose } from '../../../src/core/ceremony/propose';
import { settle } from '../../../src/core/ceremony/settle';
import { turnKey } from '../../../src/core/ceremony/turn';
import { resolve } from '../../../src/core/policy/resolve';
import { MAX_ROUNDS } from '../../../src/core/request/limits';
import {
  A_PROPOSAL,
  ALPHA,
  accepted,
  aPolicy,
  aRequest,
  aTurn,
  at,
  BRAVO,
  FOUR_OPERATORS,
  handedOver,
  turnedBy,
} from '../../support/builders';

const NOW = at('12:05');
const turn = (request: ReturnType<typeof aRequest>) =>
  accepted(turnKey(request, aTurn('op_bravo'), NOW)).change.entries;

it('a key that is not the last one is turned in its round', () => {
  expect(turn(aRequest({ round: 3 }))).toEqual([{ kind: 'key.turned', atMs: NOW, actor: BRAVO, data: { round: 3 } }]);
});

it('the history has after the last key the verdict with all approvers and the success, both by the system', () => {
  expect(turn(aRequest({}, turnedBy('op_alpha')))).toEqual([
    { kind: 'key.turned', atMs: NOW, actor: BRAVO, data: { round: 1 } },
    { kind: 'request.authorized', atMs: NOW, actor: 'system', data: { approvers: [ALPHA, BRAVO] } },
    { kind: 'request.succeeded', atMs: NOW, actor: 'system' },
  ]);
});

it('with an integration, the verdict is written and the success is not', () => {
  expect(turn(aRequest({ quorum: 1, integration: 'bank' }))).toEqual([
    { kind: 'key.turned', atMs: NOW, actor: BRAVO, data: { round: 1 } },
    { kind: 'request.authorized', atMs: NOW, actor: 'system', data: { approvers: [BRAVO] } },
  ]);
});

it('a wrong code says in which round it was and how many attempts are left', () => {
  const wrong = accepted(turnKey(aRequest({ round: 2 }), { ...aTurn('op_bravo'), isRightCode: () => false }, NOW));
  expect(wrong.change.entries).toEqual([
    { kind: 'code.wrong', atMs: NOW, actor: BRAVO, data: { round: 2, tries_left: 4 } },
  ]);
});

it('a new request names all its seats, and its first revision has no writer yet', () => {
  const resolution = resolve(aPolicy(), FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null });
  const { request, entries } = propose(A_PROPOSAL, aPolicy(), resolution, NOW);
  expect(entries[1]).toEqual({
    kind: 'request.notified',
    atMs: NOW,
    actor: 'system',
    data: { seats: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'] },
  });
  expect(request.writeId).toBe('');
});

it('the reminder is dated to half of the TTL, by the system', () => {
  expect(settle(aRequest(), at('12:40')).entries).toEqual([
    { kind: 'request.reminded', atMs: at('12:30'), actor: 'system' },
  ]);
});

it('the request ends at the instant at which its last round ends without a verdict', () => {
  const last = aRequest({ mode: 'coincident', round: MAX_ROUNDS }, turnedBy('op_alpha', '12:01'));
  expect(settle(last, NOW).entries).toEqual([
    { kind: 'round.collapsed', atMs: at('12:02'), actor: 'system', data: { round: MAX_ROUNDS, turned: [ALPHA] } },
    { kind: 'request.aborted', atMs: at('12:02'), actor: 'system', data: { reason: 'too_many_rounds' } },
  ]);
});

it('an integration whose window has closed is failed by the system, with the reason', () => {
  const running = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));
  expect(settle(running, at('13:10')).entries).toEqual([
    {
      kind: 'request.failed',
      atMs: at('13:10'),
      actor: 'system',
      data: { reason: 'integration_window_closed' },
    },
  ]);
});
