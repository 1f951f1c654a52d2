import type { OperatorId } from '../../src/protocol/identifiers';
import { decidingRule, judgeRules } from '../../src/service/policy/rules/param-rules';
import type { Condition, Policy } from '../../src/service/policy/rules/policy';
import { resolveQuorum } from '../../src/service/policy/rules/resolve';
import { differenceUnder, unapprovableRequesters } from '../../src/service/policy/rules/trial';
import { ALPHA, accepted, aPolicy, aRequest, BRAVO, CHARLIE, FOUR_OPERATORS, op } from '../support/builders';

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

  it.each([
    ...['1e6', '1,000', ' 5', '+5', '.5', '5.', '0x10', 'ten', '', 'Infinity', '٥'],
    ...['1,000,000', '1000000 ', '1000000\n', '１００００００', '1000000.00 EUR'],
  ])('numeric conditions match, and say that they failed closed, for the amount "%s"', (amount) => {
    for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
      const [verdict] = judgeRules([{ when: [{ param: 'amount', op, value: '1000' }], quorum: 3 }], { amount });
      expect(verdict).toMatchObject({ matched: true, failedClosed: true });
    }
  });

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

/** Every combination of rules that match by their value and rules that match because the value could not be read. */
const QUORUMS = [1, 2, 3, 4];
/** Up to two rules of a kind, by their quorums. */
const RULES = [[], ...QUORUMS.map((one) => [one]), ...QUORUMS.flatMap((one) => QUORUMS.map((other) => [one, other]))];

/** A rule that can be read may lower the default; one that cannot be read only adds keys to what the others give. */
function expected(byDefault: number, readable: readonly number[], unreadable: readonly number[]): number {
  const base = readable.length > 0 ? Math.max(...readable) : byDefault;
  return Math.max(base, ...unreadable);
}

it.each(QUORUMS)('rules that cannot be evaluated only add keys to those that can: default %d', (byDefault) => {
  for (const readable of RULES) {
    for (const unreadable of RULES) {
      const rulesOf = (first: 'readable' | 'unreadable') => {
        const read = readable.map((quorum) => ({ when: [{ param: 'kind', op: 'eq' as const, value: 'x' }], quorum }));
        const unread = unreadable.map((quorum) => ({
          when: [{ param: 'amount', op: 'lt' as const, value: '100' }],
          quorum,
        }));
        return first === 'readable' ? [...read, ...unread] : [...unread, ...read];
      };
      for (const first of ['readable', 'unreadable'] as const) {
        const paramRules = rulesOf(first);
        const policy = aPolicy({ paramRules, quorum: { default: byDefault, min: 1, max: 4, selectable: false } });
        const verdicts = judgeRules(paramRules, { kind: 'x', amount: '1,000' });
        const { quorum, floor } = accepted(resolveQuorum(policy, verdicts, null));
        const needed = expected(byDefault, readable, unreadable);
        expect({ readable, unreadable, first, quorum, floor }).toEqual({
          ...{ readable, unreadable, first, quorum: needed },
          floor: paramRules.length === 0 ? null : needed,
        });
      }
    }
  }
});

/** Whose requests nobody could approve. */
const enabled = (...ids: OperatorId[]) => ids.map((id) => ({ id, enabled: true }));
const EVERYBODY = enabled(ALPHA, BRAVO, CHARLIE);
const quorum = (needed: number) => ({ default: needed, min: 1, max: 3, selectable: false });

describe('requests that nobody could approve', () => {
  it('nobody could approve requests of anyone on a roster that is one person too short without the requester', () => {
    const policy = aPolicy({ roster: [ALPHA, BRAVO], quorum: quorum(2), denySelfApproval: true, paramRules: [] });
    expect(unapprovableRequesters(policy, EVERYBODY)).toEqual([
      { requester: ALPHA, seats: 1, quorum: 2, rule: null },
      { requester: BRAVO, seats: 1, quorum: 2, rule: null },
    ]);
    expect(unapprovableRequesters({ ...policy, denySelfApproval: false }, EVERYBODY)).toEqual([]);
    expect(unapprovableRequesters({ ...policy, roster: [ALPHA, BRAVO, CHARLIE] }, EVERYBODY)).toEqual([]);
  });

  it('a rule is named if only its requests need too many keys', () => {
    const rule = (needed: number) => ({ when: [{ param: 'a', op: 'present' as const }], quorum: needed });
    const policy = aPolicy({
      roster: [ALPHA, BRAVO],
      quorum: quorum(1),
      denySelfApproval: true,
      paramRules: [rule(1), rule(2)],
    });
    expect(unapprovableRequesters(policy, EVERYBODY)[0]).toEqual({ requester: ALPHA, seats: 1, quorum: 2, rule: 1 });
  });

  it('requests that nobody could approve are counted without disabled operators, who request nothing', () => {
    const policy = aPolicy({ roster: [ALPHA, BRAVO], quorum: quorum(1), denySelfApproval: true, paramRules: [] });
    const bravoIsGone = [...enabled(ALPHA), { id: BRAVO, enabled: false }];
    expect(unapprovableRequesters(policy, bravoIsGone)).toEqual([
      { requester: ALPHA, seats: 0, quorum: 1, rule: null },
    ]);
  });
});

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
