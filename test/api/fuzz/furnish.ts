/** One of everything in each organization, and everybody who may call. */
import { createAuditHandler } from '../../../src/lambda/events/audit';
import { createSweepHandler, createTimerHandler } from '../../../src/lambda/events/timer';
import { DEMO_ORG, FOUR_EYES_ORG, OTHER_ORG } from '../../../src/local/demo';
import { digestOf } from '../../../src/protocol/hash';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { PublishedHead } from '../../../src/protocol/statements/head';
import { aDisplay } from '../../support/displays';
import { DIGEST, ENVELOPE } from '../../support/house';
import type { Ledger } from '../../support/ledger';
import { aSigningOperator, type SigningOperator, signsEnrolment } from '../../support/signing';
import { type Ripe, ripeInputs } from './ripe';
import { type Fuzzed, HOUR_MS, ORIGIN, PROVED } from './world';

export interface Things {
  /** Ids of each organization by the part of the path that names their kind. */
  readonly ids: ReadonlyMap<OrgId, Made>;
  /** Everything of an organization by which it is recognized in an answer. */
  readonly marks: ReadonlyMap<OrgId, readonly string[]>;
  /** Cursors that the lists gave. */
  readonly cursors: readonly string[];
  readonly ripe: readonly Ripe[];
  readonly claims: Readonly<Record<string, string>>;
  /** Documents beside requests, by their digest. */
  readonly documents: ReadonlyMap<string, string>;
}

export type Made = Readonly<Record<string, readonly string[]>>;
type Making = Record<string, string[]>;

interface Admin {
  readonly org: OrgId;
  readonly admin: string;
  readonly operator: string;
  readonly proposes: string;
}

const ONE_ADMIN: readonly Admin[] = [
  { org: DEMO_ORG, admin: 'admin', operator: 'operator', proposes: 'key_all' },
  { org: OTHER_ORG, admin: 'other_admin', operator: 'other_operator', proposes: 'key_other' },
];
/** In every text of an organization that has no form of its own. */
const markOf = (org: OrgId) => `hush-${org}`;
/** Names of people and actions are no secrets: the demo's other organizations have the same. */
const SECRET = ['requests', 'webhooks', 'deliveries', 'keys', 'sessions', 'passkeys', 'groups', 'changes'];
const ACTIONS = ['demo.solo', 'demo.deploy', 'demo.payout', 'demo.refund', 'demo.release'];

export async function furnish(fuzzed: Fuzzed): Promise<Things> {
  await openCallers(fuzzed);
  const claims: Record<string, string> = {};
  const ids = new Map<OrgId, Making>();
  // First: a change of how somebody signs in takes their seats.
  const signers = await enrol(fuzzed);
  const link = await make(fuzzed, 'admin', 'POST', '/api/operators/op_bravo/sign-in-link');
  for (const each of ONE_ADMIN) {
    const made: Making = {
      actions: [...ACTIONS],
      operators: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta', 'op_hush'],
    };
    ids.set(each.org, made);
    if (each.org === DEMO_ORG) made.passkeys = Object.values(signers).map(({ passkey }) => passkey);
    await furnishOne(fuzzed, each, made, claims);
    made['signing-keys'] = made.passkeys ?? [`psk_${'0'.repeat(24)}`];
  }
  const changes = await waitingChanges(fuzzed);
  ids.set(FOUR_EYES_ORG, {
    actions: [...ACTIONS],
    operators: ['op_echo', 'op_foxtrot', 'op_golf'],
    changes,
    requests: changes,
  });
  await letFollow(fuzzed);
  // Each organization knows the digests of the others' documents.
  const documents = new Map(ONE_ADMIN.map(({ org }) => [digestOf(documentOf(org)), documentOf(org)]));
  const ripe = await ripeInputs(fuzzed, ids.get(DEMO_ORG)!, {
    claims,
    changes,
    signers,
    link: link.sign_in_url,
    documents,
  });
  const marks = [...ids].map(
    ([org, made]) => [org, [markOf(org), ...SECRET.flatMap((kind) => made[kind] ?? [])]] as const,
  );
  const cursors = await cursorsOf(fuzzed);
  fuzzed.keep();
  return { ids, marks: new Map(marks), cursors, ripe, claims, documents };
}

/** The last one is a second key, of which nobody has signed the enrolment. */
async function enrol({ call, ledger }: Fuzzed): Promise<Signers> {
  const names: Record<string, string> = { op_alpha: 'admin', op_bravo: 'operator', op_charlie: 'operator_2' };
  const api: Ledger['api'] = (operator, method, path, body) =>
    call(names[operator]!, method, path, method === 'GET' ? undefined : body);
  const signer = (operator: string) => aSigningOperator({ api, code: (...of) => ledger.code(...of) }, operator);
  const [admin, bravo, charlie] = [await signer('op_alpha'), await signer('op_bravo'), await signer('op_charlie')];
  for (const each of [admin, bravo, charlie]) await signsEnrolment({ api }, each);
  return { admin, bravo, charlie, fresh: await signer('op_charlie') };
}

export interface Signers {
  readonly admin: SigningOperator;
  readonly bravo: SigningOperator;
  readonly charlie: SigningOperator;
  readonly fresh: SigningOperator;
}

const LISTS = ['requests', 'operators', 'webhooks', 'keys', 'actions', 'sessions', 'groups', 'audit'];

async function cursorsOf(fuzzed: Fuzzed): Promise<string[]> {
  const pages = await Promise.all(LISTS.map((name) => make(fuzzed, 'admin', 'GET', `/api/${name}?limit=1`)));
  return pages.flatMap(({ cursor }) => (typeof cursor === 'string' ? [cursor] : []));
}

async function openCallers(fuzzed: Fuzzed): Promise<void> {
  const { callers, ledger, addSession, addKey } = fuzzed;
  const nobody = { org: null, operator: null, mailed: false, scopes: [] };
  callers.set('nobody', { ...nobody, name: 'nobody', headers: { origin: ORIGIN } });
  const invented = { cookie: `session=${'A'.repeat(43)}`, authorization: 'Bearer rak_unknown', origin: ORIGIN };
  callers.set('unknown', { ...nobody, name: 'unknown', headers: invented });
  await addSession('admin', DEMO_ORG, 'op_alpha');
  await addSession('operator', DEMO_ORG, 'op_bravo');
  await addSession('operator_2', DEMO_ORG, 'op_charlie');
  await addSession('operator_mailed', DEMO_ORG, 'op_delta', { began: 'mailed_link' });
  await addSession('admin_mailed', DEMO_ORG, 'op_alpha', { began: 'mailed_link' });
  await addSession('admin_stale', DEMO_ORG, 'op_alpha', { agoMs: HOUR_MS });
  await addSession('other_admin', OTHER_ORG, 'op_alpha');
  await addSession('other_operator', OTHER_ORG, 'op_bravo');
  await addSession('first_admin', FOUR_EYES_ORG, 'op_echo');
  await addSession('second_admin', FOUR_EYES_ORG, 'op_foxtrot');
  await addSession('third', FOUR_EYES_ORG, 'op_golf');
  await addSession('ended', DEMO_ORG, 'op_alpha', { agoMs: 13 * HOUR_MS });
  const ended = callers.get('ended')!;
  callers.set('ended', { ...nobody, name: 'ended', headers: ended.headers });
  const { keys } = ledger.demo;
  addKey('key_other', OTHER_ORG, keys.other_org, ['propose', 'read', 'execute']);
  addKey('key_four_eyes', FOUR_EYES_ORG, keys.four_eyes, ['propose', 'read', 'execute']);
  const scopes = ['propose', 'read', 'execute', 'audit'];
  for (const [name, held] of [['key_all', scopes], ...scopes.map((scope) => [`key_${scope}`, [scope]] as const)]) {
    const { token } = await make(fuzzed, 'admin', 'POST', '/api/keys', { name, scopes: held });
    addKey(name as string, DEMO_ORG, token, held as string[]);
  }
  const { token, key } = await make(fuzzed, 'admin', 'POST', '/api/keys', { name: 'revoked', scopes });
  await make(fuzzed, 'admin', 'DELETE', `/api/keys/${key.id}`);
  addKey('key_revoked', DEMO_ORG, token, scopes);
  callers.set('key_revoked', { ...nobody, name: 'key_revoked', headers: callers.get('key_revoked')!.headers });
}

// biome-ignore lint/suspicious/noExplicitAny: a test uses what it finds
export async function make(fuzzed: Fuzzed, caller: string, method: string, path: string, sent?: unknown): Promise<any> {
  const { status, body } = await fuzzed.call(caller, method, path, sent ?? (method === 'GET' ? undefined : {}));
  if (status >= 300) throw new Error(`${caller} ${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function furnishOne(fuzzed: Fuzzed, who: Admin, ids: Making, claims: Record<string, string>): Promise<void> {
  const mark = markOf(who.org);
  const add = (kind: string, id: string) => {
    ids[kind] = [...(ids[kind] ?? []), id];
  };
  const by = (method: string, path: string, body?: unknown) => make(fuzzed, who.admin, method, path, body);
  await by('PUT', '/api/organization', { name: mark });
  await by('POST', '/api/operators', {
    id: 'op_hush',
    name: mark,
    email: `${mark.replaceAll('_', '-')}@example.org`,
    role: 'operator',
  });
  const quorum = { default: 1, min: 1, max: 2, selectable: true };
  const policy = { title: mark, roster: ['op_alpha', 'op_bravo', 'op_hush'], quorum, mode: 'independent' };
  await by('PUT', '/api/actions/hush.only', policy);
  await by('PUT', '/api/actions/hush.only', { ...policy, title: `${mark} 2`, if_version: 1 });
  add('actions', 'hush.only');
  await by('PUT', `/api/groups/grp_${who.admin}`, { name: mark, members: [{ operator: 'op_hush' }] });
  add('groups', `grp_${who.admin}`);
  for (const n of [1, 2]) {
    const { endpoint } = await by('POST', '/api/webhooks', { url: `https://hooks.example.org/${mark}/${n}` });
    add('webhooks', endpoint.id);
    add('deliveries', (await by('POST', `/api/webhooks/${endpoint.id}/test`)).delivery.id);
  }
  await by('POST', `/api/webhooks/${ids.webhooks![0]}/rotate`, { overlap_seconds: 600 });
  for (const name of [mark, `${mark} 2`])
    add('keys', (await by('POST', '/api/keys', { name, scopes: ['read'] })).key.id);
  await by('PUT', '/api/chat', { format: 'slack', url: `https://hooks.slack.com/services/${mark}` });
  const provider = {
    issuer: `https://login.example/${mark}`,
    client_id: mark,
    client_secret: 'a secret of the client',
    acr_values: [],
    max_age_seconds: 3600,
    forbids_mail_links: false,
  };
  await by('PUT', '/api/company-sign-in', { provider });
  await by('PUT', '/api/operators/op_charlie/identity', { subject: PROVED.subject });
  for (const { id } of (await by('GET', '/api/sessions')).sessions) add('sessions', id);
  await requestsOf(fuzzed, who, ids, claims);
  await evidenceOf(fuzzed, who, ids);
}

/** Open, with one turn, authorized, claimed, reported, refused; of every mode. */
async function requestsOf(fuzzed: Fuzzed, who: Admin, ids: Making, claims: Record<string, string>): Promise<void> {
  const mark = markOf(who.org);
  const request = async (fields: object) => {
    const body = { requester: 'op_alpha', params: { service: mark }, summary: mark, ...fields };
    const { id } = (await make(fuzzed, who.proposes, 'POST', '/v1/requests', body)).request;
    ids.requests = [...(ids.requests ?? []), id];
    return id as string;
  };
  const turn = async (id: string) => {
    const code = await fuzzed.ledger.code('op_bravo', id, who.org);
    await make(fuzzed, who.operator, 'POST', `/api/requests/${id}/turn`, { code });
  };
  const sealed = { action: 'demo.solo', params: { intent: DIGEST, service: mark }, intent: ENVELOPE };
  const open = await request({ action: 'demo.deploy' });
  await make(fuzzed, who.operator, 'POST', `/api/requests/${open}/questions`, { text: mark });
  for (const action of ['demo.solo', 'hush.only']) await request({ action });
  await make(fuzzed, who.operator, 'POST', `/api/requests/${await request({ action: 'demo.solo' })}/refuse`, {});
  for (const what of ['authorized', 'claimed', 'claimed', 'reported']) {
    const id = await request(sealed);
    await turn(id);
    if (what === 'authorized') continue;
    const { claim_id } = await make(fuzzed, who.proposes, 'POST', `/v1/requests/${id}/claim`);
    claims[id] = claim_id;
    const report = { claim_id, status: 'succeeded' };
    if (what === 'reported') await make(fuzzed, who.proposes, 'POST', `/v1/requests/${id}/execution`, report);
  }
}

/** The last request has a document beside it. */
async function evidenceOf(fuzzed: Fuzzed, { org, admin, proposes }: Admin, ids: Making): Promise<void> {
  const display = { ...aDisplay({ title: 'Migrate', params: [] }), evidence: [{ name: 'plan', kind: 'diff' }] };
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const policy = { title: 'Migrate', roster: ['op_bravo'], quorum, required_params: ['evidence.plan'], display };
  await make(fuzzed, admin, 'PUT', '/api/actions/db.migrate', policy);
  const document = documentOf(org);
  const digest = digestOf(document);
  const body = { action: 'db.migrate', requester: 'op_alpha', params: { 'evidence.plan': digest } };
  const { id } = (await make(fuzzed, proposes, 'POST', '/v1/requests', body)).request;
  ids.requests = [...ids.requests!, id];
  ids.evidence = [digest];
  await fuzzed.evidence.put(org, digest, Buffer.from(document));
}

const documentOf = (org: OrgId) => `--- a/db\n+++ b/db\n+${markOf(org)}\n`;

/** Where there are two admins, changes wait; the second of these is approved. */
async function waitingChanges(fuzzed: Fuzzed): Promise<string[]> {
  const key = { name: markOf(FOUR_EYES_ORG), scopes: ['read'] };
  const propose = async () => (await make(fuzzed, 'first_admin', 'POST', '/api/keys', key)).change.id as string;
  const [waits, approved] = [await propose(), await propose()];
  const code = await fuzzed.ledger.code('op_foxtrot', approved, FOUR_EYES_ORG);
  await make(fuzzed, 'second_admin', 'POST', `/api/requests/${approved}/turn`, { code });
  return [waits, approved];
}

/** What follows from everything so far: the approved change is made, and the audit chains have their entries. */
async function letFollow({ ledger }: Fuzzed): Promise<void> {
  const sent: Record<'timers' | 'audit', { body: unknown }[]> = { timers: [], audit: [] };
  const into = (name: keyof typeof sent) => ({
    send: async (all: readonly { body: unknown }[]) => void sent[name].push(...all),
  });
  const sink = { send: async () => undefined };
  const queues = {
    events: sink,
    retries: sink,
    notices: sink,
    heads: sink,
    timers: into('timers'),
    audit: into('audit'),
  };
  const take = (name: keyof typeof sent) => ({
    Records: sent[name].splice(0).map(({ body }, n) => ({ messageId: String(n), body: JSON.stringify(body) })),
  });
  // Each round is a check of everything, two minutes after the last one.
  for (const minutes of [2.1, 4.2]) {
    const ports = { ...ledger.ports, queues, clock: { nowMs: () => ledger.clock.nowMs() + minutes * 60_000 } };
    await createSweepHandler(ports)();
    await createTimerHandler(ports as never)(take('timers') as never);
    await createAuditHandler(ports as never)(take('audit') as never);
  }
  for (const { org } of ONE_ADMIN) await ledger.ports.heads.publish(headOf(org));
}

const headOf = (org: OrgId): PublishedHead => {
  const signed = {
    v: 2,
    org,
    n: 1,
    seq: 1,
    hash: `hash-${markOf(org)}`,
    at: 1,
    from: 0,
    prev: null,
    body: 'of-one-entry',
  } as const;
  return { ...signed, hashes: [signed.hash], ended: [], jws: `jws-${org}`, jwk: {} };
};
