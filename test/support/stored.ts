/** Requests written directly into tables, without the rules of the service, for tests that need a certain one or many. */
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { intentKey } from '../../src/adapters/dynamodb/keys';
import { DEMO_ORG } from '../../src/local/demo';
import { openMemoryTables } from '../../src/local/memory/tables';
import type { RequestId } from '../../src/protocol/identifiers';
import { rememberEarlier } from '../../src/service/remark/use-cases/memory';
import type { Open, Request } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { abortedBy, aRequest, at, seconds } from './builders';
import type { House } from './house';

/** DynamoDB takes this many in one call. */
const BATCH = 25;

export function putRequests(tables: Tables, requests: readonly Request[]): Promise<void> {
  return putAll(
    tables,
    requests.map((request) => toRequestItem(request)),
  );
}

async function putAll({ client, main }: Tables, items: readonly object[]): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((item) => ({ PutRequest: { Item: { ...item } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [main]: puts } }));
  }
}

export const idOf = (n: number) => `req_${String(n).padStart(24, '0')}` as RequestId;
export const numbersOf = (requests: readonly Request[]) => requests.map(({ id }) => Number(id.slice(4)));
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** Each a second older than the one before it. */
export const aStored = (n: number, fields: Partial<Open> = {}): Request =>
  ({ ...aRequest(), id: idOf(n), createdAtMs: at('12:00') - seconds(n), ...fields }) as Request;

/** What the use cases of lists need, over tables in memory with these requests, at 12:10. */
export async function stored(all: readonly Request[]) {
  const { tables } = openMemoryTables(() => undefined);
  await putRequests(tables, all);
  const clock = { nowMs: () => at('12:10') };
  const requests = createRequestStore(tables);
  return {
    clock,
    pause: { beforeRetry: async () => undefined },
    random: { hex: () => 'w', base64url: () => 'x', fraction: () => 0 },
    requests,
    config: { actionVersion: async () => null },
    earlier: rememberEarlier({ clock, requests }, 100),
  };
}

/** Their form when everything has been handed over: aborted by op_bravo, without a check. */
export async function storeAborted({ running }: House, count: number, atMs: number): Promise<void> {
  const request = aRequest({ seats: ['op_bravo'], quorum: 1 }, abortedBy('op_bravo'));
  const times = { createdAtMs: atMs, updatedAtMs: atMs, verdictAtMs: atMs, expiresAtMs: atMs + 3_600_000 };
  const fields = { ...times, org: DEMO_ORG, journal: [], checkAtMs: null };
  await putRequests(
    running.tables,
    range(0, count).map((n) => ({ ...request, ...fields, id: idOf(n) }) as Request),
  );
}

/** Stores this many copies of the request, a millisecond apart. Returns their ids. */
export async function storeCopies({ running: { tables } }: House, id: string, count: number): Promise<string[]> {
  const loaded = await createRequestStore(tables).load(DEMO_ORG, id as RequestId);
  const key = intentKey(DEMO_ORG, id);
  const { Item: intent } = await tables.client.send(new GetCommand({ TableName: tables.main, Key: key }));
  if (loaded === null || intent === undefined) throw new Error(`no request with an intent: ${id}`);
  const copies = range(1, count + 1).map((n) => {
    const copy = `${id.slice(0, -4)}${n.toString(16).padStart(4, '0')}` as RequestId;
    const createdAtMs = loaded.request.createdAtMs + n;
    return { ...loaded.request, id: copy, createdAtMs, journal: [], checkAtMs: null } as Request;
  });
  // The intents first: a request that is found has its intent.
  await putAll(
    tables,
    copies.map((copy) => ({ ...intent, ...intentKey(DEMO_ORG, copy.id) })),
  );
  await putRequests(tables, copies);
  return [id, ...copies.map((copy) => copy.id)];
}
