/** What is lost with a table that somebody made, before anything is done. */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { readDeployment } from './attach';
import { isOfTableInUse, readinessFor } from './checks';
import { blurOf, type Copy, pointOf } from './copy';
import { type Distribution, holdersOf } from './name';
import type { Names, Plane } from './plane';

export interface Given {
  readonly plane: Plane;
  readonly client: Tables['client'];
  readonly distribution: Pick<Distribution, 'holders'>;
  readonly config: string;
  readonly table: string;
  readonly started: string;
}

export async function lossOf(given: Given, source: Names, nowMs = Date.now()) {
  const { client, plane, distribution, config, table, started } = given;
  const copy: Copy = { table, started, isOfTableInUse: await isOfTableInUse(client, table, source.main) };
  const { facts, problems } = await readinessFor({ client, plane, config, copy, source });
  const { domain } = readDeployment(config);
  const holders = domain?.alias === false ? await holdersOf(distribution, domain.name) : [];
  const minutes = Math.round((nowMs - Date.parse(pointOf(started))) / 60_000);
  const lines = [
    `${table} has everything that was written until ${pointOf(started)}, ${minutes} minutes ago. What was written since is lost.`,
    `Of what was written until ${new Date(blurOf(copy).untilMs).toISOString()}, it has some items and not others.`,
    copy.isOfTableInUse
      ? `It is a copy of ${source.main}, which shows what ran since: those requests are ended.`
      : `${source.main} does not show what ran since, because it is gone or ${table} is no copy of it: every request that could run is ended.`,
    'Everybody signs in again.',
    ...[...facts, ...holders, ...problems],
  ];
  return { lines, copy };
}
