/** People who are judged as one of a kind have the answer that each of them would have alone (docs/decisions/powers.md). */
import fc from 'fast-check';
import type { ActionId, GroupId } from '../../src/protocol/identifiers';
import { type Organization, type Person, pairsOf, peopleIn } from '../../src/service/policy/rules/organization';
import type { Policy } from '../../src/service/policy/rules/policy';
import { answersFor } from '../../src/service/powers/rules/answer';
import { casesOf } from '../../src/service/powers/rules/cases';
import { canReach, closureOf, goalOf } from '../../src/service/powers/rules/closure';
import { anOrganization, idOf } from './an-organization';

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
const GROUP = 'grp_a' as GroupId;
const some = fc.subarray(NAMES);

const organizations = fc
  .record({
    admins: some,
    disabled: fc.subarray(NAMES, { maxLength: 3 }),
    asked: fc.subarray(NAMES, { minLength: 1 }),
    members: some,
    holders: fc.array(fc.option(fc.constantFrom(...NAMES)), { maxLength: 2 }),
    signers: fc.option(some, { nil: undefined }),
    twice: fc.option(fc.constantFrom(...pairsOf(NAMES.map((id) => ({ id }) as unknown as Person))), { nil: null }),
    limits: fc.array(fc.constantFrom(null, ['refund'], ['payout'], ['payout', 'refund']), { maxLength: 2 }),
    keys: fc.integer({ min: 1, max: 3 }),
    turn: fc.constantFrom('code', 'code_and_passkey'),
    changesTurn: fc.constantFrom('code', 'code_and_passkey'),
    began: fc.boolean(),
    denySelfApproval: fc.boolean(),
    requires: fc.boolean(),
  })
  .map((drawn): Organization => {
    const { asked, disabled, members, holders, signers, twice, keys, turn, began, denySelfApproval, requires } = drawn;
    const policy: Partial<Policy> = {
      roster: asked.map(idOf),
      quorum: { default: keys, min: 1, max: keys, selectable: false },
      turn: turn as Policy['turn'],
      denySelfApproval,
      paramRules: [{ when: [{ param: 'amount', op: 'gt', value: '100' }], quorum: 1 }],
      ...(requires ? { requires: [{ group: GROUP, keys: 1 }] } : {}),
    };
    return anOrganization({
      operators: NAMES.filter((name) => !disabled.includes(name)),
      admins: drawn.admins,
      disabled,
      keys: holders,
      limits: drawn.limits as (ActionId[] | null)[],
      groups: { [GROUP]: members },
      changesTurn: drawn.changesTurn as 'code',
      ...(twice === null ? {} : { same: [[String(twice[0].id), String(twice[1].id)]] }),
      ...(signers === undefined ? {} : { signers }),
      ...(began ? { began } : {}),
      policy,
    });
  });

/** Closes every person and every pair. */
function oneByOne(organization: Organization) {
  const people = peopleIn(organization);
  const [policy] = organization.policies;
  const keys = organization.keys.filter(({ actions }) => actions?.includes(policy!.id) ?? true);
  return casesOf(policy!).map(({ rule, needs }) => {
    const goal = goalOf(organization, policy!, needs);
    const reach = (group: readonly Person[]) => canReach(goal, closureOf({ ...organization, keys }, group));
    const alone = people.filter((person) => reach([person]));
    const pairs = pairsOf(people).filter((pair) => !pair.some((one) => alone.includes(one)) && reach(pair));
    return { rule, alone: alone.map(({ id }) => id), pairs: pairs.map((pair) => pair.map(({ id }) => id)) };
  });
}

const ids = (people: readonly Person[]) => people.map(({ id }) => id);

describe('people of one kind', () => {
  it('everybody alone and every pair is answered as if each were judged by itself, and each has its steps', () => {
    fc.assert(
      fc.property(organizations, (organization) => {
        const { cases } = answersFor(organization)[0]!;
        const found = cases.map(({ rule, alone, pairs }) => {
          const all = pairs.first(Number.POSITIVE_INFINITY);
          expect(pairs.count).toBe(all.length);
          for (const { steps } of [...alone, ...all]) expect(steps()).not.toEqual([]);
          return {
            rule,
            alone: alone.flatMap(({ people }) => ids(people)),
            pairs: all.map((pair) => ids(pair.people)),
          };
        });
        expect(found).toEqual(oneByOne(organization));
      }),
      { numRuns: 400 },
    );
  });

  it('1,000 admins are half a million pairs, of which only those that are read are listed', () => {
    const operators = Array.from({ length: 1000 }, (_, index) => `P${String(index).padStart(3, '0')}`);
    const organization = anOrganization({ operators, admins: operators, policy: { roster: [idOf('P000')] } });
    const { pairs } = answersFor(organization)[0]!.cases[0]!;
    expect(pairs.count).toBe(499_500);
    expect(pairs.first(2).map(({ people }) => ids(people))).toEqual([
      [idOf('P000'), idOf('P001')],
      [idOf('P000'), idOf('P002')],
    ]);
    expect(pairs.first(0)).toEqual([]);
  });
});
