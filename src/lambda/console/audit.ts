/** The audit chain: reading, export, signed head; and the history of one request. */

import type { components } from '../../../generated/console';
import { InvalidCursor, writeCursor } from '../../protocol/cursor';
import { toldEntry } from '../../service/administration/rules/entries';
import {
  type CurrentHead,
  currentHead,
  exportAudit,
  type ReadAuditDeps,
  requestHistory,
} from '../../service/audit/use-cases/read-audit';
import { notFound, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { pageQuery, readPlace, withCursor } from './paging';

type Schemas = components['schemas'];

export function createAuditHandlers(deps: ReadAuditDeps) {
  return {
    listAudit: (call) => withCursor(() => list(deps, call)),
    exportAudit: (call) => exportChain(deps, call),
    auditHead: async ({ principal }) => {
      const { org } = await signedIn(principal);
      const current = await currentHead(deps, org);
      return current === null ? NO_PUBLISHED_HEAD : reply(200, headView(deps, current));
    },
    requestHistory: (call) => withCursor(() => history(deps, call)),
  } satisfies Partial<ConsoleHandlers>;
}

const NO_PUBLISHED_HEAD = notFound('No head of this audit chain is published yet. Retry in five minutes.');

function headView(deps: ReadAuditDeps, { head, chainSeq }: CurrentHead): DeepReadonly<Schemas['SignedHead']> {
  const { org, n, seq, hash, at, jws, jwk } = head;
  return { server_now: deps.clock.nowMs(), org, n, seq, hash, at, jws, jwk, chain_seq: chainSeq };
}

/** The number of an entry is its cursor. */
async function list(deps: ReadAuditDeps, { principal, query }: ConsoleCall<'listAudit'>): ConsoleReply<'listAudit'> {
  const { org } = await signedIn(principal);
  const { limit, cursor } = pageQuery(query);
  const after = cursor === null ? (query.after ?? 0) : seqOf(cursor);
  const found = await deps.audit.entries(org, after, limit + 1);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return reply(200, {
    server_now: deps.clock.nowMs(),
    entries: entries.map((entry) => ({ ...entry, told: toldEntry(entry) })),
    cursor: found.length > limit && last !== undefined ? String(last.seq) : null,
  });
}

function seqOf(cursor: string): number {
  if (!/^\d{1,11}$/.test(cursor)) throw new InvalidCursor();
  return Number(cursor);
}

async function exportChain(
  deps: ReadAuditDeps,
  { principal, query }: ConsoleCall<'exportAudit'>,
): ConsoleReply<'exportAudit'> {
  const { org } = await signedIn(principal);
  const part = await exportAudit(deps, org, query.after ?? 0);
  const other = { type: 'application/x-ndjson', content: part.lines } as const;
  if (part.continueAfter === null) return { status: 200, other };
  return { status: 200, other, headers: { 'audit-continue-after': String(part.continueAfter) } };
}

async function history(
  deps: ReadAuditDeps,
  { principal, path, query }: ConsoleCall<'requestHistory'>,
): ConsoleReply<'requestHistory'> {
  const { org } = await signedIn(principal);
  const id = parseId('request', path.id);
  const entries = id === null ? null : await requestHistory(deps, org, id);
  if (entries === null) return NO_SUCH_REQUEST;
  const { limit, cursor } = pageQuery(query);
  // Nothing is ever inserted before an entry, so a count is a position.
  const from = cursor === null ? 0 : readPlace(cursor)[0];
  if (from < 0) throw new InvalidCursor();
  return reply(200, {
    server_now: deps.clock.nowMs(),
    entries: entries
      .slice(from, from + limit)
      .map((entry) => ({ ...entry, told: toldEntry({ ...entry, subject: id ?? '' }) })),
    cursor: from + limit < entries.length ? writeCursor([from + limit, '']) : null,
  });
}
