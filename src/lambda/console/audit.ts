/** The audit chain: read, exported, signed; and the history of one request. */

import type { components } from '../../../generated/console';
import { auditHead, exportAudit, type HistoryEntry, type ReadAuditDeps, requestHistory } from '../../app/read-audit';
import type { AuditEntry } from '../../core/audit/chain';
import { type Answer, Problem } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, requestIdOf, signedIn } from './caller';
import { INVALID_CURSOR, pageQuery, readPlace, writePlace } from './paging';
import { NO_SUCH_REQUEST } from './problems';

type Schemas = components['schemas'];

export type AuditDeps = ReadAuditDeps;

export function createAuditHandlers(deps: AuditDeps): ConsoleHandlers {
  return {
    listAudit: (call) => list(deps, call),
    exportAudit: (call) => exportChain(deps, call),
    auditHead: async ({ principal }) => {
      const { org } = await signedIn(principal);
      const { jwk, ...head } = await auditHead(deps, org);
      const body: Schemas['SignedHead'] = { server_now: deps.clock.nowMs(), org, ...head, jwk: { ...jwk } };
      return { status: 200, body };
    },
    requestHistory: (call) => history(deps, call),
  };
}

/** A place in the chain is its own cursor. */
async function list(deps: AuditDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const { limit, cursor } = pageQuery(query);
  const after = cursor === null ? ((query.after as number | undefined) ?? 0) : seqOf(cursor);
  const found = await deps.audit.entries(org, after, limit + 1);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  const body: Schemas['AuditList'] = {
    server_now: deps.clock.nowMs(),
    entries: entries.map(entryView),
    cursor: found.length > limit && last !== undefined ? String(last.seq) : null,
  };
  return { status: 200, body };
}

function seqOf(cursor: string): number {
  if (!/^\d{1,11}$/.test(cursor)) throw new Problem(INVALID_CURSOR);
  return Number(cursor);
}

async function exportChain(deps: AuditDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const part = await exportAudit(deps, org, (query.after as number | undefined) ?? 0);
  const text = { type: 'application/x-ndjson', content: part.lines };
  if (part.continueAfter === null) return { status: 200, text };
  return { status: 200, text, headers: { 'audit-continue-after': String(part.continueAfter) } };
}

async function history(deps: AuditDeps, { principal, path, query }: ConsoleCall): Promise<Answer> {
  const { org } = await signedIn(principal);
  const entries = await requestHistory(deps, org, requestIdOf(path));
  if (entries === null) return NO_SUCH_REQUEST;
  const { limit, cursor } = pageQuery(query);
  // Nothing is ever put before an entry, so that a count is a place.
  const from = cursor === null ? 0 : readPlace(cursor)[0];
  if (from < 0) throw new Problem(INVALID_CURSOR);
  const shown = entries.slice(from, from + limit);
  const body: Schemas['History'] = {
    server_now: deps.clock.nowMs(),
    entries: shown.map(historyView),
    cursor: from + limit < entries.length ? writePlace([from + limit, '']) : null,
  };
  return { status: 200, body };
}

function entryView(entry: AuditEntry): Schemas['AuditEntry'] {
  return { ...entry, data: { ...entry.data } };
}

function historyView(entry: HistoryEntry): Schemas['HistoryEntry'] {
  return { ...entry, data: { ...entry.data } };
}
