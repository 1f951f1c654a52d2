/** The conditions of a policy's rules in words, for every place that shows them. */
type ConditionOp = 'eq' | 'ne' | 'in' | 'prefix' | 'gt' | 'gte' | 'lt' | 'lte' | 'present';

interface ConditionInWords {
  /** In a line about a rule. */
  readonly sign: string;
  /** In a sentence. */
  readonly words: string;
}

export const CONDITIONS: Readonly<Record<ConditionOp, ConditionInWords>> = {
  eq: { sign: '=', words: 'is' },
  ne: { sign: '≠', words: 'is not' },
  in: { sign: 'is one of', words: 'is one of' },
  prefix: { sign: 'begins with', words: 'begins with' },
  gt: { sign: '>', words: 'is more than' },
  gte: { sign: '≥', words: 'is at least' },
  lt: { sign: '<', words: 'is less than' },
  lte: { sign: '≤', words: 'is at most' },
  present: { sign: 'is present', words: 'is present' },
};
