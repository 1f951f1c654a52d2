/**
 * Ends changes that were requested before signed changes began, because a code alone would approve them
 * (docs/decisions/four-eyes.md). The stream does it, and the check of the setting repeats it.
 */

import { SIGNED_CHANGES_BEGAN } from '../../core/administration/signed-changes';
import type { PendingEntry } from '../../core/audit/chain';
import { abortBySystem } from '../../core/ceremony/stop';
import { isAdministrative } from '../../core/request/administrative';
import { unchanged } from '../../core/request/journal';
import { isOpen, type Request } from '../../core/request/request';
import type { OrgId } from '../../protocol/identifiers';
import { ok } from '../../protocol/result';
import { type CommandDeps, runCommand } from '../ceremony/run-command';
import type { Random } from '../ports';
import { batchesOf } from '../support/batches';

export interface EndUnsignedDeps extends CommandDeps {
  readonly random: Random;
}

const BATCH = 25;

export async function endUnsignedChanges(deps: EndUnsignedDeps, org: OrgId): Promise<void> {
  for await (const entries of batchesOf(deps.requests.openEntries(org), BATCH)) {
    const ids = entries.filter(isAdministrative).map(({ id }) => id);
    const requests = ids.length === 0 ? [] : await deps.requests.loadMany(org, ids);
    await Promise.all(requests.filter(isUnsignedChange).map((request) => end(deps, request)));
  }
}

export const beginsSigning = ({ kind, data }: PendingEntry): boolean =>
  kind === 'changes.turn_set' && data.turn === 'code_and_passkey';

export function isUnsignedChange(request: Request): boolean {
  return isAdministrative(request) && request.policy.turn !== 'code_and_passkey';
}

function end(deps: EndUnsignedDeps, request: Request) {
  return runCommand<null, never>(deps, request, {
    writeId: deps.random.hex(12),
    decide: (current, nowMs) => {
      const change = isOpen(current) ? abortBySystem(current, SIGNED_CHANGES_BEGAN, nowMs) : unchanged(current);
      return ok({ change, value: null });
    },
  });
}
