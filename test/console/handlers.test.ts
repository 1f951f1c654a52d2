/**
 * What the console's document says about its operations: a handler for each, who may call it, and the size of a body.
 */
import { type Inputs, operations } from '../../generated/console-operations';
import validators from '../../generated/console-validators';
import { type ConsoleDeps, createConsoleHandlers } from '../../src/lambda/console/handler';
import { type Viewer, viewAnswer } from '../../src/lambda/console/view';
import type { Operator } from '../../src/service/configuration/rules/items';
import type { Request } from '../../src/service/request/rules/request';
import {
  ALPHA,
  aRequest,
  aSeat,
  at,
  BRAVO,
  CHARLIE,
  DELTA,
  ORG,
  type RequestOptions,
  refusedBy,
  type Step,
  settledBy,
  turnedBy,
  wrongCodeBy,
} from '../support/builders';
import { openContract } from '../support/contract';
import type { Answered } from '../support/house';

it('the console answers every operation of the document, and no other', () => {
  const handlers = createConsoleHandlers({} as ConsoleDeps);
  // The one that waits has a function of its own.
  expect([...Object.keys(handlers), 'watchInbox'].sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
});

describe('an operation is open', () => {
  const of = (role: string) => operations.filter((each) => each.role === role).map(({ operationId }) => operationId);

  it('only signing in is open to people who are not signed in', () => {
    const company = ['startCompanySignIn', 'finishCompanySignIn'];
    const links = ['signIn', 'requestMailedLink'];
    expect(of('public').sort()).toEqual(['passkeySignIn', 'startPasskeySignIn', ...company, ...links].sort());
  });

  // Operations that are not named here are for admins: the configuration, its posts, the audit log, and other
  // operators' access.
  it('operators who are not admins can decide, read what they decide on, and look after their own access', () => {
    expect(of('operator').sort()).toEqual(
      [
        ...['listRequests', 'getRequestView', 'requestHistory', 'getRequestProof', 'getStatement'],
        'getRequestEvidence',
        ...['listQuestions', 'writeQuestion'],
        ...['turnKey', 'refuseRequest', 'abortRequest', 'withdrawTurn', 'restartRound', 'stopRequest'],
        ...['listActions', 'getAction', 'previewAction', 'listGroups', 'listOperators', 'getOverview', 'getPowers'],
        ...['getInbox', 'watchInbox'],
        ...['listChanges', 'getChange'],
        ...['getSession', 'signOut', 'listSessions', 'revokeSession', 'revokeSessions'],
        ...['listDevices', 'addDevice', 'deleteDevice', 'testDevice', 'setPushText'],
        ...['listPasskeys', 'startPasskeyEnrolment', 'enrolPasskey', 'deletePasskey', 'getEnrolment', 'signEnrolment'],
        ...['getCompanySignIn', 'startOwnIdentity', 'connectOwnIdentity', 'disconnectOwnIdentity'],
      ].sort(),
    );
  });
});

describe('a body', () => {
  const text = (length: number) => 'x'.repeat(length);
  const list = (length: number) => Array.from({ length }, (_, n) => `op_${n}`);
  const fits = (operation: keyof Inputs, body: unknown) => validators[operation].body(body);
  const quorum = (most: number) => ({ default: 1, min: 1, max: most, selectable: true });
  const policy = (fields: object = {}) => ({ title: 'T', roster: ['op_a'], quorum: quorum(1), ...fields });
  const rule = (fields: object = {}) => [{ when: [{ param: 'a', op: 'present' }], quorum: 1, ...fields }];
  const condition = (fields: object) => rule({ when: [{ param: 'a', op: 'eq', ...fields }] });
  const operator = { id: 'op_x', name: 'X', email: 'x@acme.dev', role: 'operator' };

  it.each<[keyof Inputs, string, object, object[]]>([
    ['turnKey', 'a code with blanks', { code: '1234 5678' }, [{ code: '' }, {}]],
    ['turnKey', 'a code as it was pasted', { code: text(32) }, [{ code: text(33) }]],
    ['turnKey', 'the first round', { code: '1', round: 1 }, [{ code: '1', round: 0 }]],
    ['refuseRequest', 'a long note', { note: text(512) }, [{ note: text(513) }]],
    ['abortRequest', 'a long note', { note: text(512) }, [{ note: text(513) }]],
    ['stopRequest', 'a long note', { note: text(512) }, [{ note: text(513) }, { signature: {} }]],
    ['signIn', 'a token', { token: text(128) }, [{ token: text(129) }, { token: '' }, {}]],
    ['reissueCode', 'an id', { operator: text(128) }, [{ operator: text(129) }, { operator: '' }, {}]],
    ['createKey', 'a long name', { name: text(100), scopes: ['read'] }, [{ name: text(101), scopes: ['read'] }]],
    ['createKey', 'scopes', { name: 'n', scopes: ['propose', 'read', 'execute'] }, [{ name: 'n', scopes: [] }]],
    [
      'createKey',
      'a public key',
      { name: 'n', scopes: ['execute'], signing_key: text(512) },
      [{ name: 'n', scopes: ['execute'], signing_key: text(513) }],
    ],
    ['createOperator', 'a long name', { ...operator, name: text(100) }, [{ ...operator, name: text(101) }]],
    ['createOperator', 'a long id', { ...operator, id: text(64) }, [{ ...operator, id: text(65) }]],
    ['createOperator', 'an admin', { ...operator, role: 'admin' }, [{ id: 'x', name: 'X', email: 'x@acme.dev' }]],
    ['updateOperator', 'one field', { enabled: false }, [{}, { name: '' }, { name: text(101) }]],
    ['createWebhook', 'a long URL', { url: text(2048) }, [{ url: text(2049) }, { url: '' }, {}]],
    [
      'createWebhook',
      'a long description',
      { url: 'u', description: text(200) },
      [{ url: 'u', description: text(201) }],
    ],
    ['updateWebhook', 'every event', { types: null }, [{}, { types: [] }, { description: text(201) }]],
    ['rotateWebhookSecret', 'a day of overlap', { overlap_seconds: 86_400 }, [{ overlap_seconds: 86_401 }]],
    ['rotateWebhookSecret', 'no overlap', { overlap_seconds: 0 }, [{ overlap_seconds: -1 }]],
    ['verifyWebhook', 'a token', { token: text(200) }, [{ token: text(201) }, { token: '' }]],
    ['recoverWebhook', 'a range', { since: 0, until: 0 }, [{ since: 0 }, { until: 0 }, { since: -1, until: 0 }]],
    ['setChat', 'a long URL', { format: 'slack', url: text(2048) }, [{ format: 'slack', url: text(2049) }]],
    ['setChat', 'each chat', { format: 'discord', url: 'u' }, [{ format: 'irc', url: 'u' }, { url: 'u' }]],
    ['putAction', 'a long title', policy({ title: text(200) }), [policy({ title: text(201) }), policy({ title: '' })]],
    [
      'putAction',
      'a long roster',
      policy({ roster: list(50) }),
      [policy({ roster: list(51) }), policy({ roster: [] })],
    ],
    ['putAction', 'fifty keys', policy({ quorum: quorum(50) }), [policy({ quorum: quorum(51) })]],
    [
      'putAction',
      'a round of 15 minutes',
      policy({ coincidence_seconds: 900 }),
      [policy({ coincidence_seconds: 901 })],
    ],
    ['putAction', 'a round of 10 seconds', policy({ coincidence_seconds: 10 }), [policy({ coincidence_seconds: 9 })]],
    ['putAction', 'a day', policy({ ttl_seconds: 86_400 }), [policy({ ttl_seconds: 86_401 })]],
    ['putAction', 'an hour', policy({ ttl_seconds: 3600 }), [policy({ ttl_seconds: 3599 })]],
    ['putAction', 'many open requests', policy({ max_open: 10_000 }), [policy({ max_open: 10_001 })]],
    ['putAction', 'one open request', policy({ max_open: 1 }), [policy({ max_open: 0 })]],
    ['putAction', 'params', policy({ required_params: list(24) }), [policy({ required_params: list(25) })]],
    [
      'putAction',
      'a long value',
      policy({ param_rules: condition({ value: text(512) }) }),
      [policy({ param_rules: condition({ value: text(513) }) })],
    ],
    [
      'putAction',
      'a list of values',
      policy({ param_rules: condition({ value: list(50) }) }),
      [policy({ param_rules: condition({ value: list(51) }) })],
    ],
    [
      'putAction',
      'fifty rules',
      policy({ param_rules: list(50).flatMap(() => rule()) }),
      [policy({ param_rules: list(51).flatMap(() => rule()) })],
    ],
    ['putAction', 'the first version', policy({ if_version: 0 }), [policy({ if_version: -1 })]],
    [
      'previewAction',
      'params',
      { requester: 'op_a', params: { [text(64)]: text(512) } },
      [
        { requester: 'op_a', params: { a: text(513) } },
        { requester: 'op_a', params: { [text(65)]: '' } },
        { params: {} },
      ],
    ],
    ['backtestAction', 'a policy', { policy: policy(), since: 0 }, [{ policy: policy(), since: -1 }, {}]],
  ])('the body of %s may have %s, and no more', (operation, _, most, beyond) => {
    expect(fits(operation, most)).toBe(true);
    expect(beyond.filter((body) => fits(operation, body))).toEqual([]);
  });
});

const NAMES: Operator[] = [ALPHA, BRAVO, CHARLIE].map((id) => ({
  org: ORG,
  id,
  name: `Name of ${id}`,
  email: `${id}@acme.dev`,
  role: 'operator',
  enabled: true,
  accessEpoch: 0,
  lastDisabledAtMs: null,
  createdAtMs: 0,
  revision: 1,
  journal: [],
}));
const BRAVO_LOOKS: Viewer = { id: BRAVO, isAdmin: false };

const show = (request: Request, viewer = BRAVO_LOOKS, time = '12:10') =>
  viewAnswer({ request, intent: null, operators: NAMES, nowMs: at(time), shown: null, program: null }, viewer);
const viewOf = (options: RequestOptions, ...steps: Step[]) => show(aRequest(options, ...steps)).view;
const statesOf = (view: ReturnType<typeof viewOf>) =>
  Object.fromEntries(view.seats.map((seat) => [seat.operator, seat.state]));

describe('the view of a request', () => {
  it('the view shows each seat by what its operator did, and by name if it is known', () => {
    const fiveWrong = Array.from({ length: 5 }, () => wrongCodeBy('op_charlie'));
    const asked = aRequest(
      { seats: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'] },
      turnedBy('op_alpha', '12:03'),
      ...fiveWrong,
    );
    const { view } = show({
      ...asked,
      seats: asked.seats.map((seat) => (seat.operator === DELTA ? aSeat('op_delta', { disabled: true }) : seat)),
    });
    expect(statesOf(view)).toEqual({ op_alpha: 'turned', op_bravo: 'asked', op_charlie: 'locked', op_delta: 'out' });
    expect(view.seats.map(({ name }) => name)).toEqual([
      'Name of op_alpha',
      'Name of op_bravo',
      'Name of op_charlie',
      'op_delta',
    ]);
    expect(view.seats[0]!.turned_at).toBe(at('12:03'));
    expect(view).toMatchObject({
      eligible: [ALPHA, BRAVO, CHARLIE],
      waiting_for: [BRAVO, CHARLIE],
      turned: 1,
      needed: 1,
    });
  });

  it('the view shows the end of a running coincident round', () => {
    expect(viewOf({ mode: 'coincident' })).toMatchObject({ window_ends_at: null, coincidence_seconds: 60 });
    expect(viewOf({ mode: 'coincident' }, turnedBy('op_alpha', '12:01')).window_ends_at).toBe(at('12:02'));
    expect(viewOf({})).toMatchObject({ window_ends_at: null, coincidence_seconds: null });
  });

  it('the view waits for nobody after the verdict, and names who decided', () => {
    const authorized = viewOf({}, turnedBy('op_charlie', '12:01'), turnedBy('op_alpha', '12:02'));
    expect(authorized).toMatchObject({
      turned: 2,
      needed: 0,
      waiting_for: [],
      decided: { by: [CHARLIE, ALPHA], at: at('12:02'), ended_by: null, note: null, reason: null },
    });
    expect(statesOf(authorized)).toEqual({ op_alpha: 'turned', op_bravo: 'asked', op_charlie: 'turned' });
    expect(authorized.seats.map(({ turned_at }) => turned_at)).toEqual([at('12:02'), null, at('12:01')]);
    const denied = viewOf({}, turnedBy('op_charlie'), refusedBy('op_alpha', '12:05', 'wrong amount'));
    expect(denied).toMatchObject({
      turned: 0,
      needed: 0,
      decided: { by: [ALPHA], ended_by: 'person', note: 'wrong amount', reason: null },
    });
    expect(viewOf({}, settledBy('14:00')).decided).toEqual({
      ...{ by: [], at: at('13:00'), ended_by: 'service', note: null, reason: null },
    });
  });

  it('the view says what each command would do for the caller, and why not', () => {
    const options = (viewer: Viewer) =>
      new Map(show(aRequest({}, turnedBy('op_alpha')), viewer).view.you.options.map((each) => [each.action, each]));
    expect(options({ id: ALPHA, isAdmin: false }).get('turn')).toMatchObject({
      allowed: false,
      why: expect.stringContaining('You approved at'),
    });
    expect(options({ id: ALPHA, isAdmin: false }).get('withdraw')).toEqual({
      action: 'withdraw',
      allowed: true,
      why: null,
    });
    expect(options(BRAVO_LOOKS).get('turn')).toEqual({ action: 'turn', allowed: true, why: null });
    expect(options({ id: DELTA, isAdmin: true }).get('refuse')).toMatchObject({ allowed: false });
    expect(options({ id: DELTA, isAdmin: true }).get('reissue')).toMatchObject({ allowed: true });
    expect(show(aRequest(), { id: DELTA, isAdmin: true }).view.you.seat).toBe(false);
  });

  it('the view cuts the summary to 200 characters without splitting one', () => {
    const { summary } = viewOf({ summary: '🔑'.repeat(201) });
    expect(summary).toBe(`${'🔑'.repeat(199)}…`);
    expect(viewOf({ summary: '🔑'.repeat(200) }).summary).toBe('🔑'.repeat(200));
    expect(viewOf({}).summary).toBeNull();
  });

  it('the view’s clock is never behind the record', () => {
    const request = aRequest({}, turnedBy('op_alpha', '12:05'));
    expect(show(request, BRAVO_LOOKS, '12:04').server_now).toBe(at('12:05'));
    expect(show(request, BRAVO_LOOKS, '12:06').server_now).toBe(at('12:06'));
  });
});

const contract = openContract('console');
const SESSION = {
  server_now: 1,
  operator: { id: 'op_alpha', name: 'Alpha', role: 'admin' },
  org: 'org_demo',
  org_name: 'Acme Payments',
  session_id: 'ses_1',
  began: 'link',
  fresh_until: 2,
  expires_at: 2,
  ways: [],
};
const answered = (status: number, body: unknown): Answered => ({
  status,
  body,
  headers: new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' }),
});

describe('the check of answers against the document', () => {
  it('the check of answers accepts an answer of the declared shape', () => {
    expect(() => contract.held('GET', '/api/session', answered(200, SESSION))).not.toThrow();
  });

  it.each<[string, string, string, Answered]>([
    ['a status', 'GET', '/api/session', answered(418, { error: 'no' })],
    ['a path', 'GET', '/api/nothing', answered(200, SESSION)],
    ['a missing field', 'GET', '/api/session', answered(200, { ...SESSION, org: undefined })],
    ['a field of its own', 'GET', '/api/session', answered(200, { ...SESSION, token: 'x' })],
    ['a kind', 'GET', `/api/requests/req_${'0'.repeat(24)}`, answered(404, { error: 'no', kind: 'refused' })],
  ])('the check of answers finds %s that is not declared', (_, method, path, answer) => {
    expect(() => contract.held(method, path, answer)).toThrow();
  });
});
