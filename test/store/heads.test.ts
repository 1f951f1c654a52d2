/**
 * Published heads: somebody who can write the table cannot change what was published without being noticed
 * (docs/design.md#audit-chain).
 */

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { journalOf } from '../../src/adapters/dynamodb/config-item';
import { auditKey, auditPk } from '../../src/adapters/dynamodb/keys';
import { createHeadHandler, type HeadEvent } from '../../src/lambda/events/heads';
import { createTimerHandler } from '../../src/lambda/events/timer';
import { openHeadsFile } from '../../src/local/bucket-files';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { openSecrets } from '../../src/local/secrets';
import { HEADS, person } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import { parseHead } from '../../src/protocol/statements/head';
import { receiversOf } from '../../src/service/administration/rules/announcements';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import type { AuditStore, HeadMessage, HeadStore, PendingCause, RefusedHead } from '../../src/service/audit/ports';
import { type AuditEntry, append, genesis } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { createHeadPublisher, HEAD_REFUSED } from '../../src/service/audit/use-cases/publish-head';
import { recordAudit } from '../../src/service/audit/use-cases/record-audit';
import type { QueueMessage } from '../../src/service/system/ports';
import type { TimerMessage } from '../../src/service/transport/ports';
import type { FireDueDeps } from '../../src/service/transport/use-cases/fire-due';
import { aFolder } from '../support/folder';
import { queued } from '../support/messages';
import { openedOnce } from '../support/opened';
import { openTestTables } from '../support/tables';
import { TYPESCRIPT } from '../support/typescript';
import { anOperator } from './conformance/config-items';

const ROOT = join(__dirname, '../..');
const NOW_MS = 1_795_176_000_000;
const INTERVAL_MS = 300_000;
const pause = { beforeRetry: async () => undefined };

let audit: AuditStore;
let folder: string;
let organizations = 0;
const database = openedOnce(openTestTables);
beforeAll(() => {
  audit = createAuditStore(database.tables);
  folder = aFolder();
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
  const later: QueueMessage<HeadMessage>[] = [];
  const waiting = { send: async (messages: readonly QueueMessage<HeadMessage>[]) => void later.push(...messages) };
  const clock = { now: NOW_MS, nowMs: () => clock.now };
  const queues = { timers, heads: waiting };
  const deps = { clock, audit, heads, headSigner, log, queues, headIntervalMs: INTERVAL_MS };
  const record = async (from: number, to: number) => {
    for (let revision = from; revision <= to; revision++) {
      await recordAudit({ audit, pause, log }, org, [message(revision)]);
    }
  };
  await record(1, entries);
  const publisher = createHeadPublisher(deps);
  // As an interval later, unless the test says otherwise.
  const publish = ({ afterMs = INTERVAL_MS } = {}) => {
    clock.now += afterMs;
    return publisher(org);
  };
  return { org, path, errors, reports, later, clock, deps, record, publish };
}

const admin = (id: string) => anOperator('org_a' as OrgId, id, { role: 'admin' });

function message(revision: number): PendingCause {
  const entry = { at: NOW_MS + revision, kind: 'key.turned', subject: 'req_1', ...person('op_a'), data: { revision } };
  return { subject: 'req_1', revision, facts: [entry] };
}

/** Changes every block of the chain from entry `from` on and hashes it again, like somebody who can write the table. */
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
    .map((line) => parseHead(line)!);

describe('a head', () => {
  test('a head covers each entry of the chain once: the next one continues where it ended', async () => {
    const chain = await aChain(3);
    const at = NOW_MS + INTERVAL_MS;
    expect(await chain.publish()).toMatchObject({ ok: true, value: { published: [{ n: 1, seq: 3, at }] } });
    expect(await chain.publish()).toMatchObject({ ok: true, value: { published: [] } });
    await chain.record(4, 5);
    await chain.publish();
    const entries = await audit.entries(chain.org, 0, 10);
    const heads = publishedOf(chain.path);
    expect(heads.map(({ n, from, seq, hashes }) => ({ n, from, seq, hashes }))).toEqual([
      { n: 1, from: 0, seq: 3, hashes: entries.slice(0, 3).map(({ hash }) => hash) },
      { n: 2, from: 3, seq: 5, hashes: entries.slice(3).map(({ hash }) => hash) },
    ]);
    const said = expect.stringContaining('published heads 1 to 2, up to entry 5');
    expect(await verify(chain)).toMatchObject({ code: 0, said });
  });

  test('a head is published at most once in an interval, and then covers what waited, also if nothing follows', async () => {
    const chain = await aChain(1);
    const handler = createHeadHandler(chain.deps);
    const record = { dynamodb: { Keys: { pk: { S: auditPk(chain.org) } }, SequenceNumber: '1' } };
    await handler({ Records: [record] });
    await chain.record(2, 3);
    chain.clock.now += INTERVAL_MS - 1;
    await handler({ Records: [record] });
    expect(publishedOf(chain.path)).toHaveLength(1);
    expect(chain.later).toEqual([{ body: { org: chain.org, up_to: 3 }, groupId: chain.org, delaySeconds: 1 }]);
    // The clock of another instance may be behind: what comes too early waits again.
    const { body } = chain.later[0]!;
    expect(await handler(queued(body))).toEqual({ batchItemFailures: [] });
    expect(chain.later).toHaveLength(2);
    chain.clock.now += 1;
    expect(await handler(queued(body, body))).toEqual({ batchItemFailures: [] });
    expect(publishedOf(chain.path).map(({ seq }) => seq)).toEqual([1, 3]);
    // A message whose entries are covered ends, although others wait: those have a message of their own.
    await chain.record(4, 4);
    await handler(queued(body));
    expect(chain.later).toHaveLength(2);
  });

  test('several heads are published without waiting if the chain has more entries than a head can have', async () => {
    const chain = await aChain(0);
    const entries = Array.from({ length: 1100 }, (_, n) => ({
      at: n,
      kind: 'k',
      subject: 's',
      ...person('a'),
      data: {},
    }));
    const long = append(genesis(chain.org), entries);
    for (let from = 0; from < long.length; from += 100) await audit.append(chain.org, long.slice(from, from + 100), []);
    await chain.publish();
    expect(publishedOf(chain.path).map(({ n, from, seq }) => [n, from, seq])).toEqual([
      [1, 0, 500],
      [2, 500, 1000],
      [3, 1000, 1100],
    ]);
  });

  test('an instance remembers its last head, and reads it again after another instance published the next number', async () => {
    const chain = await aChain(2);
    let reads = 0;
    const counted: HeadStore = {
      ...chain.deps.heads,
      last: (org) => {
        reads++;
        return chain.deps.heads.last(org);
      },
    };
    const [one, two] = [0, 0].map(() => createHeadPublisher({ ...chain.deps, heads: counted }));
    await one!(chain.org);
    await two!(chain.org);
    chain.clock.now += INTERVAL_MS;
    await chain.record(3, 4);
    reads = 0;
    await one!(chain.org);
    expect(reads).toBe(0);
    chain.clock.now += INTERVAL_MS;
    await chain.record(5, 5);
    // Both at once: they sign for the same number.
    const outcomes = await Promise.all([one!(chain.org), two!(chain.org)]);
    const published = outcomes.flatMap((outcome) => (outcome.ok ? outcome.value.published : []));
    expect(published.map(({ n, seq }) => [n, seq])).toEqual([[3, 5]]);
    expect(reads).toBeGreaterThan(0);
    expect(await verify(chain)).toMatchObject({ code: 0 });
  });

  test('a head whose put had no answer is found, and not signed a second time', async () => {
    const chain = await aChain(2);
    let fails = true;
    const heads: HeadStore = {
      ...chain.deps.heads,
      publish: async (head) => {
        const done = await chain.deps.heads.publish(head);
        if (fails) throw new Error('no answer');
        return done;
      },
    };
    const publish = createHeadPublisher({ ...chain.deps, heads });
    await expect(publish(chain.org)).rejects.toThrow('no answer');
    fails = false;
    expect(await publish(chain.org)).toMatchObject({ ok: true, value: { published: [] } });
    expect(publishedOf(chain.path)).toHaveLength(1);
  });

  test('no head is published for a chain that was rewritten before the last head, and the first entry that differs is named', async () => {
    const chain = await aChain(6);
    await chain.publish();
    await rewrite(chain.org, 4, (entry) => (entry.seq === 4 ? { ...entry, ...person('op_mallory') } : entry));
    await chain.record(7, 7);

    expect(await chain.publish()).toMatchObject({ ok: false, error: { seq: 6, fault: 'other_chain' } });
    expect(chain.errors).toContainEqual({
      message: HEAD_REFUSED,
      fields: { org: chain.org, seq: 6, fault: 'other_chain', published_seq: 6 },
    });
    expect(publishedOf(chain.path)).toHaveLength(1);
    // The fault is found again with every new block, but its entry is written once.
    await chain.record(8, 8);
    await chain.publish();
    const reported = {
      kind: 'refused_head',
      org: chain.org,
      seq: 6,
      fault: 'other_chain',
      published_seq: 6,
      at: expect.any(Number),
    };
    expect(chain.reports).toEqual([reported, reported]);
    // Every hash was computed again, so the chain itself has no fault. Only the published heads show the change.
    expect(await verify(chain)).toEqual({ code: 1, said: expect.stringContaining('entry 4: rewritten') });
  });

  test('no head is published for a chain whose published end was cut off, or whose next entry was forged', async () => {
    const chain = await aChain(2);
    await chain.publish();
    await chain.record(3, 3);
    await putBlock(
      chain.org,
      (await audit.entries(chain.org, 2, 1)).map((entry) => ({ ...entry, ...person('op_x') })),
    );
    expect(await chain.publish()).toMatchObject({ ok: false, error: { seq: 3, fault: 'edited' } });
    expect(chain.reports).toMatchObject([{ seq: 3, fault: 'edited', published_seq: 2 }]);

    const cut = await aChain(2);
    await cut.publish();
    const other = { ...cut.deps, audit: { ...audit, entries: async () => [] } };
    expect(await createHeadPublisher(other)(cut.org)).toMatchObject({
      ok: false,
      error: { seq: 2, fault: 'cut_short' },
    });
  });
});

describe('a refused head', () => {
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

  test('a refused head leaves one entry for each fault and day, however often it is reported, and all admins are told', async () => {
    const chain = await aChain(2);
    await chain.publish();
    await rewrite(chain.org, 2, (entry) => ({ ...entry, ...person('op_x') }));
    for (let n = 0; n < 3; n++) await chain.publish({ afterMs: 60_000 });
    const timer = createTimerHandler({
      config: createConfigStore(database.tables),
      log: chain.deps.log,
    } as Partial<FireDueDeps> as FireDueDeps);
    expect(await timer(queued(...chain.reports))).toEqual({ batchItemFailures: [] });
    const stored = await incidentsOf(chain.org);
    const entries = stored.flatMap((item) => journalOf(item)).flatMap((revision) => revision.entries);
    expect(entries).toMatchObject([
      { kind: 'audit.head_refused', ...HEADS, data: { entry: 2, fault: 'other_chain', published: 2 } },
    ]);
    const told = receiversOf(entries[0]!, [admin('op_a'), admin('op_b'), { ...admin('op_c'), role: 'operator' }], true);
    expect(told.map(({ id }) => id)).toEqual(['op_a', 'op_b']);

    // The fault is still there on the next day, so it is recorded again.
    const tomorrow = chain.reports.map((report) => ({ ...report, at: NOW_MS + 24 * 3600_000 }) as TimerMessage);
    await timer(queued(...tomorrow));
    expect(await incidentsOf(chain.org)).toHaveLength(2);
    // Another entry, another fault and another head are other incidents.
    const [report] = chain.reports as RefusedHead[];
    for (const other of [{ seq: 1 }, { fault: 'edited' }, { published_seq: 1 }] as const)
      await timer(queued({ ...report, ...other }));
    expect(await incidentsOf(chain.org)).toHaveLength(5);
  });

  test('a refused head is reported again if the queue failed: its organization is retried, or its records are read again', async () => {
    const chain = await aChain(1);
    await chain.publish();
    await rewrite(chain.org, 1, (entry) => ({ ...entry, ...person('op_x') }));
    const down = { send: () => Promise.reject(new Error('SQS is down')) };
    const record = { dynamodb: { Keys: { pk: { S: auditPk(chain.org) } }, SequenceNumber: '1' } };
    const answerOf = (queues: Partial<typeof chain.deps.queues>, event: HeadEvent) =>
      createHeadHandler({ ...chain.deps, queues: { ...chain.deps.queues, ...queues } })(event);
    expect(await answerOf({ timers: down }, { Records: [record] })).toEqual({ batchItemFailures: [] });
    expect(chain.later).toEqual([{ body: { org: chain.org }, groupId: chain.org, delaySeconds: 60 }]);
    expect(await answerOf({ timers: down, heads: down }, { Records: [record] })).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
    expect(await answerOf({ timers: down }, queued(chain.later[0]!.body))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm0' }],
    });
  });
});

describe('the stream of audit blocks', () => {
  const recordOf = (pk: string, n: number) => ({ dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(n) } });

  test('the stream of audit blocks publishes one head for each organization with a new block, and nothing for other records', async () => {
    const [one, two] = [await aChain(2), await aChain(1)];
    const heads = openHeadsFile(join(folder, 'both.ndjson'));
    const handler = createHeadHandler({ ...one.deps, heads });
    const keys = [auditPk(one.org), `${one.org}#REQ#req_1`, auditPk(one.org), auditPk(two.org)];
    const unkeyed = [{}, { dynamodb: {} }, { dynamodb: { Keys: {} } }];
    expect(await handler({ Records: [...unkeyed, ...keys.map(recordOf)] })).toEqual({ batchItemFailures: [] });
    expect(
      publishedOf(join(folder, 'both.ndjson'))
        .map(({ seq }) => seq)
        .sort(),
    ).toEqual([1, 2]);
  });

  test('an organization whose head could not be published is retried in a minute; a refused head is no failure', async () => {
    const [down, forged] = [await aChain(1), await aChain(1)];
    await forged.publish();
    await rewrite(forged.org, 1, (entry) => ({ ...entry, ...person('op_x') }));
    const heads: HeadStore = {
      last: async (org) => (org === down.org ? Promise.reject(new Error('S3 is down')) : forged.deps.heads.last(org)),
      publish: forged.deps.heads.publish,
    };
    const handler = createHeadHandler({ ...forged.deps, heads });
    const answer = await handler({ Records: [auditPk(forged.org), auditPk(down.org)].map(recordOf) });
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(forged.later).toEqual([{ body: { org: down.org }, groupId: down.org, delaySeconds: 60 }]);
    expect(forged.errors).toContainEqual({
      message: 'a head was not published, and is tried again',
      fields: expect.objectContaining({ org: down.org, reason: 'S3 is down' }),
    });
  });
});
