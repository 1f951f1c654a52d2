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
import type { EndpointHealthStore, HealthTurn } from '../../../app/ports';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import type { Item } from '../item';
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
      try {
        const { Attributes } = await client.send(
          new UpdateCommand({
            TableName,
            Key: healthKey(org, endpoint),
            UpdateExpression: 'SET due_at = :next',
            ConditionExpression: 'due_at = :was',
            ExpressionAttributeValues: { ':next': nextMs, ':was': dueAtMs },
            ReturnValues: 'ALL_NEW',
          }),
        );
        return turnOf(Attributes as Item);
      } catch (error) {
        if (conflictImage(error) !== undefined) return null;
        throw error;
      }
    },

    async rest(org, endpoint, { nextMs, reports }) {
      try {
        await client.send(
          new UpdateCommand({
            TableName,
            Key: healthKey(org, endpoint),
            UpdateExpression: 'REMOVE due_pk, due_at',
            ConditionExpression: 'due_at = :mine AND reports = :reports',
            ExpressionAttributeValues: { ':mine': nextMs, ':reports': reports },
          }),
        );
      } catch (error) {
        if (conflictImage(error) === undefined) throw error;
      }
    },
  };
}

function turnOf(item: Item): HealthTurn {
  return {
    nextMs: item.due_at as number,
    reports: item.reports as number,
    succeededAtMs: (item.succeeded_at as number | undefined) ?? null,
  };
}
