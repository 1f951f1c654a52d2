/** The base of every function on AWS that uses the tables: its clients, and the check that the indexes exist. */

import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { createDocumentClient, type Tables, watchDate } from '../../adapters/dynamodb/client';
import type { MAIN_TABLE } from '../../adapters/dynamodb/table';
import { systemRandom } from '../../adapters/system/random';
import { createClockGuard, systemClock, systemPause } from '../../adapters/system/time';
import type { Log } from '../../service/system/ports';
import { readEnv } from '../env';

/** The SDK uses Lambda's credentials, region and retries, and keeps connections alive. */
export function createBase(log: Log) {
  const env = readEnv(['mainTable', 'transientTable']);
  const clockGuard = createClockGuard(systemClock, log);
  const client = createDocumentClient();
  watchDate(client, (header) => clockGuard.saw(header));
  const tables: Tables = {
    client,
    main: env.mainTable,
    transient: env.transientTable,
  };
  return { clock: systemClock, clockGuard, random: systemRandom, pause: systemPause, log, tables };
}

export type IndexName = (typeof MAIN_TABLE)['indexes'][number]['name'];

interface Base {
  readonly tables: Tables;
  readonly log: Log;
}

/**
 * A function whose table lacks an index would answer everything that needs none, and lose the rest. It does not start
 * instead: it fails every event, so queues and the stream keep theirs. The table is described once, while the function
 * starts, which also opens its connection. If that fails, the function starts, because its own calls would fail too.
 */
export function withIndexes<Event, Answer>(
  { tables, log }: Base,
  names: readonly IndexName[],
  handler: (event: Event) => Promise<Answer>,
): (event: Event) => Promise<Answer> {
  const missing = missingOf(tables, names).catch((error: Error) => {
    log.warn('the table could not be described', { error: error.name });
    return [];
  });
  return async (event) => {
    const lacking = await missing;
    if (lacking.length === 0) return handler(event);
    throw new Error(
      `the table ${tables.main} has no index ${lacking.join(', ')}: deploy the data stack, or restore to a later point`,
    );
  };
}

async function missingOf({ client, main }: Tables, names: readonly IndexName[]): Promise<string[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: main }));
  const there = (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
  return names.filter((name) => !there.includes(name));
}
