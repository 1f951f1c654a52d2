/** What the second table keeps for a while, and when it removes it. test/store/conformance has the rules of sessions. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createAttemptCounter, createCallMeter } from '../../src/adapters/dynamodb/counters';
import { callsPk, countedPk, mailboxPk, sessionPk, signInPk } from '../../src/adapters/dynamodb/keys';
import { createMailbox, type ReceivedPost } from '../../src/adapters/dynamodb/mailbox';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { createPeerLimiter, createSessionStore } from '../../src/service/access/store/session-store';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';
import { MEMORY_ALONE, openTestTables } from '../support/tables';

const NOON = Date.UTC(2026, 10, 20, 12);
const HOUR_S = 3600;
const ORG = 'org_transient' as OrgId;
const BRAVO = 'op_bravo' as OperatorId;
const LINK = { org: ORG, operator: BRAVO, accessEpoch: 2, browserHash: null };

describe('what is kept for a while', () => {
  const database = openedOnce(openTestTables);
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
    device: 'mac' as const,
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
    expect((await itemOf(countedPk('refused', '192.0.2.1')))!.ttl).toBe(NOON / 1000 + 300 + HOUR_S);
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

  test('attempts of a peer that were refused or are in progress are counted to 50 in five minutes, and what succeeded is given back', async () => {
    const counter = createAttemptCounter(database.tables);
    const PEER = '192.0.2.4';
    const count = async () => (await itemOf(countedPk('refused', PEER)))!.counted;
    const begun = await Promise.all(Array.from({ length: 50 }, () => counter.begin(PEER, NOON)));
    expect(new Set(begun.map(({ mayBegin }) => mayBegin))).toEqual(new Set([true]));
    const full = { mayBegin: false, windowEndsAtMs: NOON + 300_000 };
    expect([await counter.begin(PEER, NOON + 299_999), await count()]).toEqual([full, 50]);
    expect((await counter.begin('192.0.2.5', NOON)).mayBegin).toBe(true);
    await counter.succeeded(PEER, begun[0]!);
    expect((await counter.begin(PEER, NOON + 1)).mayBegin).toBe(true);
    expect((await counter.begin(PEER, NOON + 1)).mayBegin).toBe(false);
    // Never below zero, and never in a later window.
    for (let n = 0; n < 52; n++) await counter.succeeded(PEER, begun[0]!);
    expect(await count()).toBe(0);
    const later = await counter.begin(PEER, NOON + 300_000);
    expect(later).toEqual({ mayBegin: true, windowEndsAtMs: NOON + 600_000 });
    await counter.succeeded(PEER, begun[0]!);
    expect(await count()).toBe(1);
    await counter.succeeded(PEER, later);
    expect(await count()).toBe(0);
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
