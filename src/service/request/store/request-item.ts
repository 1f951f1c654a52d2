/**
 * The request item. Conditions, indexes, stream filters and updates without a read need some attributes on their own;
 * the rest is one text, `body`. A write costs capacity for every KiB of the item, so nothing is stored twice.
 *
 * Params are text, because a map would lose a param named `__proto__` in the SDK's marshaller.
 */

import type { Item } from '../../../adapters/dynamodb/items';
import type { ApiKeyId, OperatorId, RequestId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { FIELDS, initialOf } from '../rules/fields';
import type { Callback, PolicySnapshot, Request, Seat, Sent } from '../rules/request';

/** The prefix of a hash on the wire. Items store only the rest. */
export const HASH_PREFIX = 'sha256:';

/**
 * Every attribute of a stored request; FIELDS (../rules/fields.ts) has the fields in each. Null means that the item does
 * not have it. Names never change.
 */
export interface RequestItem {
  readonly pk: string;
  readonly sk: string;
  /** The form of the code that wrote it. */
  readonly form: number;
  /** The oldest form whose code may decide on it. */
  readonly min_form: number;
  readonly action: string;
  readonly requester: string;
  /** The API key that sent it. */
  readonly sent_by: string | null;
  readonly params: string;
  readonly operation_hash: string | null;
  /** The operators who have a seat. This list never changes. */
  readonly asked: string;
  /** All other fields. */
  readonly body: string;
  readonly state: Request['state'];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly updated_at: number;
  readonly check_at: number | null;
  readonly revision: number;
  readonly write_id: string;
  readonly journal: readonly string[];
  readonly integration_until: number | null;
  readonly execute_by: number | null;
  readonly window_closed: true | null;
  readonly claim_id: string | null;
  readonly claimed_at: number | null;
  /** 0 in a first claim: the update that writes it cannot leave it out. */
  readonly prior_claim_at: number | null;
  readonly lease_expires_at: number | null;
  readonly report_status: 'succeeded' | 'failed' | null;
  readonly reported_at: number | null;
  readonly reference: string | null;
  readonly error: string | null;
  readonly receipt: string | null;
  /** A claim requires that the item does not have it. */
  readonly stopped: string | null;
  readonly recent_pk: string;
  readonly work_pk: string | null;
  readonly work_at: number | null;
  readonly due_pk: string | null;
  readonly due_at: number | null;
}

/** The item as stored: attributes that would be null are missing. */
export type StoredRequest = { readonly [Name in keyof RequestItem]?: NonNullable<RequestItem[Name]> };

/** The request that an index entry belongs to. */
export function idOf(entry: Item): RequestId {
  return (entry.pk as string).slice((entry.pk as string).lastIndexOf('#') + 1) as RequestId;
}

type State = Request['state'];
type Held = typeof FIELDS;
type InBody = { [Field in keyof Held]: 'body' extends Held[Field]['stored'][number] ? Field : never }[keyof Held];
type BodyOf<R> = R extends unknown ? Pick<R, Extract<keyof R, InBody>> : never;

// Only attributes of RequestItem can hold a field.
const IN_BODY = Object.entries<{ readonly stored: readonly (keyof RequestItem)[] }>(FIELDS).flatMap(
  ([field, { stored }]) => (stored.includes('body') ? [field] : []),
);

/**
 * Usual values are left out of the text, because a write costs capacity for every KiB. They are a part of the stored
 * form, so they never change.
 */
const USUAL = initialOf(({ stored }) => stored.includes('body'));
const USUAL_POLICY = {
  mode: 'independent',
  coincidenceMs: 60_000,
  rule: null,
  denySelfApproval: false,
  turn: 'code',
  ttlMs: 3_600_000,
  integration: null,
} as const satisfies Partial<PolicySnapshot>;
const USUAL_SEAT = { issue: 0, wrongCodes: 0, disabled: false } as const satisfies Partial<Seat>;

/** `sent_by` is an attribute of the item. */
const usualSent = (sentBy: ApiKeyId) => ({ keyId: sentBy, quorum: null, executeWithinSeconds: null }) satisfies Sent;
/** Posts to a callback are signed with the key that sent the request. */
const usualCallback = (sentBy: ApiKeyId | undefined) => ({ ...(sentBy && { keyId: sentBy }), token: 1 });

/** The fields that the text always has, if the state has them. */
interface Verdict {
  readonly approvers?: readonly OperatorId[];
  readonly verdictAtMs?: number;
}

interface Stored extends Verdict {
  readonly policy: Omit<PolicySnapshot, keyof typeof USUAL_POLICY>;
  /** The seats that have more than their operator. */
  readonly seats?: Readonly<Record<string, Partial<Seat>>>;
  readonly sent?: Partial<Sent>;
  readonly callback?: Partial<Callback>;
}

/** Every field that has no attribute of its own, under its name in the core, without usual values. */
export function writeBody(request: Request): string {
  const { policy, seats, sent, callback } = request;
  const fields = Object.fromEntries(Object.entries(request).filter(([field]) => IN_BODY.includes(field)));
  const ownSeats = seats.flatMap(({ operator, ...seat }) => {
    const own = unusual(seat, USUAL_SEAT);
    return isEmpty(own) ? [] : [[operator, own]];
  });
  return JSON.stringify(
    unusual(
      {
        ...fields,
        policy: unusual(policy, USUAL_POLICY),
        seats: Object.fromEntries(ownSeats),
        sent: sent === null ? {} : unusual(sent, usualSent(sent.keyId)),
        callback: callback === null ? null : unusual(callback, usualCallback(sent?.keyId)),
      },
      { ...usualIn(request.state, request as Verdict), seats: {}, sent: {} },
    ),
  );
}

/** `state` tells the fields that the request has. */
export function readBody<S extends State>({ body, asked, sent_by }: StoredRequest, state: S): BodyIn<S> {
  const stored = JSON.parse(body as string) as Stored;
  const { policy, seats = {}, sent, callback } = stored;
  const [operators, sentBy] = [JSON.parse(asked as string) as OperatorId[], sent_by as ApiKeyId | undefined];
  return {
    ...usualIn(state, stored),
    ...stored,
    policy: { ...USUAL_POLICY, ...policy },
    seats: operators.map((operator) => ({ operator, ...USUAL_SEAT, ...seats[operator] })),
    sent: sentBy === undefined ? null : { ...usualSent(sentBy), ...sent },
    callback: callback === undefined ? null : { ...usualCallback(sentBy), ...callback },
  } as unknown as BodyIn<S>;
}

type BodyIn<S extends State> = BodyOf<Extract<Request, { readonly state: S }>>;

function usualIn(state: State, { approvers, verdictAtMs }: Verdict): object {
  switch (state) {
    case 'notified':
      return USUAL;
    case 'staging':
      return { ...USUAL, windowEndsAtMs: null };
    case 'denied':
    case 'expired':
    case 'aborted':
      return { ...USUAL, reason: null, note: null, outcomeReason: null };
    case 'authorized':
    case 'executing':
      return { ...USUAL, reason: null, decidedBy: approvers, turnedAtMs: null };
    case 'succeeded':
    case 'failed':
      return { ...USUAL, reason: null, decidedBy: approvers, turnedAtMs: null, endedAtMs: verdictAtMs };
    default:
      return assertNever(state);
  }
}

/** The fields whose value is not the usual one, in one order, so that equal requests have equal texts. */
function unusual<T extends object>(value: T, usual: object): Partial<T> {
  const isUsual = new Map(Object.entries(usual).map(([field, each]) => [field, JSON.stringify(each)]));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field, each]) => JSON.stringify(each) !== isUsual.get(field))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as Partial<T>;
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
