/**
 * Each error example of a single console operation is what its operation answers, in the same words. The handlers run over
 * the embedded database. A few answers need a store that loses every race or a name that resolves: those alone are given.
 */

import document from '../../generated/console.openapi.json';
import { withDestinations } from '../../src/adapters/destinations';
import { createWebhookSender } from '../../src/adapters/webhook-sender';
import { createSignInLink } from '../../src/app/access/edit-link';
import { openSession } from '../../src/app/access/sign-in';
import type { ConfigStore, OpenIdClient } from '../../src/app/ports';
import { createClient } from '../../src/client';
import {
  IDENTITY_PROVIDER,
  type Identity,
  type ProvedIdentity,
  type Provider,
} from '../../src/core/access/company-sign-in';
import type { Settings } from '../../src/core/configuration/setting';
import type { Delivery } from '../../src/core/delivery/delivery';
import { readDestinationRules } from '../../src/core/delivery/destination';
import { newDelivery } from '../../src/core/delivery/owed-deliveries';
import { DEFAULT_EVIDENCE_DAYS } from '../../src/core/request/limits';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG } from '../../src/local/demo';
import type { RunnerClock } from '../../src/local/platform/runner-clock';
import type { EndpointId, OperatorId, RequestId } from '../../src/protocol/identifiers';
import { err, ok } from '../../src/protocol/result';
import { aCredential, type Credential } from '../support/authenticator';
import { aDisplay } from '../support/displays';
import { eventOf, type Said, said } from '../support/gateway';
import { type House, openHouse } from '../support/house';
import { type Ledger, openLedger } from '../support/ledger';
import { PERMIT } from '../support/permit';
import { aWorkerKey, signedKeyStatement } from '../support/signing';
import { type Answer, examplesOf, OF_EACH_OPERATION, OUT_OF_REACH } from './shared-errors';

const ORIGIN = 'https://console.acme.dev';
const HERE = { origin: ORIGIN, rpId: 'console.acme.dev' };
const NOBODY = `req_${'0'.repeat(24)}`;

let ledger: Ledger;
type Overrides = Partial<Ledger['ports']>;

interface Sent {
  readonly overrides?: Overrides;
  /** Of the page that sends it. */
  readonly from?: string;
  /** Where the console is. */
  readonly at?: string;
}

const cookies = new Map<string, string>();
async function signIn(operator: string): Promise<string> {
  const record = (await ledger.ports.config.operator(DEMO_ORG, operator as OperatorId))!;
  const { token } = await openSession(ledger.ports, record, 'link');
  cookies.set(operator, `session=${token}`);
  return token;
}

async function as(operator: string | null, method: string, path: string, body: unknown = {}, sent: Sent = {}) {
  const { overrides = {}, at = ORIGIN, from = at } = sent;
  if (operator !== null && !cookies.has(operator)) await signIn(operator);
  const handler = createConsoleHandler({ ...ledger.ports, ...overrides, origin: at, cookieName: 'session' });
  const event = { cookies: operator === null ? [] : [cookies.get(operator)!] };
  const options = method === 'GET' ? { event } : { body, event };
  return said((await handler(eventOf(method, path, { origin: from }, options))) as Parameters<typeof said>[0]);
}

type Cause = () => Promise<Pick<Said, 'status' | 'body'>>;
const admin = (method: string, path: string, body?: unknown, sent?: Sent) => as('op_alpha', method, path, body, sent);

async function propose(action = 'demo.solo'): Promise<string> {
  const params = action === 'demo.refund' ? { amount: '1' } : {};
  const made = await ledger.v1('proposer', 'POST', '/v1/requests', {
    body: { action, requester: 'op_alpha', params },
  });
  expect(made.status).toBe(202);
  return made.body.request.id;
}
const post = (operator: string, id: string, command: string, body: object = {}, sent?: Sent) =>
  as(operator, 'POST', `/api/requests/${id}/${command}`, body, sent);
const turn = async (operator: string, id: string, fields: object = {}, sent?: Sent) =>
  post(operator, id, 'turn', { code: await ledger.code(operator, id), ...fields }, sent);

const POLICY = {
  title: 'Try',
  roster: ['op_bravo', 'op_charlie'],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
};
/** An action of its own, where op_delta is not asked. */
async function own(id: string, policy: object = {}): Promise<string> {
  expect((await admin('PUT', `/api/actions/${id}`, { ...POLICY, ...policy })).status).toBe(200);
  return propose(id);
}

const DOCUMENTED = {
  ...POLICY,
  display: { ...aDisplay({ title: 'Migrate', params: [] }), evidence: [{ name: 'plan', kind: 'diff' }] },
};
/** A request with a document that is not stored. */
async function withDocument(): Promise<string> {
  expect((await admin('PUT', '/api/actions/try.document', DOCUMENTED)).status).toBe(200);
  const params = { 'evidence.plan': `sha256:${'0'.repeat(64)}` };
  const made = await ledger.v1('proposer', 'POST', '/v1/requests', {
    body: { action: 'try.document', requester: 'op_alpha', params },
  });
  return made.body.request.id;
}

const notAsked =
  (command: string, method = 'POST') =>
  async () =>
    as('op_delta', method, `/api/requests/${await own('try.two')}/${command}`, bodyOf(command));
const bodyOf = (command: string) => (command === 'turn' ? { code: '00000000' } : {});
/** Disabled while the request was open, and enabled again. */
const seatGone = (command: string) => async () => {
  const id = await propose('demo.launch');
  for (const enabled of [false, true]) await admin('PATCH', '/api/operators/op_delta', { enabled });
  await signIn('op_delta');
  return post('op_delta', id, command, bodyOf(command));
};
const afterVerdict =
  (command: string, by = 'op_charlie', body: object = bodyOf(command)) =>
  async () => {
    const id = await propose('demo.launch');
    await post('op_bravo', id, 'refuse');
    return post(by, id, command, body);
  };
const elsewhere = (method: string, path: string) => () =>
  as('op_bravo', method, path, {}, { from: 'https://elsewhere.example' });

async function enrol(operator: string, credential: Credential, overrides: Overrides = {}): Promise<Said> {
  const offered = await as(operator, 'POST', '/api/passkeys/options');
  if (offered.status !== 200) throw new Error(ledger.errors.join());
  const response = credential.create(offered.body.options.challenge);
  return as(operator, 'POST', '/api/passkeys', { name: 'laptop', response }, { overrides });
}
/** For the one check that is made before a challenge is given out, and for the one when a passkey is stored. */
async function tenPasskeys(): Promise<void> {
  const have = (await as('op_charlie', 'GET', '/api/passkeys')).body.passkeys.length;
  for (let n = have; n < 10; n++) expect((await enrol('op_charlie', aCredential(HERE))).status).toBe(201);
}

/** Five minutes after the sign-in. */
const person = (id: string) => ({ id, name: 'P', email: `${id}@acme.dev`, role: 'operator' });
const LATER = { overrides: { clock: { nowMs: () => ledger.clock.nowMs() + 300_000 } as RunnerClock } };
const NO_PASSKEY = { name: 'laptop', response: aCredential(HERE).create('AAAA') };

const DESTINATION = 'arn:aws:sqs:eu-central-1:111122223333:approvals';
const allowing = (places: string) => {
  const open = () => ({ send: async () => ({ kind: 'unreachable', error: 'not here' }) as const });
  const webhooks = ledger.ports.sender;
  return { sender: withDestinations({ rules: readDestinationRules(places), webhooks, open }) };
};
/** One that waits for its token. */
async function destination(): Promise<string> {
  const overrides = allowing('111122223333:eu-central-1');
  return (await admin('POST', '/api/webhooks', { url: DESTINATION }, { overrides })).body.endpoint.id;
}

const NO_KEY = `psk_${'0'.repeat(24)}`;
const AT_AN_ADDRESS = { at: 'http://127.0.0.1:1' };
const enrolmentPath = (id: string) => `/api/passkeys/${id}/enrolment`;
const countersignPath = (id: string) => `/api/signing-keys/${id}/countersignature`;
const anyStatement = { statement: '{}', signature: { passkey: NO_KEY, response: aCredential(HERE).use('AAAA') } };

/** With what to sign a statement about a key. */
async function newKey(operator: string) {
  const credential = aCredential(HERE);
  const { id } = (await enrol(operator, credential)).body.passkey;
  const signs = (statement: string) => signedKeyStatement({ passkey: id, credential }, statement);
  return { id: id as string, signs };
}
async function signs(by: string, path: string, key: Awaited<ReturnType<typeof newKey>>, overrides: Overrides = {}) {
  const { body } = await as(by, 'GET', path);
  return as(by, 'POST', path, key.signs(body.statement), { overrides });
}
async function waitingKey(operator = 'op_delta') {
  const key = await newKey(operator);
  expect((await signs(operator, enrolmentPath(key.id), key)).status).toBe(200);
  return key;
}
const onSigned = async () => {
  const { id } = await waitingKey();
  return id;
};
const withoutKeysOf = (operator: string): Overrides => ({
  passkeys: {
    ...ledger.ports.passkeys,
    ofOrganization: async (org) =>
      (await ledger.ports.passkeys.ofOrganization(org)).filter((each) => each.operator !== operator),
  },
});

const resolvingTo = (address: string) => createWebhookSender({ allowLoopback: false, resolve: async () => [address] });
const anyHost = { sender: { ...resolvingTo('203.0.113.1'), validateEndpoint: async () => ({ ok: true as const }) } };
const hook = () => admin('POST', '/api/webhooks', { url: 'https://hooks.acme.dev/events' }, { overrides: anyHost });
const disabledHook = (command: string, body: object) => async () => {
  const { id } = (await hook()).body.endpoint;
  await admin('PATCH', `/api/webhooks/${id}`, { enabled: false });
  const answer = await admin('POST', `/api/webhooks/${id}/${command}`, body);
  await admin('DELETE', `/api/webhooks/${id}`);
  return answer;
};
const NO_HOOK = `/api/webhooks/whk_${'0'.repeat(24)}`;
const LAST_DAY = () => ({ since: ledger.clock.nowMs() - 1000, until: ledger.clock.nowMs() });

async function delivery(receiver: 'integration' | EndpointId) {
  const { request } = (await ledger.requests.load(DEMO_ORG, (await propose()) as RequestId))!;
  const event = { type: 'request.authorized', atMs: ledger.clock.nowMs() } as const;
  const made: Delivery = {
    ...newDelivery(request, event, receiver),
    ...(receiver === 'integration' ? { state: 'failed' as const, reason: 'integration_answered_400' } : {}),
  };
  await ledger.ports.deliveries.create(made);
  return made;
}

/** Two admins whose changes need each other's key: they need the stream, which applies what was approved. */
let house: House;
const echo = (method: string, path: string, body: object = {}) => house.api('op_echo', method, path, body);
const aKey = async (more: object = {}) =>
  (await echo('POST', '/api/keys', { name: 'ci', scopes: ['read'], ...more })).body.change.id as string;
const [TAKEN, REGISTERED] = [aWorkerKey().publicKey, aWorkerKey().publicKey];
const approvedKey = async (more: object = {}) => {
  const id = await aKey(more);
  await house.turn('op_foxtrot', id);
  // Until nothing is in progress any more.
  await house.messages('op_echo');
  return id;
};
const collect = (id: string) => echo('POST', `/api/changes/${id}/key`);
/** Comes last: what it disables stays so. */
const alone = async (method: string, path: string, body: object) => {
  await echo('PATCH', '/api/operators/op_foxtrot', { enabled: false });
  return echo(method, path, body);
};

const losesEveryRace = () => ({
  config: { ...ledger.ports.config, saveOperator: async () => 'conflict' as const },
});

const questionsThat = (fault: Partial<Ledger['ports']['questions']>): Sent => ({
  overrides: { questions: { ...ledger.ports.questions, ...fault } },
});
const FIFTY = Array(50).fill({ author: 'op_bravo', text: 'Why?' });
const OFTEN = { count: 21, endsAtMs: Date.now() + 60_000 };

const [SIGN_IN, SETTING, OWN] = ['/api/session/company', '/api/company-sign-in', '/api/company-sign-in/identity'];
const SENT = {
  issuer: 'https://login.acme.dev',
  client_id: 'console',
  client_secret: null as string | null | undefined,
  acr_values: [],
  max_age_seconds: 3600,
  forbids_mail_links: false,
};
const ACCOUNT: ProvedIdentity = { issuer: SENT.issuer, subject: 'nobody', authTimeMs: Date.now(), acr: null };
const UNREACHABLE = {
  openId: {
    addressOf: async () => err({ reason: 'unreachable' as const, why: 'The connection was refused' }),
    prove: async () => err({ reason: 'not_proved' as const, why: 'never called' }),
  },
};

/** Company sign-in at a provider that answers nothing. */
function withProvider(fields: Partial<Provider> = {}) {
  const provider = { issuer: SENT.issuer, clientId: 'console', sealedSecret: null, acrValues: [], maxAgeSeconds: 3600 };
  const stored: Settings[keyof Settings] = {
    org: DEMO_ORG,
    provider: { ...provider, forbidsMailLinks: false, ...fields },
    revision: 1,
    journal: [],
  };
  const setting: ConfigStore['setting'] = async (org, name) =>
    name === IDENTITY_PROVIDER ? (stored as Settings[typeof name]) : ledger.ports.config.setting(org, name);
  return { config: { ...ledger.ports.config, setting } };
}

const connectedTo = (operator: string): Identity => ({
  org: DEMO_ORG,
  id: operator,
  operator: operator as OperatorId,
  former: [],
  accessEpoch: 0,
  connectedAtMs: 1,
  disconnectedAtMs: null,
  revision: 1,
  journal: [],
});

/** From the provider, which has proved this. Null: its answer proves nothing. */
async function comesBack(operator: string | null, proved: ProvedIdentity | null) {
  const openId: OpenIdClient = {
    addressOf: async (_, { state }) => ok(`https://login.acme.dev/?${new URLSearchParams({ state })}`),
    prove: async () => (proved === null ? UNREACHABLE.openId.prove() : ok(proved)),
  };
  const ports = { ...ledger.ports, ...withProvider(), openId, origin: ORIGIN, cookieName: 'session' };
  const own = operator === null ? [] : [`session=${await signIn(operator)}`];
  const call = async (method: string, body: object, more: readonly string[] = []) => {
    const path = operator === null ? SIGN_IN! : OWN!;
    const answer = await createConsoleHandler(ports)(
      eventOf(method, path, { origin: ORIGIN }, { body, event: { cookies: [...own, ...more] } }),
    );
    return answer as Parameters<typeof said>[0] & { readonly cookies?: readonly string[] };
  };
  const started = await call('POST', operator === null ? { org: DEMO_ORG } : {});
  const state = new URL(said(started).body.url).searchParams.get('state');
  return said(await call('PUT', { code: 'a-code', state }, [started.cookies![0]!.split(';')[0]!]));
}

const CAUSES: Readonly<Record<string, Cause>> = {
  'signIn 401 spent': () => as(null, 'POST', '/api/session', { token: 'x'.repeat(43) }),
  'signIn 409 signed_in': async () => {
    const bravo = (await ledger.ports.config.operator(DEMO_ORG, 'op_bravo' as OperatorId))!;
    const { token } = await createSignInLink(ledger.ports, bravo, PERMIT);
    return admin('POST', '/api/session', { token, replace: false });
  },
  'startPasskeySignIn 422 no_host_name': () =>
    as(null, 'POST', '/api/session/options', {}, { at: 'http://127.0.0.1:1' }),
  'passkeySignIn 401 not_accepted': async () => {
    const { body } = await as(null, 'POST', '/api/session/options');
    return as(null, 'POST', '/api/session/passkey', { response: aCredential(HERE).use(body.options.challenge) });
  },
  'enrolPasskey 409 taken': async () => {
    const credential = aCredential(HERE);
    expect((await enrol('op_bravo', credential)).status).toBe(201);
    return enrol('op_bravo', credential);
  },
  'enrolPasskey 409 overtaken': () =>
    enrol('op_bravo', aCredential(HERE), {
      passkeys: { ...ledger.ports.passkeys, enrol: async () => 'overtaken' as const },
    }),
  'enrolPasskey 409 sign_in_again': () => as('op_bravo', 'POST', '/api/passkeys', NO_PASSKEY, LATER),
  'enrolPasskey 422 not_verified': () => enrol('op_bravo', aCredential({ ...HERE, verifiesUser: false })),
  'enrolPasskey 422 too_many': async () => {
    const { body } = await as('op_charlie', 'POST', '/api/passkeys/options');
    await tenPasskeys();
    const response = aCredential(HERE).create(body.options.challenge);
    return as('op_charlie', 'POST', '/api/passkeys', { name: 'eleventh', response });
  },
  'startPasskeyEnrolment 422 no_host_name': () =>
    as('op_bravo', 'POST', '/api/passkeys/options', {}, { at: 'http://127.0.0.1:1' }),
  'startPasskeyEnrolment 422 too_many': async () => {
    await tenPasskeys();
    return as('op_charlie', 'POST', '/api/passkeys/options');
  },
  'exportSigners 422 no_host_name': () => admin('GET', '/api/allowed-signers', undefined, { at: 'http://127.0.0.1:1' }),
  'SignInAgain sign_in_again': () => as('op_bravo', 'POST', '/api/passkeys/options', {}, LATER),
  'EditedMeanwhileOrSignInAgain sign_in_again': () => as('op_bravo', 'DELETE', '/api/sessions', undefined, LATER),
  'EditedMeanwhileOrSignInAgain conflict': () =>
    as('op_bravo', 'DELETE', '/api/sessions', undefined, {
      overrides: { config: { ...ledger.ports.config, saveOperator: async () => 'conflict' as const } },
    }),
  'getEnrolment 404 not_found': () => as('op_delta', 'GET', enrolmentPath(NO_KEY)),
  'getEnrolment 409 signed': async () => as('op_delta', 'GET', enrolmentPath(await onSigned())),
  'getEnrolment 422 no_host_name': () => as('op_delta', 'GET', enrolmentPath(NO_KEY), undefined, AT_AN_ADDRESS),
  'signEnrolment 404 not_found': () => as('op_delta', 'POST', enrolmentPath(NO_KEY), anyStatement),
  'signEnrolment 409 signed': async () => as('op_delta', 'POST', enrolmentPath(await onSigned()), anyStatement),
  'signEnrolment 409 edited': async () => {
    const key = await newKey('op_delta');
    const passkeys = { ...ledger.ports.passkeys, keepEnrolment: async () => 'conflict' as const };
    return signs('op_delta', enrolmentPath(key.id), key, { passkeys });
  },
  'signEnrolment 422 not_verified': async () => {
    const { id } = await newKey('op_delta');
    return as('op_delta', 'POST', enrolmentPath(id), anyStatement);
  },
  'signEnrolment 422 no_host_name': () => as('op_delta', 'POST', enrolmentPath(NO_KEY), anyStatement, AT_AN_ADDRESS),
  'listSigningKeys 422 no_host_name': () => admin('GET', '/api/signing-keys', undefined, AT_AN_ADDRESS),
  'getCountersignature 404 not_found': () => admin('GET', countersignPath(NO_KEY)),
  'getCountersignature 409 own_key': async () => admin('GET', countersignPath((await waitingKey('op_alpha')).id)),
  'getCountersignature 409 no_key': async () =>
    admin('GET', countersignPath((await waitingKey()).id), undefined, { overrides: withoutKeysOf('op_alpha') }),
  'getCountersignature 409 not_waiting': async () => admin('GET', countersignPath((await newKey('op_delta')).id)),
  'getCountersignature 422 no_host_name': () => admin('GET', countersignPath(NO_KEY), undefined, AT_AN_ADDRESS),
  'countersignKey 404 not_found': () => admin('POST', countersignPath(NO_KEY), anyStatement),
  'countersignKey 409 own_key': async () =>
    admin('POST', countersignPath((await waitingKey('op_alpha')).id), anyStatement),
  'countersignKey 409 no_key': async () =>
    admin('POST', countersignPath((await waitingKey()).id), anyStatement, { overrides: withoutKeysOf('op_alpha') }),
  'countersignKey 409 not_waiting': async () =>
    admin('POST', countersignPath((await newKey('op_delta')).id), anyStatement),
  'countersignKey 409 edited': async () => {
    const [mine, { id }] = [await waitingKey('op_alpha'), await waitingKey()];
    const passkeys = { ...ledger.ports.passkeys, keepCountersignature: async () => 'conflict' as const };
    return signs('op_alpha', countersignPath(id), mine, { passkeys });
  },
  'countersignKey 422 not_verified': async () => {
    await waitingKey('op_alpha');
    return admin('POST', countersignPath((await waitingKey()).id), anyStatement);
  },
  'countersignKey 422 no_host_name': () => admin('POST', countersignPath(NO_KEY), anyStatement, AT_AN_ADDRESS),
  'deletePasskey 404 not_found': () => as('op_bravo', 'DELETE', '/api/passkeys/pk_none'),
  'writeQuestion 403 not_concerned': async () =>
    as('op_delta', 'POST', `/api/requests/${await own('try.question')}/questions`, { text: 'Why?' }),
  'writeQuestion 409 busy': async () =>
    admin(
      'POST',
      `/api/requests/${await propose()}/questions`,
      { text: 'Why?' },
      questionsThat({ save: async () => 'taken' }),
    ),
  'writeQuestion 422 too_many': async () =>
    admin(
      'POST',
      `/api/requests/${await propose()}/questions`,
      { text: 'Why?' },
      questionsThat({ of: async () => FIFTY }),
    ),
  'writeQuestion 429 too_often': async () =>
    admin(
      'POST',
      `/api/requests/${await propose()}/questions`,
      { text: 'Why?' },
      { overrides: { counter: { count: async () => OFTEN } } },
    ),
  'getStatement 403 not_asked': notAsked('statement?decision=authorize', 'GET'),
  'getStatement 409 decided': async () => {
    const id = await own('try.signed', { turn: 'code_and_passkey' });
    await post('op_bravo', id, 'refuse');
    return as('op_bravo', 'GET', `/api/requests/${id}/statement?decision=authorize`);
  },
  'getStatement 422 not_wanted': async () =>
    as('op_bravo', 'GET', `/api/requests/${await propose()}/statement?decision=authorize`),
  'turnKey 403 wrong_code': async () => post('op_bravo', await propose(), 'turn', { code: '00000000' }),
  'turnKey 403 not_asked': notAsked('turn'),
  'turnKey 403 disabled': seatGone('turn'),
  'turnKey 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/turn`),
  'turnKey 409 decided': afterVerdict('turn'),
  'turnKey 409 stale_round': async () => {
    const id = await propose('demo.launch');
    await turn('op_bravo', id);
    const code = await ledger.code('op_charlie', id);
    // The round's minute passes with one key of two.
    ledger.clock.advance(61_000);
    return post('op_charlie', id, 'turn', { code, round: 1 });
  },
  'turnKey 409 already_turned': async () => {
    const id = await propose('demo.launch');
    await turn('op_bravo', id);
    return turn('op_bravo', id);
  },
  'turnKey 409 seat_locked': async () => {
    const id = await propose();
    for (let n = 0; n < 5; n++) await post('op_charlie', id, 'turn', { code: '00000000' });
    return post('op_charlie', id, 'turn', { code: '00000000' });
  },
  'turnKey 409 not_signed': async () => turn('op_bravo', await own('try.signed', { turn: 'code_and_passkey' })),
  'turnKey 409 no_evidence': async () => turn('op_bravo', await withDocument()),
  'getRequestEvidence 404 not_found': async () =>
    as('op_bravo', 'GET', `/api/requests/${await withDocument()}/evidence/other`),
  'getRequestEvidence 404 missing': async () =>
    as('op_bravo', 'GET', `/api/requests/${await withDocument()}/evidence/plan`),
  'getRequestEvidence 404 expired': async () => {
    const client = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.proposer, retries: 0 });
    expect((await house.api('op_alpha', 'PUT', '/api/actions/try.document', DOCUMENTED)).status).toBe(200);
    const made = await house.propose({ action: 'try.document', params: await client.attach('plan', 'Drop the table') });
    await house.advance(DEFAULT_EVIDENCE_DAYS * 24 * 3600_000);
    return house.api('op_bravo', 'GET', `/api/requests/${made.body.request.id}/evidence/plan`);
  },
  'refuseRequest 403 not_asked': notAsked('refuse'),
  'refuseRequest 403 disabled': seatGone('refuse'),
  'refuseRequest 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/refuse`),
  'refuseRequest 409 decided': afterVerdict('refuse'),
  'abortRequest 403 not_asked': notAsked('abort'),
  'abortRequest 403 disabled': seatGone('abort'),
  'abortRequest 403 not_requester': async () => post('op_bravo', await propose(), 'abort', { misuse: true }),
  'getChange 404 not_found': () => as('op_bravo', 'GET', `/api/changes/${NOBODY}`),
  'abortRequest 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/abort`),
  'abortRequest 409 decided': afterVerdict('abort'),
  'stopRequest 403 may_not_stop': async () => {
    const id = await own('try.two', { roster: ['op_charlie', 'op_bravo'] });
    return post('op_delta', id, 'stop');
  },
  'stopRequest 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/stop`),
  'stopRequest 409 no_verdict': async () => post('op_bravo', await propose('demo.launch'), 'stop'),
  'stopRequest 409 left_to_program': async () => {
    const id = await propose();
    expect((await turn('op_bravo', id)).status).toBe(200);
    return post('op_bravo', id, 'stop');
  },
  'withdrawTurn 403 not_asked': notAsked('withdraw'),
  'withdrawTurn 403 disabled': seatGone('withdraw'),
  'withdrawTurn 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/withdraw`),
  'withdrawTurn 409 decided': afterVerdict('withdraw'),
  'withdrawTurn 409 not_turned': async () => post('op_bravo', await propose(), 'withdraw'),
  'restartRound 403 not_asked': notAsked('restart'),
  'restartRound 403 disabled': seatGone('restart'),
  'restartRound 403 foreign_origin': elsewhere('POST', `/api/requests/${NOBODY}/restart`),
  'restartRound 409 decided': afterVerdict('restart'),
  'restartRound 409 not_coincident': async () => post('op_bravo', await propose(), 'restart'),
  'reissueCode 409 decided': afterVerdict('reissue', 'op_alpha', { operator: 'op_charlie' }),
  'reissueCode 409 already_turned': async () => {
    const id = await propose('demo.launch');
    await turn('op_bravo', id);
    return post('op_alpha', id, 'reissue', { operator: 'op_bravo' });
  },
  // One key is enough, so that the request stays open when the other admin is disabled.
  'reissueCode 409 no_second_admin': async () => {
    const policy = { ...POLICY, roster: ['op_echo', 'op_foxtrot', 'op_golf'], deny_self_approval: true };
    const { change } = (await echo('PUT', '/api/actions/demo.release', policy)).body;
    await house.turn('op_foxtrot', change.id);
    await house.messages('op_echo');
    const body = { action: 'demo.release', requester: 'op_echo' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    return alone('POST', `/api/requests/${id}/reissue`, { operator: 'op_golf' });
  },
  'reissueCode 422 no_seat': async () => post('op_alpha', await own('try.two'), 'reissue', { operator: 'op_delta' }),
  'getRequestProof 409 no_verdict': async () => {
    const id = await propose('demo.launch');
    await turn('op_bravo', id);
    return as('op_bravo', 'GET', `/api/requests/${id}/proof`);
  },
  'redeliver 404 not_found': () => admin('POST', `/api/deliveries/dlv_${'0'.repeat(24)}/redeliver`),
  'redeliver 409 conflict': async () => {
    const { id } = (await hook()).body.endpoint;
    const made = await delivery(id);
    const nowMs = ledger.clock.nowMs();
    const { org, generation } = made;
    await ledger.ports.deliveries.takeAttempt({ org, id: made.id, generation, nowMs, holdMs: 60_000 });
    return admin('POST', `/api/deliveries/${made.id}/redeliver`);
  },
  'redeliver 422 integration': async () =>
    admin('POST', `/api/deliveries/${(await delivery('integration')).id}/redeliver`),
  'createWebhook 422 refused_address': () =>
    admin(
      'POST',
      '/api/webhooks',
      { url: 'https://hooks.acme.dev/events' },
      {
        overrides: { sender: resolvingTo('10.0.0.7') },
      },
    ),
  'setChat 422 refused_address': () =>
    admin(
      'PUT',
      '/api/chat',
      { format: 'slack', url: 'https://hooks.acme.dev/chat' },
      { overrides: { sender: resolvingTo('10.0.0.7') } },
    ),
  'testChat 404 not_found': () => admin('POST', '/api/chat/test', {}),
  'createWebhook 422 too_many': async () => {
    let last = await hook();
    const made: string[] = [];
    for (; last.status === 201; last = await hook()) made.push(last.body.endpoint.id);
    for (const id of made) await admin('DELETE', `/api/webhooks/${id}`);
    return last;
  },
  'createWebhook 422 refused_account': () =>
    admin('POST', '/api/webhooks', { url: DESTINATION }, { overrides: allowing('') }),
  'updateWebhook 422 unverified': async () => admin('PATCH', `/api/webhooks/${await destination()}`, { enabled: true }),
  'verifyWebhook 404 not_found': () => admin('POST', `${NO_HOOK}/verify`, { token: 'verify_none' }),
  'verifyWebhook 422 wrong_token': async () =>
    admin('POST', `/api/webhooks/${await destination()}/verify`, { token: 'verify_none' }),
  'verifyWebhook 422 needs_none': async () => {
    const { id } = (await hook()).body.endpoint;
    const answer = await admin('POST', `/api/webhooks/${id}/verify`, { token: 'verify_none' });
    await admin('DELETE', `/api/webhooks/${id}`);
    return answer;
  },
  'getWebhook 404 not_found': () => admin('GET', NO_HOOK),
  'updateWebhook 404 not_found': () => admin('PATCH', NO_HOOK, { enabled: false }),
  'deleteWebhook 404 not_found': () => admin('DELETE', NO_HOOK),
  'rotateWebhookSecret 404 not_found': () => admin('POST', `${NO_HOOK}/rotate`),
  'revokePreviousSecret 404 not_found': () => admin('POST', `${NO_HOOK}/revoke-previous`),
  'testWebhook 404 not_found': () => admin('POST', `${NO_HOOK}/test`),
  'testWebhook 422 disabled': disabledHook('test', {}),
  'webhookDeliveries 404 not_found': () => admin('GET', `${NO_HOOK}/deliveries`),
  'recoverWebhook 404 not_found': () => admin('POST', `${NO_HOOK}/recover`, LAST_DAY()),
  'recoverWebhook 422 disabled': () => disabledHook('recover', LAST_DAY())(),
  'revokeKey 404 not_found': () => admin('DELETE', '/api/keys/key_none'),
  'getPowers 404 not_found': () => admin('GET', '/api/powers?change=req_none'),
  'updateKey 404 not_found': () => admin('PATCH', '/api/keys/key_none', { max_open: 5 }),
  'updateKey 409 revoked': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'revoked', scopes: ['read'] })).body;
    await admin('DELETE', `/api/keys/${key.id}`);
    return admin('PATCH', `/api/keys/${key.id}`, { max_open: 5 });
  },
  'updateKey 409 conflict': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'raced', scopes: ['read'] })).body;
    const config = { ...ledger.ports.config, saveApiKey: async () => 'conflict' as const };
    return admin('PATCH', `/api/keys/${key.id}`, { max_open: 5 }, { overrides: { config } });
  },
  'rotateKey 404 not_found': () => admin('POST', '/api/keys/key_none/rotate'),
  'rotateKey 409 two_tokens': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'rotated', scopes: ['read'] })).body;
    await admin('POST', `/api/keys/${key.id}/rotate`);
    return admin('POST', `/api/keys/${key.id}/rotate`);
  },
  'endToken 404 not_found': () => admin('DELETE', '/api/keys/key_none/tokens/1'),
  'getAction 404 not_found': () => admin('GET', '/api/actions/none'),
  'deleteAction 404 not_found': () => admin('DELETE', '/api/actions/none'),
  'deleteGroup 404 not_found': () => admin('DELETE', '/api/groups/grp_none'),
  'previewAction 404 not_found': () => admin('POST', '/api/actions/none/preview', { requester: 'op_alpha' }),
  'backtestAction 404 not_found': () =>
    admin('POST', '/api/actions/none/backtest', {
      policy: { title: 'x', roster: ['op_bravo'], quorum: { default: 1, min: 1, max: 1, selectable: false } },
    }),
  'createOperator 409 conflict': () =>
    admin('POST', '/api/operators', { id: 'op_bravo', name: 'B', email: 'b@acme.dev', role: 'operator' }),
  'inviteOperators 409 conflict': () =>
    admin('POST', '/api/operator-invitations', { operators: [person('op_ada'), person('op_bravo')] }),
  'inviteOperators 409 sign_in_again': () =>
    admin('POST', '/api/operator-invitations', { operators: [person('op_late')] }, LATER),
  'inviteOperators 409 no_second_admin': () =>
    alone('POST', '/api/operator-invitations', { operators: [person('op_new')] }),
  'inviteOperators 422 too_many_people': () =>
    echo('POST', '/api/operator-invitations', {
      operators: Array.from({ length: 50 }, (_, n) => ({
        ...person(`op_n${n}`),
        name: 'N'.repeat(60),
        email: `${'e'.repeat(64)}@${'e'.repeat(110)}.dev`,
      })),
    }),
  'createOperator 409 sign_in_again': () =>
    admin('POST', '/api/operators', { id: 'op_late', name: 'L', email: 'l@acme.dev', role: 'operator' }, LATER),
  'updateOperator 409 sign_in_again': () => admin('PATCH', '/api/operators/op_bravo', { name: 'B' }, LATER),
  'createKey 409 sign_in_again': () => admin('POST', '/api/keys', { name: 'late', scopes: ['read'] }, LATER),
  'updateKey 409 sign_in_again': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'limited', scopes: ['propose'], max_open: 5 })).body;
    return admin('PATCH', `/api/keys/${key.id}`, { max_open: null }, LATER);
  },
  'rotateKey 409 sign_in_again': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'old', scopes: ['read'] })).body;
    return admin('POST', `/api/keys/${key.id}/rotate`, {}, LATER);
  },
  'reissueCode 409 sign_in_again': async () =>
    admin('POST', `/api/requests/${await propose()}/reissue`, { operator: 'op_bravo' }, LATER),
  'setChangesTurn 409 sign_in_again': () => admin('PUT', '/api/changes-turn', { turn: 'code' }, LATER),
  'updateOperator 404 not_found': () => admin('PATCH', '/api/operators/op_none', { name: 'N' }),
  'updateOperator 409 last_admin': () => admin('PATCH', '/api/operators/op_alpha', { role: 'operator' }),
  'updateOperator 409 conflict': () =>
    admin('PATCH', '/api/operators/op_bravo', { name: 'Bee' }, { overrides: losesEveryRace() }),
  'createSignInLink 404 not_found': () => admin('POST', '/api/operators/op_none/sign-in-link'),
  'createSignInLink 422 disabled': async () => {
    await admin('PATCH', '/api/operators/op_delta', { enabled: false });
    const answer = await admin('POST', '/api/operators/op_delta/sign-in-link');
    await admin('PATCH', '/api/operators/op_delta', { enabled: true });
    await signIn('op_delta');
    return answer;
  },
  'createSignInLink 422 forbidden': async () => {
    const { config } = withProvider({ forbidsMailLinks: true });
    const identities = async () => [connectedTo('op_bravo')];
    return admin(
      'POST',
      '/api/operators/op_bravo/sign-in-link',
      {},
      { overrides: { config: { ...config, identities } } },
    );
  },
  'startCompanySignIn 422 none': () => as(null, 'POST', SIGN_IN, { org: 'org_none' }),
  'startCompanySignIn 422 unreachable': () =>
    as(null, 'POST', SIGN_IN, { org: DEMO_ORG }, { overrides: { ...withProvider(), ...UNREACHABLE } }),
  'finishCompanySignIn 401 not_accepted': () => comesBack(null, null),
  'finishCompanySignIn 401 not_connected': () => comesBack(null, ACCOUNT),
  'finishCompanySignIn 401 too_old': () => comesBack(null, { ...ACCOUNT, authTimeMs: null }),
  'setCompanySignIn 422 unreachable': () => admin('PUT', SETTING, { provider: SENT }, { overrides: UNREACHABLE }),
  'setCompanySignIn 422 secret': () => admin('PUT', SETTING, { provider: { ...SENT, client_secret: undefined } }),
  'startOwnIdentity 422 none': () => as('op_bravo', 'POST', OWN),
  'startOwnIdentity 422 unreachable': () =>
    as('op_bravo', 'POST', OWN, {}, { overrides: { ...withProvider(), ...UNREACHABLE } }),
  'connectOwnIdentity 422 not_accepted': () => comesBack('op_bravo', null),
  'connectOwnIdentity 422 too_old': () => comesBack('op_bravo', { ...ACCOUNT, authTimeMs: null }),
  'disconnectOwnIdentity 404 not_found': () => as('op_bravo', 'DELETE', OWN),
  'connectIdentity 404 not_found': () =>
    admin('PUT', '/api/operators/op_none/identity', { subject: 'x' }, { overrides: withProvider() }),
  'connectIdentity 404 none': () => admin('PUT', '/api/operators/op_bravo/identity', { subject: 'x' }),
  'connectIdentity 422 disabled': async () => {
    await admin('PATCH', '/api/operators/op_delta', { enabled: false });
    const sent = { overrides: withProvider() };
    const answer = await admin('PUT', '/api/operators/op_delta/identity', { subject: 'x' }, sent);
    await admin('PATCH', '/api/operators/op_delta', { enabled: true });
    await signIn('op_delta');
    return answer;
  },
  'disconnectIdentity 404 not_found': () => admin('DELETE', '/api/operators/op_bravo/identity'),
  'IdentityNotConnected taken': () => {
    const { config } = withProvider();
    const identities = async () => [connectedTo('op_bravo')];
    const sent = { overrides: { config: { ...config, identities } } };
    return admin('PUT', '/api/operators/op_bravo/identity', { subject: 'x' }, sent);
  },
  'IdentityNotConnected sign_in_again': () =>
    admin(
      'PUT',
      '/api/operators/op_bravo/identity',
      { subject: 'x' },
      { overrides: { ...withProvider(), ...LATER.overrides } },
    ),
  'listOperatorPasskeys 404 not_found': () => admin('GET', '/api/operators/op_none/passkeys'),
  'deleteOperatorPasskey 404 not_found': () => admin('DELETE', '/api/operators/op_bravo/passkeys/pk_none'),
  'listSessions 403 not_yours': () => as('op_bravo', 'GET', '/api/sessions?operator=op_alpha'),
  'revokeSessions 403 not_yours': () => as('op_bravo', 'DELETE', '/api/sessions?operator=op_alpha'),
  'revokeSessions 403 foreign_origin': elsewhere('DELETE', '/api/sessions'),
  'revokeSessions 404 not_found': () => admin('DELETE', '/api/sessions?operator=op_none'),
  'revokeSession 403 not_yours': () => as('op_bravo', 'DELETE', '/api/sessions/ses_1?operator=op_alpha'),
  'revokeSession 403 foreign_origin': elsewhere('DELETE', '/api/sessions/ses_1'),
  'revokeSession 404 not_found': () => admin('DELETE', '/api/sessions/ses_none'),
  'createKey 422 signing_key': () => admin('POST', '/api/keys', { name: 'ci', scopes: ['execute'], signing_key: 'x' }),
  'requestMailedLink 429 too_many_links': async () => {
    const request = () => as(null, 'POST', '/api/session/mailed-link', { org: 'org_demo', address: 'a@acme.dev' });
    for (let n = 0; n < 3; n++) await request();
    return request();
  },
  'setChangesTurn 409 not_ready': () => echo('PUT', '/api/changes-turn', { turn: 'code_and_passkey' }),
  'setChangesTurn 409 one_admin': () => admin('PUT', '/api/changes-turn', { turn: 'code' }),
  'collectKey 404 not_found': () => echo('POST', `/api/changes/${NOBODY}/key`),
  'collectKey 409 not_approved': async () => collect(await aKey()),
  'collectKey 409 collected': async () => {
    const id = await approvedKey();
    expect((await collect(id)).status).toBe(201);
    return collect(id);
  },
  'collectKey 409 too_late': async () => {
    const id = await approvedKey();
    await house.advance(24 * 3600_000);
    return collect(id);
  },
  'collectKey 409 signing_key_taken': async () => {
    // Both wait, and both are approved.
    const [first, second] = [await approvedKey({ signing_key: TAKEN }), await approvedKey({ signing_key: TAKEN })];
    expect((await collect(first)).status).toBe(201);
    return collect(second);
  },
  'createKey 409 conflict': async () => {
    await collect(await approvedKey({ signing_key: REGISTERED }));
    return echo('POST', '/api/keys', { name: 'ci', scopes: ['read'], signing_key: REGISTERED });
  },
  'createKey 409 no_second_admin': () => alone('POST', '/api/keys', { name: 'ci', scopes: ['read'] }),
  'createOperator 409 no_second_admin': () =>
    alone('POST', '/api/operators', { id: 'op_new', name: 'New', email: 'new@acme.dev', role: 'operator' }),
  'updateOperator 409 no_second_admin': () => alone('PATCH', '/api/operators/op_golf', { role: 'admin' }),
  // What several operations share, and a running service does not easily answer.
  'NoPublishedHead not_found': () => admin('GET', '/api/audit/head'),
  'Internal internal': () =>
    admin('GET', '/api/operators', undefined, {
      overrides: { config: { ...ledger.ports.config, operators: () => Promise.reject(new Error('store')) } },
    }),
  'Unavailable unavailable': async () => {
    const check = () => Promise.reject(new Error('the store of documents does not answer'));
    return turn('op_bravo', await withDocument(), {}, { overrides: { evidence: { ...ledger.ports.evidence, check } } });
  },
  'EditedMeanwhile conflict': () =>
    admin('DELETE', '/api/sessions?operator=op_bravo', {}, { overrides: losesEveryRace() }),
  'ChangeNotMade sign_in_again': () => admin('POST', '/api/operators/op_alpha/sign-in-link', {}, LATER),
  'ChangeNotMade conflict': () =>
    admin('PUT', '/api/actions/try.raced', POLICY, {
      overrides: { config: { ...ledger.ports.config, saveAction: async () => 'conflict' as const } },
    }),
  'TooManyWrongCodes too_many_wrong_codes': async () => {
    let last: Said | null = null;
    for (let request = 0; request < 6 && last?.status !== 429; request++) {
      const id = await propose();
      for (let n = 0; n < 5 && last?.status !== 429; n++)
        last = await post('op_delta', id, 'turn', { code: '00000000' });
    }
    return last!;
  },
};

interface Example {
  readonly status: number | null;
  readonly value: unknown;
}

const SHARED = document.components.responses as Record<string, Answer>;
/** Without the answers that have one cause for all operations. */
const ownOf = (answer: Answer): Answer => {
  const name = answer.$ref?.replace('#/components/responses/', '');
  if (name === undefined) return answer;
  return OF_EACH_OPERATION.has(name) ? SHARED[name]! : {};
};

const OF_OPERATIONS = Object.values(document.paths as Record<string, Record<string, unknown>>).flatMap((path) =>
  Object.values(path)
    .filter(
      (value): value is { operationId: string; responses: Record<string, Answer> } =>
        typeof value === 'object' && value !== null && 'operationId' in value,
    )
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) =>
          examplesOf(ownOf(response)).map(
            ([name, { value }]) => [`${operationId} ${status} ${name}`, { status: Number(status), value }] as const,
          ),
        ),
    ),
);
const OF_ALL = Object.entries(SHARED)
  .flatMap(([response, shared]) =>
    examplesOf(shared).map(([name, { value }]) => [`${response} ${name}`, { status: null, value }] as const),
  )
  .filter(([name]) => OUT_OF_REACH.has(name));

/** What varies from one request to the next. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/incident [0-9a-f]{16}/, 'incident <id>'),
  );

describe('the errors of single console operations', () => {
  beforeAll(async () => {
    [ledger, house] = await Promise.all([openLedger({ memory: true }), openHouse({ memory: true })]);
  });
  afterAll(() => Promise.all([ledger?.stop(), house?.stop()]));

  const isLast = ([name]: readonly [string, Example]) => Number(name.includes('no_second_admin'));
  const all: readonly (readonly [string, Example])[] = [...OF_OPERATIONS, ...OF_ALL].sort(
    (a, b) => isLast(a) - isLast(b),
  );
  it.each(all)('an error of one console operation reads as in the document: %s', async (name, { status, value }) => {
    const cause = CAUSES[name];
    if (cause === undefined) throw new Error(`no test produces this answer: ${name}`);
    const answer = await cause();
    expect(plain(answer.body)).toEqual(plain(value));
    if (status !== null) expect(answer.status).toBe(status);
  });

  it('every error of the console operations is in the document', () => {
    const documented = new Set(all.map(([name]) => name));
    expect(Object.keys(CAUSES).filter((name) => !documented.has(name))).toEqual([]);
  });
});
