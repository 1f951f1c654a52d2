/** Requests as the rows of a file, in the words of the service's API. */

import { textLines } from '../../protocol/display/text';
import { runResultOf } from '../../protocol/shown/request';
import type { RequestWithView, Schemas } from './schemas';

export type Format = 'csv' | 'ndjson';

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

interface FileOf {
  readonly type: string;
  /** Before the first row. */
  readonly head: string;
  /** A row without its place, which is known only when nothing more is read. */
  readonly rowOf: (entry: RequestWithView, nowMs: number) => string;
  readonly placed: (place: string, row: string) => string;
}

const FILES: Readonly<Record<Format, FileOf>> = {
  csv: {
    type: 'text/csv',
    head: `${['row', ...Object.keys(COLUMNS)].join(',')}\r\n`,
    rowOf: (entry, nowMs) =>
      `${Object.values(COLUMNS)
        .map((textOf) => cell(textOf(entry, nowMs)))
        .join(',')}\r\n`,
    placed: (place, row) => `${place},${row}`,
  },
  ndjson: {
    type: 'application/x-ndjson',
    head: '',
    rowOf: ({ request, view }) =>
      `${JSON.stringify({ ...request, summary: view.summary, ...shownField(view) }).slice(1)}\n`,
    placed: (place, row) => `{"row":${JSON.stringify(place)},${row}`,
  },
};

const shownField = ({ shown }: RequestWithView['view']) => (shown === null ? {} : { shown: textLines(shown) });

/** A proposer chooses some of these texts. A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The most pages that one file has: 50,000 requests, newest first. */
export const MOST_CALLS = 500;

/** What was read so far. It can be saved, or read on, at any time. */
export interface Walk {
  readonly format: Format;
  readonly rows: readonly string[];
  readonly calls: number;
  /** Where the next page begins. Undefined before the first one, null after the last one. */
  readonly next: string | null | undefined;
  /** How far back it looked. Null before the first page and after the last one. */
  readonly backTo: number | null;
}

export const beginIn = (format: Format): Walk => ({ format, rows: [], calls: 0, next: undefined, backTo: null });

export const isEverything = ({ next }: Walk): boolean => next === null;
export const mayReadOn = ({ next, calls }: Walk): boolean => next !== null && calls < MOST_CALLS;

export function withPage(walk: Walk, { requests, cursor, searched, server_now }: Schemas['RequestList']): Walk {
  const { rowOf } = FILES[walk.format];
  return {
    format: walk.format,
    rows: [...walk.rows, ...requests.map((entry) => rowOf(entry, server_now))],
    calls: walk.calls + 1,
    next: cursor,
    backTo: searched.back_to,
  };
}

export interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly content: readonly string[];
}

/**
 * Each row says of how many it is, and its name whether that is everything, so that nobody takes a part for everything,
 * even after the file was renamed, sorted or cut.
 */
export function fileOf(walk: Walk, isFiltered: boolean): SavedFile {
  const { format, rows } = walk;
  const { type, head, placed } = FILES[format];
  const all = isEverything(walk) ? `${rows.length}` : `the newest ${rows.length}`;
  const part = isEverything(walk) ? 'everything' : `newest-${rows.length}`;
  return {
    name: `${isFiltered ? 'matching-' : ''}requests-${part}.${format}`,
    type,
    content: [head, ...rows.map((row, index) => placed(`${index + 1} of ${all}`, row))],
  };
}
