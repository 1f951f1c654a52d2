/** Requirements of a policy and of its rules: when it is saved, at creation, and in what an editor is told (docs/decisions/groups.md). */

import type { GroupId, OperatorId } from '../../src/protocol/identifiers';
import { propose } from '../../src/service/ceremony/rules/propose';
import {
  keysMissing,
  keysMissingAfter,
  progressAfter,
  progressText,
} from '../../src/service/ceremony/rules/requirements';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import type { GroupBody } from '../../src/service/policy/rules/groups';
import type { ParamRule, Policy } from '../../src/service/policy/rules/policy';
import { resolve } from '../../src/service/policy/rules/resolve';
import { differenceUnder, unapprovableRequesters } from '../../src/service/policy/rules/trial';
import { policyProblems } from '../../src/service/policy/rules/validate';
import { isOpen } from '../../src/service/request/rules/request';
import {
  A_PROPOSAL,
  ALPHA,
  accepted,
  aPolicy,
  aTurn,
  at,
  BRAVO,
  CHARLIE,
  DELTA,
  FOUR_OPERATORS,
  op,
  operators,
} from '../support/builders';

const GROUPS = ['a', 'b', 'c', 'd', 'e'].map((name) => `grp_${name}` as GroupId);
const [A, B, C] = GROUPS as [GroupId, GroupId, GroupId];
const need = (group: GroupId, keys: number) => ({ group, keys });
const bounds = (fallback: number, max = 4, selectable = true) => ({ default: fallback, min: 1, max, selectable });
/** A rule for at least 1000. */
const rule = (quorum: number, ...requires: NonNullable<ParamRule['requires']>): ParamRule => ({
  ...{ when: [{ param: 'amount', op: 'gte', value: '1000' }], quorum },
  ...(requires.length === 0 ? {} : { requires }),
});
type Members = Partial<Record<string, readonly OperatorId[]>>;
const present = (members: Members, ids = GROUPS) =>
  ids.map((id, index) => ({ id, name: `Group ${id.at(-1)}`, revision: index + 1, members: members[id] ?? [] }));

describe('a policy with requirements that an admin saves', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => op(`op_${index}`));
  const bodies = (members: Members): GroupBody[] =>
    present(members).map(({ id, name, members: all }) => ({
      ...{ id, name },
      members: all.map((operator) => ({ operator, startsAtMs: 1, endsAtMs: 2 })),
    }));
  const whole = 'keys must be a whole number and at least 1';
  it.each<[string, Partial<Policy>, string[]]>([
    [
      'four groups with its rules',
      { requires: [need(A, 1), need(B, 1)], paramRules: [rule(1, need(C, 1)), rule(1, need(GROUPS[3]!, 1))] },
      [],
    ],
    [
      'five groups with its rules',
      {
        quorum: bounds(1, 5),
        roster: many(5),
        requires: [need(A, 1), need(B, 1)],
        paramRules: [rule(1, need(C, 1)), rule(1, need(GROUPS[3]!, 1), need(GROUPS[4]!, 1))],
      },
      ['requires: can name at most 4 groups, those of all rules included'],
    ],
    ['as many keys as its maximum', { requires: [need(A, 2), need(B, 2)] }, []],
    [
      'more keys than its maximum, though fewer requirements',
      { requires: [need(A, 2), need(B, 3)] },
      ['requires: needs 5 keys, those of all rules included, but quorum.max is 4'],
    ],
    [
      'more keys than its maximum if a rule matches',
      { requires: [need(A, 2)], paramRules: [rule(1, need(B, 3))] },
      ['requires: needs 5 keys, those of all rules included, but quorum.max is 4'],
    ],
    ['the highest number for each group', { requires: [need(A, 3)], paramRules: [rule(1, need(A, 4))] }, []],
    ['no key of a group', { requires: [need(A, 0)] }, [`requires: ${whole}`]],
    ['half a key', { requires: [need(A, 1.5)] }, [`requires: ${whole}`]],
    [
      'no key of a group in its second rule',
      { paramRules: [rule(1), rule(1, need(A, 0))] },
      [`param_rules[1].requires: ${whole}`],
    ],
    ['a group twice', { requires: [need(A, 1), need(A, 2)] }, ['requires: must name each group only once']],
    [
      'a group that is not there, in a rule',
      { paramRules: [rule(1, need('grp_zulu' as GroupId, 1))] },
      ['roster, requires: "grp_zulu" is not a group of this organization'],
    ],
    [
      'a group that is not there, on the roster',
      { roster: [ALPHA, BRAVO, CHARLIE, DELTA, 'grp_zulu' as GroupId] },
      ['roster, requires: "grp_zulu" is not a group of this organization'],
    ],
    ['50 people on its roster by name and by group', { roster: [ALPHA, A] }, []],
    [
      '51 people on its roster by name and by group',
      { roster: [ALPHA, BRAVO, A] },
      ['roster: can have at most 50 operators'],
    ],
  ])('a policy is saved, or refused with the reason, with %s', (_, policy, expected) => {
    const all = [...FOUR_OPERATORS, ...operators(...many(50))];
    const groups = bodies({ [A]: many(49) });
    expect(policyProblems(aPolicy({ quorum: bounds(1), ...policy }), all, new Map(), groups)).toEqual(expected);
  });
});

describe('a request under requirements', () => {
  const resolved = (policy: Partial<Policy>, members: Members, quorum: number | null = null, amount = '10') =>
    resolve(
      aPolicy({ quorum: bounds(1), ...policy }),
      FOUR_OPERATORS,
      { requester: ALPHA, params: { amount }, quorum },
      present(members),
    );
  const everybody = { [A]: [ALPHA, BRAVO], [B]: [BRAVO, CHARLIE, DELTA], [C]: [DELTA] };
  const own = { requires: [need(A, 1)] };
  const ruled = { ...own, paramRules: [rule(1, need(B, 2))] };

  it.each<[string, Partial<Policy>, string, object]>([
    ['without requirements', {}, '10', { quorum: 1, decidedBy: 'default', floor: null, requires: [] }],
    ['that need as many keys as the default', own, '10', { quorum: 1, decidedBy: 'default', floor: 1 }],
    [
      'that need more keys than the default, though they are one requirement',
      { requires: [need(B, 3)] },
      '10',
      { quorum: 3, decidedBy: 'requirements', floor: 3, rule: null },
    ],
    ['whose rule does not match', ruled, '999', { quorum: 1, decidedBy: 'default', floor: 1, requires: own.requires }],
    [
      'whose rule matches: those of the policy stay',
      ruled,
      '1000',
      { quorum: 3, decidedBy: 'requirements', floor: 3, requires: [need(A, 1), need(B, 2)] },
    ],
    [
      'whose rule matches because the amount cannot be read',
      ruled,
      'a lot',
      { quorum: 3, requires: [need(A, 1), need(B, 2)] },
    ],
    [
      'that need fewer keys than the rule',
      { ...own, paramRules: [rule(3, need(B, 1))] },
      '1000',
      { quorum: 3, decidedBy: 'rule', rule: 0, floor: 3 },
    ],
    [
      'that need fewer keys than the default, beside rules of which none matches',
      { ...ruled, quorum: bounds(2) },
      '10',
      { quorum: 2, decidedBy: 'default', floor: 2 },
    ],
  ])('a request has its quorum and its floor under requirements %s', (_, policy, amount, expected) => {
    expect(resolved(policy, everybody, null, amount)).toMatchObject({ refusal: null, ...expected });
  });

  it('a request cannot select fewer keys than its requirements need, and may select more', () => {
    const policy = { requires: [need(A, 1), need(B, 1)] };
    expect(resolved(policy, everybody, 1).refusal).toMatchObject({ reason: 'quorum_below_rules', asked: 1, floor: 2 });
    expect(resolved(policy, everybody, 3)).toMatchObject({ refusal: null, quorum: 3, decidedBy: 'requested' });
  });

  it.each<[string, Partial<Policy>, Members, object]>([
    [
      'a group with too few members, by its name',
      { requires: [need(A, 1), need(B, 2)] },
      { [A]: [ALPHA], [B]: [BRAVO] },
      { reason: 'requirement_unmet', groups: ['Group b'], keys: 2, available: 1 },
    ],
    [
      'the requester, who may not approve',
      { requires: [need(A, 1)], denySelfApproval: true },
      { [A]: [ALPHA] },
      { reason: 'requirement_unmet', groups: ['Group a'], keys: 1, available: 0 },
    ],
    [
      'two groups of one person, and not a third that is met',
      { requires: [need(A, 1), need(B, 1), need(C, 1)] },
      { [A]: [DELTA], [B]: [DELTA], [C]: [BRAVO] },
      { reason: 'requirement_unmet', groups: ['Group a', 'Group b'], keys: 2, available: 1 },
    ],
    [
      'a member without a seat',
      { roster: [ALPHA, BRAVO], requires: [need(A, 1)] },
      { [A]: [DELTA] },
      { reason: 'requirement_unmet', groups: ['Group a'], keys: 1, available: 0 },
    ],
    [
      'a roster that is too short, where every group is met',
      { roster: [ALPHA, BRAVO], requires: [need(A, 1)], quorum: bounds(3) },
      { [A]: [ALPHA] },
      { reason: 'roster_too_short', seats: 2, quorum: 3 },
    ],
  ])('a request is refused because of %s', (_, policy, members, refusal) => {
    expect(resolved(policy, members).refusal).toEqual(refusal);
  });

  it('a request keeps the groups that its policy names, those with a requirement first, and those of each seat', () => {
    const policy = aPolicy({ roster: [B, ALPHA], requires: [need(C, 1)], quorum: bounds(1) });
    const members = { [A]: [ALPHA], [B]: [DELTA, BRAVO], [C]: [DELTA] };
    const groups = present(members, [...GROUPS].reverse());
    const { request } = propose(
      A_PROPOSAL,
      policy,
      resolve(policy, FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null }, groups),
      at('12:00'),
    );
    expect(request.policy.groups).toEqual([
      { id: C, name: 'Group c', revision: 3 },
      { id: B, name: 'Group b', revision: 4 },
    ]);
    expect(request.policy.requires).toEqual([need(C, 1)]);
    expect(request.seats.map(({ operator, groups: own = [] }) => [operator, ...own])).toEqual([
      [DELTA, B, C],
      [BRAVO, B],
      [ALPHA],
    ]);
  });
});

describe('the keys that are missing', () => {
  /** Quorum 2: Bravo and Charlie are in A, Delta is in B, Alpha is in none. */
  const policy = aPolicy({ requires: [need(A, 1), need(B, 1)], quorum: bounds(2) });
  const groups = present({ [A]: [BRAVO, CHARLIE], [B]: [DELTA] });
  const resolution = resolve(policy, FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null }, groups);
  const turnedBy = (...turned: readonly OperatorId[]) =>
    turned.reduce(
      (request, operator) => accepted(turnKey(request, aTurn(operator), at('12:01'))).change.request,
      propose(A_PROPOSAL, policy, resolution, at('12:00')).request as Parameters<typeof turnKey>[0],
    );

  it.each<[string, readonly OperatorId[], number, string, Record<string, number | null>]>([
    ['nobody', [], 2, 'Group a 0 of 1, Group b 0 of 1', { op_alpha: 2, op_bravo: 1, op_delta: 1, op_echo: null }],
    [
      'somebody of no group',
      [ALPHA],
      2,
      'Group a 0 of 1, Group b 0 of 1',
      { op_alpha: null, op_bravo: 1, op_charlie: 1, op_delta: 1 },
    ],
    [
      'one group',
      [BRAVO],
      1,
      'Group a 1 of 1, Group b 0 of 1',
      { op_alpha: 1, op_bravo: null, op_charlie: 1, op_delta: 0 },
    ],
    ['more than the quorum', [BRAVO, CHARLIE, ALPHA], 1, 'Group a 1 of 1, Group b 0 of 1', { op_delta: 0 }],
  ])('the keys that are missing are counted after the turns of %s', (_, turned, missing, text, ofEach) => {
    const request = turnedBy(...turned);
    if (!isOpen(request)) throw new Error('it has a verdict');
    expect([keysMissing(request), progressText(request)]).toEqual([missing, text]);
    const counted = Object.keys(ofEach).map((id) => [id, keysMissingAfter(request, op(id))]);
    expect(Object.fromEntries(counted)).toEqual(ofEach);
  });

  it('no key is missing after a verdict', () => {
    expect(keysMissingAfter(turnedBy(BRAVO, DELTA), CHARLIE)).toBeNull();
    expect(progressAfter(turnedBy(BRAVO, DELTA), CHARLIE)).toBeNull();
  });

  const saidAfter = (request: ReturnType<typeof turnedBy>, operator: OperatorId) =>
    progressAfter(request, operator)?.map(({ name, turned, keys }) => `${name} ${turned} of ${keys}`) ?? null;

  it.each<[string, readonly OperatorId[], OperatorId, string[] | null]>([
    ['the first of a group', [], BRAVO, ['Group a 1 of 1', 'Group b 0 of 1']],
    ['one more of a group that needs none', [BRAVO], CHARLIE, ['Group a 1 of 1', 'Group b 0 of 1']],
    ['the last one', [BRAVO], DELTA, ['Group a 1 of 1', 'Group b 1 of 1']],
    ['somebody of no group', [BRAVO], ALPHA, ['Group a 1 of 1', 'Group b 0 of 1']],
    ['somebody who turned it already', [BRAVO], BRAVO, null],
    ['somebody who was not asked', [], op('op_echo'), null],
  ])('after the key of %s, each group says how many it has', (_, turned, operator, said) => {
    expect(saidAfter(turnedBy(...turned), operator)).toEqual(said);
  });

  it('after the key of somebody in both groups, each operator counts for one of them', () => {
    const both = present({ [A]: [BRAVO, CHARLIE], [B]: [BRAVO] });
    const asked = resolve(policy, FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null }, both);
    const request = propose(A_PROPOSAL, policy, asked, at('12:00')).request as Parameters<typeof turnKey>[0];
    const first = accepted(turnKey(request, aTurn(BRAVO), at('12:01'))).change.request;
    expect(saidAfter(request, BRAVO)).toEqual(['Group a 1 of 1', 'Group b 0 of 1']);
    // Bravo's key then counts for the other group.
    expect(saidAfter(first, CHARLIE)).toEqual(['Group a 1 of 1', 'Group b 1 of 1']);
  });
});

describe('what an editor is told of requirements', () => {
  const told = (policy: Partial<Policy>, members: Members, all = FOUR_OPERATORS) =>
    unapprovableRequesters(aPolicy({ roster: [ALPHA, BRAVO], ...policy }), all, present(members));
  const nobody = { quorum: bounds(1), denySelfApproval: true };

  it.each<[string, Partial<Policy>, Members, object[]]>([
    ['nothing where two can', { ...nobody, requires: [need(A, 1)] }, { [A]: [ALPHA, BRAVO] }, []],
    [
      'the only member of a group, with the seats and keys of that group',
      { ...nobody, requires: [need(A, 1), need(B, 1)], roster: [ALPHA, BRAVO, CHARLIE] },
      { [A]: [ALPHA], [B]: [BRAVO, CHARLIE] },
      [{ requester: ALPHA, seats: 0, quorum: 1, rule: null }],
    ],
    [
      'a rule that requires more than the policy',
      {
        ...nobody,
        roster: [ALPHA, BRAVO, CHARLIE],
        requires: [need(A, 1)],
        paramRules: [rule(1), rule(1, need(B, 1))],
      },
      { [A]: [ALPHA, CHARLIE], [B]: [BRAVO] },
      [{ requester: BRAVO, seats: 0, quorum: 1, rule: 1 }],
    ],
    [
      'a rule that is too much only beside the policy',
      { ...nobody, requires: [need(A, 1)], paramRules: [rule(1, need(B, 1))], denySelfApproval: false },
      { [A]: [ALPHA], [B]: [ALPHA] },
      [
        { requester: ALPHA, seats: 1, quorum: 2, rule: 0 },
        { requester: BRAVO, seats: 1, quorum: 2, rule: 0 },
      ],
    ],
    [
      'members of a group on the roster',
      { ...nobody, roster: [A], requires: [need(A, 2)] },
      { [A]: [ALPHA, BRAVO] },
      [
        { requester: ALPHA, seats: 1, quorum: 2, rule: null },
        { requester: BRAVO, seats: 1, quorum: 2, rule: null },
      ],
    ],
  ])('an editor is told of requirements that nobody could meet: %s', (_, policy, members, expected) => {
    expect(told(policy, members)).toEqual(expected);
  });

  it('an editor is told nothing of a disabled operator’s requests, because they make none', () => {
    const all = FOUR_OPERATORS.map((operator) => ({ ...operator, enabled: operator.id !== ALPHA }));
    const members = { [A]: [ALPHA], [B]: [BRAVO] };
    expect(told({ ...nobody, requires: [need(A, 1)] }, members, all)).toMatchObject([{ requester: BRAVO }]);
  });

  it.each<[string, Partial<Policy>, boolean]>([
    ['the same in another order', { requires: [need(B, 1), need(A, 1)] }, false],
    ['more keys of a group', { requires: [need(A, 2), need(B, 1)] }, true],
    ['another group', { requires: [need(A, 1), need(C, 1)] }, true],
    ['no requirement', {}, true],
  ])('a back-test compares requirements: %s', (_, tried, isDifferent) => {
    const made = aPolicy({ requires: [need(A, 1), need(B, 1)], quorum: bounds(3) });
    const groups = present({ [A]: [ALPHA, BRAVO], [B]: [CHARLIE], [C]: [DELTA] });
    const resolution = resolve(made, FOUR_OPERATORS, { ...A_PROPOSAL, quorum: null }, groups);
    const { request } = propose(A_PROPOSAL, made, resolution, at('12:00'));
    const { requires: _requires, ...without } = made;
    const difference = differenceUnder({ ...without, ...tried }, { request, policy: made }, FOUR_OPERATORS, groups);
    expect(difference !== null).toBe(isDifferent);
  });
});
