/**
 * What is unusual about a request, compared with earlier ones of the same action. A chat has more readers than a
 * request has operators, so no param value is named; the console shows the values.
 */
import type { Shown } from '../../protocol/display/render';
import { lineName } from '../../protocol/display/text';
import { outcomeOf, type Request } from '../request/request';

/** How many earlier requests are compared, here and in the console. */
export const COMPARED = 50;
/** Fewer requests than this do not show a habit. */
const ENOUGH = 5;
/** The console shows more remarks than this. */
const MOST_REMARKS = 2;

/**
 * `past` is sorted newest first and does not contain the request itself. `shown`: the lines of its display, by which a
 * param is called what the rest of the message calls it; null if it has none.
 */
export function unusualIn(request: Request, past: readonly Request[], shown: Shown | null): string[] {
  if (past.length === 0) return ['the first request for this action'];
  return [...ofStopped(request, past), ...ofRequester(request, past), ...ofNumbers(request, past, shown)].slice(
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

/** Compares only with approved requests: a refused attempt must not make the next one look ordinary. */
function ofNumbers({ params }: Request, past: readonly Request[], shown: Shown | null): string[] {
  const approved = past.filter((each) => outcomeOf(each) === 'authorized');
  if (approved.length < ENOUGH) return [];
  return Object.entries(params).flatMap(([name, value]) => {
    const before = approved.flatMap((each) => (isDecimal(each.params[name]) ? [Number(each.params[name])] : []));
    if (!isDecimal(value) || before.length < ENOUGH) return [];
    const highest = Math.max(...before);
    if (Number(value) <= highest) return [];
    const times = highest > 0 ? Math.floor(Number(value) / highest) : 1;
    const how = times < 2 ? 'higher than any' : `${times} times the highest`;
    return [`${nameOf(name, shown)} is ${how} that was approved before`];
  });
}

function nameOf(name: string, shown: Shown | null): string {
  const line = shown?.lines.find(({ param }) => param === name);
  if (line === undefined) return `the param ${shortened(name, 40)}`;
  return lineName({ ...line, key: shortened(line.key, 40) });
}

function isDecimal(value: string | undefined): value is string {
  return value !== undefined && /^-?\d{1,15}(\.\d+)?$/.test(value);
}

/** Counts code points so that no character is split. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
