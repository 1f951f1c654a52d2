/**
 * A rehearsal of a restore: `npm run restore` over the deployed functions and the embedded database, killed after each of
 * its steps and started again (docs/deploy.md#backup-and-restore). A plain `npm test` kills it after a few of them.
 * `npm run rehearse` prints what the command says.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { openJournal } from '../../scripts/restore/journal';
import { cancelRestore, STEPS } from '../../scripts/restore/steps';
import { configKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { SERVICE } from '../../src/protocol/actor';
import { operatorCode } from '../../src/protocol/operator-code';
import { aFolder } from '../support/folder';
import { DIGEST, ENVELOPE } from '../support/house';
import { TYPESCRIPT } from '../support/typescript';
import { CODE_SECRET, type Deployment, deploy, INTEGRATION } from './host/deployment';
import { RECEIVER_URL } from './host/internet';
import { createLocalPlane, type LocalPlane } from './host/local-plane';
import { type Headers, ORG, type People, settleIn, signInTo } from './host/people';
import { type Point, recordPoint } from './host/point-in-time';
import { serve } from './host/remote';
import type { Asked } from './host/restore-process';
import { synthesize } from './host/stack';

const ROOT = join(__dirname, '../..');
const DEAD = 'QueuesEventsDeadLetters';
const NAMES = STEPS.map(({ name }) => name);

/** Reads the code from the operator’s mail, which may be a combined mail of many requests. */
const codeOf = (requestId: string): string =>
  operatorCode({
    secret: Buffer.from(CODE_SECRET),
    org: ORG,
    requestId,
    round: 1,
    issue: 0,
    operator: 'op_b',
  });

describe('a deployment that is taken back to an instant', () => {
  const folder = aFolder();
  const config = join(folder, 'prod.json');
  const heads = join(folder, 'heads');
  const said: string[] = [];
  let [first, plane, point, people] = [] as unknown as [Deployment, LocalPlane, Point, People];
  let [admin, bravo, at, revoked] = [{} as Headers, {} as Headers, '', 0];
  let [mistaken, canceled]: unknown[][] = [[], []];
  /** Requests by what happened to them before and after the instant. */
  const ids: Record<string, string> = {};

  const propose = async (body: object = {}, headers: Headers = {}) => {
    const made = { action: 'refund', requester: 'op_a', ...body };
    const answer = await plane.house.call('api', 'POST', '/v1/requests', made, { ...people.key, ...headers });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.body.request.id as string;
  };
  const withIntent = () => propose({ params: { intent: DIGEST }, intent: ENVELOPE });
  const authorize = async (id: string) => {
    await plane.house.settle();
    const body = { code: codeOf(id) };
    const turned = await plane.house.call('console', 'POST', `/api/requests/${id}/turn`, body, bravo);
    expect(turned.body.request.outcome).toBe('authorized');
    await plane.house.settle();
    return id;
  };
  const refuse = async (id: string) =>
    (await plane.house.call('console', 'POST', `/api/requests/${id}/refuse`, {}, bravo)).body.request.outcome;
  const claim = (id: string) => plane.house.call('api', 'POST', `/v1/requests/${id}/claim`, undefined, people.key);
  const report = (id: string, claimId: string) => {
    const body = { claim_id: claimId, status: 'succeeded' };
    return plane.house.call('api', 'POST', `/v1/requests/${id}/execution`, body, people.key);
  };
  const read = async (id: string) =>
    (await plane.house.call('api', 'GET', `/v1/requests/${id}`, undefined, people.key)).body.request;
  const exported = async (org = ORG as string) => {
    expect(org).toBe(ORG);
    const { body } = await plane.house.call('console', 'GET', '/api/audit/export', undefined, admin);
    return body as string;
  };
  const entriesOf = async (id: string) =>
    (await exported())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; subject: string; data: Record<string, unknown> })
      .filter(({ subject }) => subject === id);
  const copyHeads = () => {
    mkdirSync(heads, { recursive: true });
    for (const [name, text] of plane.house.aws.objects)
      if (name.startsWith('Heads')) writeFileSync(join(heads, name.replaceAll('/', '-')), text);
  };

  async function load(): Promise<void> {
    first.declare({ [INTEGRATION]: { url: RECEIVER_URL, secret: 'whsec_c2VjcmV0' } });
    await first.functions.get('canary-set-up').invoke({});
    bravo = await people.signIn('op_b');
    ids.untouched = await authorize(await withIntent());
    ids.claimedAfter = await authorize(await withIntent());
    ids.reportedAfter = await authorize(await withIntent());
    ids.claim = (await claim(ids.reportedAfter!)).body.claim_id;
    ids.decidedAfter = await withIntent();
    ids.refusedAfter = await propose();
    ids.authorizedAfter = await propose();
    ids.calledAfter = await propose({ action: 'transfer' });
    ids.called = await authorize(await propose({ action: 'transfer' }));
    await first.settle();
  }

  async function goOn(): Promise<void> {
    await claim(ids.claimedAfter!);
    await report(ids.reportedAfter!, ids.claim!);
    await authorize(ids.decidedAfter!);
    await claim(ids.decidedAfter!);
    expect(await refuse(ids.refusedAfter!)).toBe('denied');
    await authorize(ids.authorizedAfter!);
    await authorize(ids.calledAfter!);
    ids.proposedAfter = await propose(
      { params: { intent: DIGEST }, intent: ENVELOPE },
      { 'idempotency-key': 'payout-1' },
    );
    await claim(await authorize(ids.proposedAfter));
    ids.gone = await propose();
    await first.settle();
  }

  /** Somebody deletes items by mistake, and a dead letter waits for a person. */
  async function disaster(): Promise<void> {
    const { client, main } = first.tables;
    for (const key of [requestKey(ORG, ids.untouched!), configKey(ORG, 'operator', 'op_b')])
      await client.send(new DeleteCommand({ TableName: main, Key: key }));
    first.aws.queues.set(DEAD, [{ messageId: 'poison', body: '{"delivery_id":"dlv_lost"}' }]);
  }

  /** Returns the exit code of the command; null if it was killed. */
  function run(asked: Asked): Promise<number | null> {
    const program = join(__dirname, 'host/restore-process.ts');
    const child = spawn(process.execPath, [...TYPESCRIPT, program, JSON.stringify(asked)], { cwd: ROOT });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    return new Promise((resolve) =>
      child.on('close', (code) => {
        said.push(text.trimEnd(), ...(code === null ? [`--- killed after ${asked.killedAfter} ---`] : []));
        resolve(code);
      }),
    );
  }

  const journalOf = () => openJournal(`${config}.journal.json`, { at, suffix: 'restored' }, () => plane.names());

  /** Begins the restore and cancels it, before it is made. */
  async function cancelBefore(): Promise<void> {
    const journal = await journalOf();
    for (const name of ['close', 'disable'] as const) {
      await plane[name]();
      journal.add(name, '');
    }
    const refused = (await claim(ids.untouched!)).statusCode;
    said.push(await cancelRestore({ plane, journal, config }));
    canceled = [refused, (await claim(ids.untouched!)).statusCode, existsSync(`${config}.journal.json`)];
  }

  beforeAll(async () => {
    first = await deploy(synthesize('prod'));
    plane = createLocalPlane(first, async (house) => {
      await house.settling(() => house.functions.get('canary').invoke({}));
    });
    people = await settleIn(first);
    await load();
    point = await recordPoint(first.database.endpoint, first.tables);
    at = new Date().toISOString();
    await goOn();
    await disaster();
    copyHeads();
    writeFileSync(config, readFileSync(join(ROOT, 'deployments/prod.json')));
    const [planeServer, pointServer] = [await serve(plane), await serve(point)];
    const asked: Omit<Asked, 'killedAfter'> = {
      ...{ plane: planeServer.url, point: pointServer.url, database: first.database.endpoint },
      ...{ at, suffix: 'restored', config, heads },
    };
    mistaken = [
      ...[await run({ ...asked, suffix: 'typo', at: '2016-01-31T12:00:00Z', killedAfter: null })],
      ...[existsSync(`${config}.journal.json`), (await claim(ids.untouched!)).statusCode],
    ];
    await cancelBefore();
    for (const killedAfter of NAMES) {
      expect([killedAfter, await run({ ...asked, killedAfter })]).toEqual([killedAfter, null]);
      if (killedAfter !== 'disable') continue;
      const watched = await plane.house.call('watch', 'GET', '/api/watch', undefined, people.admin);
      expect([(await claim(ids.untouched!)).statusCode, watched.statusCode]).toEqual([503, 503]);
    }
    expect(await run({ ...asked, killedAfter: null })).toBe(0);
    expect(said.at(-1)).toBe(`done before: ${STEPS.map(({ name }) => name).join(', ')}`);
    await planeServer.close();
    await pointServer.close();
    await plane.house.settle();
    revoked = (await plane.house.call('console', 'GET', '/api/session', undefined, people.admin)).statusCode ?? 0;
    [admin, bravo] = [await signInTo(plane.house, 'op_admin'), await signInTo(plane.house, 'op_b')];
  }, 300_000);

  afterAll(async () => {
    console.log(said.join('\n'));
    await plane?.stop();
  }, 60_000);

  it('after a restore, the service answers callers from tables with everything that DynamoDB does not restore itself', async () => {
    const { existingTables, frozen } = JSON.parse(readFileSync(config, 'utf8'));
    expect(frozen).toBeUndefined();
    const { client, main, transient } = plane.house.tables;
    expect([main, transient]).toEqual([existingTables.main, existingTables.transient]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: main }));
    expect(existingTables.mainStreamArn).toBe(Table!.LatestStreamArn);
    expect(Table!.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: transient }));
    expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' });
    const both = [main, transient].sort();
    expect([[...point.recovered].sort(), [...point.warmed].sort()]).toEqual([both, both]);
    expect((await plane.house.call('api', 'GET', `/v1/requests/${ids.gone}`, undefined, people.key)).statusCode).toBe(
      404,
    );
  });

  it('after a restore no session of before is open, because it may have been revoked, and everybody signs in again', () =>
    expect(revoked).toBe(401));

  it('a restore to a point that the tables do not have closes nothing, and leaves nothing behind', () => {
    expect(mistaken).toEqual([1, false, 404]);
    expect(said[0]).toMatch(/Nothing was closed\. \S+ can be restored from .* and not to 2016-01-31T12:00:00\.000Z/);
  });

  it('a restore can be canceled until the restored tables are attached, and the service then answers as before', async () => {
    expect(canceled).toEqual([503, 404, false]);
    expect(said[1]).toMatch(/^canceled: callers are served on /);
    const journal = await journalOf();
    await expect(cancelRestore({ plane, journal, config })).rejects.toThrow('run the command without --cancel');
  });

  it('after a restore, what was deleted after the instant is there again', async () => {
    expect((await read(ids.untouched!)).outcome).toBe('authorized');
    const { client, main } = plane.house.tables;
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: configKey(ORG, 'operator', 'op_b') }));
    expect(Item).toBeDefined();
  });

  it('after a restore, a worker can claim only what nobody claimed or reported after the instant', async () => {
    const listed = await plane.house.call('api', 'GET', '/v1/requests?executable=true', undefined, people.key);
    expect(listed.body.requests.map(({ id }: { id: string }) => id)).toEqual([ids.untouched]);
    for (const id of [ids.claimedAfter, ids.reportedAfter]) {
      const refused = await claim(id!);
      expect([refused.statusCode, refused.body.kind]).toEqual([410, 'execution_window_closed']);
    }
    expect((await claim(ids.untouched!)).statusCode).toBe(200);
  });

  it('after a restore, a worker that claimed before the instant can report', async () => {
    expect((await report(ids.reportedAfter!, ids.claim!)).statusCode).toBe(200);
  });

  it('a restore aborts requests that ran after the instant and had no verdict before it', async () => {
    for (const id of [ids.decidedAfter, ids.calledAfter, ids.proposedAfter]) {
      expect(await read(id!)).toMatchObject({ outcome: 'aborted', approvers: [] });
      expect((await claim(id!)).statusCode).toBe(409);
      const [last] = (await entriesOf(id!)).slice(-1);
      expect(last).toMatchObject({ kind: 'request.aborted', ...SERVICE, data: { reason: 'restored' } });
    }
  });

  it('after a restore, a repeated create returns the request that ran, which is aborted', async () => {
    const body = { params: { intent: DIGEST }, intent: ENVELOPE };
    expect(await propose(body, { 'idempotency-key': 'payout-1' })).toBe(ids.proposedAfter);
  });

  it('after a restore, an integration’s call that was made after the instant is not made again', async () => {
    await plane.house.makeDue();
    await plane.house.functions.get('sweep').invoke({ source: 'aws.events' });
    await plane.house.settle();
    expect(plane.house.posts.filter((key) => key !== null)).toEqual([]);
    expect(first.posts.filter((key) => key !== null).sort()).toEqual([ids.called, ids.calledAfter].sort());
  });

  it('after a restore, a request that was only decided after the instant is open again', async () => {
    expect((await read(ids.authorizedAfter!)).outcome).toBeNull();
    expect((await read(ids.refusedAfter!)).outcome).toBeNull();
    expect(await refuse(ids.refusedAfter!)).toBe('denied');
    await plane.house.settle();
    const kinds = (await entriesOf(ids.refusedAfter!)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'request.denied')).toHaveLength(2);
  });

  it('after a restore, one audit chain matches every head that was published before and after it', async () => {
    await plane.house.settle();
    copyHeads();
    const file = join(folder, 'audit.ndjson');
    writeFileSync(file, await exported());
    const args = [...TYPESCRIPT, 'scripts/verify-audit.ts', file, '--heads', heads, '--org', ORG];
    const child = spawn(process.execPath, args, { cwd: ROOT });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    const code = await new Promise((resolve) => child.on('close', resolve));
    said.push('verify-audit after the restore:', text.trimEnd());
    expect([code, text]).toEqual([0, expect.stringMatching(/^ok: \d+ entries[\s\S]*published heads 1 to \d+/)]);
    const { body } = await plane.house.call('console', 'GET', '/api/audit/head', undefined, admin);
    expect(body.seq).toBe(body.chain_seq);
    const restored = (await exported()).split('\n').filter((line) => line.includes('organization.restored'));
    expect(restored).toHaveLength(1);
    expect(plane.house.functions.get('heads').log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('a restore archives the remaining messages and starts with empty queues', () => {
    const archived = readFileSync(`${config}.messages.ndjson`, 'utf8').trim().split('\n');
    expect(archived.map((line) => JSON.parse(line))).toContainEqual({
      queue: DEAD,
      id: 'poison',
      body: '{"delivery_id":"dlv_lost"}',
    });
    expect(plane.house.aws.queues.get(DEAD)).toBeUndefined();
  });

  it('the restore and the functions need no permission that they do not have', () =>
    expect(plane.house.aws.denied).toEqual([]));
});
