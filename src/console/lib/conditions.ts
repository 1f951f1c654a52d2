/** The conditions of a policy's rules in words, wherever they are shown. */
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

/** What a condition compares with; empty where it compares with nothing. */
export const valueText = (value: Schemas['RuleCondition']['value'] = ''): string =>
  Array.isArray(value) ? listed(value) : value;

/** One that holds what separates them stands in quotation marks. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => (/[,;"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}
