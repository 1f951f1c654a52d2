/** Every edit of the configuration that a person can make. What it is stands in its declaration. */

import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { setChangesTurn } from '../access/edits/changes-turn';
import { deletePasskey } from '../access/edits/delete-passkey';
import { endAccess } from '../access/edits/end-access';
import { connectIdentity, disconnectIdentity } from '../access/edits/identity';
import { setIdentityProvider } from '../access/edits/identity-provider';
import { endToken, revokeKey, updateKey } from '../access/edits/key';
import { setMailedLinks } from '../access/edits/mailed-links';
import { createOperator, inviteOperators } from '../access/edits/new-operators';
import { createKey, rotateKey } from '../access/edits/new-token';
import { sendSignInLink } from '../access/edits/sign-in-link';
import { updateOperator } from '../access/edits/update-operator';
import { reissueCode } from '../ceremony/edits/reissue-code';
import { removeChat, setChat } from '../chat/edits/chat';
import type { AtOnce, Effect, Outcome, Readable, ReadName, Reads, Waiting } from '../configuration/declaration';
import {
  createEndpoint,
  deleteEndpoint,
  recoverEndpoint,
  revokePreviousSecret,
  rotateSecret,
  updateEndpoint,
  verifyEndpoint,
} from '../delivery/edits/endpoint';
import { renameOrganization } from '../organization/edits/rename';
import { deleteAction, putAction } from '../policy/edits/action';
import { deleteGroup, putGroup } from '../policy/edits/group';

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

export type AnyEdit = { [Kind in EditKind]: { readonly kind: Kind } & FieldsOf<Kind> }[EditKind];
export type EditOf<Kind extends EditKind> = Extract<AnyEdit, { readonly kind: Kind }>;
/** An edit as stored while it waits. */
export type Edit = EditOf<WaitingKind>;

type Decided<Kind extends EditKind> = ReturnType<Edits[Kind]['decide']>;

/** What is written, or would be if the edit changed something. */
export type ItemOf<Kind extends EditKind> = Extract<Decided<Kind>, { readonly ok: true }>['value']['item'];
export type RefusalOf<Kind extends EditKind> = Extract<Decided<Kind>, { readonly ok: false }>['error'];
export type ReadBy<Kind extends EditKind> = { [Each in Kind]: keyof ReturnType<Edits[Each]['reads']> }[Kind];
export type WrittenBy<Kind extends EditKind> = Extract<Decided<Kind>, { readonly ok: true }>['value']['kind'];

/** An edit whose kind is not known, with its declaration. */
export type Declared = AtOnce<AnyEdit, Reads, string, Outcome, unknown> | WaitingDeclared;
type WaitingDeclared = Waiting<AnyEdit, Reads, string, Outcome, unknown>;

/** The declaration of an edit's kind also fits the edit's type. */
export const declared = ({ kind }: AnyEdit): Declared => EDITS[kind] as unknown as Declared;
export const declaredWaiting = ({ kind }: Edit): WaitingDeclared => EDITS[kind] as unknown as WaitingDeclared;

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

/** Everything that edits can read. The blank items are those of an organization without any. */
type Bases = { readonly [Name in ReadName]: Readable[Name]['item'] };
export type Base = Partial<Bases>;

const blank: Bases = {
  action: null,
  adminsCanSign: false,
  chat: { org: '' as OrgId, target: null, revision: 0, journal: [] },
  code: null,
  company: { setting: null, identities: [] },
  endpoint: null,
  endpoints: [],
  group: { revision: 0, group: null, groups: [], affected: [] },
  groups: [],
  isMailLinkAllowed: false,
  key: null,
  livePasskey: null,
  operator: null,
  operators: [],
  platformActions: /* @__PURE__ */ new Map(),
  setting: null,
  signingKeyOwner: null,
};

/** What was read, and blank items for the rest. */
export const baseFrom = (read: Base): Bases => ({ ...blank, ...read });

export const isSensitive = (edit: Edit, base: Base): boolean => {
  const { waits } = declaredWaiting(edit);
  return waits === 'always' || waits(edit, baseFrom(base));
};

export const effectOf = (edit: Edit, base: Base): Effect | null => declaredWaiting(edit).effect(edit, baseFrom(base));

/** The revision of the item that people see. 0 if there is no item. */
export const revisionOf = (edit: AnyEdit, base: Base): number => declared(edit).seen?.(baseFrom(base))?.revision ?? 0;

/** Whether it depends on the item and the edit that a fresh sign-in is needed. */
export const isSignInJudged = (edit: AnyEdit): boolean => declared(edit).fresh !== undefined;

/**
 * Whether the edit needs a fresh sign-in even if a second admin approves it. That an edit which waits needs one where
 * nobody approves it is the guard's rule.
 */
export const needsFreshSignIn = (edit: AnyEdit, base: Base, by: OperatorId): boolean =>
  declared(edit).fresh?.(baseFrom(base), edit, by) ?? false;
