/**
 * Finds the requests that ran or were stopped after the point, in the lost table and its chains, and makes sure that none
 * of them can run again (src/service/execution/rules/restored.ts). Nothing else in the restored table is changed.
 */
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { batchGet } from '../../src/adapters/dynamodb/items';
import {
  CONFIG_PREFIX,
  DELIVERY_SK,
  deliveryKey,
  intentKey,
  REQUEST_SK,
  requestKey,
} from '../../src/adapters/dynamodb/keys';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { abandoned, begunWorkOf, neverAgain, ranSince } from '../../src/service/execution/rules/restored';
import { isAdministrative } from '../../src/service/request/rules/administrative';
import { sealChange } from '../../src/service/request/rules/journal';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { fromRequestItem, toRequestItem } from '../../src/service/request/store/request-conversion';
import { createRequestStore } from '../../src/service/request/store/request-store';
import type { Named } from './contents';
import { SKEW_MS } from './copy';
import { type Item, type Sought, sideBySide, survey } from './survey';

export interface EffectsInput {
  readonly restored: Tables;
  readonly source: Tables;
  /** Where the restored table is. */
  readonly at: Date;
  /** Entries of each organization after the point, in the lost chain or in the restored one. */
  readonly later: readonly (readonly [org: string, entries: readonly AuditEntry[]])[];
  readonly nowMs: number;
  readonly log: (line: string) => void;
}

/** What the chain records of a run. A request without an integration has succeeded at its verdict, and ran nothing. */
const RAN = /^intent\.(claimed|reported)$/;
const CALLED = 'request.succeeded';

/** Whether an entry says that something ran, or was stopped. */
export const isEffect = (entry: AuditEntry): boolean => RAN.test(entry.kind) || entry.kind === CALLED || isStop(entry);
/** Nothing of it may begin again. */
const isStop = ({ kind, actor_kind }: Pick<AuditEntry, 'kind' | 'actor_kind'>): boolean =>
  kind === 'intent.stopped' || (kind === 'request.aborted' && actor_kind === 'program');

type How = 'ran' | 'was stopped';

class Found {
  private readonly all = new Map<string, Named & { readonly how: How }>();

  add(org: string, id: string, how: How): void {
    const name = `${org} ${id}`;
    if (how === 'ran' || !this.all.has(name)) this.all.set(name, { org: org as OrgId, id: id as RequestId, how });
  }

  list = () => [...this.all.values()];
}

/** Returns how many requests were changed. A repeated run changes nothing. */
export async function endWhatRan(input: EffectsInput): Promise<number> {
  return endFound(input, await whatRan(input));
}

export interface Ran {
  readonly ran: readonly (Named & { readonly how: How })[];
  /** The organizations of the lost table. */
  readonly orgs: ReadonlySet<string>;
}

/** Reads the lost table once. */
export async function whatRan({
  restored,
  source,
  at,
}: Pick<EffectsInput, 'restored' | 'source' | 'at'>): Promise<Ran> {
  const [found, orgs] = [new Found(), new Set<string>()];
  const itemsThen = async (keys: readonly Parameters<typeof batchGet>[1][number][]) =>
    new Map((await batchGet(restored, keys)).map((item) => [item.pk as string, item]));
  await survey(source, soughtSince(at.getTime() - SKEW_MS), async (items) => {
    const requests = items.filter(({ sk }) => sk === REQUEST_SK).map((item) => fromRequestItem(item as never));
    const calls = items.filter(({ sk }) => sk === DELIVERY_SK);
    for (const { pk, sk } of items) if ((sk as string).startsWith(CONFIG_PREFIX.operator)) orgs.add(pk as string);
    const then = await itemsThen([
      ...requests.map(({ org, id }) => requestKey(org, id)),
      ...calls.map(({ org, id }) => deliveryKey(org as string, id as string)),
    ]);
    for (const lost of requests) {
      const item = then.get(requestKey(lost.org, lost.id).pk);
      const [before, now] = [
        begunWorkOf(item === undefined ? null : fromRequestItem(item as never), null),
        begunWorkOf(lost, null),
      ];
      if (ranSince(before, now))
        found.add(lost.org, lost.id, ranSince(before, { ...now, isStopped: false }) ? 'ran' : 'was stopped');
    }
    for (const call of calls) {
      const [before, now] = [begunWorkOf(null, callOf(then.get(call.pk as string))), begunWorkOf(null, callOf(call))];
      if (ranSince(before, now)) found.add(call.org as string, call.request_id as string, 'ran');
    }
  });
  return { ran: found.list(), orgs };
}

/** A call can be made until the end of the integration's window. */
const soughtSince = (sinceMs: number): Sought => ({
  where:
    'begins_with(sk, :operator) OR (sk = :request AND updated_at >= :since) OR (sk = :delivery AND receiver = :integration AND #until >= :since)',
  names: { '#until': 'until' },
  values: {
    ':operator': CONFIG_PREFIX.operator,
    ':request': REQUEST_SK,
    ':delivery': DELIVERY_SK,
    ':integration': 'integration',
    ':since': sinceMs,
  },
});

/** Differs if an attempt was begun, held or ended. */
const callOf = (item: Item | undefined): string | null =>
  item === undefined ? null : JSON.stringify([item.attempts, item.state, item.try_until ?? null]);

/** What the lost table shows, and what chains record. */
export async function endFound(input: EffectsInput, { ran }: Pick<Ran, 'ran'>): Promise<number> {
  const found = new Found();
  for (const { org, id, how } of ran) found.add(org, id, how);
  const [before, after] = [createRequestStore(input.restored), createRequestStore(input.source)];
  const hasCall = async (org: string, id: string) => {
    const [one, other] = await Promise.all([
      before.load(org as OrgId, id as RequestId),
      after.load(org as OrgId, id as RequestId),
    ]);
    const request = one?.request ?? other?.request;
    return request !== undefined && request.policy.integration !== null && !isAdministrative(request);
  };
  for (const [org, entries] of input.later)
    await sideBySide(entries, async (entry) => {
      const { kind, subject } = entry;
      if (isStop(entry)) found.add(org, subject, 'was stopped');
      if (RAN.test(kind) || (kind === CALLED && (await hasCall(org, subject)))) found.add(org, subject, 'ran');
    });
  const ended = await sideBySide(found.list(), async ({ org, id, how }) => {
    const what = await end(input, org, id);
    if (what !== null) input.log(`${org}: ${id} ${how} after the point: ${what}`);
    return what !== null;
  });
  return ended.filter(Boolean).length;
}

async function end(
  { restored, source, nowMs }: Pick<EffectsInput, 'restored' | 'nowMs'> & { readonly source: Tables | null },
  org: OrgId,
  id: RequestId,
): Promise<string | null> {
  const store = createRequestStore(restored);
  const found = await store.load(org, id);
  if (found === null)
    return source === null ? null : comeBackAborted(restored, await createRequestStore(source).load(org, id), nowMs);
  const change = neverAgain(found.request, Math.max(nowMs, found.request.updatedAtMs));
  if (change.entries.length === 0) return null;
  const saved = await store.save(change, WRITE_ID);
  if (saved.kind !== 'saved')
    throw new Error(`${org}: something else writes to the restored table. Restore again under another --suffix.`);
  return isOpen(found.request) ? 'aborted' : 'its window is closed';
}

/**
 * Without the lost table, it is not known what ran after the point. So every request that could have run is ended: open
 * requests are aborted, and open windows are closed. Returns how many there were.
 */
export async function endAll(restored: Tables, live: readonly Named[], nowMs: number): Promise<number> {
  const ended = await sideBySide(live, ({ org, id }) => end({ restored, source: null, nowMs }, org, id));
  return ended.filter((what) => what !== null).length;
}

/** A backup is item by item: it can have a request that was made at its time, and not the intent of it. */
export async function endTorn(input: EffectsInput, torn: readonly Named[]): Promise<number> {
  const ended = await sideBySide(torn, async ({ org, id }) => {
    const what = await end(input, org, id);
    if (what !== null) input.log(`${org}: the backup has ${id} without its intent: ${what}`);
    return what !== null;
  });
  return ended.filter(Boolean).length;
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
