/** Thousands of requests: one request, written again under other ids. */
import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { intentKey } from '../../src/adapters/dynamodb/keys';
import type { RequestId } from '../../src/protocol/identifiers';
import type { Envelope } from '../../src/protocol/sealed-envelope';
import type { Request } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { inLanes } from './lanes';

export interface Original {
  readonly request: Request;
  readonly intent: Envelope | null;
}

const BATCH = 25;
const AT_ONCE = 8;

/** Returns the ids. The first clone is as old as the original, and each further one is a millisecond younger. */
export async function writeClones(tables: Tables, { request, intent }: Original, count: number): Promise<RequestId[]> {
  const ids = Array.from({ length: count }, () => `req_${randomBytes(12).toString('hex')}` as RequestId);
  const puts = ids.flatMap((id, n) => {
    const clone = toRequestItem({ ...request, id, createdAtMs: request.createdAtMs + n, journal: [] });
    const items =
      intent === null ? [clone] : [clone, { ...intentKey(request.org, id), intent: JSON.stringify(intent) }];
    return items.map((Item) => ({ PutRequest: { Item } }));
  });
  await inLanes(Math.ceil(puts.length / BATCH), AT_ONCE, async (n) => {
    const batch = puts.slice(n * BATCH, (n + 1) * BATCH);
    const { UnprocessedItems = {} } = await tables.client.send(
      new BatchWriteCommand({ RequestItems: { [tables.main]: batch } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('the database left items unwritten');
  });
  return ids;
}
