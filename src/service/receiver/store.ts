/**
 * Reports about endpoints and chats, and the turns that judge them (docs/decisions/failing-endpoint.md).
 *
 *   report     the item becomes due, and `reports` goes up
 *   takeTurn   one actor moves the due time forward and reads what was reported
 *   rest       removes the due time if `reports` and the due time are still those of its own turn
 *
 * A report during a turn is either read by that turn or makes the next one due.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../adapters/dynamodb/client';
import { writeIf } from '../../adapters/dynamodb/conditions';
import { dueShardOf, healthKey } from '../../adapters/dynamodb/keys';
import type { HealthStore } from './ports';
import type { AttemptReport, GivenUp, NotTaken } from './rules';

export function createHealthStore({ client, main: TableName }: Tables): HealthStore {
  return {
    async report(org, id, report, nowMs) {
      const Key = healthKey(org, id);
      const due =
        'reports = if_not_exists(reports, :zero) + :one, due_pk = :shard, due_at = if_not_exists(due_at, :now)';
      const found = foundOf(report, nowMs);
      await client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${[due, ...Object.keys(found).map((name) => `${name} = :${name}`)].join(', ')}`,
          ExpressionAttributeValues: {
            ...{ ':zero': 0, ':one': 1, ':shard': dueShardOf(Key), ':now': nowMs },
            ...Object.fromEntries(Object.entries(found).map(([name, value]) => [`:${name}`, value])),
          },
        }),
      );
    },

    async takeTurn(org, id, { dueAtMs, nextMs }) {
      const take = new UpdateCommand({
        TableName,
        Key: healthKey(org, id),
        UpdateExpression: 'SET due_at = :next',
        ConditionExpression: 'due_at = :was',
        ExpressionAttributeValues: { ':next': nextMs, ':was': dueAtMs },
        ReturnValues: 'ALL_NEW',
      });
      const taken = await writeIf(client.send(take));
      if (!taken.written) return null;
      const { due_at, reports, succeeded_at = null, given_up = null } = taken.answer.Attributes!;
      return {
        nextMs: due_at as number,
        reports: reports as number,
        succeededAtMs: succeeded_at as number | null,
        givenUp: given_up as GivenUp | null,
      };
    },

    async rest(org, id, { nextMs, reports }) {
      const rest = new UpdateCommand({
        TableName,
        Key: healthKey(org, id),
        UpdateExpression: 'REMOVE due_pk, due_at',
        ConditionExpression: 'due_at = :mine AND reports = :reports',
        ExpressionAttributeValues: { ':mine': nextMs, ':reports': reports },
      });
      await writeIf(client.send(rest));
    },
  };
}

/** What of a report is kept until the turn. That an attempt at an endpoint failed is read from its deliveries. */
function foundOf(report: AttemptReport | NotTaken, atMs: number): { succeeded_at?: number; given_up?: GivenUp } {
  if (report === 'failed') return {};
  return report === 'succeeded' ? { succeeded_at: atMs } : { given_up: { ...report, atMs } };
}
