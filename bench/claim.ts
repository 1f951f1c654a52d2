/** Claim and report for each CPU-second, compared with SQL and with queues. */
import { fact, table, writePart } from './report';
import { type Contender, startContender } from './support/contender';
import { startDatabase } from './support/database';
import { needLambdaNode } from './support/lambda-node';
import { needPeers, versionOf } from './support/peer';
import { type Entry, race, raceHead } from './support/race';
import { needServers, startPostgres, startRedis } from './support/servers';

export async function claim(): Promise<void> {
  const node = needLambdaNode();
  needPeers();
  needServers();
  const servers = {
    database: await startDatabase(),
    runner: await startDatabase(),
    postgres: await startPostgres({ fsync: true }),
    always: await startRedis({ appendfsync: 'always' }),
    everysec: await startRedis({ appendfsync: 'everysec' }),
  };
  const rows = await race(open(servers), Object.values(servers));
  const [ours, runner] = rows.map((row) => Number(row[1]) + Number(row[2])) as [number, number];
  const ratio = (name: string) => rows.find(([who]) => who!.startsWith(name))![4];
  fact(
    'claim and report for each CPU-second, to BullMQ and to pg-boss',
    'none, compared',
    `${ratio('BullMQ')} to ${ratio('pg-boss')}`,
  );
  fact('the same in the complete runner, to the functions alone', '–', (ours / runner).toFixed(2));
  const { postgres, always } = servers;
  writePart('claim', text(rows, [`Node ${node}`, postgres.version, always.version]));
}

type Servers = Record<'postgres' | 'always' | 'everysec', { port: number; pid: number }> &
  Record<'database' | 'runner', { readonly endpoint: string; readonly pid: number }>;

const BATCH = 10;

function open({ database, runner, postgres, always, everysec }: Servers): Entry[] {
  const entry = (name: string, jobs: number, contender: Contender): Entry => ({ name, jobs, contender });
  const at = (file: string, { port, pid }: { port: number; pid: number }, env: Record<string, string> = {}) =>
    startContender(file, { ...env, PORT: `${port}` }, pid);
  const boss = `pg-boss ${versionOf('pg-boss')}`;
  const graphile = `graphile-worker ${versionOf('graphile-worker')}`;
  const bull = `BullMQ ${versionOf('bullmq')}`;
  const ours = (file: string, { endpoint, pid }: Servers['database']) =>
    startContender(file, { DYNAMODB_ENDPOINT: endpoint }, pid);
  const tens = { BATCH: `${BATCH}` };
  return [
    entry('ours: both handlers, over the embedded DynamoDB', 400, ours('ours-claim', database)),
    entry('ours, in the complete runner', 200, ours('ours-runner', runner)),
    entry('raw SQL, named claim', 2000, at('raw-sql', postgres)),
    entry(boss, 600, at('pg-boss', postgres)),
    entry(`${boss}, tens`, 2000, at('pg-boss', postgres, tens)),
    entry(graphile, 1500, at('graphile-worker', postgres)),
    entry(`${graphile}, tens`, 3000, at('graphile-worker', postgres, tens)),
    entry(bull, 3000, at('bullmq', always)),
    entry(`${bull}, synced each second`, 3000, at('bullmq', everysec)),
  ];
}

function text(rows: readonly string[][], versions: readonly string[]): string {
  return [
    `${versions.map((version) => version.split(' (Deb')[0]!.split(' sha=')[0]).join('; ')}.`,
    '',
    table(raceHead, rows),
  ].join('\n');
}
