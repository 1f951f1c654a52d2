/** What claims, reports and checks write: exactly what the rules of the core say about the same request. */

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requestKey } from '../../../src/adapters/dynamodb/keys';
import { SERVICE } from '../../../src/protocol/actor';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import { claimIntent, judgeReport } from '../../../src/service/execution/rules/claim';
import type { RequestStore } from '../../../src/service/request/ports';
import { everyAction } from '../../../src/service/request/rules/caller';
import { REQUEST_FORM } from '../../../src/service/request/rules/fields';
import { type RunReport, sealChange, unchanged } from '../../../src/service/request/rules/journal';
import { CHECK_AFTER_MS } from '../../../src/service/request/rules/limits';
import type { Authorized, Request } from '../../../src/service/request/rules/request';
import { toRequestItem } from '../../../src/service/request/store/request-conversion';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import {
  accepted,
  aLease,
  aRequest,
  at,
  claimedWith,
  claimId,
  createdAs,
  handedOver,
  refusedBy,
  reportedWith,
  type Step,
  turnedBy,
} from '../../support/builders';
import { DIGEST, ENVELOPE } from '../../support/house';
import type { Place } from './stores';

/** Authorized at 12:05. The intent may be claimed until 13:05. */
const authorized = (...steps: readonly Step[]) =>
  aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_bravo', '12:05'), ...steps) as Authorized;
const handed = () => {
  const options = { quorum: 1, executeWithinSeconds: 3600, integration: 'bank' };
  return aRequest(options, turnedBy('op_bravo', '12:05'), handedOver('12:05'));
};

export function requestWriteRules(place: Place): void {
  let store: RequestStore;
  let org: OrgId;
  beforeEach(() => {
    store = createRequestStore(place.tables());
    org = place.org();
  });

  const idOf = (n: number) => `req_${n.toString(16).padStart(24, '0')}` as RequestId;
  const created = async (request: Request, n = 1): Promise<Request> => {
    const own = { ...request, org, id: idOf(n) };
    expect(await store.create(createdAs(own), null, 'write_1')).toBe('created');
    return (await store.load(org, own.id))!.request;
  };
  const itemOf = async (n = 1) => {
    const { client, main: TableName } = place.tables();
    return (await client.send(new GetCommand({ TableName, Key: requestKey(org, idOf(n)), ConsistentRead: true }))).Item;
  };

  test.each([
    ['for the first time', authorized(), '12:06'],
    ['again after its lease', authorized(claimedWith('1', '12:06', 60)), '12:07'],
    ['at the end of its window', authorized(), '13:05'],
    ['while its integration runs', handed(), '12:05:01'],
  ])('a claim %s writes what the claim of the core writes', async (_, request, time) => {
    const before = await created(request);
    const lease = aLease('2', time, 90);
    const expected = sealChange(accepted(claimIntent(before, lease)), lease.claimId);
    expect(await store.claim(everyAction(org), idOf(1), lease)).toEqual({
      kind: 'written',
      request: expected,
      intent: null,
    });
    expect(await itemOf()).toEqual(toRequestItem(expected));
  });

  test.each<[string, Request, string]>([
    ['is open', aRequest({ executeWithinSeconds: 3600 }), '12:06'],
    ['was denied', aRequest({ quorum: 1, executeWithinSeconds: 3600 }, refusedBy('op_bravo', '12:05')), '12:06'],
    ['has no intent', aRequest({ quorum: 1 }, turnedBy('op_bravo', '12:05')), '12:06'],
    ['has failed', { ...authorized(), state: 'failed', endedAtMs: at('12:05') } as Request, '12:06'],
    ['is claimed', authorized(claimedWith('1', '12:06', 60)), '12:06:59.999'],
    ['was reported', authorized(claimedWith('1', '12:06', 60), reportedWith('1', '12:06:30')), '12:08'],
    ['has passed its window', authorized(), '13:05:00.001'],
    ['has passed the time of its integration', handed(), '13:00'],
    ['was written later than the claim', authorized(), '12:04:59.999'],
    ['belongs to a newer form', { ...authorized(), minForm: REQUEST_FORM + 1 }, '12:06'],
  ])('no claim is given of a request that %s, and nothing is written', async (_, request, time) => {
    const integrationUntilMs = 'integrationUntilMs' in request ? { integrationUntilMs: at('13:00') } : {};
    const before = await created({ ...request, ...integrationUntilMs } as Request);
    const item = await itemOf();
    const claim = await store.claim(everyAction(org), idOf(1), aLease('2', time));
    expect(claim).toEqual({ kind: 'conflict', current: before, intent: null });
    expect(await itemOf()).toEqual(item);
    expect(await store.claim(everyAction(org), idOf(2), aLease('2', time))).toBeNull();
  });

  test('a claim of a request of this form is given', async () => {
    await created({ ...authorized(), minForm: REQUEST_FORM });
    expect(await store.claim(everyAction(org), idOf(1), aLease('2', '12:06'))).toMatchObject({ kind: 'written' });
  });

  test.each<[string, Partial<RunReport>]>([
    ['that succeeded', {}],
    ['that succeeded, with a reference', { reference: 're_1' }],
    ['that failed, with an error', { status: 'failed', error: 'refused' }],
    ['that failed, with both', { status: 'failed', reference: 're_1', error: 'refused' }],
  ])('a report %s writes what the report of the core writes', async (_, told) => {
    const before = await created(authorized(claimedWith('1', '12:06', 60)));
    const report = { claimId: claimId('1'), status: 'succeeded', reference: null, error: null, ...told } as const;
    const expected = sealChange(accepted(judgeReport(before, report, at('12:08'))), 'write_2');
    expect(expected.checkAtMs).toBe(at('12:08') + CHECK_AFTER_MS);
    const written = await store.report(org, idOf(1), report, { id: 'write_2', nowMs: at('12:08') });
    expect(written).toEqual({ kind: 'written', request: expected, intent: null });
    expect(await itemOf()).toEqual(toRequestItem(expected));
  });

  test('a report is not taken without a claim, under another claim, or from before the last write', async () => {
    const report = { claimId: claimId('1'), status: 'succeeded', reference: null, error: null } as const;
    const told = (n: number, time: string) => store.report(org, idOf(n), report, { id: 'write_2', nowMs: at(time) });
    const cases = [authorized(), authorized(claimedWith('2', '12:06')), authorized(claimedWith('1', '12:06'))];
    for (const [n, request] of cases.entries()) {
      const current = await created(request, n);
      expect(await told(n, '12:05:59.999')).toEqual({ kind: 'conflict', current, intent: null });
    }
    expect(await told(9, '12:07')).toBeNull();
    expect(await told(2, '12:06')).toMatchObject({ kind: 'written' });
  });

  test('an item without a journal gets one with its next claim and its next report', async () => {
    await created(authorized());
    const { client, main: TableName } = place.tables();
    const withoutJournal = new UpdateCommand({
      TableName,
      Key: requestKey(org, idOf(1)),
      UpdateExpression: 'REMOVE journal',
    });
    const kinds = async () => (await store.load(org, idOf(1)))!.request.journal.map(({ entries }) => entries[0]?.kind);
    await client.send(withoutJournal);
    await store.claim(everyAction(org), idOf(1), aLease('1', '12:06'));
    expect(await kinds()).toEqual(['intent.claimed']);
    await client.send(withoutJournal);
    const report = { claimId: claimId('1'), status: 'succeeded', reference: null, error: null } as const;
    await store.report(org, idOf(1), report, { id: 'write_2', nowMs: at('12:07') });
    expect(await kinds()).toEqual(['intent.reported']);
  });

  test('a check that is complete takes the journal and the check off, and keeps the deadlines and the revision', async () => {
    const entries = [{ kind: 'request.notified', atMs: at('12:00'), ...SERVICE }] as const;
    for (const [n, request] of [
      aRequest(),
      aRequest({ quorum: 1 }, refusedBy('op_bravo', '12:05')),
      authorized(),
    ].entries()) {
      await store.create(createdAs({ ...request, org, id: idOf(n) }, entries), null, 'write_1');
      const { request: before } = (await store.load(org, idOf(n)))!;
      expect(before.checkAtMs).toBe(request.updatedAtMs + CHECK_AFTER_MS);
      expect(await store.completeCheck({ ...before, revision: before.revision + 1 })).toBe(false);
      expect(await itemOf(n)).toEqual(toRequestItem(before));
      expect(await store.completeCheck(before)).toBe(true);
      expect(await itemOf(n)).toEqual(toRequestItem({ ...before, checkAtMs: null, journal: [] }));
    }
  });

  test('a check is put off, or off for ever, at the revision that was read alone, and its journal stays', async () => {
    const entries = [{ kind: 'request.notified', atMs: at('12:00'), ...SERVICE }] as const;
    const request = aRequest({ quorum: 1 }, refusedBy('op_bravo', '12:05'));
    await store.create(createdAs({ ...request, org, id: idOf(1) }, entries), null, 'write_1');
    const before = (await store.load(org, idOf(1)))!.request;
    await store.postponeCheck({ ...before, revision: before.revision + 1 }, at('14:00'));
    expect(await itemOf()).toEqual(toRequestItem(before));
    for (const checkAtMs of [at('14:00'), null]) {
      await store.postponeCheck(before, checkAtMs);
      expect(await itemOf()).toEqual(toRequestItem({ ...before, checkAtMs }));
    }
  });

  test('the first request with an intent is found by the digest of the intent, in its own organization', async () => {
    const put = (n: number, createdAt: string, intent = DIGEST, of = org) => {
      const request = { ...aRequest({ createdAt, params: { intent } }), org: of, id: idOf(n) };
      return store.create(unchanged(request), ENVELOPE, 'write_1');
    };
    expect(await store.firstWithDigest(org, DIGEST)).toBeNull();
    await put(1, '12:02');
    await put(2, '12:01');
    await put(3, '12:00', `sha256:${'0'.repeat(64)}`);
    await put(4, '12:00', DIGEST, `${org}_other` as OrgId);
    expect(await store.firstWithDigest(org, DIGEST)).toBe(idOf(2));
  });

  test('requests are read together, with their intents or without, and those that do not exist are left out', async () => {
    const [one, two] = [await created(aRequest(), 1), { ...aRequest(), org, id: idOf(2) }];
    await store.create(unchanged(two), ENVELOPE, 'write_1');
    const ids = [1, 2, 3].map(idOf);
    const sealed = { ...two, revision: 2, journal: [{ revision: 2, entries: [] }] };
    const inOrder = <T>(items: readonly T[], of: (item: T) => Request) =>
      [...items].sort((a, b) => (of(a).id < of(b).id ? -1 : 1));
    expect(inOrder(await store.loadMany(org, ids), (item) => item)).toEqual([one, sealed]);
    expect(inOrder(await store.hydrate(org, ids), ({ request }) => request)).toEqual([
      { request: one, intent: null },
      { request: sealed, intent: ENVELOPE },
    ]);
    expect(await store.hydrate('org_nobody' as OrgId, ids)).toEqual([]);
  });

  test('open requests are named, the oldest first, and no others', async () => {
    await created(aRequest({ createdAt: '12:02' }), 1);
    await created(aRequest({ createdAt: '12:01' }), 2);
    await created(aRequest({ quorum: 2 }, turnedBy('op_bravo')), 3);
    await created(authorized(), 4);
    const ids: RequestId[] = [];
    for await (const { id } of store.openEntries(org)) ids.push(id);
    expect(ids).toEqual([3, 2, 1].map(idOf));
  });

  test('what may be executed is named in the order of creation, whenever its lease ended', async () => {
    const atTime = (createdAt: string, ...steps: readonly Step[]) =>
      aRequest({ createdAt, quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_bravo', '12:05'), ...steps);
    await created(atTime('12:01', claimedWith('1', '12:06', 120)), 1);
    await created(atTime('12:00', claimedWith('2', '12:06', 180)), 2);
    await created(atTime('12:02'), 3);
    await created(atTime('12:02', claimedWith('3', '12:06', 60)), 4);
    await created(atTime('12:04', claimedWith('4', '12:06', 60)), 5);
    await created(atTime('12:03'), 6);
    const named = async (time: string) => {
      const ids: RequestId[] = [];
      for await (const { id } of store.executableCandidates(everyAction(org), { nowMs: at(time), pageSize: 1 }))
        ids.push(id);
      return ids;
    };
    expect(await named('12:09')).toEqual([2, 1, 4, 3, 6, 5].map(idOf));
    expect(await named('12:08:59.999')).toEqual([1, 4, 3, 6, 5].map(idOf));
    expect(await named('12:06')).toEqual([3, 6].map(idOf));
  });
}
