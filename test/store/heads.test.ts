/**
 * Published heads against somebody who can write the table: what was published cannot be rewritten without notice
 * (docs/design.md#audit-chain).
 */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { journalOf } from '../../src/adapters/dynamodb/administration/config-item';
import { createConfigStore } from '../../src/adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../../src/adapters/dynamodb/audit/audit-store';
import { auditKey, auditPk } from '../../src/adapters/dynamodb/keys';
import { HEAD_REFUSED, publishHead } from '../../src/app/audit/publish-head';
import { recordAudit } from '../../src/app/audit/record-audit';
import type { AuditStore, HeadStore, PendingCause, QueueMessage, TimerMessage } from '../../src/app/ports';
import { receiversOf } from '../../src/core/administration/announcements';
import { type AuditEntry, append, genesis } from '../../src/core/audit/chain';
import { createTimerHandler } from '../../src/lambda/events/handlers';
import { createHeadHandler } from '../../src/lambda/events/heads';
import { openHeadsFile } from '../../src/local/heads-file';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { openSecrets } from '../../src/local/secrets';
import type { OrgId } from '../../src/protocol/identifiers';
import { openTestTables } from '../support/tables';
import { TYPESCRIPT } from '../support/typescript';
import { anOperator } from './conformance/config-items';

const ROOT = join(__dirname, '../..');
const NOW_MS = 1_795_176_000_000;
const pause = { beforeRetry: async () => undefined };

let database: Awaited<ReturnType<typeof openTestTables>>;
let audit: AuditStore;
let folder: string;
let organizations = 0;
beforeAll(async () => {
  database = await openTestTables();
  audit = createAuditStore(database.tables);
  folder = mkdtempSync(join(tmpdir(), 'heads-'));
});
afterAll(async () => {
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An organization of its own, with `entries` entries in blocks of one. */
async function aChain(entries: number) {
  const org = `org_${organizations++}` as OrgId;
  const path = join(folder, `${org}.ndjson`);
  const errors: { readonly message: string; readonly fields: object }[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string, fields: object = {}) => void errors.push({ message, fields }),
  };
  const { headSigner } = openSecrets(openDataDirectory(join(folder, org)));
  const heads: HeadStore = openHeadsFile(path);
  const reports: TimerMessage[] = [];
  const timers = {
    send: async (messages: readonly QueueMessage<TimerMessage>[]) =>
      void reports.push(...messages.map(({ body }) => body)),
  };
  const deps = { clock: { nowMs: () => NOW_MS }, audit, heads, headSigner, log, queues: { timers } };
  const record = async (from: number, to: number) => {
    for (let revision = from; revision <= to; revision++) {
      await recordAudit({ audit, pause, log }, org, [message(revision)]);
    }
  };
  await record(1, entries);
  return { org, path, errors, reports, deps, record, publish: () => publishHead(deps, org) };
}

const admin = (id: string) => anOperator('org_a' as OrgId, id, { role: 'admin' });

function message(revision: number): PendingCause {
  const entry = { at: NOW_MS + revision, kind: 'key.turned', subject: 'req_1', actor: 'op_a', data: { revision } };
  return { subject: 'req_1', revision, facts: [entry] };
}

/** Every block of the chain from entry `from` on, changed and hashed again, by somebody who may write anything. */
async function rewrite(org: OrgId, from: number, change: (entry: AuditEntry) => AuditEntry): Promise<void> {
  const entries = await audit.entries(org, 0, 1000);
  const kept = entries.slice(0, from - 1);
  const forged = append(
    kept.at(-1) ?? genesis(org),
    entries
      .slice(from - 1)
      .map(change)
      .map(withoutPlace),
  );
  for (const entry of forged) await putBlock(org, [entry]);
}

function withoutPlace({ seq: _seq, prev: _prev, hash: _hash, ...entry }: AuditEntry) {
  return entry;
}

async function putBlock(org: OrgId, entries: readonly AuditEntry[]): Promise<void> {
  const { client, main: TableName } = database.tables;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': auditPk(org), ':sk': auditKey(org, entries[0]!.seq).sk },
    }),
  );
  await client.send(new PutCommand({ TableName, Item: { ...Items[0], entries: JSON.stringify(entries) } }));
}

async function verify(chain: { readonly org: OrgId; readonly path: string }): Promise<{ code: number; said: string }> {
  const file = join(folder, `${chain.org}.export`);
  const entries = await audit.entries(chain.org, 0, 1000);
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const args = [...TYPESCRIPT, 'scripts/verify-audit.ts', file, '--heads', chain.path];
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

const publishedOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { seq: number; hash: string; hashes: string[] });

describe('a head', () => {
  test('covers what the chain holds, once: the next one goes on where it ended', async () => {
    const chain = await aChain(3);
    expect(await chain.publish()).toMatchObject({ ok: true, value: { published: [{ seq: 3, at: NOW_MS }] } });
    expect(await chain.publish()).toMatchObject({ ok: true, value: { published: [] } });
    await chain.record(4, 5);
    await chain.publish();
    const entries = await audit.entries(chain.org, 0, 10);
    expect(publishedOf(chain.path).map(({ seq, hashes }) => ({ seq, hashes }))).toEqual([
      { seq: 3, hashes: entries.slice(0, 3).map(({ hash }) => hash) },
      { seq: 5, hashes: entries.slice(3).map(({ hash }) => hash) },
    ]);
    expect(await verify(chain)).toMatchObject({ code: 0, said: expect.stringContaining('2 published heads up to 5') });
  });

  test('is refused to a chain that was rewritten before the last head, and the first entry that differs is named', async () => {
    const chain = await aChain(6);
    await chain.publish();
    await rewrite(chain.org, 4, (entry) => (entry.seq === 4 ? { ...entry, actor: 'op_mallory' } : entry));
    await chain.record(7, 7);

    expect(await chain.publish()).toMatchObject({ ok: false, error: { seq: 6, fault: 'other_chain' } });
    expect(chain.errors).toContainEqual({
      message: HEAD_REFUSED,
      fields: { org: chain.org, seq: 6, fault: 'other_chain', published_seq: 6 },
    });
    expect(publishedOf(chain.path)).toHaveLength(1);
    // Found again with every new block; what it leaves is written once.
    await chain.record(8, 8);
    await chain.publish();
    const reported = {
      kind: 'refused_head',
      org: chain.org,
      seq: 6,
      fault: 'other_chain',
      published_seq: 6,
      at: NOW_MS,
    };
    expect(chain.reports).toEqual([reported, reported]);
    // Every hash was computed again, so the chain by itself is sound: only the published heads tell.
    expect(await verify(chain)).toEqual({ code: 1, said: expect.stringContaining('entry 4: rewritten') });
  });

  test('is refused to a chain whose published end was cut off, or whose next entry was forged', async () => {
    const chain = await aChain(2);
    await chain.publish();
    await chain.record(3, 3);
    await putBlock(
      chain.org,
      (await audit.entries(chain.org, 2, 1)).map((entry) => ({ ...entry, actor: 'op_x' })),
    );
    expect(await chain.publish()).toMatchObject({ ok: false, error: { seq: 3, fault: 'edited' } });

    const cut = await aChain(2);
    await cut.publish();
    const other = { ...cut.deps, audit: { entries: async () => [] } };
    expect(await publishHead(other, cut.org)).toMatchObject({ ok: false, error: { seq: 2, fault: 'cut_short' } });
  });
});

describe('a refused head', () => {
  const handed = (messages: readonly TimerMessage[]) => ({
    Records: messages.map((body, n) => ({ messageId: String(n), body: JSON.stringify(body) })),
  });
  const incidentsOf = async (org: OrgId) => {
    const { client, main: TableName } = database.tables;
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :incident)',
        ExpressionAttributeValues: { ':pk': org, ':incident': 'INCIDENT#' },
      }),
    );
    return Items;
  };

  test('leaves one entry for each fault and day, however often it is reported, which is told to all admins', async () => {
    const chain = await aChain(2);
    await chain.publish();
    await rewrite(chain.org, 2, (entry) => ({ ...entry, actor: 'op_x' }));
    for (let minute = 0; minute < 3; minute++) await chain.publish();
    const timer = createTimerHandler({ config: createConfigStore(database.tables), log: chain.deps.log } as never);
    expect(await timer(handed(chain.reports) as never)).toEqual({ batchItemFailures: [] });
    const stored = await incidentsOf(chain.org);
    const entries = stored.flatMap((item) => journalOf(item)).flatMap((revision) => revision.entries);
    expect(entries).toMatchObject([
      { kind: 'audit.head_refused', actor: 'heads', data: { entry: 2, fault: 'other_chain', published: 2 } },
    ]);
    const told = receiversOf(entries[0]!, [admin('op_a'), admin('op_b'), { ...admin('op_c'), role: 'operator' }], true);
    expect(told.map(({ id }) => id)).toEqual(['op_a', 'op_b']);

    // It is still so on the next day.
    const tomorrow = chain.reports.map((report) => ({ ...report, at: NOW_MS + 24 * 3600_000 }) as TimerMessage);
    await timer(handed(tomorrow) as never);
    expect(await incidentsOf(chain.org)).toHaveLength(2);
  });

  test('is reported again if the queue failed: the records of its organization are read again', async () => {
    const chain = await aChain(1);
    await chain.publish();
    await rewrite(chain.org, 1, (entry) => ({ ...entry, actor: 'op_x' }));
    const queues = { timers: { send: () => Promise.reject(new Error('SQS is down')) } };
    const handler = createHeadHandler({ ...chain.deps, queues });
    const record = { dynamodb: { Keys: { pk: { S: auditPk(chain.org) } }, SequenceNumber: '1' } };
    expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});

describe('the stream of audit blocks', () => {
  const recordOf = (pk: string, n: number) => ({ dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(n) } });

  test('publishes one head for each organization with a new block, and nothing for other records', async () => {
    const [one, two] = [await aChain(2), await aChain(1)];
    const heads = openHeadsFile(join(folder, 'both.ndjson'));
    const handler = createHeadHandler({ ...one.deps, heads });
    const keys = [auditPk(one.org), `${one.org}#REQ#req_1`, auditPk(one.org), auditPk(two.org)];
    expect(await handler({ Records: keys.map(recordOf) })).toEqual({ batchItemFailures: [] });
    expect(
      publishedOf(join(folder, 'both.ndjson'))
        .map(({ seq }) => seq)
        .sort(),
    ).toEqual([1, 2]);
  });

  test('asks for the records of an organization again whose head could not be published; a refused head is no failure', async () => {
    const [down, forged] = [await aChain(1), await aChain(1)];
    await forged.publish();
    await rewrite(forged.org, 1, (entry) => ({ ...entry, actor: 'op_x' }));
    const heads: HeadStore = {
      last: async (org) => (org === down.org ? Promise.reject(new Error('S3 is down')) : forged.deps.heads.last(org)),
      publish: forged.deps.heads.publish,
    };
    const handler = createHeadHandler({ ...forged.deps, heads });
    const answer = await handler({ Records: [auditPk(forged.org), auditPk(down.org)].map(recordOf) });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});

describe('the file of published heads', () => {
  test('drops a line that a killed runner did not finish, and goes on after it', async () => {
    const chain = await aChain(1);
    await chain.publish();
    appendFileSync(chain.path, '{"org":"org_x","se');
    const again = openHeadsFile(chain.path);
    expect(await again.last(chain.org)).toMatchObject({ seq: 1 });
    await chain.record(2, 2);
    await publishHead({ ...chain.deps, heads: again }, chain.org);
    expect(publishedOf(chain.path).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});
