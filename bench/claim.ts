/** Claim and report for each CPU-second, compared with SQL and with queues. */
import { fact, table, writePart } from './report';
import { type Contender, startContender } from './support/contender';
import { startDatabase } from './support/database';
import { needPeers, versionOf } from './support/peer';
import { type Entry, race, raceHead } from './support/race';
import { needServers, startPostgres, startRedis } from './support/servers';

export async function claim(): Promise<void> {
  needPeers();
  needServers();
  const servers = {
    database: await startDatabase(),
    synced: await startPostgres({ fsync: true }),
    unsynced: await startPostgres({ fsync: false }),
    always: await startRedis({ appendfsync: 'always' }),
    everysec: await startRedis({ appendfsync: 'everysec' }),
  };
  const rows = await race(open(servers), Object.values(servers));
  const range = (column: number) => `${rows.at(-1)![column]} to ${rows[3]![column]}`;
  fact('claim and report for each CPU-second, to BullMQ and to pg-boss', 'none, compared', range(6));
  const { synced, always } = servers;
  writePart('claim', text(rows, [synced.version, always.version]));
}

type Servers = Record<'synced' | 'unsynced' | 'always' | 'everysec', { port: number; pid: number }> & {
  readonly database: { readonly endpoint: string; readonly pid: number };
};

function open({ database, synced, unsynced, always, everysec }: Servers): Entry[] {
  const entry = (name: string, durability: string, jobs: number, contender: Contender): Entry => ({
    name,
    durability,
    jobs,
    contender,
  });
  const at = (file: string, { port, pid }: { port: number; pid: number }) =>
    startContender(file, { PORT: `${port}` }, pid);
  const boss = `pg-boss ${versionOf('pg-boss')}`;
  const graphile = `graphile-worker ${versionOf('graphile-worker')}`;
  const bull = `BullMQ ${versionOf('bullmq')}`;
  const ours = startContender('ours-claim', { DYNAMODB_ENDPOINT: database.endpoint }, database.pid);
  return [
    entry('ours: both handlers, over the embedded DynamoDB', 'every write synced', 400, ours),
    entry('raw SQL, named claim', 'every commit synced', 2000, at('raw-sql', synced)),
    entry('raw SQL, named claim', 'fsync off', 2000, at('raw-sql', unsynced)),
    entry(boss, 'every commit synced', 600, at('pg-boss', synced)),
    entry(boss, 'fsync off', 600, at('pg-boss', unsynced)),
    entry(graphile, 'every commit synced', 1500, at('graphile-worker', synced)),
    entry(graphile, 'fsync off', 1500, at('graphile-worker', unsynced)),
    entry(bull, 'AOF, synced always', 3000, at('bullmq', always)),
    entry(bull, 'AOF, synced each second', 3000, at('bullmq', everysec)),
  ];
}

function text(rows: readonly string[][], versions: readonly string[]): string {
  return [
    `${versions.map((version) => version.split(' (Deb')[0]!.split(' sha=')[0]).join('; ')}.`,
    '',
    table(raceHead, rows),
  ].join('\n');
}
