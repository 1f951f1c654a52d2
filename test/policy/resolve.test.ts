import type { Policy } from '../../src/service/policy/rules/policy';
import { type Proposal, resolve } from '../../src/service/policy/rules/resolve';
import { ALPHA, aPolicy, BRAVO, CHARLIE, DELTA, FOUR_OPERATORS, op, operators } from '../support/builders';

const resolved = (policy: Partial<Policy>, proposal: Partial<Proposal> = {}, roster = FOUR_OPERATORS) =>
  resolve(aPolicy(policy), roster, { requester: ALPHA, params: {}, quorum: null, ...proposal });

describe('the operators who are asked', () => {
  it('a policy asks every enabled operator of the roster, including the requester', () => {
    expect(resolved({})).toMatchObject({ seats: [ALPHA, BRAVO, CHARLIE, DELTA], struck: [], refusal: null });
  });

  it('a policy does not ask the requester if the action denies self approval', () => {
    expect(resolved({ denySelfApproval: true })).toMatchObject({
      seats: [BRAVO, CHARLIE, DELTA],
      struck: [{ operator: ALPHA, reason: 'self_approval_denied' }],
    });
  });

  it('a policy does not ask operators who are disabled or deleted', () => {
    const roster = [...operators('op_alpha', 'op_bravo'), { id: CHARLIE, enabled: false }];
    expect(resolved({}, {}, roster)).toMatchObject({
      seats: [ALPHA, BRAVO],
      struck: [
        { operator: CHARLIE, reason: 'disabled' },
        { operator: DELTA, reason: 'unknown' },
      ],
    });
  });

  it('an operator who is named twice in a roster has one seat', () => {
    expect(resolved({ roster: [ALPHA, BRAVO, ALPHA] }).seats).toEqual([ALPHA, BRAVO]);
  });

  it('the roster without the requester must be enough for the quorum', () => {
    const policy = { roster: [ALPHA, BRAVO], denySelfApproval: true };
    expect(resolved(policy).refusal).toEqual({ reason: 'roster_too_short', seats: 1, quorum: 2 });
    expect(resolved({ ...policy, denySelfApproval: false }).refusal).toBeNull();
    expect(resolved(policy, { quorum: 1 }).refusal).toBeNull();
  });
});

describe('the requester', () => {
  it('the requester must be an enabled operator of the organization, in the roster or not', () => {
    expect(resolved({}, { requester: op('op_nobody') }).refusal).toEqual({
      reason: 'requester_unknown',
      requester: 'op_nobody',
    });
    const disabled = [...operators('op_bravo', 'op_charlie', 'op_delta'), { id: ALPHA, enabled: false }];
    expect(resolved({}, {}, disabled).refusal).toMatchObject({ reason: 'requester_unknown' });
    expect(resolved({ roster: [BRAVO, CHARLIE] }).refusal).toBeNull();
  });
});

describe('params', () => {
  it.each([[{}], [{ amount: '' }], [{ amount: ' \t' }]])(
    'params must have what the action requires: %j does not',
    (params) => {
      const given = params as Record<string, string>;
      expect(resolved({ requiredParams: ['amount'] }, { params: given }).refusal).toEqual({
        reason: 'required_param',
        param: 'amount',
      });
    },
  );

  it('params may have what the action requires, and more', () => {
    expect(resolved({ requiredParams: ['amount'] }, { params: { amount: '1', note: 'x' } }).refusal).toBeNull();
  });

  it('a required param is not satisfied by a property that every object inherits', () => {
    expect(resolved({ requiredParams: ['constructor'] }).refusal).toMatchObject({ reason: 'required_param' });
  });

  it('the name of a param may not start with the reserved prefix', () => {
    expect(resolved({}, { params: { 'service.x': '1' } }).refusal).toEqual({
      reason: 'reserved_param',
      param: 'service.x',
    });
    expect(resolved({}, { params: { services: '1' } }).refusal).toBeNull();
  });
});

describe('the quorum', () => {
  it('the quorum is the default if the proposer chooses none', () => {
    expect(resolved({})).toMatchObject({ quorum: 2, decidedBy: 'default', rule: null, floor: null });
  });

  it.each([1, 2, 3])('the proposer may choose a quorum inside the bounds: %d', (quorum) => {
    expect(resolved({}, { quorum })).toMatchObject({ quorum, decidedBy: 'requested', refusal: null });
  });

  it.each([0, -1, 4, 1.5, Number.NaN])('the proposer may not choose a quorum outside the bounds: %d', (quorum) => {
    expect(resolved({}, { quorum }).refusal).toEqual({ reason: 'quorum_out_of_bounds', asked: quorum, min: 1, max: 3 });
  });

  it('the proposer may choose no quorum if the action does not allow it, not even the default', () => {
    const policy = { quorum: { default: 2, min: 1, max: 3, selectable: false } };
    expect(resolved(policy, { quorum: 2 }).refusal).toEqual({ reason: 'quorum_not_selectable' });
  });
});

describe('the quorum under param rules', () => {
  const refund: Partial<Policy> = {
    quorum: { default: 1, min: 1, max: 3, selectable: true },
    paramRules: [{ when: [{ param: 'amount', op: 'gte', value: '1000' }], quorum: 3 }],
  };
  const amount = (text: string) => ({ params: { amount: text } });

  it('the quorum is that of the matching rule, or the default', () => {
    expect(resolved(refund, amount('1000'))).toMatchObject({ quorum: 3, decidedBy: 'rule', rule: 0, floor: 3 });
    expect(resolved(refund, amount('999.99'))).toMatchObject({ quorum: 1, decidedBy: 'default', rule: null, floor: 1 });
  });

  it('a chosen quorum may raise that of a rule, and never lower it', () => {
    expect(resolved(refund, { ...amount('10'), quorum: 2 })).toMatchObject({ quorum: 2, refusal: null });
    expect(resolved(refund, { ...amount('1000'), quorum: 2 }).refusal).toEqual({
      reason: 'quorum_below_rules',
      asked: 2,
      floor: 3,
      rule: 0,
    });
    expect(resolved(refund, { ...amount('1000'), quorum: 3 })).toMatchObject({ quorum: 3, refusal: null });
  });

  it('the default is the lowest quorum if no rule matches', () => {
    const policy = { ...refund, quorum: { default: 2, min: 1, max: 3, selectable: true } };
    expect(resolved(policy, { ...amount('10'), quorum: 1 }).refusal).toMatchObject({
      reason: 'quorum_below_rules',
      floor: 2,
    });
  });

  it('a rule may require more keys than the selectable bounds, and the proposer may choose exactly so many', () => {
    const policy = { ...refund, quorum: { default: 1, min: 1, max: 2, selectable: true } };
    expect(resolved(policy, amount('1000'))).toMatchObject({ quorum: 3, refusal: null });
    expect(resolved(policy, { ...amount('1000'), quorum: 3 }).refusal).toBeNull();
    expect(resolved(policy, { ...amount('10'), quorum: 3 }).refusal).toMatchObject({ reason: 'quorum_out_of_bounds' });
  });

  it('an amount that cannot be read requires more keys', () => {
    for (const text of ['1e9', '1,000', '', 'a lot']) expect(resolved(refund, amount(text)).quorum).toBe(3);
    expect(resolved(refund).quorum).toBe(3);
  });

  it('an amount that cannot be read requires at least the default, also if a rule lowers the quorum of small amounts', () => {
    const lowering: Partial<Policy> = {
      paramRules: [{ when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 1 }],
    };
    expect(resolved(lowering, amount('50'))).toMatchObject({ quorum: 1, decidedBy: 'rule', floor: 1 });
    expect(resolved(lowering, amount('1e9'))).toMatchObject({ quorum: 2, decidedBy: 'default', rule: null, floor: 2 });
    expect(resolved(lowering, { ...amount('1e9'), quorum: 1 }).refusal).toMatchObject({ floor: 2 });
  });

  it('one matching rule may lower the quorum, whatever the other rules say', () => {
    const policy: Partial<Policy> = {
      paramRules: [
        { when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 1 },
        { when: [{ param: 'vip', op: 'present' }], quorum: 3 },
      ],
    };
    expect(resolved(policy, amount('50'))).toMatchObject({ quorum: 1, decidedBy: 'rule', rule: 0 });
  });

  it('the rule decides if an amount that cannot be read requires as many keys as the default', () => {
    const policy: Partial<Policy> = {
      paramRules: [{ when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 2 }],
    };
    expect(resolved(policy, amount('a lot'))).toMatchObject({ quorum: 2, decidedBy: 'rule', rule: 0 });
  });

  it('the roster must have enough operators for the quorum of a rule', () => {
    const policy = { ...refund, roster: [ALPHA, BRAVO] };
    expect(resolved(policy, amount('1000')).refusal).toEqual({ reason: 'roster_too_short', seats: 2, quorum: 3 });
    expect(resolved(policy, amount('10')).refusal).toBeNull();
  });
});

it('a policy explains the other facts even if it refuses', () => {
  const answer = resolved({}, { quorum: 9 });
  expect(answer.refusal).not.toBeNull();
  expect(answer).toMatchObject({ quorum: 2, seats: [ALPHA, BRAVO, CHARLIE, DELTA] });
});
