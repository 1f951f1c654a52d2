/**
 * Applies an approved change: the only call of the built-in integration. One transaction makes the edit and ends its
 * request, so the edit is made exactly once, and only from the version that people saw (docs/decisions/four-eyes.md).
 */

import { person } from '../../../protocol/actor';
import { err, ok, type Result } from '../../../protocol/result';
import { CHANGES_TURN } from '../../access/rules/signed-changes';
import type { AuditData } from '../../audit/rules/chain';
import { type CommandDeps, makeTransition } from '../../ceremony/use-cases/run-command';
import type { ConfigStore } from '../../configuration/ports';
import { howOf } from '../../configuration/rules/declaration';
import { permit } from '../../configuration/use-cases/permit';
import { endIntegration } from '../../execution/rules/integration';
import { isToApply } from '../../request/rules/administrative';
import { isAuthorized, type Request } from '../../request/rules/request';
import { nowFor } from '../../system/now';
import type { Log } from '../../system/ports';
import type { ChangeStore } from '../ports';
import { type ApplyRefusal, approvedDocument, storedReason } from '../rules/change';
import { type AnyWrite, boundWaiting, type WaitingKind } from '../rules/edits';
import { documentText } from '../rules/proposed-change';
import { isUnsignedChange } from './end-unsigned-changes';
import { type ReadDeps, readBase } from './read-base';

export type ApplyDeps = CommandDeps &
  ReadDeps<WaitingKind> & {
    readonly config: ConfigStore;
    readonly changes: ChangeStore;
    readonly log: Log;
  };

const MAX_ATTEMPTS = 8;

export async function applyChange(deps: ApplyDeps, approved: Request): Promise<void> {
  let request = approved;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (!isToApply(request)) return;
    const nowMs = nowFor(deps.clock, request);
    const edit = await editFor(deps, request, nowMs);
    if (!edit.ok) return refuse(deps, request, edit.error);
    const ended = endIntegration(request, { succeeded: true, reason: null }, nowMs);
    const applied = await deps.changes.apply(ended, edit.value, permit({ rule: 'approved' }), deps.random.hex(12));
    if (applied.kind === 'saved') return;
    if (applied.kind === 'contention') await deps.pause.beforeRetry(attempt);
    const loaded = await deps.requests.load(request.org, request.id);
    if (loaded === null) return;
    request = loaded.request;
  }
  throw new Error(`change ${approved.id}: lost ${MAX_ATTEMPTS} writes in a row`);
}

async function refuse(deps: ApplyDeps, request: Request, reason: ApplyRefusal): Promise<void> {
  deps.log.warn('an approved change was not made', { request: request.id, reason });
  await makeTransition(deps, request, (current, nowMs) => endIntegration(current, { succeeded: false, reason }, nowMs));
}

/** What to write, or null if nothing is written now. */
async function editFor(deps: ApplyDeps, request: Request, at: number): Promise<Result<AnyWrite | null, ApplyRefusal>> {
  const { org, requester: by } = request;
  const [text, turn] = await Promise.all([
    deps.changes.document(org, request.id),
    deps.config.setting(org, CHANGES_TURN),
  ]);
  const document = approvedDocument(request, text);
  if (document === null || !hasSecondKey(request)) return err('document_changed');
  if (turn?.turn === 'code_and_passkey' && isUnsignedChange(request)) return err('signed_changes_began');
  const { edit } = document;
  const declared = boundWaiting(edit);
  // The requester collects what it gives later.
  if (declared.isCollected) return ok(null);
  const base = await readBase(deps, org, declared.reads);
  // Nobody approved the edit of another version, or of a group that affects other actions.
  if (documentText(edit, base) !== text) return err('base_moved');
  const decided = declared.on(base).decide(howOf({ org, by: person(by) }, at, 'approved', provenance(request)));
  if (!decided.ok) return err(storedReason(decided.error.reason));
  return ok(decided.value.kind === 'nothing' ? null : decided.value);
}

/**
 * Whether another admin turned a key. The ceremony ensures this; a request that was written without the ceremony
 * changes nothing.
 */
function hasSecondKey(request: Request): boolean {
  return isAuthorized(request) && request.approvers.some((approver) => approver !== request.requester);
}

/** Adds the approving request, and who turned the keys, to the audit entry of the edit. */
function provenance(request: Request): AuditData {
  return { change: request.id, approvers: isAuthorized(request) ? request.approvers : [] };
}
