/** Requests in tables in memory, written without the rules of the service. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { toRequestItem } from '../../src/adapters/dynamodb/request/to-request-item';
import { rememberEarlier } from '../../src/app/remark/memory';
import type { Open, Request } from '../../src/core/request/request';
import { openMemoryTables } from '../../src/local/memory/tables';
import type { RequestId } from '../../src/protocol/identifiers';
import { aRequest, at, seconds } from './builders';

export const idOf = (n: number) => `req_${String(n).padStart(24, '0')}` as RequestId;
export const numbersOf = (requests: readonly Request[]) => requests.map(({ id }) => Number(id.slice(4)));
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** Each a second older than the one before it. */
export const aStored = (n: number, fields: Partial<Open> = {}): Request =>
  ({ ...aRequest(), id: idOf(n), createdAtMs: at('12:00') - seconds(n), ...fields }) as Request;

export async function stored(all: readonly Request[]) {
  const { tables } = openMemoryTables(() => undefined);
  for (let n = 0; n < all.length; n += 25) {
    const puts = all.slice(n, n + 25).map((request) => ({ PutRequest: { Item: toRequestItem(request) } }));
    await tables.client.send(new BatchWriteCommand({ RequestItems: { [tables.main]: puts } }));
  }
  const requests = createRequestStore(tables);
  const clock = { nowMs: () => at('12:10') };
  const pause = { beforeRetry: async () => undefined };
  const random = { hex: () => 'w', base64url: () => 'x', fraction: () => 0 };
  const config = { actionVersion: async () => null };
  const earlier = rememberEarlier({ clock, requests }, 100);
  return { clock, pause, random, requests, config, earlier };
}
