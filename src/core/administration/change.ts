/**
 * A change of the configuration that waits for a second admin: what it edits, and the version of the item from which it
 * was made. The complete document is stored beside the request, and its digest is among the params, so that the
 * operation hash covers it (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { sha256Hex } from '../../protocol/hash';
import type { OperatorId } from '../../protocol/identifiers';
import { operationHash } from '../../protocol/operation-hash';
import type { Policy } from '../policy/policy';
import { MAX_REISSUES } from '../request/limits';
import type { Request } from '../request/request';
import type { ApiKey, ChangesTurn, Operator } from './config';
import type { Edit } from './edits';

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
  /** The code of a seat that gets a new one. */
  readonly code?: BaseCode | null;
  readonly changesTurn?: ChangesTurn | null;
  /** The API key that gets a second token. It is judged when the token is collected. */
  readonly key?: ApiKey | null;
}

export interface BaseCode {
  readonly request: Request;
  /** Goes up with each code of the seat, and with nothing else: other people's turns do not move the base. */
  readonly revision: number;
}

export const NO_BASE: Base = { action: null, operator: null, code: null, changesTurn: null };

export function revisionOf({ action, operator, code = null, changesTurn = null }: Base): number {
  return (action ?? operator ?? code ?? changesTurn)?.revision ?? 0;
}

export function baseCode(request: Request, operator: OperatorId): BaseCode {
  const seat = request.seats.find((each) => each.operator === operator);
  return { request, revision: seat === undefined ? 0 : request.round * (MAX_REISSUES + 1) + seat.issue };
}

/** An admin cannot flood the others: this many of their changes wait at most. */
export const MAX_OPEN_CHANGES = 20;

/** The param that says what is changed. */
export const TITLE_PARAM = 'change';

/** What it says where an API key is made. */
export const KEY_TITLE = 'Create an API key';

/** What it says where an API key gets a second token. */
export const ROTATE_TITLE = 'Rotate an API key';

/** The token of an approved API key is collected within this time, from when its change succeeded. */
export const COLLECT_WITHIN_MS = 24 * 3600_000;

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
