/** The console builds what a passkey signs, and signs nothing else. */

import { generateKeyPairSync } from 'node:crypto';
import { fingerprintOfNewKey, type KeySigning, prepareKeyStatement } from '../../../src/console/lib/signing-keys';
import { prepare, type Signing } from '../../../src/console/lib/statement';
import { signsAStatement } from '../../../src/console/lib/to-be-signed';
import { canonicalJson } from '../../../src/protocol/canonical-json';
import { displayText } from '../../../src/protocol/display/display';
import { render } from '../../../src/protocol/display/render';
import { shownText } from '../../../src/protocol/display/text';
import { operationHash } from '../../../src/protocol/hash';
import { PASSKEY_KEY, sshKeyOf } from '../../../src/protocol/ssh/public-key';
import { toBeSigned } from '../../../src/protocol/ssh/signature';
import { enrolmentText, namedKey } from '../../../src/protocol/statements/enrolment';
import { policyDigest } from '../../../src/protocol/statements/policy';
import { type PolicyDocument, policyDocumentText, turnStatementText } from '../../../src/protocol/statements/texts';
import { statementHash } from '../../../src/protocol/statements/turn';
import { aDisplay } from '../../support/displays';

const request = {
  id: 'req_0123456789abcdef01234567',
  action: 'demo.payout',
  requester: 'op_alpha',
  params: { to: 'acct_7', amount: '900' },
  operation_hash: operationHash('demo.payout', { to: 'acct_7', amount: '900' }),
};
const view = {
  policy_version: 3,
  mode: 'independent',
  quorum: 2,
  seats: ['op_delta', 'op_bravo'].map((operator) => ({ operator, groups: [] })),
  groups: [],
  requirements: [],
  turn: 'code_and_passkey',
  shown: null,
  round: 1,
  expires_at: 1795305600000,
};
const SIGNING = {
  shown: { request, view },
  org: 'org_demo',
  operator: 'op_bravo',
  decision: 'authorize',
} as unknown as Signing;
const NONCE = '5f0f3c1c9a7be2d4a1c08b6f3e5d7a90';

const POLICY = {
  v: 1,
  action: 'demo.payout',
  version: 3,
  mode: 'independent',
  quorum: 2,
  requester: 'op_alpha',
  seats: ['op_bravo', 'op_delta'],
  self_approval: 'allowed',
  turn: 'code_and_passkey',
} as const;
const statement = (policy: string) =>
  ({
    v: 1,
    org: 'org_demo',
    request: request.id,
    action: 'demo.payout',
    operation_hash: request.operation_hash,
    policy: { version: 3, digest: policyDigest(policy) },
    decision: 'authorize',
    operator: 'op_bravo',
    round: 1,
    nonce: NONCE,
    expires_at: view.expires_at,
  }) as const;

/** As the service would answer, with changes. */
function service(changed: object = {}, changedPolicy: object = {}) {
  const policy = policyDocumentText({ ...POLICY, ...changedPolicy } as PolicyDocument);
  const text = turnStatementText({ ...statement(policy), ...changed });
  return { server_now: 0, statement: text, policy, display: null, passkeys: [] };
}

it('the page signs its own statement if it equals the service’s, and the challenge is what OpenSSH signs', async () => {
  const prepared = await prepare(SIGNING, service());
  expect(prepared.statement).toBe(service().statement);
  expect(Buffer.from(prepared.challenge)).toEqual(toBeSigned('turn@ras', prepared.statement));
});

it('a statement under a policy with groups equals the service’s, and is never signed if it hides a requirement', async () => {
  const [finance, security] = ['grp_finance', 'grp_security'];
  const grouped = {
    ...view,
    seats: [
      { operator: 'op_delta', groups: [] },
      { operator: 'op_bravo', groups: [security, finance] },
    ],
    groups: [
      { id: security, name: 'Security', revision: 2 },
      { id: finance, name: 'Finance', revision: 7 },
    ],
    requirements: [{ group: finance, name: 'Finance', keys: 2, turned: 0 }],
  };
  const signing = { ...SIGNING, shown: { request, view: grouped } } as unknown as Signing;
  const document = {
    ...POLICY,
    v: 2,
    seats: [`op_bravo:${finance}+${security}`, 'op_delta:'],
    groups: [`${finance}:7`, `${security}:2`],
    requires: [`${finance}:2`],
  };
  const truth = service({}, document);
  expect((await prepare(signing, truth)).statement).toBe(truth.statement);
  await expect(prepare(signing, service({}, { ...document, requires: [] }))).rejects.toThrow(
    /not what this page shows/,
  );
  await expect(prepare(signing, service())).rejects.toThrow(/not what this page shows/);
});

it.each([
  ['another operation', { operation_hash: operationHash('demo.payout', { to: 'acct_666', amount: '900' }) }],
  ['another request', { request: 'req_ffffffffffffffffffffffff' }],
  ['another decision', { decision: 'abort' }],
  ['another operator', { operator: 'op_delta' }],
  ['another organization', { org: 'org_other' }],
  ['another round', { round: 2 }],
  ['a longer life', { expires_at: view.expires_at + 1 }],
  ['a nonce that says something', { nonce: 'yes' }],
  ['a nonce that says something after its number', { nonce: `${NONCE} and more` }],
  ['a nonce that says something before its number', { nonce: `more and ${NONCE}` }],
  ['a nonce that is no text', { nonce: 7 }],
  ['a field more', { also: 'everything' }],
])('a statement is never signed for %s', async (_, changed) => {
  await expect(prepare(SIGNING, service(changed))).rejects.toThrow(/not what this page shows/);
});

it.each([
  ['a lower quorum', { quorum: 1 }],
  ['another seat', { seats: ['op_bravo', 'op_mallory'] }],
  ['another version', { version: 4 }],
  ['another requester', { requester: 'op_delta' }],
  ['a code alone', { turn: 'code' }],
])('a statement is never signed under a policy with %s', async (_, changedPolicy) => {
  await expect(prepare(SIGNING, service({}, changedPolicy))).rejects.toThrow(/not what this page shows/);
});

it.each<[string, object]>([
  ['no policy', { policy: '' }],
  ['a policy that is null', { policy: 'null' }],
  ['no statement', { statement: '' }],
  ['a statement that is null', { statement: 'null' }],
  ['a statement in another form', { statement: ` ${service().statement}` }],
  ['a policy in another form', { policy: ` ${service().policy}` }],
])('a statement for another decision is never signed: %s', async (_, changed) => {
  await expect(prepare(SIGNING, { ...service(), ...changed })).rejects.toThrow(
    'What the service wants you to sign is not what this page shows. Do not sign. Reload the page, and tell an admin.',
  );
});

it('a statement says that the requester may have no seat if the policy says so', async () => {
  const denied = service(
    { policy: { version: 3, digest: policyDigest(policyOf('denied')) } },
    { self_approval: 'denied' },
  );
  expect((await prepare(SIGNING, denied)).statement).toBe(denied.statement);
  const unknown = service({}, { self_approval: 'perhaps' });
  await expect(prepare(SIGNING, unknown)).rejects.toThrow(/not what this page shows/);
});
const policyOf = (self_approval: string) => policyDocumentText({ ...POLICY, self_approval } as never);

it('a statement’s challenge is recognized, and no sign-in may have it', () => {
  expect(signsAStatement(toBeSigned('turn@ras', 'x'))).toBe(true);
  expect(signsAStatement(toBeSigned('anything', 'x'))).toBe(true);
  expect(signsAStatement(Buffer.from('SSHSI'))).toBe(false);
  expect(signsAStatement(Buffer.alloc(54))).toBe(false);
});

describe('the statement of a request with a display', () => {
  const display = aDisplay();
  const lines = render(display, request.params);
  const digests = { display: statementHash(displayText(display)), shown: statementHash(shownText(lines)) };
  const signing = (shown: unknown) =>
    ({ ...SIGNING, shown: { request, view: { ...view, shown } } }) as unknown as Signing;
  const answered = (given = displayText(display) as string | null) => ({
    ...service({ v: 2, ...digests }),
    display: given,
  });

  it('a statement with a display has the digests of the display and of the lines that the page shows', async () => {
    const { statement: signed } = await prepare(signing(lines), answered());
    expect(JSON.parse(signed)).toMatchObject({ v: 2, ...digests });
  });

  it.each<[string, unknown, string | null]>([
    ['shows another line', { ...lines, lines: lines.lines.slice(1) }, displayText(display)],
    ['shows no lines', null, displayText(display)],
    ['gets no display', lines, null],
    ['gets a display that cannot be read', lines, '{}'],
    ['gets another display', lines, displayText(aDisplay({ title: 'Pay nothing' }))],
  ])('a statement with a display is never signed by a page that %s', async (_, shown, given) => {
    await expect(prepare(signing(shown), answered(given))).rejects.toThrow(/not what this page shows/);
  });
});

/** The console builds what is signed about a key, and signs nothing else. */
const HOST = 'console.acme.dev';
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { point } = sshKeyOf(publicKey) as unknown as { readonly point: Uint8Array };
const key = namedKey({ type: PASSKEY_KEY, point, application: HOST });

const STATED = {
  v: 1,
  org: 'org_acme',
  operator: 'op_bravo',
  passkey: 'psk_1',
  key,
  nonce: 'q83vEjRWeJCrze8SNFZ4kA',
  expires_at: 1795228400000,
} as const;
const COUNTERSIGN = {
  ...STATED,
  decision: 'countersign',
  by: 'op_alpha',
  enrolment: `sha256:${'a'.repeat(64)}`,
} as const;
const ENROL: KeySigning = {
  org: 'org_acme',
  operator: 'op_bravo',
  passkey: 'psk_1',
  fingerprint: key.fingerprint,
  countersignedBy: null,
};
const answer = (statement: string) => ({ server_now: 1, statement, passkeys: [] });
const prepared = (signing: KeySigning, stated: object) =>
  prepareKeyStatement(signing, answer(enrolmentText(stated as never)));

it('the page computes the same fingerprint of a new key as the service', async () => {
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
  expect(await fingerprintOfNewKey(spki, HOST)).toBe(key.fingerprint);
});

it('the passkey signs what OpenSSH would sign, in the namespace of enrolments', async () => {
  const { statement, challenge } = await prepared(ENROL, { ...STATED, decision: 'enrol' });
  expect(Buffer.from(challenge).equals(toBeSigned('enrolment@ras', statement))).toBe(true);
  const { statement: countersigned } = await prepared({ ...ENROL, countersignedBy: 'op_alpha' }, COUNTERSIGN);
  expect(JSON.parse(countersigned)).toEqual(COUNTERSIGN);
});

it('the fingerprint of a key has no padding, as OpenSSH writes it', async () => {
  const fingerprints = Array.from({ length: 4 }, (_, n) => fingerprintOfNewKey(new Uint8Array(70).fill(n), HOST));
  for (const fingerprint of await Promise.all(fingerprints)) expect(fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
});

it.each<[string, unknown]>([
  ['a nonce that is no text', { nonce: 5 }],
  ['a time that is no number', { expires_at: '1795228400000' }],
  ['a key without a text', { key: { fingerprint: key.fingerprint } }],
  ['a key in no base64', { key: { fingerprint: key.fingerprint, text: 'x %%%' } }],
  ['a key in one word', { key: { fingerprint: key.fingerprint, text: 'x' } }],
  ['an enrolment that is no digest', { enrolment: 'yes' }],
  ['an enrolment that is more than a digest', { enrolment: `sha256:${'a'.repeat(64)}b` }],
  ['an enrolment with something before its digest', { enrolment: `x sha256:${'a'.repeat(64)}` }],
  ['no enrolment', { enrolment: undefined }],
])('the page signs nothing with %s, even if everything else matches what it shows', async (_, changed) => {
  const stated = JSON.parse(JSON.stringify({ ...COUNTERSIGN, ...(changed as object) }));
  await expect(
    prepareKeyStatement({ ...ENROL, countersignedBy: 'op_alpha' }, answer(canonicalJson(stated))),
  ).rejects.toThrow(/not what this page shows/);
});

it.each(['', 'null', '7', '{}', 'no JSON'])('the page signs nothing if the service answers %j', async (statement) => {
  await expect(prepareKeyStatement(ENROL, answer(statement))).rejects.toThrow(/not what this page shows/);
});

const other = namedKey({ type: PASSKEY_KEY, point, application: 'evil.example' });
it.each<[string, object]>([
  ['another operator', { operator: 'op_delta' }],
  ['another organization', { org: 'org_other' }],
  ['another passkey', { passkey: 'psk_2' }],
  ['another key', { key: other }],
  ['another key under the shown fingerprint', { key: { ...other, fingerprint: key.fingerprint } }],
  ['another admin', { by: 'op_delta' }],
  ['another decision', { decision: 'enrol' }],
  ['a field that is not shown', { also: 'this' }],
])('the page signs nothing about %s', async (_, changed) => {
  await expect(prepared({ ...ENROL, countersignedBy: 'op_alpha' }, { ...COUNTERSIGN, ...changed })).rejects.toThrow(
    /not what this page shows/,
  );
});
