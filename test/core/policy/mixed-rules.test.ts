/** Every combination of rules that match by their value and rules that match because the value could not be read. */
import { resolveQuorum } from '../../../src/core/policy/resolve';
import { judgeRules } from '../../../src/core/policy/rules';
import { accepted, aPolicy } from '../../support/builders';

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
