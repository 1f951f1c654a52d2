/**
 * Messages that wait for an operator's next combined mail (docs/decisions/combined-mails.md).
 *
 *   wait      takes the notice and lets it wait, in one transaction
 *   makeDue   the operator's item becomes due, and `queued` goes up
 *   rest      removes the due time if `queued` is still what was read before the empty list
 *
 * A notice that begins to wait during a combined mail is either in its list or makes the next combined mail due.
 */
import { DeleteCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { failureOf, isNew, writeIf } from '../../../adapters/dynamodb/conditions';
import { getItem, type Item } from '../../../adapters/dynamodb/items';
import { combinedMailKey, dueShardOf, noticeKey, WAITING_PREFIX, waitingKey } from '../../../adapters/dynamodb/keys';
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import type { PendingEntry } from '../../audit/rules/chain';
import { chunksOf } from '../../support/grouped';
import type { CombinedMailStore, WaitingMessage } from '../ports';
import { type Notice, noticeName } from '../rules/notices';
import { lostTo } from './notice-store';

export function createCombinedMailStore(tables: Tables): CombinedMailStore {
  const { client, main: TableName } = tables;
  return {
    wait: (org, request, notice, takenBy, nowMs) => {
      const content = { request, notice: JSON.stringify(notice) };
      const { operator } = notice;
      return wait(tables, { org, operator, about: request, cause: noticeName(notice), content, takenBy, nowMs });
    },
    waitTold: (org, { entry, ...told }, takenBy, nowMs) =>
      wait(tables, { org, ...told, content: { entry: JSON.stringify(entry) }, takenBy, nowMs }),

    async makeDue(org, operator, nowMs) {
      const Key = combinedMailKey(org, operator);
      const SET = 'queued = if_not_exists(queued, :zero) + :one, due_pk = :shard, due_at = if_not_exists(due_at, :now)';
      const ExpressionAttributeValues = { ':zero': 0, ':one': 1, ':shard': dueShardOf(Key), ':now': nowMs };
      await client.send(
        new UpdateCommand({ TableName, Key, UpdateExpression: `SET ${SET}`, ExpressionAttributeValues }),
      );
    },

    async read(org, operator, atMost) {
      const Key = combinedMailKey(org, operator);
      // The item is read first, so that the list is at least as new as the item.
      const item = (await getItem(tables, Key)) ?? {};
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waiting)',
          ExpressionAttributeValues: { ':pk': Key.pk, ':waiting': WAITING_PREFIX },
          ConsistentRead: true,
          Limit: atMost,
        }),
      );
      return {
        queued: (item.queued as number | undefined) ?? 0,
        lastAtMs: (item.last_at as number | undefined) ?? null,
        sending: (item.sending as string[] | undefined) ?? [],
        waiting: Items.map(waitingOf),
      };
    },

    async take(org, operator, { places, takenBy, lastAtMs, nowMs }) {
      const unchanged = lastAtMs === null ? 'attribute_not_exists(last_at)' : 'last_at = :last';
      const take = new UpdateCommand({
        TableName,
        Key: combinedMailKey(org, operator),
        UpdateExpression: 'SET sending = :places, taken_by = :own, last_at = :now',
        ConditionExpression: unchanged,
        ExpressionAttributeValues: {
          ':places': places,
          ':own': takenBy,
          ':now': nowMs,
          ...(lastAtMs === null ? {} : { ':last': lastAtMs }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const taken = await writeIf(client.send(take));
      // The SDK may have sent the write again after its answer was lost.
      return taken.written || taken.stored?.taken_by === takenBy;
    },

    async release(org, operator, takenBy) {
      const release = new UpdateCommand({
        TableName,
        Key: combinedMailKey(org, operator),
        UpdateExpression: 'REMOVE sending',
        ConditionExpression: 'taken_by = :own',
        ExpressionAttributeValues: { ':own': takenBy },
      });
      await writeIf(client.send(release));
    },

    async finish(org, operator, places) {
      const { pk } = combinedMailKey(org, operator);
      for (const some of chunksOf(places, SIDE_BY_SIDE)) {
        await Promise.all(some.map((sk) => client.send(new DeleteCommand({ TableName, Key: { pk, sk } }))));
      }
    },

    async rest(org, operator, queued) {
      const rest = new UpdateCommand({
        TableName,
        Key: combinedMailKey(org, operator),
        UpdateExpression: 'REMOVE due_pk, due_at, sending',
        ConditionExpression: 'queued = :queued',
        ExpressionAttributeValues: { ':queued': queued },
      });
      await writeIf(client.send(rest));
    },
  };
}

const SIDE_BY_SIDE = 25;

interface Wait {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** What the message is about, and its name. Each is taken once. */
  readonly about: string;
  readonly cause: string;
  readonly content: Item;
  readonly takenBy: string;
  readonly nowMs: number;
}

async function wait({ client, main: TableName }: Tables, message: Wait) {
  const { org, operator, about, cause, content, takenBy, nowMs } = message;
  const taken = { ...noticeKey(org, about, cause), taken_at: nowMs, taken_by: takenBy, waits: true };
  const waiting = { ...waitingKey(org, operator, nowMs, about, cause), ...content };
  const notTaken = {
    ConditionExpression: isNew,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  const TransactItems = [{ Put: { TableName, Item: taken, ...notTaken } }, { Put: { TableName, Item: waiting } }];
  const failure = await failureOf(client.send(new TransactWriteCommand({ TransactItems })));
  if (failure === null) return 'taken';
  if (failure.kind === 'contention') throw new Error(`the message ${cause} for ${operator} could not be written now`);
  return lostTo(failure.item, takenBy);
}

function waitingOf({ sk, request, notice, entry }: Item): WaitingMessage {
  const place = sk as string;
  if (entry !== undefined) return { place, entry: JSON.parse(entry as string) as PendingEntry };
  return { place, requestId: request as RequestId, notice: JSON.parse(notice as string) as Notice };
}
