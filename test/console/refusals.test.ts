/**
 * Refusals of the console that no other suite causes: each has its status and its kind, and says what is wrong. The document says
 * which kinds an operation has, and the compiler that a handler answers with no other.
 */

import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import type { OperatorId } from '../../src/protocol/identifiers';
import { ok } from '../../src/protocol/result';
import { createSignInLink } from '../../src/service/access/use-cases/sessions';
import { aCredential, type Credential } from '../support/authenticator';
import type { Said } from '../support/gateway';
import { type Ledger, openLedger } from '../support/ledger';
import { PERMIT } from '../support/permit';

const HERE = { origin: 'https://console.acme.dev', rpId: 'console.acme.dev' };
const NO_KEY = `psk_${'0'.repeat(24)}`;
const UNSIGNED = { statement: '{}', signature: { passkey: NO_KEY, response: aCredential(HERE).use('AAAA') } };
const POLICY = {
  title: 'Try',
  roster: ['op_bravo', 'op_charlie'],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
};

let passed = 0;
let ledger: Ledger;
/** The same service, without a host name. */
let atAnAddress: Ledger;
const as = (id: string, method: string, path: string, body?: unknown) => ledger.api(id, method, path, body);
const admin = (method: string, path: string, body?: unknown) => as('op_alpha', method, path, body);
const command = (name: string, id: string) => as('op_charlie', 'POST', `/api/requests/${id}/${name}`);

const propose = (action: string) => ledger.proposed({ action });
async function turned(action: string): Promise<string> {
  const id = await propose(action);
  await ledger.turn('op_bravo', id);
  return id;
}
/** Of an action for which op_delta is not asked. */
async function ofOthers(): Promise<string> {
  await admin('PUT', '/api/actions/try.two', POLICY);
  return propose('try.two');
}
/** Of an operator who was disabled while the request was open, and enabled again. */
async function seatGone(command: string): Promise<Said> {
  const id = await propose('demo.launch');
  for (const enabled of [false, true]) await admin('PATCH', '/api/operators/op_delta', { enabled });
  await ledger.signIn('op_delta');
  return as('op_delta', 'POST', `/api/requests/${id}/${command}`);
}
async function enrol(id: string, credential: Credential): Promise<Said> {
  const { body } = await as(id, 'POST', '/api/passkeys/options');
  const response = credential.create(body.options.challenge);
  return as(id, 'POST', '/api/passkeys', { name: 'laptop', response });
}
type Cause = () => Promise<Said>;
/** By a part of the sentence that says why. */
type Causes = Readonly<Record<string, Cause>>;

const CONFLICTS: Causes = {
  'signed in as "op_alpha"': async () => {
    const bravo = (await ledger.ports.config.operator(DEMO_ORG, 'op_bravo' as OperatorId))!;
    const { token } = await createSignInLink(ledger.ports, bravo, PERMIT);
    return admin('POST', '/api/session', { token, replace: false });
  },
  'already enrolled': async () => {
    const credential = aCredential(HERE);
    await enrol('op_bravo', credential);
    return enrol('op_bravo', credential);
  },
  'at the same time': () => {
    const storing = jest.spyOn(ledger.ports.passkeys, 'enrol').mockResolvedValue('overtaken');
    return enrol('op_bravo', aCredential(HERE)).finally(() => storing.mockRestore());
  },
  'API key is revoked': async () => {
    const { key } = (await admin('POST', '/api/keys', { name: 'revoked', scopes: ['read'] })).body;
    await admin('DELETE', `/api/keys/${key.id}`);
    return admin('PATCH', `/api/keys/${key.id}`, { max_open: 5 });
  },
};

const REFUSED: Causes = {
  'You have 10 passkeys': async () => {
    for (let n = 0; n < 10; n++) await enrol('op_charlie', aCredential(HERE));
    return as('op_charlie', 'POST', '/api/passkeys/options');
  },
  'no seat in this request': async () =>
    admin('POST', `/api/requests/${await ofOthers()}/reissue`, { operator: 'op_delta' }),
  'no company sign-in': () => as('op_bravo', 'POST', '/api/company-sign-in/identity'),
  'too many people for one change': () => {
    const long = { name: 'N'.repeat(60), email: `${'e'.repeat(64)}@${'e'.repeat(110)}.dev`, role: 'operator' };
    const operators = Array.from({ length: 50 }, (_, n) => ({ id: `op_n${n}`, ...long }));
    return as('op_echo', 'POST', '/api/operator-invitations', { operators });
  },
  'operator is disabled': async () => {
    jest.spyOn(ledger.ports.openId, 'addressOf').mockResolvedValueOnce(ok('https://login.acme.dev/'));
    const provider = { issuer: 'https://login.acme.dev', client_id: 'c', client_secret: null, acr_values: [] };
    const rules = { max_age_seconds: 3600, forbids_mail_links: false };
    await admin('PUT', '/api/company-sign-in', { provider: { ...provider, ...rules } });
    await admin('PATCH', '/api/operators/op_delta', { enabled: false });
    return admin('PUT', '/api/operators/op_delta/identity', { subject: 'x' });
  },
};

const FORBIDDEN: Causes = {
  'Only its requester': async () => as('op_delta', 'POST', `/api/requests/${await ofOthers()}/stop`),
  'Only an admin': () => as('op_bravo', 'GET', '/api/sessions?operator=op_alpha'),
  'cannot refuse. Your seat was removed': () => seatGone('refuse'),
  'cannot abort. Your seat was removed': () => seatGone('abort'),
  'cannot take back a key. Your seat was removed': () => seatGone('withdraw'),
  'cannot restart the round. Your seat was removed': () => seatGone('restart'),
};

const REFUSALS: readonly (readonly [number, string | undefined, Causes])[] = [
  [403, undefined, FORBIDDEN],
  [404, 'not_found', { 'No head of this audit chain': () => admin('GET', '/api/audit/head') }],
  [409, 'conflict', CONFLICTS],
  [409, 'sign_in_again', { 'sign-in of the last five minutes': late }],
  [409, 'nothing_to_stop', { 'neither a sealed intent': async () => command('stop', await turned('demo.solo')) }],
  [
    409,
    'decided',
    { 'already denied': async () => command('restart', await ledger.denied({ action: 'demo.launch' })) },
  ],
  [409, 'already_turned', { 'needs no new code': reissued }],
  [422, 'refused', REFUSED],
  [422, 'invalid', { 'roster: "op_zulu"': backtest }],
  [429, undefined, { 'You searched': search, 'You asked 60 times': askForPowers }],
];

async function late(): Promise<Said> {
  passed = 300_000;
  const body = { name: 'x', response: aCredential(HERE).create('AAAA') };
  return as('op_bravo', 'POST', '/api/passkeys', body).finally(() => {
    passed = 0;
  });
}

async function reissued(): Promise<Said> {
  return admin('POST', `/api/requests/${await turned('demo.launch')}/reissue`, { operator: 'op_bravo' });
}

function backtest(): Promise<Said> {
  return admin('POST', '/api/actions/demo.solo/backtest', { policy: { ...POLICY, roster: ['op_zulu'] } });
}

/** 120 pages a minute are allowed. */
async function search(): Promise<Said> {
  const page = () => as('op_charlie', 'GET', '/api/requests?text=nothing');
  const pages = await Promise.all(Array.from({ length: 125 }, page));
  expect((await as('op_bravo', 'GET', '/api/requests?text=nothing')).status).toBe(200);
  expect(await laterStatuses(page)).toEqual([429, 200]);
  return pages.find(({ status }) => status !== 200)!;
}

/** Fifty seconds after now, and a minute after. */
async function laterStatuses(call: () => Promise<Said>): Promise<number[]> {
  const statuses: number[] = [];
  for (passed of [50_000, 60_000]) statuses.push((await call()).status);
  passed = 0;
  return statuses;
}

/** 60 answers a minute are allowed, and searches are counted separately. */
async function askForPowers(): Promise<Said> {
  const ask = (path: string) => as('op_bravo', 'GET', path);
  for (let answer = 1; answer <= 60; answer++) expect((await ask('/api/powers')).status).toBe(200);
  const refused = await ask('/api/powers');
  expect(await laterStatuses(() => ask('/api/powers'))).toEqual([429, 200]);
  const searched = await Promise.all(Array.from({ length: 100 }, () => ask('/api/requests?text=nothing')));
  expect(searched.every(({ status }) => status === 200)).toBe(true);
  expect((await as('op_alpha', 'GET', '/api/powers')).status).toBe(200);
  return refused;
}

const WITH_PASSKEYS = [
  ['GET', `/api/passkeys/${NO_KEY}/enrolment`],
  ['POST', `/api/passkeys/${NO_KEY}/enrolment`],
  ['GET', '/api/signing-keys'],
  ['GET', `/api/signing-keys/${NO_KEY}/countersignature`],
  ['POST', `/api/signing-keys/${NO_KEY}/countersignature`],
  ['GET', '/api/allowed-signers'],
] as const;

describe('a refusal of the console', () => {
  beforeAll(async () => {
    ledger = await openLedger({ origin: HERE.origin, memory: true, nowMs: () => Date.now() + passed });
    await ledger.signIn('op_echo', FOUR_EYES_ORG);
    atAnAddress = await openLedger({ memory: true });
  });
  afterAll(() => Promise.all([ledger?.stop(), atAnAddress?.stop()]));

  const all = REFUSALS.flatMap(([status, kind, causes]) =>
    Object.entries(causes).map(([why, cause]) => ({ why, status, kind, cause })),
  );
  it.each(all)('the console refuses with $status, and says why: $why', async ({ why, status, kind, cause }) => {
    const answer = await cause();
    expect([answer.status, answer.body.kind, answer.body.error]).toEqual([status, kind, expect.stringContaining(why)]);
  });

  it.each(WITH_PASSKEYS)('the console has no passkeys at an IP address, so it refuses %s %s', async (method, path) => {
    const { status, body } = await atAnAddress.api('op_alpha', method, path, UNSIGNED);
    expect([status, body]).toEqual([422, { error: expect.stringContaining('need a host name'), kind: 'refused' }]);
  });
});
