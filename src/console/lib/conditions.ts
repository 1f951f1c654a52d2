/** The value of a condition in words. */
import type { Schemas } from './schemas';

/** The value of a condition. Empty if the condition has none. */
export const valueText = (value: Schemas['RuleCondition']['value'] = ''): string =>
  Array.isArray(value) ? listed(value) : value;

/** A value that contains a separator is put in quotation marks. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => (/[,;"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}
