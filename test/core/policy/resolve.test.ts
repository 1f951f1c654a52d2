import type { Policy } from '../../../src/core/policy/policy';
import { type Proposal, resolve } from '../../../src/core/policy/resolve';
import { ALPHA, aPolicy, BRAVO, CHARLIE, DELTA, FOUR_OPERATORS, op, operators } from '../../support/builders';

const resolved = (policy: Partial<Policy>, proposal: Partial<Proposal> = {}, roster = FOUR_OPERATORS) =>
  resolve(aPolicy(policy), roster, { requester: ALPHA, params: {}, quorum: null, ...proposal });

describe('who is asked', () => {
  it('is every enabled operator of the roster, the requester included', () => {
    expect(resolved({})).toMatchObject({ seats: [ALPHA, BRAVO, CHARLIE, DELTA], struck: [], refusal: null });
  });

  it('is not the requester where the action denies self approval', () => {
    expect(resolved({ denySelfApproval: true })).toMatchObject({
      seats: [BRAVO, CHARLIE, DELTA],
      struck: [{ operator: ALPHA, reason: 'self_approval_denied' }],
    });
  });

  it('is not who is disabled or gone', () => {
    const roster = [...operators('op_alpha', 'op_bravo'), { id: CHARLIE, enabled: false }];
    expect(resolved({}, {}, roster)).toMatchObject({
      seats: [ALPHA, BRAVO],
      struck: [
        { operator: CHARLIE, reason: 'disabled' },
        { operator: DELTA, reason: 'unknown' },
      ],
    });
  });

  it('has one seat for an operator named twice', () => {
    expect(resolved({ roster: [ALPHA, BRAVO, ALPHA] }).seats).toEqual([ALPHA, BRAVO]);
  });

  it('must be enough for the quorum once the requester is struck', () => {
    const policy = { roster: [ALPHA, BRAVO], denySelfApproval: true };
    expect(resolved(policy).refusal).toEqual({ reason: 'roster_too_short', seats: 1, quorum: 2 });
    expect(resolved({ ...policy, denySelfApproval: false }).refusal).toBeNull();
    expect(resolved(policy, { quorum: 1 }).refusal).toBeNull();
  });
});

describe('the requester', () => {
  it('must be an enabled operator of the organization, in the roster or not', () => {
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
    'must hold what the action requires: %j does not',
    (params) => {
      const given = params as Record<string, string>;
      expect(resolved({ requiredParams: ['amount'] }, { params: given }).refusal).toEqual({
        reason: 'required_param',
        param: 'amount',
      });
    },
  );

  it('may be what the action requires, and more', () => {
    expect(resolved({ requiredParams: ['amount'] }, { params: { amount: '1', note: 'x' } }).refusal).toBeNull();
  });

  it('are not filled in by what every object inherits', () => {
    expect(resolved({ requiredParams: ['constructor'] }).refusal).toMatchObject({ reason: 'required_param' });
  });

  it('may not start with the reserved prefix', () => {
    expect(resolved({}, { params: { 'service.x': '1' } }).refusal).toEqual({
      reason: 'reserved_param',
      param: 'service.x',
    });
    expect(resolved({}, { params: { services: '1' } }).refusal).toBeNull();
  });
});

describe('the quorum', () => {
  it('is the default where none is asked for', () => {
    expect(resolved({})).toMatchObject({ quorum: 2, decidedBy: 'default', rule: null, floor: null });
  });

  it.each([1, 2, 3])('may be chosen inside the bounds: %d', (quorum) => {
    expect(resolved({}, { quorum })).toMatchObject({ quorum, decidedBy: 'requested', refusal: null });
  });

  it.each([0, -1, 4, 1.5, Number.NaN])('may not be chosen outside of them: %d', (quorum) => {
    expect(resolved({}, { quorum }).refusal).toEqual({ reason: 'quorum_out_of_bounds', asked: quorum, min: 1, max: 3 });
  });

  it('may not be chosen at all where the action does not say so, not even as the default', () => {
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

  it('is the matching rule’s, else the default', () => {
    expect(resolved(refund, amount('1000'))).toMatchObject({ quorum: 3, decidedBy: 'rule', rule: 0, floor: 3 });
    expect(resolved(refund, amount('999.99'))).toMatchObject({ quorum: 1, decidedBy: 'default', rule: null, floor: 1 });
  });

  it('may be raised, never lowered', () => {
    expect(resolved(refund, { ...amount('10'), quorum: 2 })).toMatchObject({ quorum: 2, refusal: null });
    expect(resolved(refund, { ...amount('1000'), quorum: 2 }).refusal).toEqual({
      reason: 'quorum_below_rules',
      asked: 2,
      floor: 3,
      rule: 0,
    });
    expect(resolved(refund, { ...amount('1000'), quorum: 3 })).toMatchObject({ quorum: 3, refusal: null });
  });

  it('has the default as its floor where no rule matches', () => {
    const policy = { ...refund, quorum: { default: 2, min: 1, max: 3, selectable: true } };
    expect(resolved(policy, { ...amount('10'), quorum: 1 }).refusal).toMatchObject({
      reason: 'quorum_below_rules',
      floor: 2,
    });
  });

  it('may exceed the selectable bounds by a rule, and be asked for exactly so', () => {
    const policy = { ...refund, quorum: { default: 1, min: 1, max: 2, selectable: true } };
    expect(resolved(policy, amount('1000'))).toMatchObject({ quorum: 3, refusal: null });
    expect(resolved(policy, { ...amount('1000'), quorum: 3 }).refusal).toBeNull();
    expect(resolved(policy, { ...amount('10'), quorum: 3 }).refusal).toMatchObject({ reason: 'quorum_out_of_bounds' });
  });

  it('asks for more keys for an amount that nobody can read', () => {
    for (const text of ['1e9', '1,000', '', 'a lot']) expect(resolved(refund, amount(text)).quorum).toBe(3);
    expect(resolved(refund).quorum).toBe(3);
  });

  it('asks for no fewer keys than the default for one, even where a rule lowers the quorum of small amounts', () => {
    const lowering: Partial<Policy> = {
      paramRules: [{ when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 1 }],
    };
    expect(resolved(lowering, amount('50'))).toMatchObject({ quorum: 1, decidedBy: 'rule', floor: 1 });
    expect(resolved(lowering, amount('1e9'))).toMatchObject({ quorum: 2, decidedBy: 'default', rule: null, floor: 2 });
    expect(resolved(lowering, { ...amount('1e9'), quorum: 1 }).refusal).toMatchObject({ floor: 2 });
  });

  it('may be lowered by one rule that matches, whatever the other rules say', () => {
    const policy: Partial<Policy> = {
      paramRules: [
        { when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 1 },
        { when: [{ param: 'vip', op: 'present' }], quorum: 3 },
      ],
    };
    expect(resolved(policy, amount('50'))).toMatchObject({ quorum: 1, decidedBy: 'rule', rule: 0 });
  });

  it('is decided by the rule where an amount that nobody can read takes as many keys as the default', () => {
    const policy: Partial<Policy> = {
      paramRules: [{ when: [{ param: 'amount', op: 'lt', value: '100' }], quorum: 2 }],
    };
    expect(resolved(policy, amount('a lot'))).toMatchObject({ quorum: 2, decidedBy: 'rule', rule: 0 });
  });

  it('must be met by the roster', () => {
    const policy = { ...refund, roster: [ALPHA, BRAVO] };
    expect(resolved(policy, amount('1000')).refusal).toEqual({ reason: 'roster_too_short', seats: 2, quorum: 3 });
    expect(resolved(policy, amount('10')).refusal).toBeNull();
  });
});

it('explains the rest even where it refuses', () => {
  const answer = resolved({}, { quorum: 9 });
  expect(answer.refusal).not.toBeNull();
  expect(answer).toMatchObject({ quorum: 2, seats: [ALPHA, BRAVO, CHARLIE, DELTA] });
});
