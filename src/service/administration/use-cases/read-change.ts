/** GET /api/changes and /api/changes/{id}: listChanges, getChange. Shows what a change would do and what that means. */

import type { OrgId, RequestId } from '../../../protocol/identifiers';
import { listRequests } from '../../ceremony/use-cases/read-requests';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import type { Effect, Line } from '../../configuration/rules/declaration';
import { policyLines } from '../../policy/rules/differences';
import type { Policy } from '../../policy/rules/policy';
import { heaviestField } from '../../policy/rules/policy-effect';
import { ADMIN_ACTION, isAdministrative } from '../../request/rules/administrative';
import { isOpen, type Request } from '../../request/rules/request';
import type { ChangeStore } from '../ports';
import { approvedDocument } from '../rules/change';
import { type Base, boundWaiting, type Edit, type WaitingKind } from '../rules/edits';
import { documentText, inWords } from '../rules/proposed-change';
import { type ReadDeps, readBase } from './read-base';

export type ReadChangeDeps = CommandDeps & ReadDeps<WaitingKind> & { readonly changes: ChangeStore };

/** The title of the request says what the change is. */
export interface ReadChange {
  readonly request: Request;
  readonly edit: Edit;
  readonly effect: Effect | null;
  /** The item has been edited since the change was requested. */
  readonly isMoved: boolean;
  readonly before: Policy | null;
  /** What people approve. If the item was edited since, the new values alone. */
  readonly fields: readonly Line[];
  /** The field of the line that weighs most. Null if no line says what is now. */
  readonly heaviest: string | null;
  /** Every line of the policy once the change is made. Empty if it changes no policy. */
  readonly policy: readonly Line[];
}

export async function readChange(deps: ReadChangeDeps, org: OrgId, id: RequestId): Promise<ReadChange | null> {
  const loaded = await deps.requests.load(org, id);
  return loaded === null ? null : describe(deps, loaded.request);
}

/** A change without approval expires within a day, like any request. */
const LONGEST_MS = 24 * 3600_000;

export async function listChanges(
  deps: ReadChangeDeps,
  org: OrgId,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly changes: readonly ReadChange[]; readonly cursor: string | null }> {
  const sinceMs = deps.clock.nowMs() - LONGEST_MS;
  const page = await listRequests(deps, org, { action: ADMIN_ACTION, sinceMs, limit, cursor });
  const changes = await Promise.all(page.requests.filter(isOpen).map((request) => describe(deps, request)));
  return { changes: changes.filter((change) => change !== null), cursor: page.cursor };
}

async function describe(deps: ReadChangeDeps, request: Request): Promise<ReadChange | null> {
  const { org, id } = request;
  const text = isAdministrative(request) ? await deps.changes.document(org, id) : null;
  const document = approvedDocument(request, text);
  if (document === null) return null;
  const { edit } = document;
  const declared = boundWaiting(edit);
  const base: Base = await readBase(deps, org, declared.reads);
  // The requester of a key collects a token of the key as it is then.
  const isPast = !declared.isCollected && documentText(edit, base) !== text;
  const isMoved = !isOpen(request) || isPast;
  const known = isMoved ? {} : base;
  const before = known.action?.deletedAtMs === null ? known.action.policy : null;
  const fields = inWords(edit, known).lines;
  return {
    request,
    edit,
    effect: isMoved ? null : (request.change?.effect ?? null),
    isMoved,
    before,
    fields,
    heaviest: heaviestOf(edit, before, fields),
    policy: edit.kind === 'put_action' ? policyLines(edit.policy) : [],
  };
}

/** Of a policy by its effect on approvals, and of any other item the first. */
function heaviestOf(edit: Edit, before: Policy | null, fields: readonly Line[]): string | null {
  const compared = fields.filter((line) => line.before !== null).map(({ field }) => field);
  if (edit.kind !== 'put_action') return compared[0] ?? null;
  const heaviest = before === null ? null : heaviestField(before, edit.policy);
  return heaviest !== null && compared.includes(heaviest) ? heaviest : null;
}
