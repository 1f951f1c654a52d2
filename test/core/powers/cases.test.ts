/** What each case of a policy needs: its own keys and requirements, and those of every rule that matches (docs/decisions/powers.md). */
import type { Policy } from '../../../src/core/policy/policy';
import { casesOf } from '../../../src/core/powers/cases';
import type { GroupId } from '../../../src/protocol/identifiers';
import { aPolicy } from '../../support/builders';
import { TWO } from './an-organization';

type Rule = Policy['paramRules'][number];
const of = (group: string, keys: number) => [{ group: `grp_${group}` as GroupId, keys }];
const rule = (patch: Partial<Rule> = {}): Rule => ({
  when: [{ param: 'kind', op: 'eq', value: 'x' }],
  quorum: 1,
  ...patch,
});
const quorum = { ...TWO, default: 1 };

const ROWS: readonly [title: string, policy: Partial<Policy>, expected: readonly string[]][] = [
  ['no rule', {}, ['none: 1']],
  ['the requirements of the policy', { requires: of('a', 1) }, ['none: 1 grp_a 1']],
  ['more keys required than the quorum', { requires: of('a', 3) }, ['none: 3 grp_a 3']],
  ['the quorum of a rule', { paramRules: [rule({ quorum: 2 })] }, ['none: 1', '0: 2']],
  ['the requirements of a rule', { paramRules: [rule({ requires: of('a', 1) })] }, ['none: 1', '0: 1 grp_a 1']],
  [
    'those of the policy and of a rule',
    { requires: of('a', 1), paramRules: [rule({ requires: of('b', 1) })] },
    ['none: 1 grp_a 1', '0: 2 grp_a 1 grp_b 1'],
  ],
  [
    'a rule that several kinds of request match needs one thing',
    { paramRules: [rule(), rule({ when: [{ param: 'place', op: 'eq', value: 'y' }] })] },
    ['none: 1', '0: 1', '1: 1'],
  ],
];

it.each(ROWS)('a case needs: %s', (_, patch, expected) => {
  const found = casesOf(aPolicy({ quorum, requiredParams: [], paramRules: [], ...patch })).map(
    (each) =>
      `${each.rule ?? 'none'}: ${each.needs
        .map((need) => [need.quorum, ...need.requires.flatMap(({ group, keys }) => [group, keys])].join(' '))
        .join(' or ')}`,
  );
  expect(found).toEqual(expected);
});
