/**
 * Applies an approved change: the only call of the built-in integration. One transaction makes the edit and ends its
 * request, so the edit is made exactly once, and only from the version that people saw (docs/decisions/four-eyes.md).
 */

import { IDENTITY_PROVIDER, withProvider } from '../../core/access/company-sign-in';
import { MAILED_LINKS, withMailedLinks } from '../../core/access/mailed-link';
import { approvedDocument, baseCode, type ChangeDocument, revisionOf } from '../../core/administration/change';
import type { HowEdited, Operator } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { takenIds } from '../../core/administration/invitation';
import { ORGANIZATION, renamed } from '../../core/administration/organization';
import type { ApplyRefusal } from '../../core/administration/refusals';
import { newOperatorsBeginRule } from '../../core/administration/rule';
import { NEVER_SET, type Settings } from '../../core/administration/settings';
import { CHANGES_TURN, withTurn } from '../../core/administration/signed-changes';
import type { AuditData } from '../../core/audit/chain';
import { reissueNow } from '../../core/ceremony/reissue';
import { endIntegration } from '../../core/execution/integration';
import type { PlatformActions } from '../../core/policy/platform-actions';
import { policyProblems } from '../../core/policy/validate';
import { groupProblems, idsOf } from '../../core/policy/validate-group';
import { isAdministrative } from '../../core/request/administrative';
import { isAuthorized, type Request } from '../../core/request/request';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { invitedOperator } from '../access/edit-invitation';
import { keyEdited } from '../access/edit-key';
import { identityChanged, linkNoted, newOperator, operatorEdit } from '../access/edit-operator';
import { connection, isMailLinkAllowed } from '../access/identities';
import { type CommandDeps, makeTransition } from '../ceremony/run-command';
import { blankAction, nextVersion } from '../policy/edit-action';
import { blankGroup, nextGroup } from '../policy/edit-group';
import { isLive } from '../policy/read-groups';
import type { ChangeStore, ConfigEdit, ConfigStore, Log } from '../ports';
import { nowFor } from '../support/now';
import { isUnsignedChange } from './end-unsigned-changes';
import { permit } from './permit';
import { type StoredBase, storedBase } from './stored-base';

export interface ApplyDeps extends CommandDeps {
  readonly config: ConfigStore;
  readonly changes: ChangeStore;
  readonly platformActions: PlatformActions;
  readonly log: Log;
}

/** Whether the request is an approved change that is not applied yet. */
export function isToApply(request: Request): boolean {
  return isAdministrative(request) && request.state === 'executing';
}

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

const setting = <Name extends keyof Settings>(name: Name, setting: Settings[Name]) =>
  ok({ kind: 'setting', name, setting } as const);

/** The edit to write, or null if nothing is written now. */
async function editFor(
  deps: ApplyDeps,
  request: Request,
  at: number,
): Promise<Result<ConfigEdit | null, ApplyRefusal>> {
  const [text, turn] = await Promise.all([
    deps.changes.document(request.org, request.id),
    deps.config.setting(request.org, CHANGES_TURN),
  ]);
  const document = approvedDocument(request, text);
  if (document === null || !hasSecondKey(request)) return err('document_changed');
  if (turn?.turn === 'code_and_passkey' && isUnsignedChange(request)) return err('signed_changes_began');
  const { edit } = document;
  // The key is created later, when the requester collects the token.
  if (edit.kind === 'create_key' || edit.kind === 'rotate_key') return ok(null);
  const { org, requester: by } = request;
  const base = await storedBase(deps.config, org, edit);
  if (base !== null && revisionOf(base) !== document.base) return err('base_moved');
  const { key = null, changesTurn, organization, mailedLinks, identityProvider } = base ?? {};
  const how = { at, by, more: provenance(request) };
  switch (edit.kind) {
    case 'put_action':
      return actionEdit(deps, org, edit.policy, base, how);
    case 'put_group':
      return groupEdit(deps, org, { ...document, edit }, base, how);
    case 'create_operator':
      return newOperators(deps, org, [newOperator(org, edit.operator, how)]);
    case 'invite_operators':
      return newOperators(
        deps,
        org,
        edit.operators.map((each) => invitedOperator(org, each, how)),
      );
    case 'update_operator':
    case 'send_sign_in_link':
    case 'connect_identity':
      return operatorChange(deps, org, { ...document, edit }, how);
    case 'update_key':
      if (key === null) return err('base_moved');
      return key.revokedAtMs === null ? ok({ kind: 'key', key: keyEdited(key, edit, how) }) : err('no_longer_valid');
    case 'reissue_code':
      return codeChange(deps, request, { ...document, edit }, at);
    case 'set_changes_turn':
      return setting(CHANGES_TURN, withTurn(changesTurn ?? NEVER_SET[CHANGES_TURN](org), edit.turn, how));
    case 'rename_organization':
      return setting(ORGANIZATION, renamed(organization ?? NEVER_SET[ORGANIZATION](org), edit.name, how));
    case 'set_mailed_links':
      return setting(MAILED_LINKS, withMailedLinks(mailedLinks ?? NEVER_SET[MAILED_LINKS](org), edit.allowed, how));
    case 'set_identity_provider': {
      const stored = identityProvider ?? NEVER_SET[IDENTITY_PROVIDER](org);
      const next = withProvider(stored, edit.provider, how);
      return next === stored ? ok(null) : setting(IDENTITY_PROVIDER, next);
    }
  }
}

/**
 * Whether another admin turned a key. The ceremony ensures this; a request that was written without the ceremony
 * changes nothing.
 */
function hasSecondKey(request: Request): boolean {
  return isAuthorized(request) && request.approvers.some((approver) => approver !== request.requester);
}

type DocumentOf<Kind extends ChangeDocument['edit']['kind']> = ChangeDocument & {
  readonly edit: Extract<ChangeDocument['edit'], { kind: Kind }>;
};

async function actionEdit(
  deps: ApplyDeps,
  org: OrgId,
  policy: EditOf<'put_action'>['policy'],
  base: StoredBase | null,
  how: HowEdited,
): Promise<Result<ConfigEdit, ApplyRefusal>> {
  const operators = await deps.config.operators(org);
  const groups = (base?.groups ?? []).filter(isLive);
  if (policyProblems(policy, operators, deps.platformActions, groups).length > 0) return err('no_longer_valid');
  return ok({ kind: 'action', action: nextVersion(base?.action ?? blankAction(policy, how.at), policy, how) });
}

/** The review listed the actions that the group affects. If they are others now, nobody approved this. */
async function groupEdit(
  deps: ApplyDeps,
  org: OrgId,
  { edit: { group }, affects = [] }: DocumentOf<'put_group'>,
  base: StoredBase | null,
  how: HowEdited,
): Promise<Result<ConfigEdit, ApplyRefusal>> {
  const stored = base!.group!;
  const actions = idsOf(stored.affected);
  if (actions.join() !== affects.join()) return err('base_moved');
  if (groupProblems(group, await deps.config.operators(org), stored).length > 0) return err('no_longer_valid');
  const from = stored.group ?? blankGroup(org, group);
  return ok({ kind: 'group', group: nextGroup(from, group, { ...how, affects: actions }) });
}

async function operatorChange(
  deps: ApplyDeps,
  org: OrgId,
  { edit, base }: DocumentOf<'update_operator' | 'send_sign_in_link' | 'connect_identity'>,
  how: HowEdited,
): Promise<Result<ConfigEdit, ApplyRefusal>> {
  const all = await deps.config.operators(org);
  const operator = all.find(({ id }) => id === edit.id);
  if (operator === undefined || operator.revision !== base) return err('base_moved');
  if (edit.kind === 'send_sign_in_link') {
    if (!operator.enabled) return err('operator_disabled');
    if (!(await isMailLinkAllowed(deps.config, org, edit.id))) return err('mail_links_forbidden');
    const more = { ...how.more, by_mail: true, access_epoch: operator.accessEpoch };
    return ok({ kind: 'operator', operator: linkNoted(operator, { ...how, more }), options: {} });
  }
  if (edit.kind === 'connect_identity') {
    const connected = await connection(deps.config, operator, edit, how);
    if (!connected.ok) return err(connected.error.reason);
    const changed = identityChanged(operator, 'company account', how);
    return ok({ kind: 'identity', identity: connected.value, operator: changed });
  }
  const decided = operatorEdit(all, operator, edit.patch, how);
  if (!decided.ok) return err('last_admin');
  return ok({ kind: 'operator', ...decided.value });
}

async function newOperators(
  { config }: ApplyDeps,
  org: OrgId,
  operators: readonly Operator[],
): Promise<Result<ConfigEdit, ApplyRefusal>> {
  const all = await config.operators(org);
  if (takenIds(operators, all).length > 0) return err('id_taken');
  return ok({ kind: 'operators', operators, options: { beginsRule: newOperatorsBeginRule(all, operators) } });
}

async function codeChange(
  deps: ApplyDeps,
  request: Request,
  { edit, base }: DocumentOf<'reissue_code'>,
  at: number,
): Promise<Result<ConfigEdit, ApplyRefusal>> {
  const [loaded, operators] = await Promise.all([
    deps.requests.load(request.org, edit.request),
    deps.config.operators(request.org),
  ]);
  if (loaded === null) return err('code_not_needed');
  if (baseCode(loaded.request, edit.seat).revision !== base) return err('base_moved');
  const nowMs = Math.max(at, nowFor(deps.clock, loaded.request));
  const reissued = reissueNow(loaded.request, operators, { seat: edit.seat, admin: request.requester }, nowMs);
  if (!reissued.ok) return err('code_not_needed');
  const entries = reissued.value.entries.map((entry) =>
    entry.kind === 'code.reissued' ? { ...entry, data: { ...entry.data, ...provenance(request) } } : entry,
  );
  return ok({ kind: 'request', change: { ...reissued.value, entries } });
}

/** Adds the approving request, and who turned the keys, to the audit entry of the edit. */
function provenance(request: Request): AuditData {
  return { change: request.id, approvers: isAuthorized(request) ? request.approvers : [] };
}
