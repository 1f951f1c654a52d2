/** Every kind of entry of a request, in the words of its history, and what the audit log says beside a message. */

import { ACTOR_IDS, ACTOR_KINDS, type Actor, person, program, SERVICE, SET_UP } from '../../src/protocol/actor';
import { type NameOf, plainText } from '../../src/protocol/words';
import { toldEntry } from '../../src/service/administration/rules/entries';
import { type PendingEntry, pendingEntry } from '../../src/service/audit/rules/chain';

const NAMES: Readonly<Record<string, string>> = {
  op_a: 'Anna',
  op_b: 'Bob',
  key_1: 'Worker',
  whe_1: 'Billing',
};
const nameOf: NameOf = ({ kind, id }) => (kind === 'action' ? `the title of ${id}` : (NAMES[id] ?? id));
type Data = PendingEntry['data'];
const INSTANT = Date.parse('2026-11-20T12:00:00Z');

function told(kind: string, data: Data = {}, subject = 'op_b', actor: Actor = person('op_a')) {
  const { who, what, detail, tone } = toldEntry(pendingEntry(INSTANT, kind, subject, actor, data));
  const text = plainText(detail, nameOf);
  return { who: who && nameOf(who), what: plainText(what, nameOf), detail: text === '' ? null : text, tone };
}

const by = (what: string, detail: string | null = null, tone = 'plain') => ({ who: 'Anna', what, detail, tone });
const service = (what: string, detail: string | null = null, tone = 'plain') => ({ who: null, what, detail, tone });

it.each<[string, Data, object, subject?: string, actor?: Actor]>([
  ['request.notified', { seats: ['op_a'] }, service('Anna was asked for a key')],
  ['request.notified', { seats: ['op_a', 'op_b'] }, service('Anna, Bob were asked for their keys')],
  ['key.turned', { round: 1 }, by('turned a key', null, 'good')],
  ['key.turned', { round: 2 }, by('turned a key', 'Round 2', 'good')],
  ['key.withdrawn', { round: 3 }, by('took back their key', 'Round 3')],
  ['code.wrong', { tries_left: 4 }, by('entered a wrong code', '4 attempts left', 'warn')],
  ['code.reissued', { seat: 'op_b' }, by('sent Bob a new code')],
  ['seat.disabled', { seat: 'op_b' }, service('Bob was disabled and lost their seat')],
  [
    'seat.struck',
    { seat: 'op_b' },
    service('The identity of Bob was changed, so their seat no longer counts', null, 'warn'),
  ],
  ['round.collapsed', { round: 2 }, service('Round 2 ended without enough keys', 'New codes were sent.', 'warn')],
  ['request.reminded', {}, service('Operators were reminded')],
  ['request.warned', {}, service('Operators were warned that the request expires soon')],
  [
    'request.authorized',
    { approvers: ['op_a', 'op_b'] },
    service('The request was approved', 'Keys of Anna, Bob', 'good'),
  ],
  ['request.executing', { integration: 'bank' }, service('The integration bank is being called')],
  ['request.executing', { integration: 'service.admin' }, service('The change is being made')],
  ['request.succeeded', {}, service('The service has nothing more to do', null, 'good')],
  ['request.failed', { reason: 'refused' }, service('The call of the integration failed', 'refused', 'bad')],
  ['request.denied', { note: 'too risky' }, by('refused the request', 'too risky', 'bad')],
  ['request.denied', {}, by('refused the request', null, 'bad')],
  [
    'request.denied',
    { note: 'too risky', outcome_reason: 'not_now' },
    by('refused the request', 'too risky · The program was told: Not now', 'bad'),
  ],
  [
    'request.denied',
    { outcome_reason: 'constructor' },
    by('refused the request', 'The program was told: constructor', 'bad'),
  ],
  ['request.aborted', { note: 'wrong one' }, by('aborted the request', 'wrong one')],
  // A person's words stay as they are, also where the service has a reason of this name.
  ['request.denied', { note: 'stopped' }, by('refused the request', 'stopped', 'bad')],
  ['request.aborted', { note: 'restored' }, by('aborted the request', 'restored')],
  [
    'request.aborted',
    { note: 'misuse_reported', as: 'requester', signed: false },
    by('cancelled the request as its requester, unsigned', 'misuse_reported'),
  ],
  ['request.aborted', { reason: 'round_restarted' }, by('aborted the request', 'the round was restarted')],
  [
    'request.aborted',
    { reason: 'roster_too_short' },
    service('The request was aborted', 'too few operators were left to turn the keys'),
    'op_b',
    SERVICE,
  ],
  ['request.expired', {}, service('The request expired')],
  [
    'intent.claimed',
    { lease_expires_at: INSTANT },
    service('A worker claimed the sealed call', 'Reserved until 2026-11-20T12:00:00.000Z'),
  ],
  ['intent.claimed', {}, service('A worker claimed the sealed call')],
  [
    'intent.reported',
    { status: 'succeeded', reference: 'tx_1' },
    service('The worker reported success', 'tx_1', 'good'),
  ],
  [
    'intent.reported',
    { status: 'failed', error: 'no funds' },
    service('The worker reported failure', 'no funds', 'bad'),
  ],
  ['intent.window_closed', {}, service('The time to run the call ended', null, 'warn')],
  [
    'intent.window_closed',
    { reason: 'restored' },
    service(
      'The time to run the call ended',
      'the service was taken back to an earlier time, after which this may have run',
      'warn',
    ),
  ],
  ['operator.identity_changed', {}, service('How the operator Bob signs in was changed.', 'Changed by Anna')],
  [
    'operator.mailed_link_made',
    {},
    service(
      'A sign-in link for the operator Bob was requested on the sign-in page, and is no longer valid.',
      'Requested',
    ),
  ],
  ['passkey.used', {}, service('The operator Anna signed in with a passkey.', 'Used by Anna'), 'psk_1'],
  [
    'action.created',
    {},
    service('The action the title of deploy was created.', 'Changed by the set-up'),
    'deploy',
    SET_UP,
  ],
  [
    'action.one_set',
    { action: 'pay.out', operators: ['op_a', 'op_b'] },
    service(
      'Only these operators together can meet the policy of the action the title of pay.out: Anna, Bob. If one of them is missing, its requests cannot be approved. Let it ask more operators, or add members to its groups.',
      'Found',
    ),
  ],
  [
    'group.created',
    { members: [], affects: ['deploy', 'op_a'] },
    service(
      'The group grp_1 was created. It affects these actions: the title of deploy, the title of op_a.',
      'Changed by Anna · Members: nobody',
    ),
    'grp_1',
  ],
  [
    'delivery.failed',
    { receiver: 'whe_1', reason: 'timed_out_often' },
    service('A delivery to Billing failed for good.', 'Found · timed out often'),
  ],
  [
    'delivery.failed',
    { receiver: 'callback', reason: null },
    service('A delivery to the callback URL failed for good.', 'Found'),
  ],
  [
    'delivery.failed',
    { receiver: 'integration', reason: null },
    service('A delivery to the integration failed for good.', 'Found'),
  ],
  [
    'endpoint.failing',
    { since: INSTANT },
    service(
      'The webhook endpoint Billing has accepted no event since 2026-11-20T12:00:00.000Z. Each event is sent again for 72 hours, and the console shows what the endpoint answered.',
      'Found',
    ),
    'whe_1',
  ],
  ['endpoint.working', {}, service('The webhook endpoint Billing accepts events again.', 'Found'), 'whe_1'],
  ['organization.restored', { to: '12:00' }, service('The service’s data was restored to 12:00.', 'Changed by Anna')],
  [
    'organization.restored',
    { to: '12:00', unpublished_from: 5, unpublished_to: 9 },
    service(
      'The service’s data was restored to 12:00. Entries 5 to 9 of the audit log were taken without proof, because their published heads were missing.',
      'Changed by Anna',
    ),
  ],
  ['later.kind', { a: 1 }, service('The configuration was changed: later.kind.', 'Changed by Anna')],
])('%s %j', (kind, data, expected, ...more) => {
  const [subject, actor] = more;
  expect(told(kind, data, subject, actor)).toEqual(expected);
});

it('a request says who requested it, and through which API key', () => {
  const proposed = (actor: Actor) => told('request.proposed', { requester: 'op_b', action: 'deploy' }, 'req_1', actor);
  const what = 'requested “the title of deploy”';
  expect(proposed(person('op_b'))).toEqual({ who: 'Bob', what, detail: null, tone: 'plain' });
  expect(proposed(program('key_1'))).toEqual({ who: 'Bob', what, detail: 'through the API key Worker', tone: 'plain' });
});

it('an entry with unexpected data is shown without the data', () => {
  expect(told('request.notified', { seats: 'op_a' }).what).toBe(' were asked for their keys');
  expect(told('request.authorized', {}).detail).toBe('Keys of ');
  expect(told('request.denied', { note: 7 }).detail).toBeNull();
});

const BY: Readonly<Record<Actor['actor_kind'], string>> = {
  person: 'Changed by Anna',
  program: 'Changed by the API key Anna',
  service: 'Changed by the service',
  set_up: 'Changed by the set-up',
  command: 'Changed by the administration command',
};

it.each(ACTOR_KINDS)('the kind of the actor says who did it, whatever the id is: %s', (actor_kind) => {
  const actor = { actor: 'op_a', actor_kind };
  expect(told('action.created', {}, 'deploy', actor).detail).toBe(BY[actor_kind]);
  expect(told('key.turned', { round: 1 }, 'req_1', actor).who).toBe(actor_kind === 'person' ? 'Anna' : null);
  const requested = told('request.proposed', { requester: 'op_b', action: 'deploy' }, 'req_1', actor);
  expect(requested.detail).toBe(actor_kind === 'person' ? null : 'through the API key Anna');
});

it.each([...ACTOR_IDS, `key_${'a'.repeat(24)}`, `clm_${'a'.repeat(24)}`])(
  'an operator with the id of another actor is named as a person: %s',
  (id) => {
    const by = person(id);
    expect(told('action.created', {}, 'deploy', by).detail).toBe(`Changed by ${id}`);
    expect(told('request.aborted', { note: 'no' }, 'req_1', by)).toMatchObject({
      who: id,
      what: 'aborted the request',
    });
    expect(told('intent.stopped', { note: 'no' }, 'req_1', by)).toMatchObject({
      who: id,
      what: 'stopped what was approved',
    });
  },
);

it.each<[Actor, object]>([
  [program('op_a'), { who: null, what: 'Aborted by the program that requested it', detail: 'no' }],
  [SERVICE, { who: null, what: 'The request was aborted' }],
])('the end of a request is worded by the kind of its actor: %j', (actor, words) => {
  expect(told('request.aborted', { note: 'no' }, 'req_1', actor)).toMatchObject(words);
});
