/**
 * A rehearsal of a failover: a standby takes over with the export of an hour ago and the heads that were replicated until now
 * (docs/deploy.md#several-regions). The command ends at the end of each step, before it notes that the step is done, and
 * is started again: so each step runs twice.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readDeployment } from '../../scripts/restore/attach';
import { FAILOVER_STEPS, type Failover } from '../../scripts/restore/failover';
import { headsFrom } from '../../scripts/restore/heads';
import { openJournal } from '../../scripts/restore/journal';
import { runSteps, type Step } from '../../scripts/restore/steps';
import { readHeads } from '../../scripts/verify-audit/heads';
import { createAuditStore } from '../../src/adapters/dynamodb/audit/audit-store';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { headKey } from '../../src/adapters/s3/head-store';
import { firstFault } from '../../src/core/audit/chain';
import { firstConflict, publishedIn } from '../../src/core/audit/heads';
import { headText } from '../../src/protocol/statements/head';
import { describeInCi } from '../support/effort';
import { aHeadSigner } from '../support/heads';
import { DIGEST, ENVELOPE } from '../support/house';
import { cloudFront } from './host/cloud-front';
import { type Deployment, deploy } from './host/deployment';
import { createLocalPlane, type LocalPlane } from './host/local-plane';
import { ORG, type People, settleIn } from './host/people';
import { allItems, recordPoint, withPointInTime } from './host/point-in-time';
import { synthesize } from './host/stack';

const ROOT = join(__dirname, '../..');

describeInCi('a standby that takes over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const [config, heads] = [join(folder, 'prod.json'), join(folder, 'heads')];
  const said: string[] = [];
  let [first, plane, people] = [] as unknown as [Deployment, LocalPlane, People];
  let [waiting, gone, lastBefore] = ['', '', 0];
  let named: unknown[] = [];

  const propose = async () => {
    const body = { action: 'refund', requester: 'op_a', params: { intent: DIGEST }, intent: ENVELOPE };
    return (await plane.house.call('api', 'POST', '/v1/requests', body, people.key)).body.request.id as string;
  };
  const chainOf = (house: Deployment) => createAuditStore(house.tables).entries(ORG, 0, 500);
  const replicate = () => {
    mkdirSync(heads, { recursive: true });
    for (const [name, text] of plane.house.aws.objects)
      if (name.startsWith('Heads')) writeFileSync(join(heads, name.replaceAll('/', '-')), text);
  };

  beforeAll(async () => {
    first = await deploy(synthesize('prod'));
    plane = createLocalPlane(first, async (house) => {
      await house.settling(() => house.functions.get('canary').invoke({}));
    });
    people = await settleIn(first);
    await first.functions.get('canary-set-up').invoke({});
    waiting = await propose();
    await first.settle();
    const at = new Date().toISOString();
    const items = await allItems(first.tables.client, first.tables.main);
    const point = await recordPoint(first.database.endpoint, first.tables);
    gone = await propose();
    await first.settle();
    replicate();
    lastBefore = readHeads(heads, null, ORG).at(-1)!.n;
    // The first region does not answer any more.
    await plane.close();
    await plane.disable();

    const prod = JSON.parse(readFileSync(join(ROOT, 'deployments/prod.json'), 'utf8'));
    writeFileSync(config, JSON.stringify({ ...prod, domain: { ...prod.domain, alias: false } }));
    const edge = cloudFront({ first: [prod.domain.name], standby: [] });
    // As a deployment would claim the name, while the first region's distribution holds it.
    expect(() => edge.deploy('standby', [prod.domain.name])).toThrow('CNAMEAlreadyExists');
    const client = withPointInTime(first.database.endpoint, point);
    const bucket = [...first.aws.objects.keys()].find((name) => name.startsWith('Heads'))!.split('/')[0]!;
    const failover = {
      plane: {
        ...plane,
        deploy: async (file: string) => {
          const { domain } = readDeployment(file);
          edge.deploy('standby', domain!.alias === false ? [] : [domain!.name]);
          await plane.deploy(file);
        },
      },
      client,
      headsOf: headsFrom({ path: heads }, null),
      signer: aHeadSigner(),
      distribution: edge.distribution('standby'),
      publish: async (head: Parameters<typeof headText>[0] & Parameters<typeof headKey>[0]) => {
        first.aws.objects.set(`${bucket}/${headKey(head)}`, `${headText(head)}\n`);
        return true;
      },
      importTable: async (name: string) => {
        if ((await client.send(new ListTablesCommand({}))).TableNames!.includes(name)) return;
        await client.send(new CreateTableCommand(createTableInput(name, { ...MAIN_TABLE, stream: false })));
        for (let from = 0; from < items.length; from += 25) {
          const RequestItems = { [name]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })) };
          await client.send(new BatchWriteCommand({ RequestItems }));
        }
      },
      config,
      nowMs: Date.now,
      pollMs: 10,
      log: (line: string) => void said.push(line),
    };
    const names = async () => ({
      main: first.tables.main,
      transient: `${first.tables.transient}-restored`,
      heads: 'heads',
    });
    const ended: string[] = [];
    const steps = FAILOVER_STEPS.map(
      ({ name, run }): Step<Failover> => ({
        name,
        run: async (given) => {
          const what = await run(given);
          if (ended.includes(name)) return what;
          ended.push(name);
          throw new Error(`ended in ${name}`);
        },
      }),
    );
    for (const { name } of steps) {
      const journal = await openJournal(`${config}.journal.json`, { at, suffix: 'restored' }, names);
      await expect(runSteps({ ...failover, journal }, steps)).rejects.toThrow(`ended in ${name}`);
    }
    const journal = await openJournal(`${config}.journal.json`, { at, suffix: 'restored' }, names);
    await runSteps({ ...failover, journal }, steps);
    expect(said.at(-1)).toMatch(/^9\/9 smoke: a request passed/);
    const { domain } = JSON.parse(readFileSync(config, 'utf8'));
    expect(domain).toEqual({ ...prod.domain, alias: true });
    named = [edge.moves, said.filter((line) => line.includes(domain.name)), domain.name];
    await plane.house.settle();
  }, 180_000);

  afterAll(async () => {
    console.log(said.join('\n'));
    await plane?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('a standby that takes over answers callers from the imported table', async () => {
    expect(plane.house.tables.main).toBe(`${first.tables.main}-restored`);
    expect((await plane.house.call('api', 'GET', `/v1/requests/${gone}`, undefined, people.key)).statusCode).toBe(404);
  });

  it('a standby that takes over gets the host name, once, and says who held it', () => {
    const [moves, lines, name] = named;
    expect(moves).toEqual([`${name}: first to standby`]);
    expect(lines).toContain(`  ${name} is held by the distribution first of the account ***`);
    expect(said).toContainEqual(expect.stringContaining('set "alias": false in the file of the first region'));
  });

  it('a standby that takes over ends requests that may have run in the first region', async () => {
    const { body } = await plane.house.call('api', 'GET', `/v1/requests/${waiting}`, undefined, people.key);
    expect(body.request).toMatchObject({ outcome: 'aborted', live: false });
  });

  it('a standby that takes over continues each chain and its heads after the last replicated head, and names the lost entries', async () => {
    await propose();
    await plane.house.settle();
    replicate();
    const [chain, published] = [await chainOf(plane.house), readHeads(heads, null, ORG)];
    const restored = chain.find(({ kind }) => kind === 'organization.restored')!;
    const { lost_from: from, lost_to: to } = restored.data as { lost_from: number; lost_to: number };
    expect(said).toContainEqual(`  ${ORG}: entries ${from} to ${to} are lost`);
    expect(restored.seq).toBe(to + 1);
    expect(chain.map(({ seq }) => seq).filter((seq) => seq >= from && seq <= to)).toEqual([]);
    expect(published.at(-1)!.n).toBeGreaterThan(lastBefore + 1);
    expect(published.at(-1)!.seq).toBe(chain.at(-1)!.seq);
    expect(firstFault(ORG, chain, null, publishedIn(published))).toBeNull();
    expect(firstConflict(chain, published)).toBeNull();
    expect(plane.house.functions.get('heads').log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
