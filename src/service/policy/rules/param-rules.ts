/** Param rules and the quorum that they require for given params. */
import { compareDecimals } from '../../../protocol/decimal';
import type { Requirement } from '../../../protocol/requirements';
import { assertNever } from '../../../protocol/result';
import type { Params } from '../../request/rules/request';
import type { Condition, ParamRule } from './policy';

export interface RuleVerdict {
  readonly index: number;
  readonly quorum: number;
  readonly requires: readonly Requirement[];
  readonly matched: boolean;
  /** The rule matched only because a value could not be compared. Such a rule may add keys but not remove any. */
  readonly failedClosed: boolean;
  /** Why the rule did not match: the first condition that does not hold. */
  readonly firstUnmet: (Condition & { readonly actual: string | null }) | null;
}

export function judgeRules(rules: readonly ParamRule[], params: Params): RuleVerdict[] {
  return rules.map(({ when, quorum, requires = [] }, index) => {
    const judged = when.map((condition) => ({ condition, truth: truthOf(condition, params) }));
    const unmet = judged.find(({ truth }) => truth === false)?.condition;
    return {
      index,
      quorum,
      requires,
      matched: unmet === undefined,
      failedClosed: unmet === undefined && judged.some(({ truth }) => truth === 'unknown'),
      firstUnmet: unmet === undefined ? null : { ...unmet, actual: own(params, unmet.param) ?? null },
    };
  });
}

/** The matching rule with the highest quorum. The first one wins if several are equal. */
export function decidingRule(verdicts: readonly RuleVerdict[]): RuleVerdict | null {
  return verdicts
    .filter((verdict) => verdict.matched)
    .reduce<RuleVerdict | null>((best, rule) => (best === null || rule.quorum > best.quorum ? rule : best), null);
}

/** `unknown`: the condition needs a number, and the param is not one. */
type Truth = boolean | 'unknown';

function truthOf(condition: Condition, params: Params): Truth {
  const actual = own(params, condition.param);
  const value = condition.value ?? '';
  switch (condition.op) {
    case 'present':
      return actual !== undefined;
    case 'eq':
      return actual === value;
    case 'ne':
      return actual !== value;
    case 'in':
      return actual !== undefined && Array.isArray(value) && value.includes(actual);
    case 'prefix':
      return typeof value === 'string' && actual !== undefined && actual.startsWith(value);
    case 'gt':
      return compares(actual, value, (order) => order > 0);
    case 'gte':
      return compares(actual, value, (order) => order >= 0);
    case 'lt':
      return compares(actual, value, (order) => order < 0);
    case 'lte':
      return compares(actual, value, (order) => order <= 0);
    default:
      return assertNever(condition.op);
  }
}

/**
 * Compares decimals of any length exactly. If an amount is not a plain decimal ("1e6", "1,000", missing), the rule
 * matches. So an unexpected spelling can require more keys, but never fewer.
 */
function compares(
  actual: string | undefined,
  value: string | readonly string[],
  test: (order: number) => boolean,
): Truth {
  const order = actual === undefined || typeof value !== 'string' ? null : compareDecimals(actual, value);
  return order === null ? 'unknown' : test(order);
}

/** Reads own properties only, so that a param named `constructor` does not find the one of Object. */
function own(params: Params, key: string): string | undefined {
  return Object.hasOwn(params, key) ? params[key] : undefined;
}
