/**
 * A rehearsal of a restore from a table that somebody made from a backup (docs/deploy.md#from-a-table): with the lost table,
 * without it, and in a second region. The command ends at the end of each step, before it notes that the step is done, and
 * is started again: so each step runs twice.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { readDeployment } from '../../scripts/restore/attach';
import { pointOf } from '../../scripts/restore/copy';
import { headsFrom } from '../../scripts/restore/heads';
import { type Journal, openJournal } from '../../scripts/restore/journal';
import { lossOf } from '../../scripts/restore/loss';
import type { Restore } from '../../scripts/restore/run';
import { prepare, runSteps, STEPS } from '../../scripts/restore/steps';
import { readHeads } from '../../scripts/verify-audit/heads';
import { requestKey } from '../../src/adapters/dynamodb/keys';
import { headKey } from '../../src/adapters/s3/head-store';
import { headText, type PublishedHead } from '../../src/protocol/statements/head';
import { firstFault } from '../../src/service/audit/rules/chain';
import { firstConflict, publishedIn } from '../../src/service/audit/rules/heads';
import { createAuditStore } from '../../src/service/audit/store';
import { aFolder } from '../support/folder';
import { aHeadSigner } from '../support/heads';
import { DIGEST, ENVELOPE } from '../support/house';
import { cloudFront } from './host/cloud-front';
import { type Deployment, deploy, INTEGRATION } from './host/deployment';
import { RECEIVER_URL } from './host/internet';
import { createLocalPlane, type LocalPlane } from './host/local-plane';
import { type Headers, ORG, type People, settleIn, signInTo } from './host/people';
import { DATA_KEY, type Point, recordPoint, withPointInTime } from './host/point-in-time';
import { standbySecrets } from './host/secrets';
import { synthesize } from './host/stack';

const ROOT = join(__dirname, '../..');
const OTHER_KEY = DATA_KEY.replace(/.{8}$/, '99999999');

interface Scenario {
  readonly name: string;
  readonly lost: 'there' | 'gone' | 'elsewhere';
}
const SCENARIOS: readonly Scenario[] = [
  { name: 'with the lost table', lost: 'there' },
  { name: 'without the lost table', lost: 'gone' },
  { name: 'in a second region', lost: 'elsewhere' },
];
/** Each takes a deployment of its own. */
describe.each(SCENARIOS)('a deployment that goes on with a table of a backup, $name', ({ lost }) => {
  const folder = aFolder();
  const [config, heads] = [join(folder, 'prod.json'), join(folder, 'heads')];
  const said: string[] = [];
  const prod = JSON.parse(readFileSync(join(ROOT, 'deployments/prod.json'), 'utf8'));
  const { name: host } = prod.domain as { name: string };
  const edge = cloudFront({ first: [host], standby: [] });
  const secrets = standbySecrets(['codes', 'push', 'integrations']);
  let [first, plane, people, point] = [] as unknown as [Deployment, LocalPlane, People, Point];
  let [started, lastBefore] = ['', 0];
  const ids: Record<string, string> = {};

  const call = (...args: Parameters<Deployment['call']>) => plane.house.call(...args);
  const propose = async (body: object = {}, headers: Headers = {}) => {
    const made = { action: 'refund', requester: 'op_a', params: { intent: DIGEST }, intent: ENVELOPE, ...body };
    const answer = await call('api', 'POST', '/v1/requests', made, { ...people.key, ...headers });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.body.request.id as string;
  };
  const authorize = async (id: string, bravo: Headers) => {
    await plane.house.settle();
    const code = people.mailedCode('op_b');
    const turned = await call('console', 'POST', `/api/requests/${id}/turn`, { code }, bravo);
    expect(turned.body.request.outcome).toBe('authorized');
    await plane.house.settle();
    return id;
  };
  const claim = (id: string) => call('api', 'POST', `/v1/requests/${id}/claim`, undefined, people.key);
  const replicate = () => {
    mkdirSync(heads, { recursive: true });
    for (const [object, text] of plane.house.aws.objects)
      if (object.startsWith('Heads')) writeFileSync(join(heads, object.replaceAll('/', '-')), text);
  };
  const chainOf = (house: Deployment) => createAuditStore(house.tables).entries(ORG, 0, 500);

  async function live(): Promise<void> {
    first.declare({ [INTEGRATION]: { url: RECEIVER_URL, secret: 'whsec_c2VjcmV0' } });
    await first.functions.get('canary-set-up').invoke({});
    const bravo = await people.signIn('op_b');
    ids.untouched = await authorize(await propose(), bravo);
    ids.claimedAfter = await authorize(await propose(), bravo);
    ids.claimedLate = await authorize(await propose(), bravo);
    ids.calledAfter = await propose({ action: 'transfer', params: {}, intent: undefined });
    await first.settle();
    point = await recordPoint(first.database.endpoint, first.tables);
    // What was written until a minute before the start is in the table, and here nothing else.
    started = new Date(Date.now() + 60_000).toISOString();
    expect((await claim(ids.claimedAfter)).statusCode).toBe(200);
    await authorize(ids.calledAfter, bravo);
    ids.proposedAfter = await propose({}, { 'idempotency-key': 'payout-1' });
    expect((await claim(await authorize(ids.proposedAfter, bravo))).statusCode).toBe(200);
    await first.settle();
    replicate();
    lastBefore = readHeads(heads, null, ORG).at(-1)!.n;
  }

  /** As a process of its own has them. */
  function restoreOf(): Omit<Restore, 'journal'> {
    const bucket = [...first.aws.objects.keys()].find((object) => object.startsWith('Heads'))!.split('/')[0]!;
    return {
      plane: {
        ...plane,
        promoteSecrets: async () => (lost === 'elsewhere' ? secrets.promote() : plane.promoteSecrets(config)),
        async deploy(file) {
          const { domain } = readDeployment(file);
          edge.deploy(lost === 'elsewhere' ? 'standby' : 'first', domain!.alias === false ? [] : [domain!.name]);
          await plane.deploy(file);
        },
      },
      client: withPointInTime(first.database.endpoint, point, lost === 'gone' ? first.tables.main : null),
      headsOf: headsFrom({ path: heads }, null),
      headIntervalMs: readDeployment(config).headIntervalSeconds * 1000,
      acceptsUnpublished: new Set(),
      continuation: async () => ({ signer: aHeadSigner(), publish: publishTo(bucket) }),
      distribution: edge.distribution('standby'),
      setScaling: async (source) =>
        Number(void said.push(`scaling as ${source === null ? 'the file says' : 'before'}`)),
      ...{ config, archive: join(folder, 'messages'), drainMs: 60_000, quietMs: 50, pollMs: 10 },
      nowMs: Date.now,
      log: (line) => void said.push(line),
    };
  }

  const publishTo = (bucket: string) => async (head: PublishedHead) => {
    first.aws.objects.set(`${bucket}/${headKey(head)}`, `${headText(head)}\n`);
    replicate();
    return true;
  };

  async function refusedFor(table: string): Promise<string> {
    const asked = { at: pointOf(started), suffix: 'typo', copy: { table, started, isOfTableInUse: false } };
    const journal = await openJournal(`${config}.typo.json`, asked, () => plane.names());
    const client = withPointInTime(first.database.endpoint, point);
    const ended = runSteps({ ...restoreOf(), client, journal }, STEPS).catch((error: Error) => error.message);
    return String(await ended);
  }

  /** The standby's bucket is empty. Here every entry of before the point is old enough to have a head. */
  async function refusedWithoutHeads(table: string): Promise<string> {
    const asked = { at: pointOf(started), suffix: 'refused', copy: { table, started, isOfTableInUse: false } };
    const journal = await openJournal(`${config}.refused.json`, asked, () => plane.names());
    mkdirSync(join(folder, 'none'));
    const headsOf = headsFrom({ path: join(folder, 'none') }, null);
    const ended = runSteps({ ...restoreOf(), headsOf, headIntervalMs: 0, journal }, STEPS);
    return String(await ended.catch((error: Error) => error.message));
  }

  /** The tables are made and verified while the service runs, and somebody claims meanwhile. */
  async function prepareAtWork(journal: Journal): Promise<void> {
    const file = readFileSync(config, 'utf8');
    await prepare({ ...restoreOf(), journal });
    expect(readFileSync(config, 'utf8')).toBe(file);
    expect(Object.keys(journal.record.done)).toEqual(['tables', 'verify']);
    expect((await claim(ids.claimedLate!)).statusCode).toBe(200);
  }

  async function restoreTwice(table: string): Promise<void> {
    const { lines, copy } = await lossOf({ ...restoreOf(), table, started }, await plane.names());
    said.push(...lines);
    const open = () =>
      openJournal(`${config}.journal.json`, { at: pointOf(started), suffix: 'restored', copy }, () => plane.names());
    if (lost === 'there') await prepareAtWork(await open());
    const prepared = Object.keys((await open()).record.done);
    const ended: string[] = [];
    const steps = STEPS.map(({ name, run }) => ({
      name,
      run: async (given: Restore) => {
        const done = await run(given);
        if (ended.includes(name)) return done;
        ended.push(name);
        throw new Error(`ended in ${name}`);
      },
    }));
    for (const { name } of steps.filter((step) => !prepared.includes(step.name)))
      await expect(runSteps({ ...restoreOf(), journal: await open() }, steps)).rejects.toThrow(`ended in ${name}`);
    await runSteps({ ...restoreOf(), journal: await open() }, steps);
    expect(said.at(-1)).toMatch(/^18\/18 smoke: a request passed/);
  }

  beforeAll(async () => {
    first = await deploy(synthesize('prod'));
    plane = createLocalPlane(first, async (house) => {
      await house.settling(() => house.functions.get('canary').invoke({}));
    });
    people = await settleIn(first);
    await live();
    const waiting = { ...prod, frozen: true, domain: { ...prod.domain, alias: false } };
    writeFileSync(config, JSON.stringify(lost === 'elsewhere' ? waiting : prod));
    const { client, main } = first.tables;
    const own = (await client.send(new DescribeTableCommand({ TableName: main }))).Table!.TableArn!;
    const SourceTableArn = lost === 'elsewhere' ? own.replace(/(arn:aws:dynamodb:)[\w-]+/, '$1eu-west-1') : own;
    const made = { key: DATA_KEY, SourceTableArn, RestoreDateTime: started };
    await point.make({ ...made, TableName: 'with-another-key', key: OTHER_KEY });
    ids.otherKey = await refusedFor('with-another-key');
    ids.inUse = await refusedFor(main);
    await client.send(new DeleteCommand({ TableName: main, Key: requestKey(ORG, ids.untouched!) }));
    if (lost === 'elsewhere') {
      // The first region does not answer any more.
      await plane.close();
      await plane.disable();
    }
    await point.make({ ...made, TableName: `${main}-restored` });
    if (lost === 'elsewhere') ids.withoutHeads = await refusedWithoutHeads(`${main}-restored`);
    await restoreTwice(`${main}-restored`);
    await plane.house.settle();
  }, 300_000);

  afterAll(async () => {
    console.log(said.join('\n'));
    await plane?.stop();
  }, 60_000);

  it('a table with another key, or that is in use, closes nothing', () => {
    expect(ids.otherKey).toContain(`with-another-key is encrypted with ${OTHER_KEY}, and not with the data key`);
    expect(ids.inUse).toContain('is in use: it belongs to the stack data.');
  });

  it('a standby whose bucket has no heads refuses the organization, and not the canary, before a chain is taken', () => {
    if (lost !== 'elsewhere') return;
    expect(ids.withoutHeads).toContain(`run the command again with --accept-unpublished ${ORG}. `);
    expect(said.filter((line) => /^ {2}unpublished: /.test(line))).toHaveLength(1);
  });

  it('what is lost is said first', () => {
    expect(said).toContainEqual(expect.stringContaining(`has everything that was written until ${pointOf(started)}`));
    expect(said).toContainEqual(
      expect.stringContaining(lost === 'there' ? 'which shows what ran since' : 'does not show what ran since'),
    );
    expect(said.includes('scaling as the file says')).toBe(lost === 'gone');
  });

  it('nothing that ran after the point runs again, and what did not run can still be claimed if the lost table shows it', async () => {
    const tried = [ids.untouched!, ids.claimedAfter!, ids.claimedLate!, ids.proposedAfter!];
    const answers = await Promise.all(tried.map(async (id) => (await claim(id)).statusCode));
    // What was proposed after the point is known only by the lost table.
    expect(answers).toEqual(lost === 'there' ? [200, 410, 410, 409] : [410, 410, 410, 404]);
    await plane.house.makeDue();
    await plane.house.functions.get('sweep').invoke({ source: 'aws.events' });
    await plane.house.settle();
    expect([first.posts, plane.house.posts].map((posts) => posts.filter((key) => key !== null))).toEqual([
      [ids.calledAfter],
      [],
    ]);
  });

  it('no session of before is open, and everybody can sign in again', async () => {
    expect((await call('console', 'GET', '/api/session', undefined, people.admin)).statusCode).toBe(401);
    const admin = await signInTo(plane.house, 'op_admin');
    expect((await call('console', 'GET', '/api/session', undefined, admin)).statusCode).toBe(200);
  });

  it('a standby gets the host name, once, and says who held it; any other deployment keeps it', () => {
    expect(edge.moves).toEqual(lost === 'elsewhere' ? [`${host}: first to standby`] : []);
    expect(JSON.parse(readFileSync(config, 'utf8')).domain).toEqual(
      lost === 'elsewhere' ? { ...prod.domain, alias: true } : prod.domain,
    );
    const held = said.includes(`${host} is held by the distribution first of the account ***`);
    expect(held).toBe(lost === 'elsewhere');
  });

  it('the secrets of a standby can be changed afterwards, and not before', () => {
    expect(secrets.canChange()).toBe(lost === 'elsewhere');
  });

  it('each chain and its heads go on: with the entries of the lost table, or after the last published head', async () => {
    await propose();
    await plane.house.settle();
    replicate();
    const [chain, published] = [await chainOf(plane.house), readHeads(heads, null, ORG)];
    const restored = chain.find(({ kind }) => kind === 'organization.restored')!;
    const { lost_from: from, lost_to: to } = restored.data as { lost_from?: number; lost_to?: number };
    if (lost === 'there') expect([restored.actor, from]).toEqual(['restore', undefined]);
    else {
      expect(said).toContainEqual(`  ${ORG}: entries ${from} to ${to} are lost`);
      expect(chain.map(({ seq }) => seq).filter((seq) => seq >= from! && seq <= to!)).toEqual([]);
    }
    expect(published.at(-1)!.n).toBeGreaterThan(lastBefore);
    expect(published.at(-1)!.seq).toBe(chain.at(-1)!.seq);
    expect(firstFault(ORG, chain, null, publishedIn(published))).toBeNull();
    expect(firstConflict(chain, published)).toBeNull();
    expect(plane.house.functions.get('heads').log.filter(({ level }) => level === 'error')).toEqual([]);
    expect(plane.house.aws.denied).toEqual([]);
  });
});
