/** What an operator signs: everything that a decision depends on, so that no signature fits another decision. */

import { person } from '../../src/protocol/actor';
import type { GroupId } from '../../src/protocol/identifiers';
import { err, ok } from '../../src/protocol/result';
import { parsePolicyDocument, policyDigest } from '../../src/protocol/statements/policy';
import { parseTurnStatement, statementHash, turnNonce } from '../../src/protocol/statements/turn';
import { abortRequest, refuseRequest } from '../../src/service/ceremony/rules/refuse';
import { policyDocumentOf, statementOf, wantsSignature } from '../../src/service/ceremony/rules/signed-decision';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../src/service/ceremony/rules/withdraw';
import type { Signed } from '../../src/service/request/rules/signed';
import { accepted, aRequest, aSeat, at, op, refused } from '../support/builders';

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

it('the policy document of a policy with groups has the groups of each seat, their revisions and the keys they need', () => {
  const [finance, security] = ['grp_finance', 'grp_security'] as GroupId[];
  const seats = [aSeat('op_bravo', { groups: [security!, finance!] }), aSeat('op_charlie')];
  const groups = [finance!, security!].map((id, at) => ({ id, name: id, revision: at + 2 }));
  const policy = { ...REQUEST.policy, groups, requires: [{ group: finance!, keys: 3 }] };
  expect(parsePolicyDocument(policyDocumentOf({ ...REQUEST, seats, policy }))).toMatchObject({
    v: 2,
    seats: ['op_bravo:grp_finance+grp_security', 'op_charlie:'],
    groups: ['grp_finance:2', 'grp_security:3'],
    requires: ['grp_finance:3'],
  });
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

describe('a decision that was signed', () => {
  const NOW = at('12:10');
  const STATEMENT = statementOf(REQUEST, SEAT, 'authorize', SECRET);
  const signed = { decision: { statement: STATEMENT } } as Signed;
  const sign = () => ok(signed);
  const command = { operator: op('op_bravo'), round: null, isRightCode: () => true, sign };
  const stop = { outcomeReason: null, operator: op('op_bravo'), note: null, sign };

  it('a signed decision is written with the turn, and the history has the hash of what was signed', () => {
    const { change } = accepted(turnKey(REQUEST, command, NOW));
    expect(change.signed).toBe(signed);
    expect(change.entries[0]).toEqual({
      kind: 'key.turned',
      atMs: NOW,
      ...person('op_bravo'),
      data: { round: 3, statement: statementHash(STATEMENT) },
    });
  });

  it('a signed decision is written with the turn that decides', () => {
    const request = aRequest({ turn: 'code_and_passkey', quorum: 1 });
    expect(accepted(turnKey(request, command, NOW)).change.signed).toBe(signed);
  });

  it('a signed decision is written with a refusal and an abort, next to the note', () => {
    const refusal = accepted(refuseRequest(REQUEST, { ...stop, note: 'no' }, NOW));
    expect(refusal.signed).toBe(signed);
    expect(refusal.entries[0]?.data).toEqual({ note: 'no', statement: statementHash(STATEMENT) });
    const abort = accepted(abortRequest(REQUEST, { ...stop, note: 'no' }, NOW));
    expect(abort.signed).toBe(signed);
    expect(abort.entries[0]?.data).toEqual({ note: 'no', statement: statementHash(STATEMENT) });
    expect(accepted(abortRequest(REQUEST, stop, NOW)).entries[0]?.data).toEqual({
      statement: statementHash(STATEMENT),
    });
  });

  it('a signed decision is ignored if the policy requires only codes', () => {
    const request = aRequest({ turn: 'code', quorum: 2 });
    const { change } = accepted(turnKey(request, command, NOW));
    expect(change).not.toHaveProperty('signed');
    expect(change.entries[0]?.data).toEqual({ round: 1 });
    const refusal = accepted(refuseRequest(request, stop, NOW));
    expect(refusal).not.toHaveProperty('signed');
    expect(refusal.entries[0]).not.toHaveProperty('data');
  });

  it('a refusal or an abort with a wrong signature still stops the request, and is recorded unsigned', () => {
    const faulty = { ...stop, sign: () => err('no_passkey' as const) };
    const refusal = accepted(refuseRequest(REQUEST, faulty, NOW));
    expect(refusal.request.state).toBe('denied');
    expect(refusal).not.toHaveProperty('signed');
    const abort = accepted(abortRequest(REQUEST, faulty, NOW));
    expect(abort.request.state).toBe('aborted');
    expect(abort).not.toHaveProperty('signed');
  });

  it('a turn without a required signature is refused as missing one', () => {
    const { sign: _sign, ...unsigned } = command;
    expect(refused(turnKey(REQUEST, unsigned, NOW))).toEqual({ reason: 'not_signed', why: 'missing' });
  });

  it('a signature is invalid after its turn was taken back, for this seat only', () => {
    const turned = accepted(turnKey(REQUEST, command, NOW)).change.request;
    const once = accepted(withdrawTurn(turned, op('op_bravo'), NOW)).request;
    expect(once.seats.map(({ operator, takenBack }) => [operator, takenBack])).toEqual([
      ['op_charlie', undefined],
      ['op_bravo', 1],
    ]);
    const again = accepted(turnKey(once, command, NOW)).change.request;
    expect(accepted(withdrawTurn(again, op('op_bravo'), NOW)).request.seats[1]).toMatchObject({ takenBack: 2 });
    const codes = accepted(turnKey(aRequest({ turn: 'code', quorum: 2 }), command, NOW)).change.request;
    expect(accepted(withdrawTurn(codes, op('op_bravo'), NOW)).request.seats[1]).not.toHaveProperty('takenBack');
  });
});
