/**
 * Compares a request with earlier ones of its action. Only approved requests make anything ordinary: who asks twice, or is
 * refused, is warned of as before (docs/design.md#remarks).
 */
import { compareDecimals, isDecimal, timesAs } from '../../../protocol/decimal';
import type { RequestId } from '../../../protocol/identifiers';
import type { Policy } from '../../policy/rules/policy';
import { isAuthorized, isOpen, outcomeOf, type Request } from '../../request/rules/request';
import type { Known, Rejection, Remark, SearchLimit } from './remark';

/** With how many approved requests one is compared, at most. */
export const COMPARED = 50;
/** A search for them loads at most this many requests of the action, and reads this many entries of the index. */
export const MOST_LOADED = 200;
export const MOST_ENTRIES = 5000;
/** Fewer approved requests than this do not show a habit. Only a value that is far above them gets a remark. */
const ENOUGH = 5;
const FAR_ABOVE = 10n;
/** A number from this value on gets a remark even if there is nothing to compare it with. */
const LARGE = '1000';

/** Earlier requests of the action, newest first, and the limit that ended the search; null if it found enough or all. */
export interface Earlier {
  readonly requests: readonly Request[];
  readonly limit: SearchLimit | null;
}

/** The policy version of the request. */
type Version = Pick<Policy, 'display' | 'paramRules'> | null;

/** `firstUsedIn`: an earlier request with the same sealed call; null if there is none or nobody looked. */
export function compared(request: Request, earlier: Earlier, version: Version, firstUsedIn: RequestId | null = null) {
  const untilMs = comparedUntilMs(request);
  const others = earlier.requests.filter(({ id }) => id !== request.id);
  const approved = others.filter((each) => precedentOf(each, untilMs) === 'approved').slice(0, COMPARED);
  const remarks = [
    ...ofRejected(request, others, untilMs),
    ...ofRequester(request, approved),
    ...Object.entries(request.params).flatMap((param) => ofParam(request, param, approved, version)),
  ];
  if (firstUsedIn !== null) remarks.push({ kind: 'call_used_before', first: firstUsedIn });
  const isLargeNumber = remarks.some(({ kind }) => kind === 'large_number');
  if (approved.length === 0 && request.policy.rule !== null && !isLargeNumber) remarks.push({ kind: 'more_keys' });
  const isFirst = earlier.limit === null && others.every(({ createdAtMs }) => createdAtMs > request.createdAtMs);
  const isCalm = approved.length >= ENOUGH && remarks.length === 0;
  remarks.push({ kind: 'compared', approved: approved.length, isFirst, limit: earlier.limit, isCalm });
  return { approved, remarks };
}

/** An open request is compared with everything until now, and a decided one with what was there at its verdict. */
export const comparedUntilMs = (request: Request): number =>
  isOpen(request) ? Number.MAX_SAFE_INTEGER : request.verdictAtMs;

/**
 * What people had said about an earlier request at this time; null if nothing that counts. What was stopped is not approved any
 * more, and nobody has judged what its program or the system aborted.
 */
export function precedentOf(earlier: Request, untilMs: number): 'approved' | Rejection | null {
  if (isOpen(earlier) || earlier.verdictAtMs > untilMs) return null;
  if (isAuthorized(earlier))
    return earlier.stopped !== null && earlier.stopped.atMs <= untilMs ? 'stopped' : 'approved';
  const outcome = outcomeOf(earlier);
  return (outcome === 'denied' || outcome === 'aborted') && earlier.decidedBy.length > 0 ? outcome : null;
}

function ofRejected({ operationHash }: Request, others: readonly Request[], untilMs: number): Remark[] {
  for (const each of others) {
    const how = each.operationHash === operationHash ? precedentOf(each, untilMs) : null;
    if (how !== null && how !== 'approved') return [{ kind: 'rejected_before', how }];
  }
  return [];
}

function ofRequester({ requester }: Request, approved: readonly Request[]): Remark[] {
  const isKnown = approved.length < ENOUGH || approved.some((each) => each.requester === requester);
  return isKnown ? [] : [{ kind: 'new_requester', about: { operator: requester }, of: approved.length }];
}

const SIZES: readonly string[] = ['money', 'number', 'bytes', 'duration'];
const COMPARISONS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

function isComparedBySize(param: string, version: Version): boolean {
  const { display = null, paramRules = [] } = version ?? {};
  const conditions = paramRules.flatMap(({ when }) => when);
  if (conditions.some((each) => each.param === param && COMPARISONS.includes(each.op))) return true;
  if (display === null) return param === 'amount';
  return display.params.some((each) => each.param === param && SIZES.includes(each.format.type));
}

function ofParam(
  request: Request,
  [param, value]: readonly [string, string],
  approved: readonly Request[],
  version: Version,
): Remark[] {
  const about = { param };
  const known = approved.flatMap((each): Known[] =>
    Object.hasOwn(each.params, param) ? [{ value: each.params[param]!, request: each }] : [],
  );
  const decimals = known.filter((each) => isDecimal(each.value));
  const isComparable = isDecimal(value);
  const isSize = isComparedBySize(param, version);
  // From the first request on, and however often it was approved: nobody can say how large it is.
  if (isSize && !isComparable) return [{ kind: 'no_number', about, bySize: true }];
  if (isSize && decimals.length === 0 && isLarge(value))
    return [{ kind: 'large_number', about, known: { value, request } }];
  const above = isComparable && decimals.length > 0 ? aboveOf(about, value, decimals) : [];
  const far = above.filter(({ kind }) => kind === 'far_above');
  if (approved.length < ENOUGH) return far;
  if (known.length === 0) return [{ kind: 'new_param', about, of: approved.length }];
  if (known.some((each) => each.value === value)) return [];
  if (!isComparable && decimals.length * 2 > known.length) return [{ kind: 'no_number', about, bySize: false }];
  if (isSize && decimals.length > 0) return above;
  // If every request has a new value, another new value is not unusual.
  const repeats = known.length >= ENOUGH && new Set(known.map((each) => each.value)).size <= known.length / 2;
  return repeats ? [...far, { kind: 'new_value', about, of: known.length }] : far;
}

const isLarge = (value: string): boolean =>
  compareDecimals(value, LARGE)! >= 0 || compareDecimals(value, `-${LARGE}`)! <= 0;

function aboveOf(about: { readonly param: string }, value: string, decimals: readonly Known[]): Remark[] {
  const known = decimals.reduce((most, each) => (compareDecimals(each.value, most.value)! > 0 ? each : most));
  if (compareDecimals(value, known.value)! <= 0) return [];
  const times = timesAs(value, known.value);
  // Everything above zero is far above what is not.
  const isFar = times >= FAR_ABOVE || (compareDecimals(known.value, '0')! <= 0 && compareDecimals(value, '0')! > 0);
  return [{ kind: isFar ? 'far_above' : 'above', about, times: Number(times), known }];
}
