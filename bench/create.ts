/** A create under an Idempotency-Key, and its repetition, for each CPU-second, compared with Express and PostgreSQL. */
import { fact, table, writePart } from './report';
import { startContender } from './support/contender';
import { startDatabase } from './support/database';
import { WIDTH } from './support/lanes';
import { needPeers } from './support/peer';
import { type Entry, race, raceHead } from './support/race';
import { needServers, startPostgres } from './support/servers';

export async function create(): Promise<void> {
  needPeers();
  needServers();
  const database = await startDatabase();
  const synced = await startPostgres({ fsync: true });
  const unsynced = await startPostgres({ fsync: false });
  const express = (server: { port: number; pid: number }) =>
    startContender('express-create', { PORT: `${server.port}` }, server.pid);
  const ours = startContender('ours-create', { DYNAMODB_ENDPOINT: database.endpoint }, database.pid);
  const entries: Entry[] = [
    { name: 'ours, over the embedded DynamoDB', durability: 'every write synced', jobs: 200, contender: ours },
    { name: 'Express', durability: 'every commit synced', jobs: 600, contender: express(synced) },
    { name: 'Express', durability: 'fsync off', jobs: 600, contender: express(unsynced) },
  ];
  const rows = await race(entries, [database, synced, unsynced]);
  fact('create and replay for each CPU-second, to Express and PostgreSQL', 'none, compared', rows[1]![6]!);
  writePart(
    'create',
    'Create and replay, compared with Express and PostgreSQL',
    [
      `One request is created under an Idempotency-Key, and then the same call is sent again, over HTTP from another process, ${WIDTH} at a time. Both check the key, read the policy and the`,
      'requester, write once, and answer the repeated call from the record. Express has no audit, no tenancy by key, no messages, and three checks instead of a schema:',
      '`bench/contenders/express-create.ts`. Medians of interleaved rounds.',
      '',
      table(raceHead('pair'), rows),
    ].join('\n'),
  );
}
