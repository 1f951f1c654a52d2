/** Stores requests. Each transition is one conditional write (docs/design.md#the-request-item-is-the-outbox). */
import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { conflictImage, isContention, isNew, type TransactItem } from '../../../adapters/dynamodb/conditions';
import { batchGet } from '../../../adapters/dynamodb/items';
import { digestPk, intentKey, type Key, requestKey } from '../../../adapters/dynamodb/keys';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { Envelope } from '../../../protocol/sealed-envelope';
import type { RequestStore, Saved, TurnGuard } from '../ports';
import { assertDecidable } from '../rules/fields';
import { sealChange } from '../rules/journal';
import type { Request } from '../rules/request';
import type { Signed } from '../rules/signed';
import { envelopeOf, signedItems } from './beside-request';
import { updateOrLose, writeClaim, writeReport } from './claim-and-report';
import { packRevision } from './journal-text';
import { dueAttributes, fromRequestItem, toRequestItem } from './request-conversion';
import { countOpen, executableCandidates, openEntries, recentPage } from './request-lists';
import {
  atRevision,
  created,
  guardOf,
  guardRefusal,
  putOver,
  refusedSave,
  saveTogether,
  windowStart,
} from './request-writes';

export function createRequestStore(tables: Tables): RequestStore {
  return {
    firstWithDigest: (org, digest) => firstWithDigest(tables, org, digest),
    create: (change, intent, writeId) => create(tables, sealChange(change, writeId), intent),
    load: (org, id) => load(tables, org, id),
    loadMany: (org, ids) => loadMany(tables, org, ids, false),
    glanceMany: (org, ids) => loadMany(tables, org, ids, true),
    hydrate: (org, ids) => hydrate(tables, org, ids),
    save: async (change, writeId, options) => {
      assertDecidable(change.request);
      const { revision } = change.request;
      return save(tables, revision, sealChange(change, writeId), writeId, {
        ...options,
        signed: change.signed ?? null,
      });
    },
    claim: (caller, id, lease, intentRead) => writeClaim(tables, caller, id, lease, intentRead),
    report: (org, id, report, write) => writeReport(tables, org, id, report, write),
    executableCandidates: (caller, query) => executableCandidates(tables, caller, query),
    openEntries: (org) => openEntries(tables, org),
    countOpen: (org, of, nowMs) => countOpen(tables, org, of, nowMs),
    recent: (org, query) => recentPage(tables, org, query),
    completeCheck: (request) => rewriteCheck(tables, { ...request, checkAtMs: null, journal: [] }),
    postponeCheck: async (request, checkAtMs) => {
      await rewriteCheck(tables, { ...request, checkAtMs });
    },
  };
}

async function loadMany(tables: Tables, org: OrgId, ids: readonly RequestId[], isLate: boolean): Promise<Request[]> {
  const keys = ids.map((id) => requestKey(org, id));
  const items = new Map((await batchGet(tables, keys, isLate)).map((item) => [item.pk, item]));
  return keys.flatMap(({ pk }) => {
    const item = items.get(pk);
    return item === undefined ? [] : fromRequestItem(item);
  });
}

async function create(tables: Tables, request: Request, intent: Envelope | null) {
  const put = { TableName: tables.main, Item: toRequestItem(request), ConditionExpression: isNew };
  if (intent === null) return created(tables.client.send(new PutCommand(put)));
  // The envelope is stored as text, so that it is returned exactly as it was sent.
  const Item = {
    ...intentKey(request.org, request.id),
    intent: JSON.stringify(intent),
    // The item is written once, so its index entry is too.
    receiver_pk: digestPk(request.org, request.params.intent ?? ''),
    created_at: request.createdAtMs,
  };
  const TransactItems = [{ Put: put }, { Put: { ...put, Item } }];
  return created(tables.client.send(new TransactWriteCommand({ TransactItems })));
}

/** Reads the index, which is slightly behind the table. */
async function firstWithDigest(tables: Tables, org: OrgId, digest: string): Promise<RequestId | null> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      IndexName: 'receiver',
      KeyConditionExpression: 'receiver_pk = :digest',
      ExpressionAttributeValues: { ':digest': digestPk(org, digest) },
      ScanIndexForward: true,
      Limit: 1,
    }),
  );
  const pk = Items[0]?.pk as string | undefined;
  return pk === undefined ? null : (pk.slice(requestKey(org, '').pk.length) as RequestId);
}

/** Reads the request and its intent with one strongly consistent query. */
async function load(tables: Tables, org: string, id: string) {
  const { pk } = requestKey(org, id);
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.main,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  const item = Items.find(({ sk }) => sk === requestKey(org, '').sk);
  if (item === undefined) return null;
  return { request: fromRequestItem(item), intent: envelopeOf(Items.find(({ sk }) => sk === intentKey(org, '').sk)) };
}

async function hydrate(tables: Tables, org: string, ids: readonly string[]) {
  const items = await batchGet(
    tables,
    ids.flatMap((id) => [requestKey(org, id), intentKey(org, id)]),
  );
  const found = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const at = ({ pk, sk }: Key) => found.get(`${pk} ${sk}`);
  return ids.flatMap((id) => {
    const item = at(requestKey(org, id));
    return item === undefined ? [] : [{ request: fromRequestItem(item), intent: envelopeOf(at(intentKey(org, id))) }];
  });
}

async function save(
  tables: Tables,
  revision: number,
  after: Request,
  writeId: string,
  { turn, signed }: { readonly turn?: TurnGuard; readonly signed: Signed | null },
): Promise<Saved> {
  const put = putOver(tables, revision, after);
  const written = [{ Put: put }, ...(signed === null ? [] : signedItems(tables, signed))];
  if (turn !== undefined) return saveTurn(tables, after, written, writeId, turn);
  if (signed !== null) {
    const saved = await saveTogether(tables, after, written, writeId);
    return 'index' in saved ? { kind: 'passkey_changed' } : saved;
  }
  try {
    await tables.client.send(new PutCommand(put));
    return { kind: 'saved', request: after };
  } catch (error) {
    if (isContention(error)) return { kind: 'contention' };
    const image = conflictImage(error);
    if (image === undefined) throw error;
    return refusedSave(image, writeId);
  }
}

async function saveTurn(
  tables: Tables,
  after: Request,
  written: readonly TransactItem[],
  writeId: string,
  turn: TurnGuard,
): Promise<Saved> {
  for (const guard of [guardOf, windowStart]) {
    // The guard comes last.
    const saved = await saveTogether(tables, after, [...written, guard(tables, after, turn)], writeId);
    if (!('index' in saved)) return saved;
    if (saved.index < written.length) return { kind: 'passkey_changed' };
    const refusal = guardRefusal(saved.item, after, turn);
    if (refusal !== null) return refusal;
  }
  return { kind: 'contention' };
}

/** This is not a transition. The revision stays, and the write requires it. */
async function rewriteCheck(tables: Tables, after: Request): Promise<boolean> {
  const { due_pk, due_at } = dueAttributes(after);
  const set = {
    journal: after.journal.map((record) => packRevision(record.entries)),
    ...(after.checkAtMs === null ? {} : { check_at: after.checkAtMs }),
    ...(due_at === null ? {} : { due_pk, due_at }),
  };
  const remove = [...(after.checkAtMs === null ? ['check_at'] : []), ...(due_at === null ? ['due_pk', 'due_at'] : [])];
  const assignments = Object.keys(set).map((name) => `${name} = :${name}`);
  const { written } = await updateOrLose(tables, requestKey(after.org, after.id), {
    UpdateExpression: `SET ${assignments.join(', ')}${remove.length === 0 ? '' : ` REMOVE ${remove.join(', ')}`}`,
    ConditionExpression: atRevision,
    ExpressionAttributeValues: {
      ':revision': after.revision,
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [`:${name}`, value])),
    },
  });
  return written;
}
