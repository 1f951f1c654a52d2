/** Counts the calls of each organization, with one item of the transient table for each time window. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CallMeter } from '../../service/access/ports/access';
import type { Tables } from './client';
import { callsPk } from './keys';

export function createCallMeter({ client, transient: TableName }: Tables): CallMeter {
  return {
    async count(org, windowEndsAtMs) {
      const { Attributes } = await client.send(
        new UpdateCommand({
          TableName,
          Key: { pk: callsPk(org, windowEndsAtMs) },
          UpdateExpression: 'ADD calls :one SET #ttl = :ttl',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':one': 1, ':ttl': Math.ceil(windowEndsAtMs / 1000) + 60 },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Attributes!.calls as number;
    },
  };
}
