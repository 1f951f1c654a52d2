/**
 * Thousands of requests: one is created and authorized through the functions, and then written again under other ids.
 */
import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { intentKey } from '../../src/adapters/dynamodb/keys';
import { toRequestItem } from '../../src/adapters/dynamodb/request/to-request-item';
import type { Request } from '../../src/core/request/request';
import type { RequestId } from '../../src/protocol/identifiers';
import type { Envelope } from '../../src/protocol/sealed-envelope';

export interface Original {
  readonly request: Request;
  readonly intent: Envelope | null;
}

const BATCH = 25;
const AT_ONCE = 8;

/**
 * Answers the ids, in the order of their creation: each a millisecond younger than the one before, from `original` on.
 */
export async function writeClones(tables: Tables, { request, intent }: Original, count: number): Promise<RequestId[]> {
  const ids = Array.from({ length: count }, () => `req_${randomBytes(12).toString('hex')}` as RequestId);
  const puts = ids.flatMap((id, n) => {
    const clone = toRequestItem({ ...request, id, createdAtMs: request.createdAtMs + n, journal: [] });
    const items =
      intent === null ? [clone] : [clone, { ...intentKey(request.org, id), intent: JSON.stringify(intent) }];
    return items.map((Item) => ({ PutRequest: { Item } }));
  });
  let next = 0;
  const write = async () => {
    while (next < puts.length) {
      const batch = puts.slice(next, next + BATCH);
      next += BATCH;
      const { UnprocessedItems = {} } = await tables.client.send(
        new BatchWriteCommand({ RequestItems: { [tables.main]: batch } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('the database left items unwritten');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return ids;
}
