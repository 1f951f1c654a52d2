/** Who can do it alone after a change and not before: one row for each rule (docs/decisions/powers.md). */

import type { ActionId, ApiKeyId, GroupId } from '../../src/protocol/identifiers';
import type { Edit } from '../../src/service/administration/rules/edits';
import type { Policy } from '../../src/service/policy/rules/policy';
import { powersAfter } from '../../src/service/powers/use-cases';
import { anOrganization, type Given, idOf, TWO } from './an-organization';

const NOW = 1_000;
type Rules = Policy['paramRules'];

/** A rule for one kind of request, and the keys that it needs. */
const rule = (kind: string, quorum: number): Rules[number] => ({
  when: [{ param: 'kind', op: 'eq', value: kind }],
  quorum,
});
const ONE = { ...TWO, default: 1 };
const GROUP = 'grp_a' as GroupId;

const withTwo = (given: Partial<Given> = {}) => anOrganization({ operators: ['A', 'B'], ...given });

function put(change: Partial<Policy>, given: Partial<Given> = {}): Edit {
  const { version: _version, ...policy } = withTwo(given).policies[0]!;
  return { kind: 'put_action', policy: { ...policy, ...change } };
}

const member = (startsAtMs: number | null, endsAtMs: number | null): Edit => ({
  kind: 'put_group',
  group: { id: GROUP, name: 'a', members: [{ operator: idOf('A'), startsAtMs, endsAtMs }] },
});

const HELD: Partial<Given> = { operators: ['A'], disabled: ['H', 'I'], keys: ['H', 'I'], policy: { quorum: ONE } };
const GROUPED: Partial<Given> = { groups: { grp_a: [] }, policy: { quorum: ONE, roster: [GROUP] } };
const KEYLESS: Partial<Given> = { keys: [], policy: { quorum: ONE } };
const LIMITED: Partial<Given> = { limits: [actionsOf(['payout'])], policy: { quorum: ONE } };
const weak = { paramRules: [rule('x', 1)] };
const strong = { paramRules: [rule('x', 2)] };

/** Expected: for each case, its rule and who is newly alone. */
const ROWS: readonly [title: string, now: Partial<Given>, edit: Edit, expected: readonly string[]][] = [
  ['nothing changed', {}, put({}), ['none:']],
  ['one key instead of two', {}, put({ quorum: ONE }), ['none: A B']],
  ['one key, as before', { policy: { quorum: ONE } }, put({ quorum: ONE }), ['none:']],
  ['two keys instead of one', { policy: { quorum: ONE } }, put({ quorum: TWO }), ['none:']],
  ['a rule gets weaker', { policy: strong }, put(weak), ['none:', '0: A B']],
  ['a rule stays weak', { policy: weak }, put(weak), ['none:', '0:']],
  [
    'a weak rule gets another number',
    { policy: weak },
    put({ paramRules: [rule('y', 2), rule('x', 1)] }),
    ['none:', '0:', '1:'],
  ],
  [
    'a weak rule takes the number of another weak rule',
    { policy: weak },
    put({ paramRules: [rule('y', 1), rule('x', 1)] }),
    ['none:', '0: A B', '1:'],
  ],
  [
    'a weak rule takes the place of another',
    { policy: weak },
    put({ paramRules: [rule('y', 1)] }),
    ['none:', '0: A B'],
  ],
  [
    'another action was weak before',
    { policy: { quorum: ONE } },
    put({ id: 'payout' as ActionId, quorum: ONE }),
    ['none:', 'none: A B'],
  ],
  ['a membership that starts now', GROUPED, member(NOW, null), ['none: A']],
  ['a membership that starts later', GROUPED, member(NOW + 1, null), ['none:']],
  ['a membership that ends later', GROUPED, member(null, NOW + 1), ['none: A']],
  ['a membership that ends now', GROUPED, member(null, NOW), ['none:']],
  ['a key that creates requests', KEYLESS, { kind: 'create_key', name: 'k', scopes: ['propose'] }, ['none: A B']],
  ['a key that does not', KEYLESS, { kind: 'create_key', name: 'k', scopes: ['execute'] }, ['none:']],
  [
    'a key with a holder',
    KEYLESS,
    { kind: 'create_key', name: 'k', scopes: ['propose'], holder: idOf('B') },
    ['none: B'],
  ],
  ['a key that is limited to other actions', KEYLESS, created(['payout']), ['none:']],
  ['a key that is limited to this action', KEYLESS, created(['payout', 'refund']), ['none: A B']],
  ['the limit of a key is widened to this action', LIMITED, limit(['payout', 'refund']), ['none: A B']],
  ['the limit of a key is widened to others', LIMITED, limit(['payout', 'payroll']), ['none:']],
  ['the limit of a key ends', LIMITED, limit(null), ['none: A B']],
  ['the holder of a limited key', LIMITED, update(0, 'A'), ['none:']],
  ['the holder of one key', HELD, update(0, 'A'), ['none: A']],
  ['the holder of a key that is not there', HELD, update(2, 'A'), ['none:']],
];

function actionsOf(ids: readonly string[]) {
  return ids as readonly ActionId[];
}

function created(actions: readonly string[]): Edit {
  return { kind: 'create_key', name: 'k', scopes: ['propose'], actions: actionsOf(actions) };
}

function limit(actions: readonly string[] | null): Edit {
  const id = `key_${'0'.repeat(24)}` as ApiKeyId;
  return { kind: 'update_key', id, actions: actions === null ? null : actionsOf(actions) };
}

function update(key: number, holder: string): Edit {
  return { kind: 'update_key', id: `key_${String(key).padStart(24, '0')}` as ApiKeyId, holder: idOf(holder) };
}

describe('a change says who can do it alone after it and not before', () => {
  it.each(ROWS)('%s', (_, now, edit, expected) => {
    const organization = withTwo(now);
    const { actions } = powersAfter(organization, edit, NOW);
    const found = actions.flatMap(({ cases }) =>
      cases.map(({ rule: number, newlyAlone }) =>
        `${number ?? 'none'}: ${organization.operators
          .filter(({ id }) => newlyAlone.includes(id))
          .map(({ name }) => name)
          .join(' ')}`.trim(),
      ),
    );
    expect(found).toEqual(expected);
  });

  it('without a change nobody is newly alone', () => {
    const { actions } = powersAfter(withTwo({ policy: { quorum: ONE } }), null, NOW);
    expect(actions[0]!.cases[0]).toMatchObject({ alone: [{}, {}], newlyAlone: [] });
  });
});
