/** Requests as the text of a file. */

import { textLines } from '../../protocol/display/text';
import { runResultOf } from '../../protocol/shown/request';
import { formatCount } from './format';
import type { RequestWithView } from './schemas';

/** The columns after `row`, in their order. */
const COLUMNS: Readonly<Record<string, (entry: RequestWithView, nowMs: number) => string>> = {
  id: ({ request }) => request.id,
  action: ({ request }) => request.action,
  requester: ({ request }) => request.requester,
  state: ({ request }) => request.state,
  outcome: ({ request }) => request.outcome ?? '',
  run: runResultOf,
  created_at: ({ request }) => new Date(request.created_at).toISOString(),
  decided_at: ({ view }) => (view.decided === null ? '' : new Date(view.decided.at).toISOString()),
  decided_by: ({ view }) => view.decided?.by.join(' ') ?? '',
  approvers: ({ request }) => request.approvers.join(' '),
  quorum: ({ view }) => String(view.quorum),
  summary: ({ view }) => view.summary ?? '',
  operation_hash: ({ request }) => request.operation_hash,
  params: ({ request }) => JSON.stringify(request.params),
  shown: ({ view }) => (view.shown === null ? '' : textLines(view.shown).join('\n')),
};

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
      return `${JSON.stringify({ row, ...request, summary: view.summary, ...shownField(view) })}\n`;
    })
    .join('');
}

export function toCsv(loaded: Loaded, nowMs: number): string {
  const cells = Object.values(COLUMNS);
  const rows = loaded.requests.map((entry, index) => [
    placeOf(loaded, index + 1),
    ...cells.map((cellOf) => cellOf(entry, nowMs)),
  ]);
  return [['row', ...Object.keys(COLUMNS)], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const shownField = ({ shown }: RequestWithView['view']) => (shown === null ? {} : { shown: textLines(shown) });

/** A proposer chooses some of these texts. A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
