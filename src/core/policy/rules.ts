/** Param rules: which quorum these params ask for. */
import { compareDecimals } from '../../protocol/decimal';
import { assertNever } from '../../protocol/result';
import type { Params } from '../request/request';
import type { Condition, ParamRule } from './policy';

export interface RuleVerdict {
  readonly index: number;
  readonly quorum: number;
  readonly matched: boolean;
  /** It matched only because a value could not be compared: such a rule may add keys, never take any away. */
  readonly failedClosed: boolean;
  /** Why the rule did not match: its first condition that does not hold. */
  readonly firstUnmet: (Condition & { readonly actual: string | null }) | null;
}

export function judgeRules(rules: readonly ParamRule[], params: Params): RuleVerdict[] {
  return rules.map(({ when, quorum }, index) => {
    const judged = when.map((condition) => ({ condition, truth: truthOf(condition, params) }));
    const unmet = judged.find(({ truth }) => truth === false)?.condition;
    return {
      index,
      quorum,
      matched: unmet === undefined,
      failedClosed: unmet === undefined && judged.some(({ truth }) => truth === 'unknown'),
      firstUnmet: unmet === undefined ? null : { ...unmet, actual: own(params, unmet.param) ?? null },
    };
  });
}

/** The matching rule with the highest quorum; the earliest of equals. */
export function decidingRule(verdicts: readonly RuleVerdict[]): RuleVerdict | null {
  return verdicts
    .filter((verdict) => verdict.matched)
    .reduce<RuleVerdict | null>((best, rule) => (best === null || rule.quorum > best.quorum ? rule : best), null);
}

/** `unknown`: a number was asked for and none was given. */
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
 * Exact at any length. Fails closed: an amount that is no plain decimal ("1e6", "1,000", missing) lets the rule match,
 * so that a spelling nobody thought of asks for more keys, never for fewer.
 */
function compares(
  actual: string | undefined,
  value: string | readonly string[],
  test: (order: number) => boolean,
): Truth {
  const order = actual === undefined || typeof value !== 'string' ? null : compareDecimals(actual, value);
  return order === null ? 'unknown' : test(order);
}

/** Own properties only: a param named `constructor` must not find Object's. */
function own(params: Params, key: string): string | undefined {
  return Object.hasOwn(params, key) ? params[key] : undefined;
}
