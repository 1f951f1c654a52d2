/**
 * A change of the configuration that waits for a second admin: the edit, and the version of the item that it edits. The
 * complete document is stored beside the request. Its digest is a param, so the operation hash covers it
 * (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { digestOf } from '../../protocol/hash';
import type { ActionId, OperatorId } from '../../protocol/identifiers';
import { operationHash } from '../../protocol/operation-hash';
import type { ProviderSetting } from '../access/company-sign-in';
import type { MailedLinks } from '../access/mailed-link';
import type { Group } from '../policy/groups';
import type { Policy } from '../policy/policy';
import { type GroupUse, idsOf } from '../policy/validate-group';
import { MAX_REISSUES } from '../request/limits';
import type { Request } from '../request/request';
import type { ApiKey, ChangesTurn, Operator, OrganizationName } from './config';
import type { Edit } from './edits';

export interface ChangeDocument {
  readonly v: 1;
  readonly edit: Edit;
  /** The revision of the item that the change edits. 0 if there was no item. */
  readonly base: number;
  /** For an edit of a group, the actions that it affects. The change holds only while these are the same. */
  readonly affects?: readonly ActionId[];
}

/** A stored action, which may be deleted. */
export interface BaseAction {
  readonly revision: number;
  readonly policy: Policy;
  readonly deletedAtMs: number | null;
}

/** The current item that an edit concerns. Absent or null if there is none. */
export interface Base {
  readonly action?: BaseAction | null;
  readonly operator?: Operator | null;
  /** The current code of the seat that gets a new one. */
  readonly code?: BaseCode | null;
  readonly changesTurn?: ChangesTurn | null;
  readonly organization?: OrganizationName | null;
  readonly mailedLinks?: MailedLinks | null;
  /** The API key that is edited, or that gets a second token. */
  readonly key?: ApiKey | null;
  readonly group?: BaseGroup | null;
  /** For an edit of an action, the groups if one of both versions names any. */
  readonly groups?: readonly Group[];
  readonly identityProvider?: ProviderSetting | null;
}

export interface BaseGroup extends GroupUse {
  readonly revision: number;
  /** Null if there is none yet. It may be deleted. */
  readonly group: Group | null;
}

export interface BaseCode {
  readonly request: Request;
  /** Goes up only when the seat gets a new code. Turns of other operators do not move the base. */
  readonly revision: number;
}

export const NO_BASE: Base = {};

export function revisionOf({ groups: _groups, ...base }: Base): number {
  const items: readonly (typeof base)[keyof typeof base][] = Object.values(base);
  return items.find((item) => item != null)?.revision ?? 0;
}

/** The operator whom the edit concerns. Null if it concerns none, or several. */
export function operatorIdOf(edit: Edit): OperatorId | null {
  switch (edit.kind) {
    case 'create_operator':
      return edit.operator.id;
    case 'update_operator':
    case 'send_sign_in_link':
    case 'connect_identity':
      return edit.id;
    default:
      return null;
  }
}

export function baseCode(request: Request, operator: OperatorId): BaseCode {
  const seat = request.seats.find((each) => each.operator === operator);
  return { request, revision: seat === undefined ? 0 : request.round * (MAX_REISSUES + 1) + seat.issue };
}

/** An admin can have at most this many waiting changes, so that nobody can flood the others. */
export const MAX_OPEN_CHANGES = 20;

/** The param that says what is changed. */
export const TITLE_PARAM = 'change';

/** The title of a change that creates an API key. */
export const KEY_TITLE = 'Create an API key';

/** The title of a change that gives an API key a second token. */
export const ROTATE_TITLE = 'Rotate an API key';

/** How long after the change succeeded the token of an API key can be collected. */
export const COLLECT_WITHIN_MS = 24 * 3600_000;

/** The param that holds the digest of the document. */
export const DOCUMENT_PARAM = 'document';

export function documentText(edit: Edit, base: Base): string {
  const affects = base.group == null ? {} : { affects: idsOf(base.group.affected) };
  const document: ChangeDocument = { v: 1, edit, base: revisionOf(base), ...affects };
  // Removes undefined fields, which have no canonical form.
  return canonicalJson(JSON.parse(JSON.stringify(document)));
}

/** The approved document. Null if it or the params differ from what the operators saw. */
export function approvedDocument(request: Request, text: string | null): ChangeDocument | null {
  if (text === null || request.params[DOCUMENT_PARAM] !== digestOf(text)) return null;
  if (operationHash(request.action, request.params) !== request.operationHash) return null;
  return JSON.parse(text) as ChangeDocument;
}
