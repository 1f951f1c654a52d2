import { differenceUnder } from '../../../src/core/policy/backtest';
import type { Policy } from '../../../src/core/policy/policy';
import { ALPHA, aPolicy, aRequest, BRAVO, CHARLIE, FOUR_OPERATORS, op } from '../../support/builders';

/** As `aRequest` was asked: three seats, quorum 2. */
const MADE = aPolicy({ roster: [ALPHA, BRAVO, CHARLIE] });
const under = (policy: Partial<Policy>, request = aRequest(), operators = FOUR_OPERATORS) =>
  differenceUnder(aPolicy({ roster: MADE.roster, ...policy }), { request, policy: MADE }, operators);

describe('a back-test', () => {
  it('a back-test shows no difference if the same people are asked for as many keys in the same mode', () => {
    expect(under({ title: 'Another title', ttlSeconds: 7200 })).toBeNull();
    expect(under({ roster: [CHARLIE, BRAVO, ALPHA] })).toBeNull();
  });

  it.each<[string, Partial<Policy>, object]>([
    ['another quorum', { quorum: { default: 3, min: 1, max: 3, selectable: false } }, { quorum: 3 }],
    ['other people', { roster: [ALPHA, BRAVO] }, { seats: [ALPHA, BRAVO] }],
    ['the requester struck', { denySelfApproval: true }, { seats: [BRAVO, CHARLIE] }],
    ['turns that are signed', { turn: 'code_and_passkey' }, { turn: 'code_and_passkey' }],
    ['another mode', { mode: 'coincident' }, { mode: 'coincident' }],
  ])('a back-test shows a difference with %s', (_, policy, wouldBe) => {
    expect(under(policy)).toMatchObject({
      was: { quorum: 2, mode: 'independent', seats: MADE.roster },
      wouldBe,
      refusal: null,
    });
  });

  it('a back-test counts participants as enabled at the time, so that a later departure is no difference', () => {
    const oneLeft = FOUR_OPERATORS.map((operator) => ({ ...operator, enabled: operator.id !== BRAVO }));
    expect(under({}, aRequest(), oneLeft)).toBeNull();
  });

  it('a back-test does not count a disabled operator who took no part as enabled', () => {
    const present = [ALPHA, BRAVO].map((id) => ({ id, enabled: true }));
    const operators = [...present, { id: CHARLIE, enabled: true }, { id: op('op_delta'), enabled: false }];
    expect(under({ roster: [ALPHA, BRAVO, CHARLIE, op('op_delta')] }, aRequest(), operators)).toBeNull();
  });

  it('a back-test shows a difference if as many, but other, people are asked', () => {
    const delta = op('op_delta');
    expect(under({ roster: [ALPHA, BRAVO, delta] })).toMatchObject({ wouldBe: { seats: [ALPHA, BRAVO, delta] } });
  });

  it('a back-test uses the quorum that the proposer chose then', () => {
    const selected = aRequest({ quorum: 3 });
    expect(under({ quorum: { default: 1, min: 1, max: 3, selectable: true } }, selected)).toBeNull();
    expect(under({ quorum: { default: 1, min: 1, max: 2, selectable: true } }, selected)).toMatchObject({
      refusal: { reason: 'quorum_out_of_bounds' },
    });
  });

  it('a back-test shows a difference if the request would have been refused', () => {
    expect(under({ requiredParams: ['ticket'] })).toMatchObject({
      refusal: { reason: 'required_param', param: 'ticket' },
    });
  });
});
