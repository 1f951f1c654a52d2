/** Every edit of the configuration that a person can make. What it is stands in its declaration. */

import type { OperatorId } from '../../../protocol/identifiers';
import type { Result } from '../../../protocol/result';
import { connectIdentity, disconnectIdentity } from '../../access/rules/edits/identity';
import { createKey, endToken, revokeKey, rotateKey, updateKey } from '../../access/rules/edits/key';
import { createOperator, inviteOperators } from '../../access/rules/edits/new-operators';
import { deletePasskey, endAccess, sendSignInLink } from '../../access/rules/edits/operator-access';
import { setChangesTurn, setIdentityProvider, setMailedLinks } from '../../access/rules/edits/settings';
import { updateOperator } from '../../access/rules/edits/update-operator';
import { reissueCode } from '../../ceremony/rules/edits/reissue-code';
import { removeChat, setChat } from '../../chat/rules/edits/chat';
import type { Bound, Effect, Nothing, Refusal, WaitingBound } from '../../configuration/rules/declaration';
import {
  createEndpoint,
  deleteEndpoint,
  recoverEndpoint,
  revokePreviousSecret,
  rotateSecret,
  updateEndpoint,
  verifyEndpoint,
} from '../../delivery/rules/edits/endpoint';
import { renameOrganization } from '../../organization/rules';
import { deleteAction, putAction } from '../../policy/rules/edits/action';
import { deleteGroup, putGroup } from '../../policy/rules/edits/group';

export const EDITS = {
  put_action: putAction,
  delete_action: deleteAction,
  put_group: putGroup,
  delete_group: deleteGroup,
  create_operator: createOperator,
  invite_operators: inviteOperators,
  update_operator: updateOperator,
  send_sign_in_link: sendSignInLink,
  end_access: endAccess,
  delete_passkey: deletePasskey,
  create_key: createKey,
  update_key: updateKey,
  rotate_key: rotateKey,
  end_token: endToken,
  revoke_key: revokeKey,
  reissue_code: reissueCode,
  set_changes_turn: setChangesTurn,
  rename_organization: renameOrganization,
  set_mailed_links: setMailedLinks,
  set_identity_provider: setIdentityProvider,
  connect_identity: connectIdentity,
  disconnect_identity: disconnectIdentity,
  set_chat: setChat,
  remove_chat: removeChat,
  create_endpoint: createEndpoint,
  update_endpoint: updateEndpoint,
  delete_endpoint: deleteEndpoint,
  revoke_previous_secret: revokePreviousSecret,
  rotate_secret: rotateSecret,
  verify_endpoint: verifyEndpoint,
  recover_endpoint: recoverEndpoint,
};

export type Edits = typeof EDITS;
export type EditKind = keyof Edits;

/** The kinds that can become a change that waits. */
export type WaitingKind = {
  [Kind in EditKind]: Edits[Kind] extends { readonly waits: 'never' } ? never : Kind;
}[EditKind];

type FieldsOf<Kind extends EditKind> = Edits[Kind] extends {
  readonly decide: (base: never, edit: infer Fields, how: never) => unknown;
}
  ? Fields
  : never;
type Fields = { readonly [Kind in EditKind]: FieldsOf<Kind> };

/** An edit of a kind that a function is generic over, so that the compiler knows which declaration fits it. */
export type EditBy<Kind extends EditKind> = { [Each in Kind]: { readonly kind: Each } & Fields[Each] }[Kind];
export type AnyEdit = EditBy<EditKind>;
export type EditOf<Kind extends EditKind> = Extract<AnyEdit, { readonly kind: Kind }>;
/** An edit as stored while it waits. */
export type Edit = EditOf<WaitingKind>;

type Decided<Kind extends EditKind> = ReturnType<Edits[Kind]['decide']>;
type Accepted<Kind extends EditKind> = Extract<Decided<Kind>, { readonly ok: true }>['value'];

/** What is written, or would be if the edit changed something. */
export type ItemOf<Kind extends EditKind> = Accepted<Kind>['item'];
export type RefusalOf<Kind extends EditKind> = Extract<Decided<Kind>, { readonly ok: false }>['error'];
type AskedBy<Kind extends EditKind> = ReturnType<Edits[Kind]['reads']>[number];
export type ReadBy<Kind extends EditKind> = { [Each in Kind]: AskedBy<Each>['name'] }[Kind];
/** Everything that edits of these kinds can write, by the kind of item. */
export type WriteBy<Kind extends EditKind> = Exclude<Accepted<Kind>, { readonly kind: 'nothing' }>;
export type AnyWrite = WriteBy<EditKind>;

const BINDINGS: {
  readonly [Kind in EditKind]: {
    bind(edit: Fields[Kind], made: null): Bound<Result<AnyWrite | Nothing<unknown>, Refusal>>;
  };
} = EDITS;
const WAITING: {
  readonly [Kind in WaitingKind]: {
    bind(edit: Fields[Kind], made: null): WaitingBound<Result<AnyWrite | Nothing<unknown>, Refusal>>;
  };
} = EDITS;

/** The edit with its declaration, before anything was made for it outside. */
export const bound = <Kind extends EditKind>(edit: EditBy<Kind>) => BINDINGS[edit.kind].bind(edit, null);
export const boundWaiting = <Kind extends WaitingKind>(edit: EditBy<Kind>) => WAITING[edit.kind].bind(edit, null);

/** Whether each edit waits for a second admin: `judged` unless it only makes things safer. */
export const WAITS = /* @__PURE__ */ waitsOfAll() as {
  readonly [Kind in EditKind]: Kind extends WaitingKind ? 'always' | 'judged' : 'never';
};

function waitsOfAll() {
  const all = Object.entries(EDITS);
  return Object.fromEntries(all.map(([kind, { waits }]) => [kind, typeof waits === 'function' ? 'judged' : waits]));
}

export function mayWait(edit: AnyEdit): edit is Edit {
  return WAITS[edit.kind] !== 'never';
}

/** What was read for an edit. Blank items stand for the rest. */
export type Base = {
  readonly [Asked in AskedBy<EditKind> as Asked['name']]?: Asked['blank'];
};

export const isSensitive = (edit: Edit, base: Base): boolean => boundWaiting(edit).on(base).waits();

export const effectOf = (edit: Edit, base: Base): Effect | null => boundWaiting(edit).on(base).effect();

/** The revision of the item that people see. 0 if there is no item. */
export const revisionOf = (edit: AnyEdit, base: Base): number => bound(edit).on(base).revision ?? 0;

/** Whether it depends on the item and the edit that a fresh sign-in is needed. */
export const isSignInJudged = ({ kind }: AnyEdit): boolean => EDITS[kind].fresh !== undefined;

/**
 * Whether the edit needs a fresh sign-in even if a second admin approves it. That an edit which waits needs one where
 * nobody approves it is the guard's rule.
 */
export const needsFreshSignIn = (edit: AnyEdit, base: Base, by: OperatorId): boolean =>
  bound(edit).on(base).needsFreshSignIn(by);
