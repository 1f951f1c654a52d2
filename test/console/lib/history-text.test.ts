/** Every kind of entry of the audit log, in the words in which the console tells it. */
import { factsOf, TOPICS, tell } from '../../../src/console/lib/history-text';
import { formatInstant } from '../../../src/console/lib/time';

const NAMES: Readonly<Record<string, string>> = {
  op_a: 'Anna',
  op_b: 'Bob',
  key_1: 'Worker',
  key_of_the_boss: 'The key_1 of the boss',
  whe_1: 'Billing',
};
const nameOf = (id: string) => NAMES[id] ?? id;
type Data = Readonly<Record<string, unknown>>;
const told = (kind: string, data: Data = {}, subject = 'op_b', actor = 'op_a') =>
  tell({ kind, actor, subject, data }, nameOf);

const by = (what: string, detail: string | null = null, tone = 'plain') => ({ who: 'Anna', what, detail, tone });
const service = (what: string, detail: string | null = null, tone = 'plain') => ({ who: null, what, detail, tone });
const INSTANT = Date.parse('2026-11-20T12:00:00Z');

it.each<[string, Data, object, ...(readonly string[])]>([
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
  ['request.denied', { reason: 'too risky' }, by('refused the request', 'too risky', 'bad')],
  ['request.denied', {}, by('refused the request', null, 'bad')],
  [
    'request.denied',
    { reason: 'too risky', outcome_reason: 'not_now' },
    by('refused the request', 'too risky · The program was told: Not now', 'bad'),
  ],
  [
    'request.denied',
    { outcome_reason: 'constructor' },
    by('refused the request', 'The program was told: constructor', 'bad'),
  ],
  ['request.aborted', { reason: 'wrong one' }, by('aborted the request', 'wrong one')],
  [
    'request.aborted',
    { reason: 'roster_too_short' },
    service('The request was aborted', 'too few operators were left to turn the keys'),
    'op_b',
    'system',
  ],
  ['request.expired', {}, service('The request expired')],
  [
    'intent.claimed',
    { lease_expires_at: INSTANT },
    service('A worker claimed the sealed call', `Reserved until ${formatInstant(INSTANT)}`),
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
  [
    'delivery.failed',
    { receiver: 'whe_1', reason: 'timed_out_often' },
    service('A delivery to Billing failed for good', 'timed out often', 'bad'),
  ],
  ['delivery.failed', {}, service('A delivery to its receiver failed for good', null, 'bad')],
  ['operator.created', { role: 'admin' }, by('added the operator Bob', 'Role: admin')],
  ['operator.updated', { enabled: false }, by('disabled Bob', null, 'warn')],
  ['operator.updated', { enabled: true }, by('enabled Bob')],
  ['operator.updated', { role: 'admin' }, by('made Bob an admin')],
  ['operator.updated', { role: 'operator' }, by('made Bob an operator')],
  ['operator.updated', { changed: ['name', 'email'] }, by('edited Bob', 'Changed: name, email')],
  ['operator.updated', {}, by('edited Bob')],
  ['operator.sign_in_link_made', {}, by('made a sign-in link for Bob')],
  ['operator.mailed_link_made', {}, service('A sign-in link for Bob was requested on the sign-in page, and mailed')],
  ['operator.session_revoked', {}, by('ended a session of Bob')],
  ['operator.access_revoked', {}, by('revoked all access of Bob')],
  ['operator.identity_changed', {}, by('changed how Bob signs in')],
  ['passkey.enrolled', { name: 'laptop' }, by('added the passkey “laptop”')],
  ['passkey.deleted', {}, by('deleted a passkey')],
  ['passkey.used', {}, by('signed in with a passkey')],
  ['signing_key.enrolled', { fingerprint: 'SHA256:x' }, by('signed the enrolment of a passkey', 'SHA256:x')],
  [
    'signing_key.countersigned',
    { operator: 'op_b', fingerprint: 'SHA256:x' },
    by('countersigned a passkey of Bob', 'SHA256:x', 'good'),
  ],
  [
    'signing_key.rescued',
    { operator: 'op_b', fingerprint: 'SHA256:x' },
    by('trusted a passkey of Bob without an admin', 'SHA256:x', 'bad'),
  ],
  ['changes.turn_set', { turn: 'code' }, by('decided that approving a change takes no passkey any more', null, 'warn')],
  ['changes.turn_set', { turn: 'code_and_passkey' }, by('decided that approving a change takes a passkey from now on')],
  ['mailed_links.set', { allowed: true }, by('allowed operators to request sign-in links by mail', null, 'warn')],
  ['mailed_links.set', { allowed: false }, by('ended sign-in links that operators request by mail')],
  ['key.created', { name: 'ci', scopes: ['read', 'execute'] }, by('made the API key “ci”', 'Scopes: read, execute')],
  ['key.created', { name: 'ci' }, by('made the API key “ci”')],
  ['key.updated', { max_open: 5 }, by('changed the limit of the API key Worker', '5 open requests at most'), 'key_1'],
  ['key.updated', { max_open: null }, by('changed the limit of the API key Worker', 'No limit'), 'key_1'],
  ['key.revoked', {}, by('revoked the API key Worker'), 'key_1'],
  ['action.created', {}, by('created the action deploy'), 'deploy'],
  ['action.updated', { version: 3 }, by('changed the policy of deploy', 'Version 3'), 'deploy'],
  ['action.updated', {}, by('changed the policy of deploy'), 'deploy'],
  [
    'action.one_set',
    { action: 'pay.out', operators: ['op_a', 'op_b'] },
    service('Only one set of operators can approve pay.out', 'Anna, Bob', 'warn'),
  ],
  ['group.created', { members: ['op_a', 'op_b'] }, by('created the group grp_1', 'Anna, Bob'), 'grp_1'],
  ['group.updated', { members: ['op_a'] }, by('changed the group grp_1', 'Anna'), 'grp_1'],
  ['group.deleted', {}, by('deleted the group grp_1'), 'grp_1'],
  ['action.deleted', {}, by('deleted the action deploy'), 'deploy'],
  [
    'change.refused',
    { attempt: 'put_action', reason: 'no_second_admin' },
    by('attempted a change that was refused (put action)', 'no second admin', 'warn'),
  ],
  [
    'audit.head_refused',
    { entry: 7, fault: 'cut_short' },
    service('The audit log no longer matches what was published of it, from entry 7 on', 'cut short', 'bad'),
  ],
  [
    'rescue.used',
    { command: 'enable op_a', reason: 'locked out' },
    by('changed the configuration without a second admin (enable op_a)', 'locked out', 'bad'),
  ],
  ['organization.restored', { to: '12:00' }, by('restored the service’s data to 12:00')],
  ['endpoint.created', { url: 'https://x.test' }, by('added a webhook endpoint', 'https://x.test')],
  ['endpoint.updated', {}, by('changed the endpoint Billing'), 'whe_1'],
  ['endpoint.deleted', {}, by('deleted the endpoint Billing'), 'whe_1'],
  ['endpoint.secret_rotated', {}, by('rotated the secret of Billing'), 'whe_1'],
  ['endpoint.previous_secret_revoked', {}, by('ended the old secret of Billing'), 'whe_1'],
  [
    'endpoint.failing',
    { attempts: 20 },
    service('The endpoint Billing is failing', 'It accepted none of the last 20 attempts.', 'bad'),
    'whe_1',
  ],
  ['endpoint.working', {}, service('The endpoint Billing accepts events again', null, 'good'), 'whe_1'],
  ['endpoint.verified', {}, by('verified the destination Billing', null, 'good'), 'whe_1'],
  ['chat.set', { host: 'chat.example' }, by('set the chat that messages go to', 'chat.example')],
  ['chat.removed', { host: 'chat.example' }, by('removed the chat', 'chat.example')],
  ['endpoint.recovered', {}, by('recovered missed events for Billing'), 'whe_1'],
  ['later.kind', { a: 1 }, by('later.kind')],
  ['later.kind', {}, service('later.kind'), 'op_b', 'system'],
])('%s %j', (kind, data, expected, ...more) => {
  const [subject, actor] = more;
  expect(told(kind, data, subject, actor)).toEqual(expected);
});

it('changes that the service itself made are shown as the set-up of the organization', () => {
  expect(told('action.created', {}, 'deploy', 'system')).toMatchObject({
    who: 'The set-up',
    what: 'created the action deploy',
  });
});

it('a request says who requested it, and through which API key', () => {
  const proposed = (actor: string) => told('request.proposed', { requester: 'op_b' }, 'req_1', actor);
  expect(proposed('op_b')).toEqual({ who: 'Bob', what: 'requested it', detail: null, tone: 'plain' });
  expect(proposed('key_1')).toMatchObject({ who: 'Bob', detail: 'through the API key “Worker”' });
  expect(proposed('key_of_the_boss')).toMatchObject({ detail: 'through the API key “The key_1 of the boss”' });
  expect(proposed('key_gone')).toMatchObject({ who: 'Bob', detail: 'through an API key' });
});

it('an entry with unexpected data is shown without the data', () => {
  expect(told('request.notified', { seats: 'op_a' }).what).toBe(' were asked for their keys');
  expect(told('request.authorized', {}).detail).toBe('Keys of ');
  expect(told('request.denied', { reason: 7 }).detail).toBeNull();
});

it('an entry without a subject is shown', () => {
  expect(tell({ kind: 'action.deleted', actor: 'op_a', data: {} }, nameOf).what).toBe('deleted the action ');
});

it('each topic of the filter has a name and the kinds that it begins with', () => {
  expect(Object.fromEntries(TOPICS)).toEqual({
    'request.': 'Requests',
    'key.turned': 'Keys turned',
    'code.': 'Codes',
    'intent.': 'Execution',
    'action.': 'Actions',
    'operator.': 'Operators',
    'passkey.': 'Passkeys',
    'signing_key.': 'Signing keys',
    'key.': 'API keys',
    'endpoint.': 'Webhooks',
    'delivery.': 'Deliveries',
    'chat.': 'Chat',
  });
});

it('the facts of an entry are short texts: instants as on this device, and nothing empty', () => {
  expect(
    factsOf({
      decided_at: INSTANT,
      by: INSTANT,
      since: INSTANT,
      until: INSTANT,
      signed_by: 'op_a',
      sat: 5,
      at_once: 6,
      tries_left: 4,
      note: 'x',
      ok: true,
      seats: ['a', 'b'],
      more: { a: 1 },
      none: null,
      empty: '',
    }),
  ).toEqual([
    ['decided at', formatInstant(INSTANT)],
    ['by', formatInstant(INSTANT)],
    ['since', formatInstant(INSTANT)],
    ['until', formatInstant(INSTANT)],
    ['signed by', 'op_a'],
    ['sat', '5'],
    ['at once', '6'],
    ['tries left', '4'],
    ['note', 'x'],
    ['ok', 'true'],
    ['seats', 'a, b'],
    ['more', '{"a":1}'],
  ]);
});
