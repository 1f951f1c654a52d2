/**
 * The text of a request item: every field that has no attribute of its own, under its name in the core. Usual values are
 * left out, because a write costs capacity for every KiB. They are a part of the stored form, so they never change.
 */

import type { ApiKeyId, OperatorId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { FIELDS, initialOf } from '../rules/fields';
import type { Callback, PolicySnapshot, Request, Seat, Sent } from '../rules/request';
import type { RequestItem, StoredRequest } from './request-item';

type State = Request['state'];
type Held = typeof FIELDS;
type InBody = { [Field in keyof Held]: 'body' extends Held[Field]['stored'][number] ? Field : never }[keyof Held];
type BodyOf<R> = R extends unknown ? Pick<R, Extract<keyof R, InBody>> : never;

// Only attributes of RequestItem can hold a field.
const IN_BODY = Object.entries<{ readonly stored: readonly (keyof RequestItem)[] }>(FIELDS).flatMap(
  ([field, { stored }]) => (stored.includes('body') ? [field] : []),
);

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
