/** The conditions of a policy's rules in words, for every place that shows them. */
import type { Schemas } from './schemas';

export const OPS: Readonly<Record<Schemas['RuleCondition']['op'], string>> = {
  eq: '=',
  ne: '≠',
  in: 'is one of',
  prefix: 'begins with',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  present: 'is present',
};

/** The value of a condition. Empty if the condition has none. */
export const valueText = (value: Schemas['RuleCondition']['value'] = ''): string =>
  Array.isArray(value) ? listed(value) : value;

/** A value that contains a separator is put in quotation marks. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => (/[,;"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}
