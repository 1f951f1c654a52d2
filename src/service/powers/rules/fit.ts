/**
 * Whether operators meet a need. Groups are bits here, because every pair of people is judged for every case
 * (docs/decisions/powers.md); `meetsRequirements` in protocol/requirements.ts has the same rule for one request.
 */
import type { OperatorId } from '../../../protocol/identifiers';
import type { PresentGroup } from '../../policy/rules/groups';
import type { Need } from './cases';

export interface Fit {
  /** The required groups in which the operator is, as bits. */
  readonly bitsOf: (operator: OperatorId) => number;
  readonly isMet: (members: readonly number[]) => boolean;
}

export function fitOf({ quorum, requires }: Pick<Need, 'quorum' | 'requires'>, groups: readonly PresentGroup[]): Fit {
  const bits = new Map<OperatorId, number>();
  for (const [index, { group }] of requires.entries()) {
    const { members = [] } = groups.find(({ id }) => id === group) ?? {};
    for (const member of members) bits.set(member, (bits.get(member) ?? 0) | (1 << index));
  }
  const subsets = Array.from({ length: 2 ** requires.length }, (_, subset) => ({
    subset,
    keys: requires.reduce((sum, { keys }, index) => sum + ((subset >> index) & 1) * keys, 0),
  }));
  return {
    bitsOf: (operator) => bits.get(operator) ?? 0,
    isMet: (members) => {
      if (members.length < quorum) return false;
      for (const { subset, keys } of subsets) {
        let available = 0;
        for (const member of members) if ((member & subset) !== 0) available++;
        if (available < keys) return false;
      }
      return true;
    },
  };
}
