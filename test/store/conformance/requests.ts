/** Requests: creating, claiming, reporting and listing. */

import { InvalidCursor, writeCursor } from '../../../src/protocol/cursor';
import type { ActionId, ApiKeyId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { Envelope } from '../../../src/protocol/sealed-envelope';
import type { RequestStore } from '../../../src/service/request/ports';
import { type Caller, everyAction } from '../../../src/service/request/rules/caller';
import type { Request } from '../../../src/service/request/rules/request';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import { aLease, aRequest, at, claimId, createdAs, turnedBy } from '../../support/builders';
import { DIGEST, ENVELOPE } from '../../support/house';
import { tablesThrough } from '../../support/tables';
import type { Place } from './stores';

export function requestRules(place: Place): void {
  let store: RequestStore;
  let org: OrgId;
  beforeEach(() => {
    store = createRequestStore(place.tables());
    org = place.org();
  });

  const idOf = (n: number) => `req_${n.toString(16).padStart(24, '0')}` as RequestId;
  const open1 = (n = 1, createdAt = '12:00'): Request => ({ ...aRequest({ createdAt }), org, id: idOf(n) });
  const authorized = (n = 1, createdAt = '12:00'): Request => {
    const options = { createdAt, quorum: 1, executeWithinSeconds: 3600 };
    return { ...aRequest(options, turnedBy('op_bravo', '12:05')), org, id: idOf(n) };
  };
  const create = (request: Request, intent: Envelope | null = null) =>
    store.create(createdAs(request), intent, 'write_1');
  const load = async (n = 1) => (await store.load(org, idOf(n)))!;
  const recent = async (limit: number, cursor: string | null = null, more: object = {}) =>
    store.recent(org, { limit, cursor, ...more });
  const candidates = async (time: string) => {
    const found: RequestId[] = [];
    for await (const { id } of store.executableCandidates(everyAction(org), { nowMs: at(time), pageSize: 2 }))
      found.push(id);
    return found;
  };

  test('the request store gives back what was created, with its envelope, and nothing to another organization', async () => {
    expect(await create(authorized(), ENVELOPE)).toBe('created');
    const { request, intent } = await load();
    expect(request).toMatchObject({ org, id: idOf(1), state: 'succeeded', approvers: ['op_bravo'] });
    expect(intent).toEqual(ENVELOPE);
    expect(await store.load('org_nobody' as OrgId, idOf(1))).toBeNull();
    expect(await store.load(org, idOf(2))).toBeNull();
  });

  test('the request store creates an id once, with an intent or without', async () => {
    expect(await create(open1())).toBe('created');
    expect(await create({ ...open1(), summary: 'another' })).toBe('exists');
    expect(await create(open1(), ENVELOPE)).toBe('exists');
    expect((await load()).request.summary).toBeNull();
    const both = await Promise.all([create(open1(2), ENVELOPE), create(open1(2), ENVELOPE)]);
    expect(both.filter((one) => one === 'created')).toHaveLength(1);
  });

  test('the request store gives a claim to one of many, and answers the others with the winner', async () => {
    await create(authorized(), ENVELOPE);
    const digits = ['1', '2', '3', '4', '5'];
    const claims = await Promise.all(
      digits.map((digit) => store.claim(everyAction(org), idOf(1), aLease(digit, '12:06'))),
    );
    const winners = digits.filter((_digit, n) => claims[n]?.kind === 'written');
    expect(winners).toHaveLength(1);
    const winner = claimId(winners[0]!);
    expect((await load()).request).toMatchObject({ execution: { state: 'claimed', claimId: winner } });
    const losers = claims.filter((claim) => claim?.kind !== 'written');
    for (const loser of losers) expect(JSON.stringify(loser)).toContain(winner);
  });

  test('the request store gives a lapsed lease again at its end, and not a moment before', async () => {
    await create(authorized(), ENVELOPE);
    expect((await store.claim(everyAction(org), idOf(1), aLease('1', '12:06', 60)))?.kind).toBe('written');
    expect((await store.claim(everyAction(org), idOf(1), aLease('2', '12:06:59.999')))?.kind).not.toBe('written');
    expect((await store.claim(everyAction(org), idOf(1), aLease('3', '12:07')))?.kind).toBe('written');
  });

  test('the request store answers a claim and a report with the intent that the key check read, or reads one that it missed', async () => {
    const sealed = authorized();
    await create({ ...sealed, params: { ...sealed.params, intent: DIGEST } }, ENVELOPE);
    const read = { text: JSON.stringify({ ...ENVELOPE, ciphertext: 'as it was read' }) };
    const claimed = await store.claim(everyAction(org), idOf(1), aLease('1', '12:06'), read);
    expect(claimed).toMatchObject({ kind: 'written', intent: { ciphertext: 'as it was read' } });
    const report = { claimId: claimId('1'), status: 'succeeded', reference: null, error: null } as const;
    const reported = await store.report(org, idOf(1), report, {
      id: 'write_1',
      nowMs: at('12:07'),
      intent: { text: null },
    });
    expect(reported).toMatchObject({ kind: 'written', intent: ENVELOPE });
  });

  test('the request store takes one report, under the last claim', async () => {
    await create(authorized(), ENVELOPE);
    await store.claim(everyAction(org), idOf(1), aLease('1', '12:06', 60));
    await store.claim(everyAction(org), idOf(1), aLease('2', '12:07', 60));
    const report = (digit: string, status: 'succeeded' | 'failed') =>
      store.report(
        org,
        idOf(1),
        { claimId: claimId(digit), status, reference: 're_1', error: null },
        { id: `write_${digit}`, nowMs: at('12:08') },
      );
    expect((await report('1', 'succeeded'))?.kind).not.toBe('written');
    expect((await report('2', 'succeeded'))?.kind).toBe('written');
    expect((await report('2', 'failed'))?.kind).not.toBe('written');
    expect((await load()).request).toMatchObject({
      execution: { state: 'reported', status: 'succeeded', reference: 're_1' },
    });
  });

  test('the request store takes a signed report of this operation and this intent alone, and keeps its receipt', async () => {
    const intent = `sha256:${'1'.repeat(64)}`;
    const other = `sha256:${'2'.repeat(64)}`;
    const hostile = { 'my"intent': other, note: `,"intent":"${other}"`, z: ',' };
    const approved = authorized();
    const { operationHash } = approved;
    await create({ ...approved, params: { ...hostile, intent, zz: 'last' } }, ENVELOPE);
    await store.claim(everyAction(org), idOf(1), aLease('1', '12:06'));
    const key = 'key_000000000000000000000001' as ApiKeyId;
    const report = (ran: { operationHash: string; intent: string }) => {
      const told = { claimId: claimId('1'), status: 'succeeded', reference: null, error: null } as const;
      const receipt = { ...ran, signature: 'signed', key };
      return store.report(org, idOf(1), { ...told, receipt }, { id: 'write_1', nowMs: at('12:07') });
    };
    expect((await report({ operationHash, intent: other }))?.kind).toBe('conflict');
    expect((await report({ operationHash: other, intent }))?.kind).toBe('conflict');
    expect((await report({ operationHash, intent }))?.kind).toBe('written');
    const { request } = await load();
    expect(request).toMatchObject({ execution: { state: 'reported', receipt: { signature: 'signed', key } } });
    expect(request.journal.at(-1)!.entries[0]!.data).toMatchObject({ statement: expect.stringMatching(/^sha256:/) });
  });

  test('the request store lists the newest first, page by page, each once, between two instants, both included', async () => {
    for (const [n, time] of [
      [1, '12:00'],
      [2, '12:01'],
      [3, '12:02'],
      [4, '12:03'],
    ] as const)
      await create(open1(n, time));
    const first = await recent(3);
    const second = await recent(3, first.cursor);
    expect([first.ids, second.ids]).toEqual([[idOf(4), idOf(3), idOf(2)], [idOf(1)]]);
    expect((await recent(9, null, { sinceMs: at('12:01'), untilMs: at('12:02') })).ids).toEqual([idOf(3), idOf(2)]);
    expect((await recent(9, null, { requester: 'op_nobody' })).ids).toEqual([]);
    expect((await recent(9, null, { requester: 'op_alpha', action: 'deploy' })).ids).toHaveLength(4);
  });

  test('the request store counts the open requests of an action or of an API key that have not ended, by one query', async () => {
    const sent = (digit: string) => ({ keyId: `key_${digit.repeat(24)}`, quorum: null, executeWithinSeconds: null });
    await create({ ...open1(1), sent: sent('1') } as Request);
    await create({ ...open1(2), sent: sent('1'), action: 'other' } as Request);
    await create({ ...open1(3), sent: sent('2') } as Request);
    await create(authorized(4));
    await create({ ...open1(5), expiresAtMs: at('12:30') });
    const action = open1().action;
    expect(await store.countOpen(org, { action }, at('12:29:59.999'))).toBe(3);
    expect(await store.countOpen(org, { action }, at('12:30'))).toBe(2);
    expect(await store.countOpen(org, { keyId: sent('1').keyId as ApiKeyId }, at('12:30'))).toBe(2);
    expect(await store.countOpen('org_nobody' as OrgId, { action }, at('12:30'))).toBe(0);
    const sends: unknown[] = [];
    const partial = tablesThrough(place.tables(), async ({ input }, pass) => {
      sends.push(input);
      return { ...(await pass()), LastEvaluatedKey: { pk: 'more' } };
    });
    const full = createRequestStore(partial);
    expect(await full.countOpen(org, { action }, at('12:30'))).toBeNull();
    expect(sends).toHaveLength(1);
  });

  test('the request store says of an open request who was asked and when it ends, also after a key was turned', async () => {
    await create(open1(1));
    const turned = aRequest({ mode: 'coincident', createdAt: '12:02' }, turnedBy('op_alpha', '12:05'));
    await create({ ...turned, org, id: idOf(2) });
    const entries = [];
    for await (const entry of store.openEntries(org)) entries.push(entry);
    const { action, createdAtMs, expiresAtMs, seats } = open1(1);
    const asked = seats.map(({ operator }) => operator);
    expect(entries).toEqual([
      { id: idOf(1), action, asked, createdAtMs, expiresAtMs },
      { id: idOf(2), action, asked, createdAtMs: at('12:02'), expiresAtMs: at('13:02') },
    ]);
  });

  test('the request store gives the newest requests with their actions, how many were looked at, and how far back', async () => {
    for (const n of [1, 2, 3, 4]) await create(open1(n, `12:0${n}`));
    const first = await recent(3);
    expect(first).toMatchObject({ looked: 3, backToMs: at('12:02') });
    expect(first.entries[0]).toEqual({
      id: idOf(4),
      action: 'deploy',
      createdAtMs: at('12:04'),
      cursor: expect.any(String),
    });
    expect((await recent(9, first.entries[1]!.cursor)).ids).toEqual([idOf(2), idOf(1)]);
    expect(await recent(9, first.cursor)).toMatchObject({ ids: [idOf(1)], looked: 1, cursor: null, backToMs: null });
    expect(await recent(3, null, { requester: 'op_nobody' })).toMatchObject({ ids: [], looked: 3 });
  });

  test('the request store loads many requests with a late read as with a consistent one', async () => {
    for (const n of [1, 2, 3]) await create(open1(n));
    const ids = [idOf(3), idOf(9), idOf(1)];
    const sorted = (requests: Request[]) => requests.sort((a, b) => (a.id < b.id ? -1 : 1));
    const glanced = sorted(await store.glanceMany(org, ids));
    expect(glanced.map(({ id }) => id)).toEqual([idOf(1), idOf(3)]);
    expect(glanced).toEqual(sorted(await store.loadMany(org, ids)));
  });

  test('the request store asks each index once for a page, and refuses a cursor that comes from no list', async () => {
    await create(open1(1));
    const sent: unknown[] = [];
    const tables = tablesThrough(place.tables(), ({ input }, pass) => {
      sent.push([input.IndexName, input.Limit]);
      return pass();
    });
    const watched = createRequestStore(tables);
    const listed = { nowMs: at('12:06'), pageSize: 5 };
    await watched.recent(org, { limit: 5, cursor: null });
    for await (const _ of watched.openEntries(org));
    for await (const _ of watched.executableCandidates(everyAction(org), listed));
    for await (const _ of watched.executableCandidates({ org, actions: [open1().action] }, listed));
    expect(sent).toEqual([
      // One more than the page, so that the last page has no cursor.
      ['recent', 6],
      ['work', undefined],
      ['work', undefined],
      ['work', 5],
      // A filter leaves entries out after they were read, so a limit would end each query early.
      ['work', undefined],
      ['work', undefined],
    ]);
    const forged = ['x', ...[[], [at('12:00'), 'a'], ['a', 'b', 'c']].map((made) => writeCursor(made))];
    for (const cursor of forged) await expect(recent(2, cursor)).rejects.toBeInstanceOf(InvalidCursor);
  });

  test('the request store names what may be executed, the oldest first, and what was claimed again once its lease is over', async () => {
    await create(authorized(1, '12:00'), ENVELOPE);
    await create(authorized(2, '12:01'), ENVELOPE);
    await create(authorized(3, '12:02'), ENVELOPE);
    await create(open1(4, '12:03'));
    await store.claim(everyAction(org), idOf(2), aLease('1', '12:06', 60));
    expect(await candidates('12:06:30')).toEqual([idOf(1), idOf(3)]);
    expect(await candidates('12:07')).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('the request store continues a list after its last entry, also when that entry has left the list since', async () => {
    for (const n of [1, 2, 3, 4]) await create(authorized(n, `12:0${n}`), ENVELOPE);
    const found: RequestId[] = [];
    for await (const { id } of store.executableCandidates(everyAction(org), { nowMs: at('12:06'), pageSize: 2 })) {
      found.push(id);
      if (id === idOf(2)) await store.claim(everyAction(org), id, aLease('1', '12:06'));
    }
    expect(found).toEqual([idOf(1), idOf(2), idOf(3), idOf(4)]);
  });

  describe('for a caller that is limited to actions', () => {
    const others = Array.from({ length: 20 }, (_, n) => `other_${n}` as ActionId);
    const own = open1().action;
    const limitedTo = (...actions: ActionId[]): Caller => ({ org, actions });
    const another = (n: number, createdAt?: string): Request => ({ ...authorized(n, createdAt), action: others[0]! });

    test('the request store gives a claim only of these actions, wherever in the list they are, and writes nothing else', async () => {
      for (const n of [1, 2, 3]) await create(authorized(n), ENVELOPE);
      const before = await load();
      for (const actions of [others.slice(0, 1), others, [`${own}.too` as ActionId]]) {
        expect(await store.claim(limitedTo(...actions), idOf(1), aLease('1', '12:06'))).toMatchObject({
          kind: 'conflict',
        });
      }
      expect(await load()).toEqual(before);
      expect(await store.claim(limitedTo(...others), idOf(9), aLease('1', '12:06'))).toBeNull();
      const allowed = [[own], [own, ...others.slice(0, 19)], [...others.slice(0, 19), own]];
      for (const [index, actions] of allowed.entries()) {
        const claimed = await store.claim(limitedTo(...actions), idOf(index + 1), aLease('1', '12:06'));
        expect(claimed).toMatchObject({ kind: 'written', request: { execution: { state: 'claimed' } } });
      }
    });

    test('the request store names only requests of these actions, also those whose lease is over', async () => {
      for (const [n, request] of [authorized, another, authorized, another].entries())
        await create(request(n + 1, `12:0${n}`), ENVELOPE);
      for (const n of [3, 4]) await store.claim(everyAction(org), idOf(n), aLease('1', '12:06', 60));
      const named = async (...actions: ActionId[]) => {
        const found: RequestId[] = [];
        const query = { nowMs: at('12:08'), pageSize: 1 };
        for await (const { id } of store.executableCandidates(limitedTo(...actions), query)) found.push(id);
        return found;
      };
      expect(await named(own)).toEqual([idOf(1), idOf(3)]);
      expect(await named(others[0]!)).toEqual([idOf(2), idOf(4)]);
      expect(await named(...others.slice(0, 19), own)).toEqual([idOf(1), idOf(2), idOf(3), idOf(4)]);
      expect(await named(others[1]!)).toEqual([]);
    });
  });

  test('the request store names a request once that is claimed between the two queries, under a lease that is over already', async () => {
    await create(authorized(1, '12:00'), ENVELOPE);
    await create(authorized(2, '12:01'), ENVELOPE);
    let claimed = (): void => undefined;
    const afterTheClaim = new Promise<void>((resolve) => {
      claimed = resolve;
    });
    const tables = tablesThrough(place.tables(), async ({ input }, pass) => {
      if (JSON.stringify(input.ExpressionAttributeValues).includes('LEASED')) await afterTheClaim;
      const answer = await pass();
      await store.claim(everyAction(org), idOf(1), aLease('1', '12:06', 60));
      claimed();
      return answer;
    });
    const between = createRequestStore(tables);
    const found: RequestId[] = [];
    for await (const { id } of between.executableCandidates(everyAction(org), { nowMs: at('12:08'), pageSize: 5 }))
      found.push(id);
    expect(found).toEqual([idOf(1), idOf(2)]);
  });
}
