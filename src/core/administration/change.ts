/**
 * A change of the configuration that waits for a second admin: what it edits, and the version of the item from which it
 * was made. The complete document is stored beside the request, and its digest is among the params, so that the
 * operation hash covers it (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { sha256Hex } from '../../protocol/hash';
import type { OperatorId } from '../../protocol/identifiers';
import { operationHash } from '../../protocol/operation-hash';
import type { NewOperator, Operator, OperatorPatch, Scope } from '../config/config';
import type { Policy } from '../policy/policy';
import type { Request } from '../request/request';

export type Edit =
  | { readonly kind: 'put_action'; readonly policy: Omit<Policy, 'version'> }
  | { readonly kind: 'create_operator'; readonly operator: NewOperator }
  | { readonly kind: 'update_operator'; readonly id: OperatorId; readonly patch: OperatorPatch }
  | { readonly kind: 'send_sign_in_link'; readonly id: OperatorId }
  | { readonly kind: 'create_key'; readonly name: string; readonly scopes: readonly Scope[] };

export interface ChangeDocument {
  readonly v: 1;
  readonly edit: Edit;
  /** The revision of the item from which the change was made. 0: there was no item. */
  readonly base: number;
}

/** An action as it is stored; deleted ones too. */
export interface BaseAction {
  readonly revision: number;
  readonly policy: Policy;
  readonly deletedAtMs: number | null;
}

/** The item that an edit concerns, as it is now. Null: there is none. */
export interface Base {
  readonly action: BaseAction | null;
  readonly operator: Operator | null;
}

export const NO_BASE: Base = { action: null, operator: null };

export function revisionOf({ action, operator }: Base): number {
  return (action ?? operator)?.revision ?? 0;
}

/** The param that holds the digest of the document. */
export const DOCUMENT_PARAM = 'document';

export function documentText(edit: Edit, base: Base): string {
  const document: ChangeDocument = { v: 1, edit, base: revisionOf(base) };
  // Without fields that are undefined, which have no canonical form.
  return canonicalJson(JSON.parse(JSON.stringify(document)));
}

export function digestOf(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}

/** The document that was approved. Null if it or the params are not those that the operators saw. */
export function approvedDocument(request: Request, text: string | null): ChangeDocument | null {
  if (text === null || request.params[DOCUMENT_PARAM] !== digestOf(text)) return null;
  if (operationHash(request.action, request.params) !== request.operationHash) return null;
  return JSON.parse(text) as ChangeDocument;
}
