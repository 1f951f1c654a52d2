/**
 * Reports of attempts about endpoints, and the turns that judge them (docs/decisions/failing-endpoint.md).
 *
 *   report     the item becomes due, and `reports` goes up
 *   takeTurn   one actor moves the due time forward and reads what was reported
 *   rest       removes the due time if `reports` and the due time are still those of its own turn
 *
 * A report during a turn is either read by that turn or makes the next one due.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { EndpointHealthStore } from '../../../app/ports';
import type { Tables } from '../client';
import { writeIf } from '../conditions';
import { dueShardOf, healthKey } from '../keys';

export function createEndpointHealthStore({ client, main: TableName }: Tables): EndpointHealthStore {
  return {
    async report(org, endpoint, report, nowMs) {
      const Key = healthKey(org, endpoint);
      const SET =
        'reports = if_not_exists(reports, :zero) + :one, due_pk = :shard, due_at = if_not_exists(due_at, :now)';
      const succeeded = report === 'succeeded' ? ', succeeded_at = :now' : '';
      await client.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${SET}${succeeded}`,
          ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':shard': dueShardOf(Key), ':now': nowMs },
        }),
      );
    },

    async takeTurn(org, endpoint, { dueAtMs, nextMs }) {
      const take = new UpdateCommand({
        TableName,
        Key: healthKey(org, endpoint),
        UpdateExpression: 'SET due_at = :next',
        ConditionExpression: 'due_at = :was',
        ExpressionAttributeValues: { ':next': nextMs, ':was': dueAtMs },
        ReturnValues: 'ALL_NEW',
      });
      const taken = await writeIf(client.send(take));
      if (!taken.written) return null;
      const { due_at, reports, succeeded_at = null } = taken.answer.Attributes!;
      return { nextMs: due_at as number, reports: reports as number, succeededAtMs: succeeded_at as number | null };
    },

    async rest(org, endpoint, { nextMs, reports }) {
      const rest = new UpdateCommand({
        TableName,
        Key: healthKey(org, endpoint),
        UpdateExpression: 'REMOVE due_pk, due_at',
        ConditionExpression: 'due_at = :mine AND reports = :reports',
        ExpressionAttributeValues: { ':mine': nextMs, ':reports': reports },
      });
      await writeIf(client.send(rest));
    },
  };
}
