/**
 * Finds the requests that ran or were stopped after the point, in the lost table and its chains, and makes sure that none
 * of them can run again (src/core/execution/restored.ts). Nothing else in the restored table is changed.
 */
import {
  GetCommand,
  PutCommand,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { DELIVERY_SK, deliveryKey, intentKey, REQUEST_SK } from '../../src/adapters/dynamodb/keys';
import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { toRequestItem } from '../../src/adapters/dynamodb/request/to-request-item';
import type { AuditEntry } from '../../src/core/audit/chain';
import { ABORTED_BY_PROGRAM } from '../../src/core/ceremony/refuse';
import { abandoned, neverAgain, ranOf, ranSince } from '../../src/core/execution/restored';
import { isAdministrative } from '../../src/core/request/administrative';
import { sealChange } from '../../src/core/request/journal';
import { isOpen, type Request } from '../../src/core/request/request';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';

export interface EffectsInput {
  readonly restored: Tables;
  readonly source: Tables;
  readonly at: Date;
  /** Entries of each organization's lost chain after the point. */
  readonly later: readonly (readonly [org: string, entries: readonly AuditEntry[]])[];
  readonly nowMs: number;
  readonly log: (line: string) => void;
}

type Item = Record<string, unknown>;

/** Two clocks of the service may differ by this much. */
const SKEW_MS = 5000;
/** What the chain records of a run. A request without an integration has succeeded at its verdict, and ran nothing. */
const RAN = /^intent\.(claimed|reported)$/;
const CALLED = 'request.succeeded';

/** Returns how many requests were changed. A repeated run changes nothing. */
export async function endWhatRan(input: EffectsInput): Promise<number> {
  const ran = await ranAfter(input);
  let changed = 0;
  for (const { org, id, how } of ran.values()) {
    const what = await end(input, org, id);
    if (what === null) continue;
    changed += 1;
    input.log(`${org}: ${id} ${how} after the point: ${what}`);
  }
  return changed;
}

interface Named {
  readonly org: OrgId;
  readonly id: RequestId;
  readonly how: 'ran' | 'was stopped';
}

async function ranAfter({ restored, source, at, later }: EffectsInput): Promise<Map<string, Named>> {
  const ran = new Map<string, Named>();
  const add = (org: string, id: string, how: Named['how'] = 'ran') => {
    const name = `${org} ${id}`;
    if (how === 'ran' || !ran.has(name)) ran.set(name, { org: org as OrgId, id: id as RequestId, how });
  };
  const [before, after] = [createRequestStore(restored), createRequestStore(source)];
  const hasCall = async (org: string, id: string) => {
    const [one, other] = [
      await before.load(org as OrgId, id as RequestId),
      await after.load(org as OrgId, id as RequestId),
    ];
    const request = one?.request ?? other?.request;
    return request !== undefined && request.policy.integration !== null && !isAdministrative(request);
  };
  for (const [org, entries] of later)
    for (const { kind, subject, data } of entries) {
      // Nothing of it may begin again.
      if (kind === 'intent.stopped' || data.reason === ABORTED_BY_PROGRAM) add(org, subject, 'was stopped');
      if (RAN.test(kind) || (kind === CALLED && (await hasCall(org, subject)))) add(org, subject);
    }
  const sinceMs = at.getTime() - SKEW_MS;
  for await (const item of items(source, REQUEST_SK, 'updated_at >= :since', sinceMs)) {
    const lost = fromRequestItem(item as never);
    const found = await before.load(lost.org, lost.id);
    const [then, now] = [ranOf(found?.request ?? null, null), ranOf(lost, null)];
    if (ranSince(then, now))
      add(lost.org, lost.id, ranSince(then, { ...now, isStopped: false }) ? 'ran' : 'was stopped');
  }
  // A call can be made until the end of the integration's window.
  for await (const item of items(source, DELIVERY_SK, 'receiver = :integration AND #until >= :since', sinceMs)) {
    const key = deliveryKey(item.org as string, item.id as string);
    const { Item } = await restored.client.send(
      new GetCommand({ TableName: restored.main, Key: key, ConsistentRead: true }),
    );
    const [now, then] = [ranOf(null, callOf(item)), ranOf(null, callOf(Item))];
    if (ranSince(then, now)) add(item.org as string, item.request_id as string);
  }
  return ran;
}

/** Differs if an attempt was begun, held or ended. */
const callOf = (item: Item | undefined): string | null =>
  item === undefined ? null : JSON.stringify([item.attempts, item.state, item.try_until ?? null]);

/** All items with this sort key. */
export async function* items(
  { client, main }: Tables,
  sk: string,
  condition: string,
  sinceMs: number,
): AsyncGenerator<Item> {
  const isDelivery = sk === DELIVERY_SK;
  const query: ScanCommandInput = {
    TableName: main,
    ConsistentRead: true,
    FilterExpression: `sk = :sk AND ${condition}`,
    ...(isDelivery ? { ExpressionAttributeNames: { '#until': 'until' } } : {}),
    ExpressionAttributeValues: {
      ':sk': sk,
      ':since': sinceMs,
      ...(isDelivery ? { ':integration': 'integration' } : {}),
    },
  };
  let from: Item | undefined;
  do {
    const page = { ...query, ...(from === undefined ? {} : { ExclusiveStartKey: from }) };
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(page));
    yield* Items;
    from = LastEvaluatedKey;
  } while (from !== undefined);
}

async function end(input: EffectsInput, org: OrgId, id: RequestId): Promise<string | null> {
  const { restored, source, nowMs } = input;
  const store = createRequestStore(restored);
  const found = await store.load(org, id);
  if (found === null) return comeBackAborted(restored, await createRequestStore(source).load(org, id), nowMs);
  const change = neverAgain(found.request, Math.max(nowMs, found.request.updatedAtMs));
  if (change.entries.length === 0) return null;
  const saved = await store.save(change, WRITE_ID);
  if (saved.kind !== 'saved')
    throw new Error(`${org}: something else writes to the restored table. Restore again under another --suffix.`);
  return isOpen(found.request) ? 'aborted' : 'its window is closed';
}

/**
 * Without the lost table, it is not known what ran after an export. So every request that could have run is ended: open
 * requests are aborted, and open windows are closed. Returns how many there were.
 */
export async function endEverythingLive(imported: Tables, nowMs: number): Promise<number> {
  const store = createRequestStore(imported);
  let ended = 0;
  for await (const item of items(imported, REQUEST_SK, 'updated_at >= :since', 0)) {
    const request = fromRequestItem(item as never);
    const change = neverAgain(request, Math.max(nowMs, request.updatedAtMs));
    if (change.entries.length === 0) continue;
    const saved = await store.save(change, WRITE_ID);
    if (saved.kind !== 'saved') throw new Error(`${request.org}: something else writes to the imported table`);
    ended += 1;
  }
  return ended;
}

const WRITE_ID = 'restore';

async function comeBackAborted(
  { client, main }: Tables,
  lost: { readonly request: Request; readonly intent: unknown } | null,
  nowMs: number,
): Promise<string | null> {
  if (lost === null) return null;
  const { request, intent } = lost;
  const Item = toRequestItem(sealChange(abandoned(request, Math.max(nowMs, request.updatedAtMs)), WRITE_ID));
  const put = { TableName: main, Item, ConditionExpression: 'attribute_not_exists(pk)' };
  if (intent === null) await client.send(new PutCommand(put));
  else {
    const own = {
      ...intentKey(request.org, request.id),
      intent: JSON.stringify(intent),
      created_at: request.createdAtMs,
    };
    await client.send(
      new TransactWriteCommand({ TransactItems: [{ Put: put }, { Put: { TableName: main, Item: own } }] }),
    );
  }
  return 'it was proposed after the point too, and comes back as aborted';
}
