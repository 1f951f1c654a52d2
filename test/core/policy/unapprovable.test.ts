/** Whose requests nobody could approve. */
import { unapprovableRequesters } from '../../../src/core/policy/unapprovable';
import type { OperatorId } from '../../../src/protocol/identifiers';
import { ALPHA, aPolicy, BRAVO, CHARLIE } from '../../support/builders';

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
