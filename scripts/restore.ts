/**
 * npm run restore -- --at 2026-01-31T12:00:00Z --config deployments/prod.json [--suffix NAME] [--heads PATH] [--jwk KEY.json]
 *
 * Restores both tables to a point in time beside the ones in use, puts back what DynamoDB does not restore (stream, time to
 * live, recovery, warm throughput, tags, protection), verifies every audit chain against its published heads, lists what was
 * decided after the point, and writes `existingTables` into the deployment's file. The next deployment attaches them.
 *
 * Set MAIN_TABLE, TRANSIENT_TABLE and HEADS_BUCKET from the stack's outputs. `--heads PATH` reads a copy of the heads instead
 * of the bucket; `--jwk KEY.json` is the key that you trust. A run that failed can be repeated: it continues.
 *
 * Exit codes: 0 if the tables are attached, 1 if a chain is not what was published, 2 for wrong use and other failures.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readEnv } from '../src/lambda/env';
import { headsFrom } from './restore/heads';
import { restoreDeployment } from './restore/restore';
import { readPinned } from './verify-audit/heads';

const USAGE =
  'usage: npm run restore -- --at TIME --config FILE [--suffix NAME] [--heads PATH] [--jwk KEY.json]; TIME as 2026-01-31T12:00:00Z';
const POLL_MS = 5000;

async function main(argv: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const options = { at: text, config: text, suffix: text, heads: text, jwk: text };
  const { values } = parseArgs({ args: [...argv], options });
  const { at, config, suffix = nameOf(at), heads, jwk } = values;
  if (
    at === undefined ||
    config === undefined ||
    !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ||
    Number.isNaN(Date.parse(at))
  )
    throw new Error(USAGE);
  const env = readEnv(
    heads === undefined ? ['mainTable', 'transientTable', 'headsBucket'] : ['mainTable', 'transientTable'],
  );
  const pinned = readPinned(jwk);
  const attached = await restoreDeployment({
    // The SDK's own client: that of the functions is made for reads and writes of items.
    tables: {
      client: DynamoDBDocumentClient.from(new DynamoDBClient({})),
      main: env.mainTable,
      transient: env.transientTable,
    },
    at: new Date(at),
    suffix,
    headsOf: headsFrom(heads === undefined ? { bucket: env.headsBucket! } : { path: heads }, pinned),
    config,
    nowMs: Date.now,
    pollMs: POLL_MS,
    log: (line) => console.log(line),
  });
  return attached ? 0 : 1;
}

/** The same point gives the same names, so that a repeated run continues. */
const nameOf = (at = ''): string => `at-${at.replace(/\D/g, '').slice(0, 14)}`;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  },
);
