/** The console builds what a passkey signs, and signs nothing else. */

import { prepare, type Signing, signsAStatement } from '../../../src/console/lib/statement';
import { displayText } from '../../../src/protocol/display/display';
import { render } from '../../../src/protocol/display/render';
import { shownText } from '../../../src/protocol/display/text';
import { operationHash } from '../../../src/protocol/operation-hash';
import { toBeSigned } from '../../../src/protocol/ssh/signature';
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
