/**
 * Proposes an edit that waits. It is checked as if it were made now, and stored as a request of the built-in action
 * (docs/decisions/four-eyes.md).
 */
import { LIMITS } from '../../../generated/limits';
import { type TokenRefusal, whyNoToken } from '../../core/access/api-tokens';
import { type Base, documentText, MAX_OPEN_CHANGES } from '../../core/administration/change';
import type { Operator } from '../../core/administration/config';
import type { Edit, EditOf } from '../../core/administration/edits';
import { type IdsTaken, takenIds } from '../../core/administration/invitation';
import { proposeChange } from '../../core/administration/propose-change';
import { fitsInOneChange } from '../../core/administration/words';
import type { CeremonyRefusal } from '../../core/ceremony/refusals';
import { reissueNow } from '../../core/ceremony/reissue';
import { settle } from '../../core/ceremony/settle';
import { currentRevision } from '../../core/policy/groups';
import type { PlatformActions } from '../../core/policy/platform-actions';
import type { TurnNeeds } from '../../core/policy/policy';
import { policyProblems } from '../../core/policy/validate';
import { groupProblems } from '../../core/policy/validate-group';
import { ADMIN_ACTION } from '../../core/request/administrative';
import { isOpen, type Request } from '../../core/request/request';
import { type OperatorId, type OrgId, requestIdFrom } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { connection, isMailLinkAllowed } from '../access/identities';
import { isLive } from '../policy/read-groups';
import type { ChangeStore, Clock, CodeKeys, ConfigStore, Pause, Random, RequestStore } from '../ports';
import { nowFor } from '../support/now';

export interface ProposeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly changes: ChangeStore;
  readonly requests: Pick<RequestStore, 'recent' | 'loadMany'>;
  readonly codeKeys: CodeKeys;
  readonly platformActions: PlatformActions;
  readonly config: Pick<ConfigStore, 'signingKeyOwner' | 'setting' | 'identities'>;
}

export type ProposalRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'operator_disabled' }
  | { readonly reason: 'mail_links_forbidden' | 'no_provider' | 'identity_taken' }
  | { readonly reason: 'id_taken' }
  | IdsTaken
  /** More people than one change can show to the admin who approves it. */
  | { readonly reason: 'too_many_people' }
  | { readonly reason: 'signing_key_taken' }
  | { readonly reason: 'invalid_policy'; readonly problems: readonly string[] }
  | { readonly reason: 'version_moved'; readonly current: number }
  | { readonly reason: 'invalid_group'; readonly problems: readonly string[] }
  | { readonly reason: 'cannot_reissue'; readonly why: CeremonyRefusal }
  /** The admin already has this many waiting changes. */
  | { readonly reason: 'too_many_changes'; readonly max: number }
  | TokenRefusal
  /** No other enabled admin remains who could approve it. */
  | { readonly reason: 'no_second_admin' };

export interface Proposal {
  readonly org: OrgId;
  readonly by: OperatorId;
  readonly edit: Edit;
  readonly base: Base;
  readonly operators: readonly Operator[];
  /** What is needed to approve the change. */
  readonly turn: TurnNeeds;
}

const MAX_ATTEMPTS = 8;

export async function proposeEdit(deps: ProposeDeps, proposal: Proposal): Promise<Result<Request, ProposalRefusal>> {
  const refusal = (await refusalOf(deps, proposal)) ?? (await signingKeyRefusal(deps, proposal));
  if (refusal !== null) return err(refusal);
  if (await hasTooMany(deps, proposal)) return err({ reason: 'too_many_changes', max: MAX_OPEN_CHANGES });
  return writeProposal(deps, proposal);
}

/** No request stays open longer. */
const LONGEST_MS = LIMITS.ttlSeconds.max * 1000;

/**
 * Counts in an index, which is slightly late, and without a lock. Changes at the same moment can slightly exceed the
 * limit.
 */
async function hasTooMany({ clock, requests }: ProposeDeps, { org, by }: Proposal): Promise<boolean> {
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

function keyRefusal({ key = null }: Base, edit: EditOf<'update_key' | 'rotate_key'>, nowMs: number) {
  if (key === null) return { reason: 'not_found' } as const;
  if (edit.kind === 'rotate_key') return whyNoToken(key, null, nowMs);
  return key.revokedAtMs === null ? null : ({ reason: 'key_revoked' } as const);
}

/** Refuses a change that cannot be applied now, before anyone approves it. */
async function refusalOf(
  deps: ProposeDeps,
  { org, by, edit, base, operators }: Proposal,
): Promise<ProposalRefusal | null> {
  const { clock } = deps;
  const { action = null, operator = null, code = null, groups = [] } = base;
  switch (edit.kind) {
    case 'put_action': {
      const { ifVersion = null } = edit;
      const problems = policyProblems(edit.policy, operators, deps.platformActions, groups.filter(isLive));
      if (problems.length > 0) return { reason: 'invalid_policy', problems };
      const current = action === null || action.deletedAtMs !== null ? 0 : action.policy.version;
      return ifVersion !== null && ifVersion !== current ? { reason: 'version_moved', current } : null;
    }
    case 'put_group':
      return groupRefusal(edit, base, operators);
    case 'create_operator':
      return operator === null ? null : { reason: 'id_taken' };
    case 'invite_operators': {
      const taken = takenIds(edit.operators, operators);
      if (taken.length > 0) return { reason: 'ids_taken', ids: taken };
      return fitsInOneChange(edit, base) ? null : { reason: 'too_many_people' };
    }
    case 'update_operator':
      return operator === null ? { reason: 'not_found' } : null;
    case 'send_sign_in_link':
      if (operator === null) return { reason: 'not_found' };
      if (!operator.enabled) return { reason: 'operator_disabled' };
      return (await isMailLinkAllowed(deps.config, org, edit.id)) ? null : { reason: 'mail_links_forbidden' };
    case 'connect_identity': {
      if (operator === null) return { reason: 'not_found' };
      const connected = await connection(deps.config, operator, edit, { at: clock.nowMs(), by });
      return connected.ok ? null : connected.error;
    }
    case 'update_key':
    case 'rotate_key':
      return keyRefusal(base, edit, clock.nowMs());
    case 'create_key':
    case 'rename_organization':
    case 'set_changes_turn':
    case 'set_mailed_links':
    case 'set_identity_provider':
      return null;
    case 'reissue_code': {
      if (code === null) return { reason: 'not_found' };
      const judged = reissueNow(
        code.request,
        operators,
        { seat: edit.seat, admin: by },
        nowFor(deps.clock, code.request),
      );
      return judged.ok ? null : { reason: 'cannot_reissue', why: judged.error };
    }
  }
}

function groupRefusal(
  { group, ifRevision = null }: EditOf<'put_group'>,
  { group: base = null }: Base,
  operators: readonly Operator[],
): ProposalRefusal | null {
  const problems = groupProblems(group, operators, base ?? { affected: [], groups: [] });
  if (problems.length > 0) return { reason: 'invalid_group', problems };
  const current = base?.group == null ? 0 : currentRevision(base.group);
  return ifRevision !== null && ifRevision !== current ? { reason: 'version_moved', current } : null;
}

async function signingKeyRefusal({ config }: ProposeDeps, { org, edit }: Proposal): Promise<ProposalRefusal | null> {
  if (edit.kind !== 'create_key' || edit.signingKey === undefined) return null;
  return (await config.signingKeyOwner(org, edit.signingKey)) === null ? null : { reason: 'signing_key_taken' };
}

async function writeProposal(
  deps: ProposeDeps,
  { org, by, edit, base, operators, turn }: Proposal,
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
