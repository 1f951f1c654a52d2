/** What an operator signs: everything that a decision depends on, so that no signature fits another decision. */
import { policyDocumentOf, statementOf, wantsSignature } from '../../../src/core/ceremony/signed-decision';
import { parsePolicyDocument, policyDigest } from '../../../src/protocol/statements/policy';
import { parseTurnStatement, turnNonce } from '../../../src/protocol/statements/turn';
import { aRequest, aSeat, at } from '../../support/builders';

const SECRET = Buffer.alloc(32, 5);
const REQUEST = aRequest({ turn: 'code_and_passkey', quorum: 2, seats: ['op_charlie', 'op_bravo'], round: 3 });
const SEAT = aSeat('op_bravo', { issue: 2, takenBack: 1 });

it('only a policy that says so needs a signature', () => {
  expect(wantsSignature(REQUEST)).toBe(true);
  expect(wantsSignature(aRequest({ turn: 'code' }))).toBe(false);
});

it('the policy document has what the request was created with, also seats that were taken out since', () => {
  const disabled = { ...REQUEST, seats: REQUEST.seats.map((seat) => ({ ...seat, disabled: true })) };
  const expected = {
    v: 1,
    action: 'deploy',
    version: 1,
    mode: 'independent',
    quorum: 2,
    requester: 'op_alpha',
    seats: ['op_bravo', 'op_charlie'],
    self_approval: 'allowed',
    turn: 'code_and_passkey',
  };
  expect(parsePolicyDocument(policyDocumentOf(REQUEST))).toEqual(expected);
  expect(policyDocumentOf(disabled)).toBe(policyDocumentOf(REQUEST));
  const denied = aRequest({ denySelfApproval: true, mode: 'coincident' });
  expect(parsePolicyDocument(policyDocumentOf(denied))).toMatchObject({ self_approval: 'denied', mode: 'coincident' });
});

it('the statement of a turn names the request, its operation, its policy, the seat and the end', () => {
  const { org, id } = REQUEST;
  expect(parseTurnStatement(statementOf(REQUEST, SEAT, 'refuse', SECRET))).toEqual({
    v: 1,
    org,
    request: id,
    action: 'deploy',
    operation_hash: REQUEST.operationHash,
    policy: { version: 1, digest: policyDigest(policyDocumentOf(REQUEST)) },
    decision: 'refuse',
    operator: 'op_bravo',
    round: 3,
    nonce: turnNonce({ secret: SECRET, org, request: id, operator: 'op_bravo', round: 3, issue: 2, takenBack: 1 }),
    expires_at: at('13:00'),
  });
});

it('a seat that never took a turn back has the nonce of none taken back', () => {
  const statement = (seat: object) => statementOf(REQUEST, { ...aSeat('op_bravo'), ...seat }, 'authorize', SECRET);
  expect(statement({})).toBe(statement({ takenBack: 0 }));
  expect(statement({})).not.toBe(statement({ takenBack: 1 }));
});
