/** Requests as the text of a file. */
import type { RequestWithView } from './schemas';

const COLUMNS = [
  'id',
  'action',
  'requester',
  'state',
  'outcome',
  'created_at',
  'decided_at',
  'decided_by',
  'approvers',
  'quorum',
  'summary',
  'operation_hash',
  'params',
] as const;

export function toNdjson(requests: readonly RequestWithView[]): string {
  return requests.map(({ request, view }) => `${JSON.stringify({ ...request, summary: view.summary })}\n`).join('');
}

export function toCsv(requests: readonly RequestWithView[]): string {
  return [COLUMNS, ...requests.map(rowOf)].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function rowOf({ request, view }: RequestWithView): string[] {
  const decidedAt = view.decided?.at;
  return [
    request.id,
    request.action,
    request.requester,
    request.state,
    request.outcome ?? '',
    new Date(request.created_at).toISOString(),
    decidedAt === undefined ? '' : new Date(decidedAt).toISOString(),
    view.decided?.by.join(' ') ?? '',
    request.approvers.join(' '),
    String(view.quorum),
    view.summary ?? '',
    request.operation_hash,
    JSON.stringify(request.params),
  ];
}

/** A proposer chooses some of these texts, and a spreadsheet would run one that begins like a formula. */
function cell(text: string): string {
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
