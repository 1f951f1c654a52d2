/** Groups and their memberships (docs/decisions/groups.md). */

import type { ActionId, GroupId, OperatorId } from '../../src/protocol/identifiers';
import { plainText } from '../../src/protocol/words';
import {
  affectedBy,
  currentRevision,
  groupProblems,
  groupsAt,
  isMemberAt,
  type Membership,
  membershipWords,
  namedGroups,
  peopleOf,
} from '../../src/service/policy/rules/groups';
import type { Policy } from '../../src/service/policy/rules/policy';
import { aGroup } from '../store/conformance/config-items';
import { ALPHA, aPolicy, at, BRAVO, CHARLIE, DELTA, ORG, op, operators } from '../support/builders';

const NOON = at('12:00');
const [FINANCE, SECURITY, OPS] = ['grp_finance', 'grp_security', 'grp_ops'] as GroupId[] as [GroupId, GroupId, GroupId];
const membership = (times: Partial<Membership> = {}): Membership => ({
  ...{ operator: ALPHA, startsAtMs: null, endsAtMs: null },
  ...times,
});
const need = (group: GroupId, keys = 1) => ({ group, keys });
const when = [{ param: 'amount', op: 'gte', value: '1000' }] as const;

describe('a membership', () => {
  it.each<[string, Partial<Membership>, boolean]>([
    ['without times counts', {}, true],
    ['does not count a millisecond before it starts', { startsAtMs: NOON + 1 }, false],
    ['counts when it starts', { startsAtMs: NOON }, true],
    ['counts a millisecond before it ends', { endsAtMs: NOON + 1 }, true],
    ['does not count when it ends', { endsAtMs: NOON }, false],
    ['counts between its times', { startsAtMs: NOON, endsAtMs: NOON + 1 }, true],
    ['that is over does not count, though it has started', { startsAtMs: NOON - 2, endsAtMs: NOON - 1 }, false],
  ])('a membership %s', (_, times, counts) => {
    expect(isMemberAt(membership(times), NOON)).toBe(counts);
    const group = { ...aGroup(ORG, FINANCE, []), members: [membership(times)] };
    expect(groupsAt([group], NOON)[0]!.members).toEqual(counts ? [ALPHA] : []);
  });

  it.each<[Partial<Membership>, string]>([
    [{}, '"op_alpha"'],
    [{ startsAtMs: NOON }, '"op_alpha" from 2026-11-20T12:00:00.000Z'],
    [{ endsAtMs: NOON }, '"op_alpha" until 2026-11-20T12:00:00.000Z'],
    [
      { startsAtMs: NOON, endsAtMs: NOON + 1 },
      '"op_alpha" from 2026-11-20T12:00:00.000Z until 2026-11-20T12:00:00.001Z',
    ],
  ])('a membership with %j is shown with its times', (times, text) => {
    expect(plainText(membershipWords(membership(times)))).toBe(text);
  });
});

it('a deleted group is not present, and has no revision', () => {
  const [live, gone] = [aGroup(ORG, FINANCE, ['op_alpha']), aGroup(ORG, SECURITY, ['op_alpha'], { deletedAtMs: NOON })];
  expect(groupsAt([live, gone], NOON)).toEqual([{ id: FINANCE, name: FINANCE, revision: 1, members: [ALPHA] }]);
  expect([live, gone].map(currentRevision)).toEqual([1, 0]);
});

it('a policy names the groups of its roster, of its requirements and of those of its rules', () => {
  const named = (policy: Partial<Policy>) => [...namedGroups(aPolicy(policy))];
  expect(named({})).toEqual([]);
  expect(named({ roster: [ALPHA, FINANCE] })).toEqual([FINANCE]);
  expect(named({ requires: [need(SECURITY)] })).toEqual([SECURITY]);
  expect(
    named({
      paramRules: [
        { when, quorum: 1 },
        { when, quorum: 1, requires: [need(OPS)] },
      ],
    }),
  ).toEqual([OPS]);
});

it('a roster has everybody once, whether by name or as a member, and nobody of another group', () => {
  const groups = [aGroup(ORG, FINANCE, []), aGroup(ORG, SECURITY, [])].map(({ id }, index) => ({
    id,
    members: index === 0 ? [BRAVO, CHARLIE] : [CHARLIE, DELTA],
  }));
  expect(peopleOf([BRAVO, FINANCE, ALPHA], groups)).toEqual([BRAVO, CHARLIE, ALPHA]);
  expect(peopleOf([FINANCE, SECURITY], groups)).toEqual([BRAVO, CHARLIE, DELTA]);
  expect(peopleOf([OPS], groups)).toEqual([]);
});

describe('a group that an admin saves', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `op_${index}`);
  const everybody = operators('op_alpha', 'op_bravo', "o'hara", ...many(51));
  const action = (id: string, policy: Partial<Policy> = {}) =>
    aPolicy({ id: id as ActionId, roster: [FINANCE], ...policy });
  const body = (members: readonly string[], times: Partial<Membership> = {}, name = 'Finance') => ({
    ...{ id: FINANCE, name },
    members: members.map((operator) => membership({ operator: op(operator), ...times })),
  });
  const stored = aGroup(ORG, FINANCE, many(50));
  const signed = { turn: 'code_and_passkey' } as const;
  const later = { startsAtMs: NOON, endsAtMs: NOON + 1 };

  it.each<[string, ReturnType<typeof body>, Policy[], RegExp | null]>([
    ['with 50 members is saved', body(many(50)), [action('pay')], null],
    ['with 51 members is refused', body(many(51)), [], /^members: can have at most 50 operators$/],
    [
      'with a blank name is refused',
      body([], {}, '  '),
      [],
      /^name: must have a visible character, but it has only U\+0020 \(space\)$/,
    ],
    ['with an operator twice is refused', body(['op_1', 'op_1']), [], /only once$/],
    ['with somebody unknown is refused', body(['op_zulu']), [], /"op_zulu" is not an operator/],
    ['with a membership of a millisecond is saved', body(['op_alpha'], later), [], null],
    [
      'with a membership that ends when it starts is refused',
      body(['op_alpha'], { ...later, endsAtMs: NOON }),
      [],
      /^members: the membership of "op_alpha" must end after it starts$/,
    ],
    ['with a membership that only ends is saved', body(['op_alpha'], { endsAtMs: 0 }), [], null],
    ['that fills a roster of 50 is saved', body(many(49)), [action('pay', { roster: [ALPHA, FINANCE] })], null],
    [
      'that makes any roster larger than 50 is refused, with the action',
      body(many(50)),
      [action('pay'), action('ship', { roster: [ALPHA, FINANCE] })],
      /^members: the action "ship" would ask 51 operators; at most 50 are allowed$/,
    ],
    ['with somebody who cannot sign is saved where codes are enough', body(["o'hara"]), [action('pay')], null],
    [
      'with somebody who cannot sign is refused where turns are signed',
      body(["o'hara"]),
      [action('pay', signed)],
      /^members: "o'hara" cannot sign turns, as the action "pay" requires$/,
    ],
  ])('a group %s', (_, group, affected, problem) => {
    const problems = groupProblems(group, everybody, { affected, groups: [stored] });
    expect(problems).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
  });

  it('a group affects the policies that name it anywhere, in the order of their ids', () => {
    const policies = [
      action('ship', { roster: [ALPHA], paramRules: [{ when, quorum: 1, requires: [need(FINANCE)] }] }),
      action('pay'),
      action('other', { roster: [ALPHA as OperatorId, SECURITY] }),
      action('hire', { roster: [ALPHA], requires: [need(FINANCE)] }),
    ];
    expect(affectedBy(FINANCE, policies).map(({ id }) => id)).toEqual(['hire', 'pay', 'ship']);
  });
});
