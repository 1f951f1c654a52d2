/**
 * A change of the configuration that waits for a second admin: the edit, and the version of the item that it edits. The
 * complete document is stored beside the request. Its digest is a param, so the operation hash covers it
 * (docs/decisions/four-eyes.md).
 */
import { DOCUMENT_PARAM } from '../../../protocol/change-request';
import { digestOf } from '../../../protocol/hash';
import { operationHash } from '../../../protocol/operation-hash';
import type { Request } from '../../request/rules/request';
import type { Edit } from './edits';

export interface ChangeDocument {
  readonly v: 1;
  readonly edit: Edit;
  /** The revision of the item that the change edits. 0 if there was no item. */
  readonly base: number;
  /** For an edit of a group, the actions that it affects. The change holds only while these are the same. */
  readonly affects?: readonly string[];
}

/** An admin can have at most this many waiting changes, so that nobody can flood the others. */
export const MAX_OPEN_CHANGES = 20;

/** How long after the change succeeded the token of an API key can be collected. */
export const COLLECT_WITHIN_MS = 24 * 3600_000;

/** The approved document. Null if it or the params differ from what the operators saw. */
export function approvedDocument(request: Request, text: string | null): ChangeDocument | null {
  if (text === null || request.params[DOCUMENT_PARAM] !== digestOf(text)) return null;
  if (operationHash(request.action, request.params) !== request.operationHash) return null;
  return JSON.parse(text) as ChangeDocument;
}
