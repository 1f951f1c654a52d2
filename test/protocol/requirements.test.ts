import fc from 'fast-check';
import type { GroupId, OperatorId } from '../../src/protocol/identifiers';
import {
  combinedRequirements,
  keysNeeded,
  type Member,
  meetsRequirements,
  type Requirement,
  requirementProgress,
  unmetSubset,
} from '../../src/protocol/requirements';
import vectors from '../vectors/requirements.json';

const requirement = (group: string, keys: number): Requirement => ({ group: group as GroupId, keys });
const member = (operator: string, ...groups: string[]): Member => ({
  operator: operator as OperatorId,
  groups: groups as GroupId[],
});

describe('the requirements of a policy', () => {
  it('requirements are judged as in the independent vectors', () => {
    const decided = vectors.cases.map(({ requires, quorum, seats, turned }) => {
      const wanted = requires.map(({ group, keys }) => requirement(group, keys));
      const members = seats.map(({ operator, groups }) => member(operator, ...groups));
      const keys = members.filter(({ operator }) => turned.includes(operator));
      return {
        met: keys.length >= quorum && meetsRequirements(wanted, keys),
        can_be_met: members.length >= quorum && meetsRequirements(wanted, members),
      };
    });
    expect(decided).toEqual(vectors.cases.map(({ met, can_be_met }) => ({ met, can_be_met })));
    expect(vectors.cases).toHaveLength(300);
  });

  it('requirements are met exactly if distinct operators can be assigned to them', () => {
    fc.assert(
      fc.property(REQUIRES, MEMBERS, (requires, members) => {
        expect(meetsRequirements(requires, members)).toBe(assignmentExists(requires, members));
      }),
    );
  });

  it('requirements count an operator who is in two groups for one of them', () => {
    const requires = [requirement('grp_finance', 1), requirement('grp_security', 1)];
    const both = member('op_alpha', 'grp_finance', 'grp_security');
    expect(unmetSubset(requires, [both])).toEqual({ requires, available: 1 });
    expect(requirementProgress(requires, [both]).map(({ turned }) => turned)).toEqual([1, 0]);
    expect(unmetSubset(requires, [both, member('op_bravo', 'grp_finance')])).toBeNull();
  });

  it('requirements that cannot be met are named by the smallest set of groups that has too few operators', () => {
    const requires = [requirement('grp_finance', 1), requirement('grp_security', 2)];
    const members = [member('op_alpha', 'grp_finance'), member('op_bravo', 'grp_security')];
    expect(unmetSubset(requires, members)).toEqual({ requires: [requires[1]], available: 1 });
  });

  it('requirements of several rules take the highest number for each group', () => {
    const lists = [
      [requirement('grp_finance', 1), requirement('grp_ops', 1)],
      [requirement('grp_finance', 3)],
      [requirement('grp_security', 1), requirement('grp_finance', 2)],
    ];
    const combined = combinedRequirements(lists);
    expect(combined).toEqual([
      requirement('grp_finance', 3),
      requirement('grp_ops', 1),
      requirement('grp_security', 1),
    ]);
    expect(keysNeeded(combined)).toBe(5);
  });

  it('requirements show as many turned keys as the best assignment counts', () => {
    fc.assert(
      fc.property(REQUIRES, MEMBERS, (requires, members) => {
        const progress = requirementProgress(requires, members);
        const counted = progress.reduce((sum, { turned }) => sum + turned, 0);
        expect(counted).toBe(mostCounted(requires, members));
        expect(progress.every(({ turned, keys }) => turned <= keys)).toBe(true);
        // Keys that counted still count after another turn, so the sum that was shown never decreases.
        const before = requirementProgress(requires, members.slice(0, -1));
        expect(counted).toBeGreaterThanOrEqual(before.reduce((sum, { turned }) => sum + turned, 0));
      }),
    );
  });
});

const GROUPS = ['grp_a', 'grp_b', 'grp_c', 'grp_d'];
const REQUIRES = fc
  .uniqueArray(fc.constantFrom(...GROUPS), { maxLength: 4 })
  .chain((groups) =>
    fc.tuple(...groups.map((group) => fc.integer({ min: 1, max: 3 }).map((keys) => requirement(group, keys)))),
  );
const MEMBERS = fc
  .array(fc.subarray(GROUPS), { maxLength: 7 })
  .map((all) => all.map((groups, index) => member(`op_${index}`, ...groups)));

/** By brute force: each member takes one of the open keys, or none. */
function mostCounted(requires: readonly Requirement[], members: readonly Member[]): number {
  const [first, ...others] = members;
  if (first === undefined) return 0;
  const taken = requires
    .filter(({ group, keys }) => keys > 0 && first.groups.includes(group))
    .map(({ group }) => {
      const left = requires.map((one) => (one.group === group ? { ...one, keys: one.keys - 1 } : one));
      return 1 + mostCounted(left, others);
    });
  return Math.max(mostCounted(requires, others), ...taken);
}

const assignmentExists = (requires: readonly Requirement[], members: readonly Member[]) =>
  mostCounted(requires, members) === keysNeeded(requires);
