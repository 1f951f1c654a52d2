/** Writes many requests directly into the database of a house, for tests that need a large number of them. */
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { intentKey } from '../../src/adapters/dynamodb/keys';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { toRequestItem } from '../../src/adapters/dynamodb/request/to-request-item';
import type { Request } from '../../src/core/request/request';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { abortedBy, aRequest } from './builders';
import type { House } from './house';

/** DynamoDB takes this many in one call. */
const BATCH = 25;

/** Their form when everything has been handed over: aborted by op_bravo, without a check. */
export async function storeAborted(house: House, count: number, atMs: number): Promise<string[]> {
  const requests = Array.from({ length: count }, (_, n) => aborted(n, atMs));
  await store(house, requests);
  return requests.map(({ id }) => id);
}

/** Stores this many copies of the request, a millisecond apart. Returns their ids. */
export async function storeCopies(house: House, id: string, count: number): Promise<string[]> {
  return withTables(house, async (tables) => {
    const loaded = await createRequestStore(tables).load(DEMO_ORG, id as RequestId);
    const { Item: intent } = await tables.client.send(
      new GetCommand({ TableName: tables.main, Key: intentKey(DEMO_ORG, id) }),
    );
    if (loaded === null || intent === undefined) throw new Error(`no request with an intent: ${id}`);
    const { request } = loaded;
    const copies = Array.from({ length: count }, (_, n) => {
      const createdAtMs = request.createdAtMs + n + 1;
      const copy = `${id.slice(0, -4)}${(n + 1).toString(16).padStart(4, '0')}` as RequestId;
      return { ...request, id: copy, createdAtMs, journal: [], checkAtMs: null } as Request;
    });
    // The intents first: a request that is found has its intent.
    await putAll(
      tables,
      copies.map((copy) => ({ ...intent, ...intentKey(DEMO_ORG, copy.id) })),
    );
    await putAll(
      tables,
      copies.map((copy) => toRequestItem(copy)),
    );
    return [id, ...copies.map((copy) => copy.id)];
  });
}

/** Written without the rules of the service. */
export async function store(house: House, requests: readonly Request[]): Promise<void> {
  await withTables(house, (tables) =>
    putAll(
      tables,
      requests.map((request) => toRequestItem(request)),
    ),
  );
}

async function putAll({ client, main }: Tables, items: readonly object[]): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((item) => ({ PutRequest: { Item: { ...item } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [main]: puts } }));
  }
}

export function withTables<T>({ running }: House, use: (tables: Tables) => Promise<T>): Promise<T> {
  return use(running.tables);
}

function aborted(n: number, atMs: number): Request {
  const request = aRequest({ seats: ['op_bravo'], quorum: 1 }, abortedBy('op_bravo'));
  const times = { createdAtMs: atMs, updatedAtMs: atMs, verdictAtMs: atMs, expiresAtMs: atMs + 3_600_000 };
  const id = `req_${n.toString(16).padStart(24, '0')}` as RequestId;
  return { ...request, ...times, org: DEMO_ORG, id, journal: [], checkAtMs: null } as Request;
}
