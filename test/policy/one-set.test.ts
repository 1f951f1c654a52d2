/** The warning that only one set of operators can still meet a policy (docs/decisions/groups.md#nobody-is-left). */

import type { GroupId, OperatorId } from '../../src/protocol/identifiers';
import { onlySetOf } from '../../src/service/policy/rules/one-set';
import type { ParamRule, Policy } from '../../src/service/policy/rules/policy';
import { ALPHA, aPolicy, BRAVO, CHARLIE, DELTA, FOUR_OPERATORS } from '../support/builders';

const [FINANCE, SECURITY] = ['grp_finance', 'grp_security'] as GroupId[] as [GroupId, GroupId];
const finance = (keys: number) => ({ group: FINANCE, keys });
const security = (keys: number) => ({ group: SECURITY, keys });
const keys = (count: number) => ({ default: count, min: 1, max: 4, selectable: false });
const rule = (quorum: number, ...requires: NonNullable<ParamRule['requires']>): ParamRule => ({
  ...{ when: [{ param: 'amount', op: 'gte', value: '1000' }], quorum },
  ...(requires.length === 0 ? {} : { requires }),
});

interface Given extends Partial<Policy> {
  readonly finance?: readonly OperatorId[];
  readonly security?: readonly OperatorId[];
  readonly without?: OperatorId;
}

it.each<[string, Given, readonly OperatorId[] | null]>([
  ['two keys of two members', { requires: [finance(2)], finance: [BRAVO, ALPHA] }, [ALPHA, BRAVO]],
  ['two keys of three members', { requires: [finance(2)], finance: [ALPHA, BRAVO, CHARLIE] }, null],
  ['two keys of one member', { requires: [finance(2)], finance: [ALPHA] }, null],
  ['no requirement, and a key of everybody', { quorum: keys(4) }, null],
  [
    'a quorum of everybody beside a requirement',
    { requires: [finance(1)], finance: [ALPHA, BRAVO], quorum: keys(4) },
    [ALPHA, BRAVO, CHARLIE, DELTA],
  ],
  ['a quorum of all but one', { requires: [finance(1)], finance: [ALPHA, BRAVO], quorum: keys(3) }, null],
  [
    'a member who is disabled',
    { requires: [finance(2)], finance: [ALPHA, BRAVO, DELTA], without: DELTA },
    [ALPHA, BRAVO],
  ],
  [
    'a member who is not on the roster',
    { roster: [ALPHA, BRAVO], quorum: keys(1), requires: [finance(2)], finance: [ALPHA, BRAVO, DELTA] },
    [ALPHA, BRAVO],
  ],
  [
    'members who are on the roster by their group, in any order',
    { roster: [FINANCE], quorum: keys(1), requires: [finance(2)], finance: [DELTA, BRAVO] },
    [BRAVO, DELTA],
  ],
  [
    'a member of two groups, who counts for one of them',
    { requires: [finance(1), security(1)], finance: [ALPHA, BRAVO], security: [ALPHA] },
    [ALPHA, BRAVO],
  ],
  [
    'a rule that requires one member, where the policy requires nothing',
    { quorum: keys(4), paramRules: [rule(1, finance(1))], finance: [ALPHA] },
    [ALPHA],
  ],
  [
    'a rule that requires one of two, where the policy has a quorum of everybody and requires nothing',
    { quorum: keys(4), paramRules: [rule(1, finance(1))], finance: [ALPHA, BRAVO] },
    null,
  ],
  [
    'the requirement of a rule beside that of the policy',
    {
      requires: [finance(2)],
      paramRules: [rule(1, security(1))],
      finance: [ALPHA, BRAVO, CHARLIE],
      security: [CHARLIE],
    },
    [ALPHA, BRAVO, CHARLIE],
  ],
  [
    'one member for a rule, and two of three for the policy',
    { requires: [finance(2)], paramRules: [rule(1, security(1))], finance: [ALPHA, BRAVO, CHARLIE], security: [DELTA] },
    null,
  ],
  [
    'more keys of the same group by a rule',
    { requires: [finance(1)], paramRules: [rule(1, finance(2))], finance: [ALPHA, BRAVO] },
    [ALPHA, BRAVO],
  ],
  [
    'a rule with a quorum of everybody beside the requirement of the policy',
    { requires: [finance(1)], paramRules: [rule(4)], finance: [ALPHA, BRAVO] },
    [ALPHA, BRAVO, CHARLIE, DELTA],
  ],
  [
    'the second of two rules',
    { paramRules: [rule(1, finance(1)), rule(1, security(1))], finance: [ALPHA, BRAVO], security: [DELTA] },
    [DELTA],
  ],
])('the only set of operators is found with %s', (_, given, expected) => {
  const { finance: inFinance = [], security: inSecurity = [], without, ...policy } = given;
  const groups = [
    { id: FINANCE, name: 'Finance', revision: 1, members: inFinance },
    { id: SECURITY, name: 'Security', revision: 1, members: inSecurity },
  ];
  const operators = FOUR_OPERATORS.map((operator) => ({ ...operator, enabled: operator.id !== without }));
  expect(onlySetOf(aPolicy({ quorum: keys(1), ...policy }), operators, groups)).toEqual(expected);
});
