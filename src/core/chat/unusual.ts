/**
 * What stands out about a request, compared with those before it under the same action. A chat has more readers than a
 * request has operators, so no value of a param is named; the console shows them.
 */
import { outcomeOf, type Request } from '../request/request';

/** How many earlier requests are compared. The console compares as many. */
export const COMPARED = 50;
/** Fewer than this prove no habit. */
const ENOUGH = 5;
/** More than this is for the console. */
const MOST_REMARKS = 2;

/** `past`: newest first, without the request itself. */
export function unusualIn(request: Request, past: readonly Request[]): string[] {
  if (past.length === 0) return ['the first request for this action'];
  return [...ofStopped(request, past), ...ofRequester(request, past), ...ofNumbers(request, past)].slice(
    0,
    MOST_REMARKS,
  );
}

function ofStopped({ operationHash }: Request, past: readonly Request[]): string[] {
  const stopped = past.find(
    (each) => each.operationHash === operationHash && ['denied', 'aborted'].includes(outcomeOf(each) ?? ''),
  );
  return stopped === undefined ? [] : [`exactly this was requested before and ${outcomeOf(stopped)}`];
}

function ofRequester({ requester }: Request, past: readonly Request[]): string[] {
  if (past.length < ENOUGH || past.some((each) => each.requester === requester)) return [];
  return [`a requester of none of the last ${past.length} requests for this action`];
}

/** Against what was approved: a refused attempt must not make the next one look ordinary. */
function ofNumbers({ params }: Request, past: readonly Request[]): string[] {
  const approved = past.filter((each) => outcomeOf(each) === 'authorized');
  if (approved.length < ENOUGH) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    const before = approved.flatMap((each) => (isDecimal(each.params[name]) ? [Number(each.params[name])] : []));
    if (!isDecimal(value) || before.length < ENOUGH) return [];
    const highest = Math.max(...before);
    if (Number(value) <= highest) return [];
    const times = highest > 0 ? Math.floor(Number(value) / highest) : 1;
    const how = times < 2 ? 'higher than any' : `${times} times the highest`;
    return [`the param ${shortened(name, 40)} is ${how} that was approved before`];
  });
}

function isDecimal(value: string | undefined): value is string {
  return value !== undefined && /^-?\d{1,15}(\.\d+)?$/.test(value);
}

/** Counted in code points, so that no character is split. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
