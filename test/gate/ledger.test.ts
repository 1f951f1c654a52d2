/** What every ledger promises: one conformance suite that each of them runs. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { Entry, Ledger, Owed, Stage } from '../../src/gate/core';
import { dynamodbLedger } from '../../src/gate/ledger/dynamodb';
import { openFileLedger } from '../../src/gate/ledger/file';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { startDynamoDb } from '../../src/local/platform/dynamodb-process';
import { AGENT, MemoryLedger } from './world';

const ROOT = join(__dirname, '../..');
let made = 0;
const anEntry = (changes: Partial<Entry> = {}): Entry => ({
  ...{ id: `call-${++made}`, key: `key-${made}`, version: 1, caller: AGENT, upstream: 'bank', tool: 'pay' },
  ...{
    arguments: { to: 'a' },
    evidence: {},
    rule: 'rules[0]',
    create: { action: 'pay', requester: 'op_alpha', params: {} },
  },
  ...{ createdAtMs: 1000, updatedAtMs: 1000, ranBefore: null, isParked: false, callIds: [] },
  ...{ stage: { kind: 'proposed' }, ...changes },
});
const moved = (entry: Entry, stage: Stage): Entry => ({ ...entry, version: entry.version + 1, stage });
const CREATED: Stage = { kind: 'created', requestId: 'req_1' };
const REPORT: Owed = { kind: 'report', claim: { claimId: 'clm_1', leaseEndsMs: 5 } };
const over = (owed: Owed | null = null): Stage => ({
  ...{ kind: 'ended', requestId: 'req_1', ending: { kind: 'uncertain' }, owed, run: null, isDelivered: false },
});

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gate-ledger-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
async function aTable(): Promise<DynamoDBClient> {
  const directory = openDataDirectory(null);
  const database = await startDynamoDb(directory);
  closing.push(
    () => directory.release(),
    () => database.stop(),
  );
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: database.endpoint, region: 'local', credentials });
  closing.push(() => client.destroy());
  await client.send(
    new CreateTableCommand({
      TableName: 'gate',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: ['pk', 'unfinished'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'unfinished',
          KeySchema: [{ AttributeName: 'unfinished', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  return client;
}
const ledgerIn = (client: DynamoDBClient) => dynamodbLedger(client, 'gate', () => 1e12);

describe.each<readonly [string, () => Promise<Ledger>]>([
  ['in memory', async () => new MemoryLedger()],
  ['of files', () => openFileLedger(aFolder(), () => Number.POSITIVE_INFINITY)],
  ['in a table', async () => ledgerIn(await aTable())],
])('a ledger %s', (name, openLedger) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });

  it(`a ledger ${name} reads an entry exactly as it was written, and nothing under another name`, async () => {
    const entry = anEntry({ arguments: { text: 'ä\u0000\u{1F600}', list: [1.5, null, { a: false }] } });
    expect(await ledger.open(entry, null)).toEqual(entry);
    expect(await ledger.read(entry.id)).toEqual(entry);
    expect(await ledger.latest(entry.key)).toEqual(entry);
    for (const id of ['', '..', '../keys', 'call', `${entry.id}/1`]) expect(await ledger.read(id)).toBeNull();
    expect(await ledger.latest('none')).toBeNull();
  });

  it(`a ledger ${name} lets one of many open a key, and gives the others the winner's entry`, async () => {
    const all = Array.from({ length: 12 }, () => anEntry({ key: `shared-${name.length}` }));
    const winners = await Promise.all(all.map((entry) => ledger.open(entry, null)));
    const [first] = winners;
    expect(new Set(winners.map(({ id }) => id)).size).toBe(1);
    for (const { id } of all) expect((await ledger.read(id)) !== null).toBe(id === first!.id);
    // The next call of the key names the one that it replaces.
    const next = anEntry({ key: first!.key });
    expect((await ledger.open(anEntry({ key: first!.key }), 'another')).id).toBe(first!.id);
    expect((await ledger.open(next, first!.id)).id).toBe(next.id);
    expect((await ledger.latest(next.key))?.id).toBe(next.id);
    expect((await ledger.read(first!.id))?.id).toBe(first!.id);
  });

  it(`a ledger ${name} lets one of many write the next version, and nobody write an older one`, async () => {
    const entry = await ledger.open(anEntry(), null);
    const stages: Stage[] = Array.from({ length: 12 }, (_, index) => ({ kind: 'created', requestId: `req_${index}` }));
    const won = await Promise.all(stages.map((stage) => ledger.write(moved(entry, stage))));
    expect(won.filter(Boolean)).toHaveLength(1);
    const stored = (await ledger.read(entry.id))!;
    expect(stored.stage).toEqual(stages[won.indexOf(true)]);
    expect(await ledger.write(moved(stored, over()))).toBe(true);
    expect(await ledger.write(moved(stored, CREATED))).toBe(false);
    expect(await ledger.write(moved(entry, CREATED))).toBe(false);
    expect(await ledger.write({ ...stored, version: stored.version + 9 })).toBe(false);
    expect(await ledger.write(moved(anEntry(), CREATED))).toBe(false);
  });

  it(`a ledger ${name} lists the entries that are not ended, not reported or not taken back`, async () => {
    const before = await ledger.unfinished();
    const [ended, ...open] = await Promise.all(Array.from({ length: 5 }, () => ledger.open(anEntry(), null)));
    for (const [index, stage] of [CREATED, over(REPORT), over({ kind: 'abort' })].entries())
      await ledger.write(moved(open[index]!, stage));
    await ledger.write(moved(ended!, over()));
    expect(new Set(await ledger.unfinished())).toEqual(new Set([...before, ...open.map(({ id }) => id)]));
  });
});

describe('a ledger in a table', () => {
  // "Items with valid, expired TTL attributes may be deleted by the system at any time" (DynamoDB Developer Guide, "Using
  // time to live (TTL) in DynamoDB"): here that is at once.
  const forgetUntil = async (client: DynamoDBClient, nowMs: number) => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: 'gate', ConsistentRead: true }));
    for (const { pk, forget_at } of Items)
      if (forget_at !== undefined && Number(forget_at.N) * 1000 <= nowMs)
        await client.send(new DeleteItemCommand({ TableName: 'gate', Key: { pk: pk! } }));
  };

  it('the table may forget an entry from its time on once it is over and reported, and no open one before', async () => {
    const client = await aTable();
    const ledger = dynamodbLedger(client, 'gate', () => 4001);
    const [proposed, created, unreported, ended] = await Promise.all(
      Array.from({ length: 4 }, () => ledger.open(anEntry(), null)),
    );
    await ledger.write(moved(created!, CREATED));
    await ledger.write(moved(unreported!, over(REPORT)));
    await ledger.write(moved(ended!, over()));
    const kept = async () =>
      Promise.all([proposed, created, unreported, ended].map(async (each) => (await ledger.read(each!.id)) !== null));
    // In seconds, rounded up.
    await forgetUntil(client, 4999);
    expect(await kept()).toEqual([true, true, true, true]);
    await forgetUntil(client, 5000);
    expect(await kept()).toEqual([true, true, true, false]);
    await forgetUntil(client, 1e15);
    expect(await kept()).toEqual([true, true, true, false]);
    expect(new Set(await ledger.unfinished())).toEqual(new Set([proposed!.id, created!.id, unreported!.id]));
    // Once its end is reported, it is forgotten like any other.
    await ledger.write({ ...moved(unreported!, over()), version: 3 });
    await forgetUntil(client, 5000);
    expect(await kept()).toEqual([true, true, false, false]);
  });

  it('the key of a forgotten entry can be used again before the table has forgotten the key too', async () => {
    const client = await aTable();
    const ledger = ledgerIn(client);
    const { id, key } = await ledger.open(anEntry(), null);
    await client.send(new DeleteItemCommand({ TableName: 'gate', Key: { pk: { S: `call#${id}` } } }));
    expect(await ledger.latest(key)).toBeNull();
    const next = anEntry({ key });
    expect(await ledger.open(next, null)).toEqual(next);
    expect(await ledger.latest(key)).toEqual(next);
  });
});

describe('a ledger of files', () => {
  it('only the owner of the process can read the files', async () => {
    const folder = aFolder();
    const ledger = await openFileLedger(folder, () => 0);
    const { id } = await ledger.open(anEntry(), null);
    expect(statSync(join(folder, 'calls', id)).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'calls', id, '1.json')).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, 'calls', id))).toEqual(['1.json']);
  });

  it('an ended entry is forgotten at its time, an open one never, and the key can be used again', async () => {
    let nowMs = 0;
    const ledger = await openFileLedger(
      aFolder(),
      () => 5000,
      () => nowMs,
    );
    const open = await ledger.open(anEntry(), null);
    const ended = await ledger.open(anEntry(), null);
    await ledger.write(moved(ended, over()));
    for (nowMs of [4000, 6000, 6001]) await ledger.unfinished();
    expect(await ledger.read(open.id)).not.toBeNull();
    expect(await ledger.read(ended.id)).toBeNull();
    const next = anEntry({ key: ended.key });
    expect(await ledger.open(next, null)).toEqual(next);
  });

  it('what a process had not completed when it was killed is no entry, and is removed after an hour', async () => {
    const folder = aFolder();
    const ledger = await openFileLedger(folder, () => Number.POSITIVE_INFINITY);
    for (const id of ['new', 'old']) {
      mkdirSync(join(folder, 'calls', id));
      writeFileSync(join(folder, 'calls', id, 'draft-1'), '{"arguments":');
    }
    const twoHoursAgo = Date.now() / 1000 - 7200;
    utimesSync(join(folder, 'calls', 'old'), twoHoursAgo, twoHoursAgo);
    expect(await ledger.unfinished()).toEqual([]);
    expect(await ledger.read('new')).toBeNull();
    expect(readdirSync(join(folder, 'calls'))).toEqual(['new']);
  });

  it('of several processes one opens a key and one writes each version, and nothing is lost when they are killed', async () => {
    const folder = aFolder();
    const ledger = await openFileLedger(folder, () => Number.POSITIVE_INFINITY);
    const entry = await ledger.open(anEntry({ id: 'contended' }), null);
    const lines = await Promise.all([1, 2, 3].map(() => killedWriter(folder)));
    const acknowledged = lines.flat();
    const stored = (await ledger.read(entry.id))!;
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(stored.version).toBeGreaterThanOrEqual(Math.max(...acknowledged));
    expect(acknowledged.length).toBeGreaterThan(10);
  }, 60_000);
});

/** The versions whose write was answered before the process was killed in the middle of its work. */
function killedWriter(folder: string): Promise<number[]> {
  const code = `
    const { openFileLedger } = require('./src/gate/ledger/file.ts');
    void (async () => {
      const ledger = await openFileLedger(${JSON.stringify(folder)}, () => Infinity);
      for (;;) {
        const entry = await ledger.read('contended');
        const next = { ...entry, version: entry.version + 1, stage: { kind: 'created', requestId: String(process.pid) } };
        if (await ledger.write(next)) process.stdout.write(next.version + '\\n');
      }
    })();`;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--require', 'tsx/cjs', '-e', code], { cwd: ROOT }, (_, stdout) =>
      resolve(stdout.split('\n').slice(0, -1).map(Number)),
    );
    let seen = 0;
    child.stdout!.on('data', (text: string) => {
      seen += text.split('\n').length;
      if (seen > 20) child.kill('SIGKILL');
    });
  });
}
