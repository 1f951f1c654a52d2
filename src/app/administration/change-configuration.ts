/**
 * The only use case that edits the configuration. It decides whether an edit is refused, waits for a second admin or is
 * made now, and it records every edit (docs/decisions/four-eyes.md).
 */
import { type FreshKind, isFreshSignIn, needsFreshSignIn } from '../../core/access/fresh-sign-in';
import { type Base, baseCode, NO_BASE, operatorIdOf, revisionOf } from '../../core/administration/change';
import {
  type AnyEdit,
  type Edit,
  type EditKind,
  type EditOf,
  mayWait,
  type WaitingKind,
} from '../../core/administration/edits';
import { isRuleOn } from '../../core/administration/rule';
import { isSensitive } from '../../core/administration/sensitive';
import { subjectOf } from '../../core/administration/words';
import type { Request } from '../../core/request/request';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { connectIdentity, disconnectIdentity } from '../access/edit-identity';
import { inviteOperators } from '../access/edit-invitation';
import { endToken, issueApiKey, revokeKey, rotateKey, updateKey } from '../access/edit-key';
import {
  createOperator,
  deleteOperatorPasskey,
  endAccess,
  makeSignInLink,
  updateOperator,
} from '../access/edit-operator';
import { reissueCode } from '../ceremony/edit-code';
import { CHAT_MAKERS } from '../chat/edit-chat';
import {
  createEndpoint,
  deleteEndpoint,
  revokePreviousSecret,
  rotateSecret,
  updateEndpoint,
  verifyEndpoint,
} from '../delivery/edit-endpoint';
import { recoverEndpoint } from '../delivery/edit-recovery';
import { deleteAction, putAction } from '../policy/edit-action';
import { deleteGroup, putGroup } from '../policy/edit-group';
import type { ConfigStore, Permit, Session } from '../ports';
import type { Editor } from './edit-config';
import { renameOrganization, setIdentityProvider, setMailedLinks, signChanges } from './edit-setting';
import { noteRefusal } from './note-refusal';
import { permit } from './permit';
import { type ProposalRefusal, type ProposeDeps, proposeEdit } from './propose-edit';
import { type ChangesTurnDeps, changesTurn } from './signed-changes';
import { storedBase } from './stored-base';

/** Makes each kind of edit, after all checks have passed. */
const MAKERS = {
  put_action: putAction,
  delete_action: deleteAction,
  put_group: putGroup,
  delete_group: deleteGroup,
  create_operator: createOperator,
  invite_operators: inviteOperators,
  update_operator: updateOperator,
  send_sign_in_link: makeSignInLink,
  end_access: endAccess,
  delete_passkey: deleteOperatorPasskey,
  create_key: issueApiKey,
  update_key: updateKey,
  rotate_key: rotateKey,
  end_token: endToken,
  revoke_key: revokeKey,
  reissue_code: reissueCode,
  set_changes_turn: signChanges,
  rename_organization: renameOrganization,
  set_mailed_links: setMailedLinks,
  set_identity_provider: setIdentityProvider,
  connect_identity: connectIdentity,
  disconnect_identity: disconnectIdentity,
  create_endpoint: createEndpoint,
  update_endpoint: updateEndpoint,
  delete_endpoint: deleteEndpoint,
  revoke_previous_secret: revokePreviousSecret,
  rotate_secret: rotateSecret,
  verify_endpoint: verifyEndpoint,
  recover_endpoint: recoverEndpoint,
  ...CHAT_MAKERS,
} as const satisfies { readonly [Kind in EditKind]: Maker<never, EditOf<Kind>, unknown, Refusal> };

/** Everything that a maker needs, and what decides whether an edit waits. */
export type ConfigurationDeps = ProposeDeps &
  ChangesTurnDeps &
  Intersection<Parameters<(typeof MAKERS)[EditKind]>[0]> & { readonly config: ConfigStore };

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

interface Refusal {
  readonly reason: string;
}
type Maker<Deps, E, Made, Refused> = (
  deps: Deps,
  editor: Editor,
  edit: E,
  permit: Permit,
) => Promise<Result<Made, Refused>>;

type ResultOf<Kind extends EditKind> = Awaited<ReturnType<(typeof MAKERS)[Kind]>>;
export type Made<Kind extends EditKind> = Extract<ResultOf<Kind>, { ok: true }>['value'];
type MakerRefusal<Kind extends EditKind> = Extract<ResultOf<Kind>, { ok: false }>['error'];

/** The refusals that a proposal of each kind can have. */
interface Proposable extends Readonly<Record<WaitingKind, ProposalRefusal['reason']>> {
  readonly put_action: 'invalid_policy' | 'version_moved';
  readonly put_group: 'invalid_group' | 'version_moved';
  readonly create_operator: 'id_taken';
  readonly invite_operators: 'ids_taken' | 'too_many_people';
  readonly update_operator: 'not_found';
  readonly send_sign_in_link: 'not_found' | 'operator_disabled' | 'mail_links_forbidden';
  readonly connect_identity: 'not_found' | 'operator_disabled' | 'no_provider' | 'identity_taken';
  readonly create_key: 'signing_key_taken';
  readonly update_key: 'not_found' | 'key_revoked';
  readonly rotate_key: 'not_found' | 'key_revoked' | 'two_tokens' | 'too_many_tokens';
  readonly reissue_code: 'not_found' | 'cannot_reissue';
  readonly set_changes_turn: never;
  readonly rename_organization: never;
  readonly set_mailed_links: never;
  readonly set_identity_provider: never;
}

export type Refused<Kind extends EditKind> =
  | MakerRefusal<Kind>
  | (Kind extends FreshKind ? { readonly reason: 'sign_in_again' } : never)
  | (Kind extends WaitingKind
      ? Extract<ProposalRefusal, { readonly reason: Proposable[Kind] | 'too_many_changes' | 'no_second_admin' }>
      : never);

export type Changed<Kind extends EditKind> =
  | { readonly kind: 'made'; readonly value: Made<Kind> }
  /** The edit waits for another admin. */
  | (Kind extends WaitingKind ? { readonly kind: 'proposed'; readonly request: Request } : never);

export interface ByOperator {
  readonly org: OrgId;
  readonly by: OperatorId;
  readonly session: Pick<Session, 'createdAtMs' | 'began'>;
}

export async function changeConfiguration<Kind extends EditKind>(
  deps: ConfigurationDeps,
  who: ByOperator,
  edit: EditOf<Kind>,
): Promise<Result<Changed<Kind>, Refused<Kind>>>;
export async function changeConfiguration(
  deps: ConfigurationDeps,
  who: ByOperator,
  edit: AnyEdit,
): Promise<Result<{ readonly kind: string }, Refusal>> {
  const isFresh = isFreshSignIn(who.session, deps.clock.nowMs());
  if (!isFresh && needsFreshSignIn(edit, who.by)) return err({ reason: 'sign_in_again' });
  if (!mayWait(edit)) return made(deps, who, edit, permit({ rule: 'safer', revision: null }));
  const { org } = who;
  const [began, operators, turn, base] = await Promise.all([
    deps.config.ruleBegan(org),
    deps.config.operators(org),
    changesTurn(deps, org),
    baseOf(deps, org, edit),
  ]);
  const id = operatorIdOf(edit);
  const from: Base = id === null ? base : { operator: operators.find((operator) => operator.id === id) ?? null };
  const waits = isSensitive(edit, from);
  const safer = permit({ rule: 'safer', revision: revisionOf(from) });
  if (!isRuleOn(began, operators)) {
    // Nobody else approves it, so a session alone, which may be stolen, is not enough.
    if (waits && !isFresh) return err({ reason: 'sign_in_again' });
    return made(deps, who, edit, waits ? permit({ rule: 'off' }) : safer);
  }
  const changed = waits
    ? proposed(await proposeEdit(deps, { ...who, edit, base: from, operators, turn }))
    : await made(deps, who, edit, safer);
  if (!changed.ok) {
    const attempted = { ...who, attempt: edit.kind, subject: subjectOf(edit) };
    await noteRefusal(deps, attempted, changed.error.reason);
  }
  return changed;
}

async function made(deps: ConfigurationDeps, editor: Editor, edit: AnyEdit, permitted: Permit) {
  const make = MAKERS[edit.kind] as Maker<ConfigurationDeps, AnyEdit, unknown, Refusal>;
  const result = await make(deps, editor, edit, permitted);
  return result.ok ? ok({ kind: 'made' as const, value: result.value }) : err(result.error);
}

function proposed(result: Result<Request, ProposalRefusal>) {
  return result.ok ? ok({ kind: 'proposed' as const, request: result.value }) : result;
}

async function baseOf(deps: ConfigurationDeps, org: OrgId, edit: Edit): Promise<Base> {
  if (edit.kind !== 'reissue_code') return (await storedBase(deps.config, org, edit)) ?? NO_BASE;
  const loaded = await deps.requests.load(org, edit.request);
  return { code: loaded === null ? null : baseCode(loaded.request, edit.seat) };
}
