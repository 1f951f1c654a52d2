/** When changes of the configuration need the key of a second admin (docs/decisions/four-eyes.md). */
import type { Operator } from './items';

export type Admin = Pick<Operator, 'enabled' | 'role'>;

export function isEnabledAdmin({ enabled, role }: Admin): boolean {
  return enabled && role === 'admin';
}

export function hasTwoAdmins(operators: readonly Admin[]): boolean {
  return operators.filter(isEnabledAdmin).length >= 2;
}

/**
 * `began` is the stored mark. If somebody deleted it, two enabled admins are enough, and the next edit writes it again.
 * The rule does not end when there are fewer admins.
 */
export function isRuleOn(began: boolean, operators: readonly Admin[]): boolean {
  return began || hasTwoAdmins(operators);
}

/**
 * Whether the edit from `before` (null for a new operator) to `after` writes the mark, because there are two admins
 * before or after it.
 */
export function beginsRule(operators: readonly Operator[], before: Operator | null, after: Operator): boolean {
  const others = operators.filter(({ id }) => id !== after.id);
  return hasTwoAdmins([...others, after]) || (before !== null && hasTwoAdmins([...others, before]));
}

/** The same for new operators, all in one edit. */
export const newOperatorsBeginRule = (existing: readonly Operator[], made: readonly Operator[]): boolean =>
  made.some((operator) => beginsRule([...existing, ...made], null, operator));
