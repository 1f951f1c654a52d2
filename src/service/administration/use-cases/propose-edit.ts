/**
 * Proposes an edit that waits. It is checked as if it were made now, and stored as a request of the built-in action
 * (docs/decisions/four-eyes.md).
 */

import { LIMITS } from '../../../../generated/limits';
import { person } from '../../../protocol/actor';
import { type OperatorId, type OrgId, requestIdFrom } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { settle } from '../../ceremony/rules/settle';
import type { CodeKeys } from '../../configuration/ports';
import { howOf, type Refusal } from '../../configuration/rules/declaration';
import type { Operator } from '../../configuration/rules/items';
import type { TurnNeeds } from '../../policy/rules/policy';
import type { RequestStore } from '../../request/ports';
import { ADMIN_ACTION } from '../../request/rules/administrative';
import { isOpen, type Request } from '../../request/rules/request';
import { nowFor } from '../../system/now';
import type { Clock, Pause, Random } from '../../system/ports';
import type { ChangeStore } from '../ports';
import { MAX_OPEN_CHANGES } from '../rules/change';
import { type Base, boundWaiting, type Edit } from '../rules/edits';
import { documentText, proposeChange } from '../rules/proposed-change';

export interface ProposeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly changes: ChangeStore;
  readonly requests: Pick<RequestStore, 'recent' | 'loadMany'>;
  readonly codeKeys: CodeKeys;
}

export type ProposalRefusal =
  /** The admin already has this many waiting changes. */
  | { readonly reason: 'too_many_changes'; readonly max: number }
  /** No other enabled admin remains who could approve it. */
  | { readonly reason: 'no_second_admin' };

export interface ProposedEdit {
  readonly org: OrgId;
  readonly by: OperatorId;
  readonly edit: Edit;
  readonly base: Base;
  readonly operators: readonly Operator[];
  /** What is needed to approve the change. */
  readonly turn: TurnNeeds;
}

const MAX_ATTEMPTS = 8;

/** Refuses a change that cannot be made now, before anyone approves it. */
export async function proposeEdit(
  deps: ProposeDeps,
  proposal: ProposedEdit,
): Promise<Result<Request, ProposalRefusal | Refusal>> {
  const { edit, base } = proposal;
  const how = howOf({ org: proposal.org, by: person(proposal.by) }, deps.clock.nowMs(), 'proposed');
  const decided = boundWaiting(edit).on(base).decide(how);
  if (!decided.ok) return decided;
  if (await hasTooMany(deps, proposal)) return err({ reason: 'too_many_changes', max: MAX_OPEN_CHANGES });
  return writeProposal(deps, proposal);
}

/** No request stays open longer. */
const LONGEST_MS = LIMITS.ttlSeconds.max * 1000;

/**
 * Counts in an index, which is slightly late, and without a lock. Changes at the same moment can slightly exceed the
 * limit.
 */
async function hasTooMany({ clock, requests }: ProposeDeps, { org, by }: ProposedEdit): Promise<boolean> {
  const sinceMs = clock.nowMs() - LONGEST_MS;
  let open = 0;
  let cursor: string | null = null;
  do {
    const page = await requests.recent(org, { action: ADMIN_ACTION, requester: by, sinceMs, limit: 100, cursor });
    const loaded = await requests.loadMany(org, page.ids);
    open += loaded.filter((request) => isOpen(settle(request, nowFor(clock, request)).request)).length;
    cursor = page.cursor;
  } while (cursor !== null && open < MAX_OPEN_CHANGES);
  return open >= MAX_OPEN_CHANGES;
}

async function writeProposal(
  deps: ProposeDeps,
  { org, by, edit, base, operators, turn }: ProposedEdit,
): Promise<Result<Request, ProposalRefusal>> {
  const writeId = deps.random.hex(12);
  const id = requestIdFrom(deps.random.hex(12));
  const codeKeyId = await deps.codeKeys.currentId();
  const proposed = proposeChange(
    { org, id, requester: by, edit, base, codeKeyId, turn },
    operators,
    deps.clock.nowMs(),
  );
  // The requester is an enabled admin, so this is the only refusal that the built-in policy can give.
  if (!proposed.ok) return err({ reason: 'no_second_admin' });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const written = await deps.changes.propose(proposed.value, documentText(edit, base), writeId);
    // The id is random, so `exists` means our own write, whose first answer was lost.
    if (written !== 'contention') return ok(proposed.value.request);
    await deps.pause.beforeRetry(attempt);
  }
  throw new Error(`change ${id}: the write did not get through in ${MAX_ATTEMPTS} attempts`);
}
