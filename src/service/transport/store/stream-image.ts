/** Turns images of the table's stream into records (docs/design.md#the-request-item-is-the-outbox). */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { journalOf } from '../../../adapters/dynamodb/config-item';
import type { Item } from '../../../adapters/dynamodb/items';
import { describeKey } from '../../../adapters/dynamodb/keys';
import type { OrgId } from '../../../protocol/identifiers';
import type { PendingRevision } from '../../configuration/rules/items';
import { REQUEST_FORM } from '../../request/rules/fields';
import type { Request } from '../../request/rules/request';
import { fromRequestItem } from '../../request/store/request-conversion';

export type StreamChange =
  | { readonly what: 'request'; readonly before: Request | null; readonly after: Request }
  /** A delivery or a configuration item, with the audit entries that no check has removed yet. */
  | {
      readonly what: 'journal';
      readonly org: OrgId;
      readonly subject: string;
      readonly pending: readonly PendingRevision[];
      /** The revisions that this change added. */
      readonly revisions: readonly PendingRevision[];
    }
  | null;

/**
 * Returns null if the change has no consequences (an intent, an attempt, the audit chain itself, a removal). It also
 * returns null for a request that only newer code may decide on: the check of that request hands everything over when
 * newer code runs again.
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
  };
}

function itemOf(image: NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>): Item {
  // Lambda and the SDK type the same JSON differently.
  return unmarshall(image as Parameters<typeof unmarshall>[0]) as Item;
}
