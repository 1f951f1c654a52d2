/** The transient table: sessions, sign-in links and the count of refused attempts; and the due index of the main one. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createPeerLimiter, createSessionStore } from '../../src/adapters/dynamodb/access/session-store';
import { createCallMeter } from '../../src/adapters/dynamodb/call-meter';
import { callsPk, mailboxPk, peerPk, sessionPk, signInPk } from '../../src/adapters/dynamodb/keys';
import { createMailbox } from '../../src/adapters/dynamodb/notice/mailbox-store';
import { createDueStore } from '../../src/adapters/dynamodb/transport/due-store';
import type { ReceivedPost } from '../../src/app/ports';
import type { LocalTables } from '../../src/local/tables';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { PERMIT } from '../support/permit';
import { MEMORY_ALONE, openTestTables } from '../support/tables';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR_S = 3600;
const ORG = 'org_transient' as OrgId;
const BRAVO = 'op_bravo' as OperatorId;
const LINK = { org: ORG, operator: BRAVO, accessEpoch: 2, browserHash: null };

describe('what is kept for a while', () => {
  let database: LocalTables;
  beforeAll(async () => {
    database = await openTestTables();
  });
  afterAll(() => database?.stop());
  const itemOf = async (pk: string) => {
    const { client, transient } = database.tables;
    return (await client.send(new GetCommand({ TableName: transient, Key: { pk } }))).Item;
  };
  const sessions = () => createSessionStore(database.tables);
  const aSession = (id: string, expiresAtMs = NOON + 1000, operator = BRAVO) => ({
    org: ORG,
    operator,
    id,
    accessEpoch: 2,
    began: 'link' as const,
    createdAtMs: NOON,
    expiresAtMs,
  });

  test('the table removes a temporary item an hour after its end, which the table counts in seconds', async () => {
    const ends = NOON + 500;
    await sessions().create('h1', aSession('ses_ttl', ends));
    await sessions().createSignInLink('h2', LINK, ends, PERMIT);
    await createPeerLimiter(database.tables).refused('192.0.2.1', NOON);
    expect((await itemOf(sessionPk('h1')))!.ttl).toBe(NOON / 1000 + 1 + HOUR_S);
    expect((await itemOf(signInPk('h2')))!.ttl).toBe(NOON / 1000 + 1 + HOUR_S);
    expect((await itemOf(peerPk('192.0.2.1')))!.ttl).toBe(NOON / 1000 + 300 + HOUR_S);
  });

  test('a session is found until its last millisecond, and not at its end', async () => {
    await sessions().create('h3', aSession('ses_3', NOON + 1000));
    expect(await sessions().find('h3', NOON + 999)).toEqual(aSession('ses_3', NOON + 1000));
    expect(await sessions().find('h3', NOON + 1000)).toBeNull();
    expect(await sessions().find('none', NOON)).toBeNull();
  });

  test('a session is listed and revoked for its own operator alone', async () => {
    const store = sessions();
    const charlie = 'op_charlie' as OperatorId;
    await store.create('h4', aSession('ses_4', NOON + 9000, charlie));
    await store.create('h5', aSession('ses_5', NOON + 1, charlie));
    expect((await store.list(ORG, charlie, NOON)).map(({ id }) => id).sort()).toEqual(['ses_4', 'ses_5']);
    expect((await store.list(ORG, charlie, NOON + 1)).map(({ id }) => id)).toEqual(['ses_4']);
    expect(await store.list('org_other' as OrgId, charlie, NOON)).toEqual([]);
    expect(await store.revoke(ORG, BRAVO, 'ses_4')).toBe(false);
    expect(await store.revoke('org_other' as OrgId, charlie, 'ses_4')).toBe(false);
    expect(await store.find('h4', NOON)).not.toBeNull();
    expect(await store.revoke(ORG, charlie, 'ses_4')).toBe(true);
    expect(await store.find('h4', NOON)).toBeNull();
    expect(await store.revoke(ORG, charlie, 'ses_4')).toBe(false);
  });

  test('a sign-in link is used once, and not at its end', async () => {
    await sessions().createSignInLink('l1', LINK, NOON + 1000, PERMIT);
    await sessions().createSignInLink('l2', LINK, NOON + 1000, PERMIT);
    expect(await sessions().spendSignInLink('l1', null, NOON + 1000)).toBeNull();
    const both = await Promise.all([1, 2].map(() => sessions().spendSignInLink('l2', null, NOON + 999)));
    expect(both.filter((one) => one !== null)).toEqual([LINK]);
    expect(await sessions().spendSignInLink('l2', null, NOON)).toBeNull();
  });

  test('refused attempts of a peer are counted to 20 in five minutes from the first, and the peer then waits for their end', async () => {
    const limiter = createPeerLimiter(database.tables);
    const refused = (nowMs: number, peer = '192.0.2.2') => limiter.refused(peer, nowMs);
    for (let n = 1; n <= 20; n++) expect(await refused(NOON + n)).toBeNull();
    expect(await refused(NOON + 100)).toBe(300);
    expect(await refused(NOON + 60_001)).toBe(240);
    expect(await refused(NOON + 300_000)).toBe(1);
    expect(await refused(NOON + 60_001, '192.0.2.3')).toBeNull();
    // The next window begins when the first ends, and its count starts at zero.
    for (let n = 1; n <= 20; n++) expect(await refused(NOON + 300_001)).toBeNull();
    expect(await refused(NOON + 300_001)).toBe(300);
  });

  // The tables in memory do not know the expressions of these two stores.
  const testOnDatabase = MEMORY_ALONE ? test.skip : test;

  testOnDatabase(
    'a mailbox of the canary keeps the first five posts until ten minutes after the last of them',
    async () => {
      const { keep, posts } = createMailbox(database.tables);
      const post = (n: number): ReceivedPost => ({ headers: { n: String(n) }, body: '{}' });
      expect(await posts('m', NOON)).toEqual([]);
      const kept: string[] = [];
      for (let n = 1; n <= 6; n++) kept.push(await keep('m', post(n), NOON + n));
      expect(kept).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'full']);
      const ends = NOON + 5 + 600_000;
      expect(await posts('m', ends - 1)).toEqual([1, 2, 3, 4, 5].map(post));
      expect(await posts('m', ends)).toEqual([]);
      expect(await posts('other', NOON)).toEqual([]);
      expect((await itemOf(mailboxPk('m')))!.ttl).toBe(Math.ceil(ends / 1000));
    },
  );

  testOnDatabase(
    'the calls of an organization are counted for each window, and removed a minute after its end',
    async () => {
      const { count } = createCallMeter(database.tables);
      const other = 'org_other' as OrgId;
      const counted = [
        await count(ORG, NOON),
        await count(ORG, NOON),
        await count(other, NOON),
        await count(ORG, NOON + 1),
      ];
      expect(counted).toEqual([1, 2, 1, 1]);
      expect((await itemOf(callsPk(ORG, NOON)))!.ttl).toBe(NOON / 1000 + 60);
      expect((await itemOf(callsPk(ORG, NOON + 1)))!.ttl).toBe(NOON / 1000 + 1 + 60);
    },
  );
});

describe('the due index', () => {
  let database: LocalTables;
  beforeAll(async () => {
    database = await openTestTables();
  });
  afterAll(() => database?.stop());
  const put = (sk: string, dueAtMs: number, shard = 0) =>
    database.tables.client.send(
      new PutCommand({
        TableName: database.tables.main,
        Item: { pk: 'org_due', sk, due_pk: `DUE#${shard}`, due_at: dueAtMs, revision: 3, journal: ['x'] },
      }),
    );
  const due = async (untilMs: number, shard = 0) =>
    (await createDueStore(database.tables).due(shard, untilMs, 10, null)).items;
  const names = (items: Awaited<ReturnType<typeof due>>) => items.map((item) => JSON.stringify(item));

  test('the due index lists what is due by now, the earliest first, page by page', async () => {
    await put('b', NOON + 2);
    await put('a', NOON + 1);
    await put('c', NOON + 3);
    await put('elsewhere', NOON, 1);
    expect((await due(NOON)).length).toBe(0);
    expect((await due(NOON + 2)).map(({ dueAtMs }) => dueAtMs)).toEqual([NOON + 1, NOON + 2]);
    const store = createDueStore(database.tables);
    const seen: number[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page = await store.due(0, NOON + 3, 2, cursor);
      seen.push(...page.items.map(({ dueAtMs }) => dueAtMs));
      cursor = page.cursor;
      pages++;
    } while (cursor !== null);
    expect(seen).toEqual([NOON + 1, NOON + 2, NOON + 3]);
    expect(pages).toBeGreaterThan(1);
  });

  test('the due index moves an item that is unchanged since it was read, and not one that was moved since', async () => {
    await put('backed-off', NOON, 2);
    const [item] = await due(NOON, 2);
    const store = createDueStore(database.tables);
    await store.backOff(item!, NOON + 60_000);
    expect((await due(NOON + 60_000, 2)).map(({ dueAtMs }) => dueAtMs)).toEqual([NOON + 60_000]);
    // A second consumer that also read the item at noon, and writes later.
    await store.backOff(item!, NOON + 5);
    expect((await due(NOON + 60_000, 2)).map(({ dueAtMs }) => dueAtMs)).toEqual([NOON + 60_000]);
    expect(names(await due(NOON + 59_999, 2))).toEqual([]);
  });

  test('the due index removes a configuration check that was completed at the revision it read, and no other', async () => {
    await put('checked', NOON, 3);
    const [item] = await due(NOON, 3);
    const store = createDueStore(database.tables);
    expect(await store.completeConfigCheck(item!, 2)).toBe(false);
    expect(await due(NOON, 3)).toHaveLength(1);
    expect(await store.completeConfigCheck(item!, 3)).toBe(true);
    expect(await due(NOON, 3)).toEqual([]);
  });
});
