/**
 * The fields of a request: who gives each at its creation, how a repeated create is compared, its value in a new request,
 * and where it is stored. A field without a row does not compile. ProposeCommand, ProposedRequest, the identity of a
 * create, the text of the stored item and the sample requests follow from this table.
 */

import type { Execution, Notified, Request, Sent } from './request';

/** The form of a stored request that this code writes, and the newest that it reads. */
export const REQUEST_FORM = 1;

/**
 * The oldest form whose code may decide on a request that this code creates. The request carries it: after a rollback,
 * an older release must not decide on a request whose rules it does not know
 * (CONTRIBUTING.md#the-form-of-stored-items).
 */
const OLDEST_DECIDING_FORM = 1;

/** Only newer code may make this decision. Nothing is written, and the caller gets 500. */
class NewerFormError extends Error {
  constructor(request: Request) {
    super(`request ${request.id}: only code of form ${request.minForm} may decide on it; this is form ${REQUEST_FORM}`);
  }
}

export function assertDecidable(request: Request): void {
  if (request.minForm > REQUEST_FORM) throw new NewerFormError(request);
}

interface Row<Value> {
  /**
   * The value in a new request, unless it is given. If it is stored in `body`, the text leaves it out. This is a part of
   * the stored form, so it never changes.
   */
  readonly initial?: Value;
  /**
   * The attributes of the item. Their names never change. A field in `body` is written and read without further code.
   * An attribute of its own must be in RequestItem, written, and read back.
   */
  readonly stored: readonly [string, ...string[]];
}

interface Given<Value> extends Row<Value> {
  /** `sender`: the create has it, under this name. `proposal`: the use case makes it. */
  readonly from: 'sender' | 'proposal';
  /**
   * Within one API key, action and params decide whether a repeated create is the same. With another key, everything
   * decides that could make the request weaker: otherwise that key could use an Idempotency-Key first, with a lower
   * quorum or another requester, and this caller would take that request for its own (docs/decisions/key-rotation.md).
   * Here is what is compared. Null if nothing is, with the reason.
   */
  readonly identity: ((value: Value) => unknown) | null;
}

/** The service sets it, in `propose` or later. */
type Made<Value> = Row<Value> & { readonly from?: never; readonly identity?: never };

type FieldsOf<T> = T extends unknown ? keyof T : never;
type ValueOf<Field, T = Request | Execution> = T extends unknown ? (Field extends keyof T ? T[Field] : never) : never;
type Rows = {
  readonly [Field in FieldsOf<Request | Execution>]: Given<ValueOf<Field>> | Made<ValueOf<Field>>;
};

const itself = (value: unknown) => value;
const withoutKey = (sent: Sent | null) => sent && { ...sent, keyId: null };

export const FIELDS = {
  minForm: { initial: OLDEST_DECIDING_FORM, stored: ['min_form'] },
  // The request is found by its organization and its id, which follows from the Idempotency-Key.
  org: { from: 'proposal', identity: null, stored: ['pk'] },
  id: { from: 'proposal', identity: null, stored: ['pk'] },
  action: { from: 'sender', identity: itself, stored: ['action'] },
  requester: { from: 'sender', identity: itself, stored: ['requester'] },
  // The API key differs: it is that of the earlier create.
  sent: { from: 'proposal', identity: withoutKey, initial: null, stored: ['sent_by', 'body'] },
  // No program sends one.
  change: { from: 'proposal', identity: null, stored: ['body'] },
  // A consumer that replaces its API key retries with the new one. Nobody decides on the summary or the callback.
  summary: { from: 'sender', identity: null, initial: null, stored: ['body'] },
  params: { from: 'sender', identity: itself, stored: ['params'] },
  operationHash: { stored: ['operation_hash'] },
  policy: { stored: ['body'] },
  digests: { initial: null, stored: ['body'] },
  seats: { stored: ['asked', 'body'] },
  // No callback is added: posts stay signed under the key of the first create.
  callback: { from: 'proposal', identity: null, initial: null, stored: ['body'] },
  // `sent` has what was sent. The default may have changed since.
  executeWithinMs: { from: 'proposal', identity: null, initial: null, stored: ['body'] },
  state: { stored: ['state'] },
  round: { initial: 1, stored: ['body'] },
  reminded: { initial: false, stored: ['body'] },
  warned: { initial: false, stored: ['body'] },
  // The current secret of the codes at the first create.
  codeKeyId: { from: 'proposal', identity: null, stored: ['body'] },
  createdAtMs: { stored: ['created_at'] },
  expiresAtMs: { stored: ['expires_at'] },
  updatedAtMs: { stored: ['updated_at'] },
  checkAtMs: { initial: null, stored: ['check_at'] },
  // The first write is revision 1.
  revision: { initial: 0, stored: ['revision'] },
  writeId: { initial: '', stored: ['write_id'] },
  journal: { initial: [], stored: ['journal'] },
  turns: { stored: ['body'] },
  windowEndsAtMs: { stored: ['body'] },
  verdictAtMs: { stored: ['body'] },
  decidedBy: { stored: ['body'] },
  turned: { stored: ['body'] },
  endedBy: { stored: ['body'] },
  reason: { stored: ['body'] },
  note: { stored: ['body'] },
  misuse: { stored: ['body'] },
  outcomeReason: { stored: ['body'] },
  approvers: { stored: ['body'] },
  turnedAtMs: { stored: ['body'] },
  endedAtMs: { stored: ['body'] },
  integrationUntilMs: { stored: ['integration_until'] },
  execution: { stored: ['execute_by', 'claim_id', 'reported_at'] },
  executeByMs: { stored: ['execute_by'] },
  closed: { stored: ['window_closed'] },
  claimId: { stored: ['claim_id'] },
  claimedAtMs: { stored: ['claimed_at'] },
  previousClaimAtMs: { stored: ['prior_claim_at'] },
  leaseExpiresAtMs: { stored: ['lease_expires_at'] },
  status: { stored: ['report_status'] },
  reportedAtMs: { stored: ['reported_at'] },
  reference: { stored: ['reference'] },
  error: { stored: ['error'] },
  receipt: { stored: ['receipt'] },
  stopped: { stored: ['stopped'] },
  restored: { stored: ['body'] },
} as const satisfies Rows;

/** The fields whose row has this value in the column. */
type With<Column extends string, Value = unknown> = {
  [Field in keyof typeof FIELDS]: (typeof FIELDS)[Field] extends Readonly<Record<Column, Value>> ? Field : never;
}[keyof typeof FIELDS];

export type FromSender = Pick<Notified, With<'from', 'sender'>>;
export type GivenFields = Pick<Notified, With<'from'>>;

type AnyRow = Row<unknown> & Partial<Pick<Given<never>, 'from' | 'identity'>>;
const ROWS = Object.entries<AnyRow>(FIELDS);

/** The initial values of the fields whose rows pass the filter. */
export const initialOf = (has: (row: AnyRow) => boolean): object =>
  Object.fromEntries(ROWS.flatMap(([field, row]) => ('initial' in row && has(row) ? [[field, row.initial]] : [])));

export const INITIAL = initialOf(() => true) as Pick<Notified, With<'initial'>>;

/** What of the given fields is compared with another API key's create. */
export const identityOf = (given: Pick<Notified, With<'identity', (value: never) => unknown>>): object =>
  Object.fromEntries(
    ROWS.flatMap(([field, { identity }]) => (identity ? [[field, identity(given[field as never])]] : [])),
  );
