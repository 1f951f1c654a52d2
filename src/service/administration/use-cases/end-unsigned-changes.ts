/**
 * Ends changes that were requested before signed changes began, because a code alone would approve them
 * (docs/decisions/four-eyes.md). The stream does it, and the check of the setting repeats it.
 */

import type { OrgId } from '../../../protocol/identifiers';
import { SIGNED_CHANGES_BEGAN } from '../../access/rules/signed-changes';
import type { PendingEntry } from '../../audit/rules/chain';
import { abortBySystem } from '../../ceremony/rules/refuse';
import { type CommandDeps, makeTransition } from '../../ceremony/use-cases/run-command';
import { isAdministrative } from '../../request/rules/administrative';
import { type Change, unchanged } from '../../request/rules/journal';
import { isOpen, type Request } from '../../request/rules/request';
import { batchesOf } from '../../support/grouped';

const BATCH = 25;

export async function endUnsignedChanges(deps: CommandDeps, org: OrgId): Promise<void> {
  for await (const entries of batchesOf(deps.requests.openEntries(org), BATCH)) {
    const ids = entries.filter(isAdministrative).map(({ id }) => id);
    const requests = await deps.requests.loadMany(org, ids);
    await Promise.all(requests.filter(isUnsignedChange).map((request) => makeTransition(deps, request, ended)));
  }
}

export const beginsSigning = ({ kind, data }: PendingEntry): boolean =>
  kind === 'changes.turn_set' && data.turn === 'code_and_passkey';

export function isUnsignedChange(request: Request): boolean {
  return isAdministrative(request) && request.policy.turn !== 'code_and_passkey';
}

const ended = (request: Request, nowMs: number): Change =>
  isOpen(request) ? abortBySystem(request, SIGNED_CHANGES_BEGAN, nowMs) : unchanged(request);
