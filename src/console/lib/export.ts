/** Requests as the text of a file. */

import { textLines } from '../../protocol/display/text';
import { runOf } from '../../protocol/shown/run';
import { formatCount } from './count';
import type { RequestWithView } from './schemas';

const COLUMNS = [
  'row',
  'id',
  'action',
  'requester',
  'state',
  'outcome',
  'run',
  'created_at',
  'decided_at',
  'decided_by',
  'approvers',
  'quorum',
  'summary',
  'operation_hash',
  'params',
  'shown',
] as const;

/** The loaded part of a list. */
export interface Loaded {
  readonly requests: readonly RequestWithView[];
  /** Whether the list ends here. */
  readonly isAll: boolean;
}

/** `2 of 2 or more`: nobody knows how many there are before all are loaded. */
export const sizeOf = (loaded: Loaded): string => placeOf(loaded, loaded.requests.length);

/** In each row, so that nobody takes a part for everything, even after the file was renamed, sorted or cut. */
const placeOf = ({ requests: { length }, isAll }: Loaded, number: number): string =>
  `${formatCount(number)} of ${formatCount(length)}${isAll ? '' : ' or more'}`;

export function toNdjson(loaded: Loaded): string {
  return loaded.requests
    .map(({ request, view }, index) => {
      const row = placeOf(loaded, index + 1);
      return `${JSON.stringify({ row, ...request, summary: view.summary, ...shownOf(view) })}\n`;
    })
    .join('');
}

export function toCsv(loaded: Loaded, nowMs: number): string {
  return [COLUMNS, ...loaded.requests.map((entry, index) => [placeOf(loaded, index + 1), ...rowOf(entry, nowMs)])]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

const shownOf = ({ shown }: RequestWithView['view']) => (shown === null ? {} : { shown: textLines(shown) });

function rowOf(entry: RequestWithView, nowMs: number): string[] {
  const { request, view } = entry;
  const decidedAt = view.decided?.at;
  return [
    request.id,
    request.action,
    request.requester,
    request.state,
    request.outcome ?? '',
    runOf(entry, nowMs),
    new Date(request.created_at).toISOString(),
    decidedAt === undefined ? '' : new Date(decidedAt).toISOString(),
    view.decided?.by.join(' ') ?? '',
    request.approvers.join(' '),
    String(view.quorum),
    view.summary ?? '',
    request.operation_hash,
    JSON.stringify(request.params),
    view.shown === null ? '' : textLines(view.shown).join('\n'),
  ];
}

/** A proposer chooses some of these texts. A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
