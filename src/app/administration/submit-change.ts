/**
 * A change of the configuration that an admin asks for. It is made at once, or it becomes a request that waits for the
 * key of another admin (docs/decisions/four-eyes.md).
 */
import { type Base, baseCode, documentText, type Edit, NO_BASE, revisionOf } from '../../core/administration/change';
import type { Operator } from '../../core/administration/config';
import { proposeChange } from '../../core/administration/propose-change';
import { subjectOf } from '../../core/administration/refused-attempt';
import { isRuleOn } from '../../core/administration/rule';
import { isSensitive } from '../../core/administration/sensitive';
import type { CeremonyRefusal } from '../../core/ceremony/refusals';
import { reissueNow } from '../../core/ceremony/reissue';
import type { PlatformActions } from '../../core/policy/platform-actions';
import type { TurnNeeds } from '../../core/policy/policy';
import { policyProblems } from '../../core/policy/validate';
import type { Request } from '../../core/request/request';
import { type OperatorId, type OrgId, requestIdFrom } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { ChangeStore, Clock, CodeKeys, ConfigStore, Pause, Random, RequestStore } from '../ports';
import { nowFor } from '../support/now';
import { type ChangesTurnDeps, changesTurn } from './changes-turn';
import { noteRefusal } from './note-refusal';
import type { WriteGuard } from './write-guard';

export interface SubmitDeps extends ChangesTurnDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly config: ConfigStore;
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: ChangeStore;
  readonly codeKeys: CodeKeys;
  readonly platformActions: PlatformActions;
}

export type Submitted =
  /** The caller makes the change now, under this guard. */
  | { readonly kind: 'at_once'; readonly guard: WriteGuard }
  /** The change waits for another admin. */
  | { readonly kind: 'proposed'; readonly request: Request };

export type SubmitRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'operator_disabled' }
  | { readonly reason: 'id_taken' }
  | { readonly reason: 'invalid_policy'; readonly problems: readonly string[] }
  | { readonly reason: 'version_moved'; readonly current: number }
  | { readonly reason: 'cannot_reissue'; readonly why: CeremonyRefusal }
  /** No other enabled admin is left who could approve it. */
  | { readonly reason: 'no_second_admin' };

export interface Submission {
  readonly org: OrgId;
  readonly by: OperatorId;
  readonly edit: Edit;
  /** Of an action: the version from which the edit was made; null for any. */
  readonly ifVersion?: number | null;
}

const MAX_ATTEMPTS = 8;

export async function submitChange(
  deps: SubmitDeps,
  submission: Submission,
): Promise<Result<Submitted, SubmitRefusal>> {
  const { org, edit } = submission;
  const [began, operators, action, loaded, turn, stored] = await Promise.all([
    deps.config.ruleBegan(org),
    deps.config.operators(org),
    edit.kind === 'put_action' ? deps.config.action(org, edit.policy.id) : null,
    edit.kind === 'reissue_code' ? deps.requests.load(org, edit.request) : null,
    changesTurn(deps, org),
    edit.kind === 'set_changes_turn' ? deps.config.changesTurn(org) : null,
  ]);
  if (!isRuleOn(began, operators)) return ok({ kind: 'at_once', guard: { rule: 'off' } });
  const code = edit.kind === 'reissue_code' && loaded !== null ? baseCode(loaded.request, edit.seat) : null;
  const base: Base = { ...NO_BASE, action, operator: operatorOf(edit, operators), code, changesTurn: stored };
  if (!isSensitive(edit, base)) return ok({ kind: 'at_once', guard: { rule: 'on', revision: revisionOf(base) } });
  const refusal = refusalOf(deps, submission, base, operators);
  const submitted = refusal === null ? await writeProposal(deps, submission, { base, operators, turn }) : err(refusal);
  if (!submitted.ok) {
    const attempted = { org, by: submission.by, attempt: edit.kind, subject: subjectOf(edit) };
    await noteRefusal(deps, attempted, submitted.error.reason);
  }
  return submitted;
}

function operatorOf(edit: Edit, operators: readonly Operator[]): Operator | null {
  if (edit.kind === 'create_operator') return operators.find(({ id }) => id === edit.operator.id) ?? null;
  if (edit.kind !== 'update_operator' && edit.kind !== 'send_sign_in_link') return null;
  return operators.find(({ id }) => id === edit.id) ?? null;
}

/** What cannot be applied is refused now, and not only after somebody has approved it. */
function refusalOf(
  deps: SubmitDeps,
  { by, edit, ifVersion = null }: Submission,
  { action, operator, code = null }: Base,
  operators: readonly Operator[],
): SubmitRefusal | null {
  switch (edit.kind) {
    case 'put_action': {
      const problems = policyProblems(edit.policy, operators, deps.platformActions);
      if (problems.length > 0) return { reason: 'invalid_policy', problems };
      const current = action === null || action.deletedAtMs !== null ? 0 : action.policy.version;
      return ifVersion !== null && ifVersion !== current ? { reason: 'version_moved', current } : null;
    }
    case 'create_operator':
      return operator === null ? null : { reason: 'id_taken' };
    case 'update_operator':
      return operator === null ? { reason: 'not_found' } : null;
    case 'send_sign_in_link':
      if (operator === null) return { reason: 'not_found' };
      return operator.enabled ? null : { reason: 'operator_disabled' };
    case 'create_key':
    case 'set_changes_turn':
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

interface Proposal {
  readonly base: Base;
  readonly operators: readonly Operator[];
  /** What approving it takes. */
  readonly turn: TurnNeeds;
}

async function writeProposal(
  deps: SubmitDeps,
  { org, by, edit }: Submission,
  { base, operators, turn }: Proposal,
): Promise<Result<Submitted, SubmitRefusal>> {
  const writeId = deps.random.hex(12);
  const id = requestIdFrom(deps.random.hex(12));
  const codeKeyId = await deps.codeKeys.currentId();
  const proposed = proposeChange(
    { org, id, requester: by, edit, base, codeKeyId, turn },
    operators,
    deps.clock.nowMs(),
  );
  // The requester is an enabled admin, and the built-in policy asks for nothing else.
  if (!proposed.ok) return err({ reason: 'no_second_admin' });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const written = await deps.changes.propose(proposed.value, documentText(edit, base), writeId);
    // The id is random, so `exists` is this very write, whose first answer was lost.
    if (written !== 'contention') return ok({ kind: 'proposed', request: proposed.value.request });
    await deps.pause.beforeRetry(attempt);
  }
  throw new Error(`change ${id}: the write did not get through in ${MAX_ATTEMPTS} attempts`);
}
