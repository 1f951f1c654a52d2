/** Turns images of the table's stream into records (docs/design.md#the-request-item-is-the-outbox). */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { PendingRevision } from '../../../core/administration/config';
import { REQUEST_FORM } from '../../../core/request/form';
import type { Request } from '../../../core/request/request';
import type { OrgId } from '../../../protocol/identifiers';
import { journalOf } from '../administration/config-item';
import type { Item } from '../item';
import { describeKey, isOperatorSk } from '../keys';
import { fromRequestItem } from '../request/from-request-item';

export type StreamChange =
  | { readonly what: 'request'; readonly before: Request | null; readonly after: Request }
  /** A delivery or a configuration item, with the entries for the audit chain that no check has taken off. */
  | {
      readonly what: 'journal';
      readonly org: OrgId;
      readonly subject: string;
      readonly pending: readonly PendingRevision[];
      /** Of these, what this change added. */
      readonly revisions: readonly PendingRevision[];
      /** By this change, an operator was disabled, or an admin was demoted. */
      readonly losesSeats: boolean;
    }
  | null;

/**
 * Null if nothing follows from the change (an intent, an attempt, the audit chain itself, a removal). Null, too, for a
 * request that only newer code may decide on: its check hands everything over once that code is back.
 */
export function readStreamRecord({ dynamodb }: DynamoDBRecord): StreamChange {
  if (dynamodb?.NewImage === undefined) return null;
  const after = itemOf(dynamodb.NewImage);
  const before = dynamodb.OldImage === undefined ? null : itemOf(dynamodb.OldImage);
  const described = describeKey({ pk: after.pk as string, sk: after.sk as string });
  if (described === null) return null;
  if (described.kind === 'request') {
    if ((after.min_form as number) > REQUEST_FORM) return null;
    return { what: 'request', before: before === null ? null : fromRequestItem(before), after: fromRequestItem(after) };
  }
  const pending = journalOf(after);
  const known = (before?.revision as number | undefined) ?? 0;
  return {
    what: 'journal',
    org: described.org as OrgId,
    subject: after.subject as string,
    pending,
    revisions: pending.filter((record) => record.revision > known),
    losesSeats: isOperatorSk(after.sk) && losesSeats(before, after),
  };
}

function losesSeats(before: Item | null, after: Item): boolean {
  const isDisabled = after.enabled === false && before?.enabled !== false;
  const isStruck = after.identity_changed_at !== undefined && after.identity_changed_at !== before?.identity_changed_at;
  const isDemoted = after.role === 'operator' && before !== null && before.role !== 'operator';
  return isDisabled || isStruck || isDemoted;
}

function itemOf(image: NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>): Item {
  // The types of an attribute value of Lambda and of the SDK are the same JSON.
  return unmarshall(image as Parameters<typeof unmarshall>[0]) as Item;
}
