/** Requests as the text of a file. */

import { textLines } from '../../protocol/display/text';
import { runOf } from '../../protocol/shown/run';
import type { RequestWithView } from './schemas';

const COLUMNS = [
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

export function toNdjson(requests: readonly RequestWithView[]): string {
  return requests
    .map(({ request, view }) => `${JSON.stringify({ ...request, summary: view.summary, ...shownOf(view) })}\n`)
    .join('');
}

export function toCsv(requests: readonly RequestWithView[], nowMs: number): string {
  return [COLUMNS, ...requests.map((entry) => rowOf(entry, nowMs))]
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
