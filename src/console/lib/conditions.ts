/** The conditions of a policy's rules in words, for every place that shows them. */
import type { Schemas } from './schemas';

interface ConditionInWords {
  /** In a list of facts. */
  readonly sign: string;
  /** In a sentence. */
  readonly words: string;
}

export const CONDITIONS: Readonly<Record<Schemas['RuleCondition']['op'], ConditionInWords>> = {
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

/** The value of a condition. Empty if the condition has none. */
export const valueText = (value: Schemas['RuleCondition']['value'] = ''): string =>
  Array.isArray(value) ? listed(value) : value;

/** A value that contains a separator is put in quotation marks. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => (/[,;"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}
