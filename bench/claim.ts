/** Claim and report for each CPU-second, beside what else such work could be left to. */
import { table, writePart } from './report';
import { type Contender, type Round, startContender, WIDTH } from './support/contender';
import { startDatabase } from './support/database';
import { needPeers, versionOf } from './support/peer';
import { needServers, startPostgres, startRedis } from './support/servers';
import { median, pairedRatio, said } from './support/stats';

const ROUNDS = 9;

interface Entry {
  readonly name: string;
  readonly durability: string;
  readonly jobs: number;
  readonly contender: Contender;
  readonly rounds: Round[];
}

const WARM_UP = 1;

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
  const entries = open(servers);
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      // One after the other, so that each round of each meets the same machine.
      for (const { contender, jobs, rounds } of entries) {
        const measured = await contender.round(jobs);
        if (round >= 0) rounds.push(measured);
      }
    }
  } finally {
    for (const { contender } of entries) await contender.stop().catch(() => undefined);
    for (const server of Object.values(servers)) await server.stop();
  }
  writePart(
    'claim',
    'Claim and report, beside queues',
    text(entries, [servers.synced.version, servers.always.version]),
  );
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
    rounds: [],
  });
  const at = (file: string, { port, pid }: { port: number; pid: number }) =>
    startContender(file, { PORT: `${port}` }, pid);
  const boss = `pg-boss ${versionOf('pg-boss')}`;
  const graphile = `graphile-worker ${versionOf('graphile-worker')}`;
  const bull = `BullMQ ${versionOf('bullmq')}`;
  const ours = startContender('ours-claim', { DYNAMODB_ENDPOINT: database.endpoint }, database.pid);
  return [
    entry(OURS, 'every write synced', 400, ours),
    entry('raw SQL, named claim', 'every commit synced', 2000, at('raw-sql', synced)),
    entry('raw SQL, named claim', 'fsync off', 2000, at('raw-sql', unsynced)),
    entry(boss, 'every commit synced', 800, at('pg-boss', synced)),
    entry(boss, 'fsync off', 800, at('pg-boss', unsynced)),
    entry(graphile, 'every commit synced', 1500, at('graphile-worker', synced)),
    entry(graphile, 'fsync off', 1500, at('graphile-worker', unsynced)),
    entry(bull, 'AOF, synced always', 3000, at('bullmq', always)),
    entry(bull, 'AOF, synced each second', 3000, at('bullmq', everysec)),
  ];
}

const OURS = 'ours: both handlers, over the embedded DynamoDB';

function text(entries: readonly Entry[], versions: readonly string[]): string {
  const each = ({ rounds, jobs }: Entry, of: (round: Round) => number) => rounds.map((round) => of(round) / jobs);
  const whole = ({ clientUs, serverUs }: Round) => clientUs + serverUs;
  const ours = entries[0]!;
  const rows = entries.map((entry) => [
    entry.name,
    entry.durability,
    median(each(entry, ({ clientUs }) => clientUs)).toFixed(0),
    median(each(entry, ({ serverUs }) => serverUs)).toFixed(0),
    (1e6 / median(each(entry, whole))).toFixed(0),
    (1000 / median(each(entry, ({ wallMs }) => wallMs))).toFixed(0),
    // Jobs for each CPU-second are the reverse of CPU for each job.
    entry === ours ? '1' : said(pairedRatio(each(entry, whole), each(ours, whole))),
    entry === ours
      ? '1'
      : said(
          pairedRatio(
            each(entry, whole),
            each(ours, ({ clientUs }) => clientUs),
          ),
        ),
  ]);
  return [
    `One job claimed and reported, ${WIDTH} in flight; jobs are laid out beforehand and not counted. CPU of the client's process and of the server with all its`,
    `processes. Medians of ${ROUNDS} interleaved rounds; ratios are of jobs for each CPU-second, ours to theirs, with 95 % of a bootstrap over pairs of rounds.`,
    `${versions.join('; ')}; Debian's settings but for fsync. The embedded DynamoDB syncs its file at every write (strace: one fsync for each).`,
    '',
    table(
      [
        'who',
        'durability',
        'client, µs a job',
        'server, µs a job',
        'jobs per CPU-second',
        'jobs a second',
        'ours to theirs',
        'ours without the store to theirs',
      ],
      rows,
    ),
  ].join('\n');
}
