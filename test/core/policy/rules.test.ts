import type { Condition } from '../../../src/core/policy/policy';
import { decidingRule, judgeRules } from '../../../src/core/policy/rules';

const matches = (condition: Omit<Condition, 'param'>, params: Record<string, string>) =>
  judgeRules([{ when: [{ param: 'amount', ...condition }], quorum: 3 }], params)[0]!.matched;

describe('numeric conditions', () => {
  it.each([
    ['gt', '1000', false],
    ['gt', '1000.01', true],
    ['gte', '1000', true],
    ['gte', '999.99', false],
    ['lt', '1000', false],
    ['lt', '999.99', true],
    ['lte', '1000', true],
    ['lte', '1000.000000000000000000001', false],
  ] as const)('the condition %s 1000 holds for the amount %s: %s', (op, amount, expected) => {
    expect(matches({ op, value: '1000' }, { amount })).toBe(expected);
  });

  it('numeric conditions compare exactly where floating point would not', () => {
    expect(matches({ op: 'gt', value: '9007199254740992' }, { amount: '9007199254740993' })).toBe(true);
    expect(matches({ op: 'lt', value: '0.1' }, { amount: '0.09999999999999999999' })).toBe(true);
    expect(matches({ op: 'gte', value: '1000.10' }, { amount: '1000.1' })).toBe(true);
    expect(matches({ op: 'lt', value: '-1' }, { amount: '-1.5' })).toBe(true);
  });

  it.each(['1e6', '1,000', ' 5', '+5', '.5', '5.', '0x10', 'ten', '', 'Infinity', '٥'])(
    'numeric conditions match, and say that they failed closed, for the amount "%s"',
    (amount) => {
      for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
        const [verdict] = judgeRules([{ when: [{ param: 'amount', op, value: '1000' }], quorum: 3 }], { amount });
        expect(verdict).toMatchObject({ matched: true, failedClosed: true });
      }
    },
  );

  it('numeric conditions match if the param is missing', () => {
    expect(matches({ op: 'gte', value: '1000' }, {})).toBe(true);
  });

  it('numeric conditions say that they failed closed, although another condition was compared', () => {
    const when = [
      { param: 'currency', op: 'eq', value: 'EUR' },
      { param: 'amount', op: 'gte', value: '1000' },
    ] as const;
    const [verdict] = judgeRules([{ when, quorum: 3 }], { amount: 'lots', currency: 'EUR' });
    expect(verdict).toMatchObject({ matched: true, failedClosed: true });
  });

  it('a numeric condition does not fail closed if another condition does not hold', () => {
    const when = [
      { param: 'amount', op: 'gte', value: '1000' },
      { param: 'currency', op: 'eq', value: 'EUR' },
    ] as const;
    const [verdict] = judgeRules([{ when, quorum: 3 }], { amount: 'lots', currency: 'USD' });
    expect(verdict).toMatchObject({ matched: false, failedClosed: false, firstUnmet: { param: 'currency' } });
  });
});

describe('text conditions', () => {
  it('text conditions compare complete values', () => {
    expect(matches({ op: 'eq', value: 'x' }, { amount: 'x' })).toBe(true);
    expect(matches({ op: 'eq', value: 'x' }, { amount: 'xy' })).toBe(false);
    expect(matches({ op: 'eq', value: 'x' }, {})).toBe(false);
    expect(matches({ op: 'in', value: ['a', 'b'] }, { amount: 'b' })).toBe(true);
    expect(matches({ op: 'in', value: ['a', 'b'] }, { amount: 'ab' })).toBe(false);
    expect(matches({ op: 'in', value: 'abc' }, { amount: 'b' })).toBe(false);
    expect(matches({ op: 'in', value: ['a', 'b'] }, {})).toBe(false);
    expect(matches({ op: 'prefix', value: 'prod-' }, { amount: 'prod-eu' })).toBe(true);
    expect(matches({ op: 'prefix', value: 'prod-' }, { amount: 'preprod-eu' })).toBe(false);
  });

  it('the condition `ne` holds if the param is missing', () => {
    expect(matches({ op: 'ne', value: 'x' }, { amount: 'x' })).toBe(false);
    expect(matches({ op: 'ne', value: 'x' }, { amount: 'y' })).toBe(true);
    expect(matches({ op: 'ne', value: 'x' }, {})).toBe(true);
  });

  it('text conditions ignore properties that every object inherits', () => {
    const [verdict] = judgeRules([{ when: [{ param: 'constructor', op: 'present' }], quorum: 3 }], {});
    expect(verdict!.matched).toBe(false);
    expect(matches({ op: 'present' }, { amount: '' })).toBe(true);
    expect(matches({ op: 'present' }, { amount: 'x' })).toBe(true);
    expect(matches({ op: 'present' }, {})).toBe(false);
  });
});

describe('rules', () => {
  const rules = [
    { when: [{ param: 'env', op: 'eq', value: 'prod' } as const], quorum: 2 },
    { when: [{ param: 'amount', op: 'gte', value: '1000' } as const], quorum: 3 },
    { when: [{ param: 'amount', op: 'gte', value: '500' } as const], quorum: 3 },
  ];

  it('the matching rule with the highest quorum decides, and the first of equal ones', () => {
    expect(decidingRule(judgeRules(rules, { env: 'prod', amount: '2000' }))).toMatchObject({ index: 1, quorum: 3 });
    expect(decidingRule(judgeRules(rules, { env: 'prod', amount: '10' }))).toMatchObject({ index: 0, quorum: 2 });
    expect(decidingRule(judgeRules(rules, { env: 'test', amount: '10' }))).toBeNull();
  });

  it('rules tell the first condition that did not hold, and the value that was there', () => {
    const [verdict] = judgeRules(rules, { env: 'test', amount: '10' });
    expect(verdict!.firstUnmet).toEqual({ param: 'env', op: 'eq', value: 'prod', actual: 'test' });
    expect(judgeRules(rules, { amount: '10' })[0]!.firstUnmet).toMatchObject({ actual: null });
  });

  it('a rule matches only if all its conditions hold', () => {
    const both = [{ when: [...rules[0]!.when, ...rules[1]!.when], quorum: 3 }];
    expect(judgeRules(both, { env: 'prod', amount: '10' })[0]!.matched).toBe(false);
    expect(judgeRules(both, { env: 'prod', amount: '1000' })[0]!.matched).toBe(true);
  });
});
