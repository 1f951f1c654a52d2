/**
 * npm run restore -- --at 2026-01-31T12:00:00Z --config deployments/prod.json [--prepare] [--cancel]
 * npm run restore -- --from-table NAME --started 2026-01-31T12:00:00Z --config deployments/prod.json [--yes]
 *
 * Takes a deployment back to a point in time, or lets it go on with a table that you made from a backup, also from one of
 * another region. The steps are the same: they refuse callers, let the queues run empty, switch everything off, make the
 * tables, verify every audit chain against its published heads, end what ran after the point, deploy the service with these
 * tables, switch everything on and send one request through it (docs/deploy.md#backup-and-restore).
 *
 * A run that ended can be repeated with the same words: the file `<config>.<suffix>.journal.json` says which steps are done.
 * Messages that remained are in `<config>.<suffix>.messages.ndjson`.
 *
 * - `--from-table NAME --started TIME` prints what is lost, and does nothing without `--yes`. TIME is the start of the backup.
 * - `--prepare` makes and verifies the tables while the service runs. The run with the same words continues.
 * - `--cancel`, with the same words, switches everything on again and restores nothing. It is refused once the restored
 *   tables are attached.
 * - `--heads PATH` reads a copy of the heads instead of the bucket; `--jwk KEY.json` is the key that you trust.
 * - `--accept-unpublished ORG`, once for each organization, goes on although heads of its entries are missing. The audit chain
 *   says so (docs/deploy.md#missing-heads).
 * - `--stack NAME` is the service stack, `--data-stack NAME` the data stack, and `--deploy COMMAND` deploys all, where they are
 *   in an application of your own. `--suffix NAME` ends the names of the files and of the tables that are made.
 * - `--drain SECONDS` is how long the queues get to run empty (default 900).
 *
 * Later, at any time, `npm run restore -- --import TEMPLATE --config FILE` writes the templates with which the restored tables
 * belong to the data stack again, and prints the commands. TEMPLATE is the data stack's own, as `npx cdk synth` makes it;
 * `--stack NAME` is the data stack here.
 *
 * Exit codes: 0 if the service runs on the restored tables, 1 if a chain is not what was published or lacks its heads, 2 for wrong use and other
 * failures.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationAutoScalingClient } from '@aws-sdk/client-application-auto-scaling';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createS3HeadStore } from '../src/adapters/s3/head-store';
import { createKmsHeadSigner } from '../src/adapters/secrets/kms';
import { readDeployment } from './restore/attach';
import { distributionOf } from './restore/aws/distribution';
import { createAwsPlane } from './restore/aws/plane';
import { outputsOf } from './restore/aws/stack';
import { type Copy, pointOf } from './restore/copy';
import { headsFrom } from './restore/heads';
import { writeImport } from './restore/import-tables';
import { openJournal } from './restore/journal';
import { type Given, lossOf } from './restore/loss';
import { NotAttached, type Restore } from './restore/run';
import { copyScaling, scaleAs } from './restore/scaling';
import { cancelRestore, prepare, runSteps, STEPS } from './restore/steps';
import { exitCodeOf, parsedArgs } from './support/command';
import { readPinned } from './verify-audit/heads';

const USAGE =
  'usage: npm run restore -- --at TIME --config FILE [--prepare] [--cancel], or --from-table NAME --started TIME --config FILE [--yes]; also [--suffix NAME] [--heads PATH] [--jwk KEY.json] [--accept-unpublished ORG] [--stack NAME --data-stack NAME --deploy COMMAND] [--drain SECONDS]; TIME as 2026-01-31T12:00:00Z';
const POLL_MS = 5000;
/** CloudWatch knows of a minute two minutes later. */
const QUIET_MS = 180_000;

const log = (line: string) => console.log(line);

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--import')) return printImport(argv);
  const input = inputOf(argv);
  const { config, suffix, table, at } = input;
  const pinned = readPinned(input.jwk);
  const { stage, headIntervalSeconds } = readDeployment(config);
  const stack = input.stack ?? `request-authorization-${stage}`;
  const deployCommand = `npx cdk deploy --all --require-approval never -c stage=${stage} -c config=${config}`;
  const plane = createAwsPlane({ stack, deployCommand: input.deploy ?? deployCommand, pause, log });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const distribution = distributionOf(stack);
  const path = `${config}.${suffix}.journal.json`;
  const copy =
    table === undefined ? undefined : await givenTable({ ...input, table, path, plane, client, distribution });
  if (copy === null) return 0;
  const journal = await openJournal(path, { at, suffix, ...(copy === undefined ? {} : { copy }) }, () => plane.names());
  if (input.cancel) {
    log(await cancelRestore({ plane, journal, config }));
    return 0;
  }
  const { heads: bucket } = journal.record.source;
  const restore: Restore = {
    ...{ plane, client, distribution, journal, config, log },
    headsOf: headsFrom(input.heads === undefined ? { bucket } : { path: input.heads }, pinned),
    headIntervalMs: headIntervalSeconds * 1000,
    acceptsUnpublished: new Set(input.accepted),
    continuation: () => continuationIn(input.dataStack ?? `${stack}-data`, bucket),
    archive: `${config}.${suffix}.messages.ndjson`,
    drainMs: input.drain * 1000,
    quietMs: QUIET_MS,
    setScaling: scalingFor(config),
    nowMs: Date.now,
    pollMs: POLL_MS,
  };
  return endedWith(() => (input.prepare ? prepare(restore) : runSteps(restore, STEPS)));
}

/** Null if nothing is to be done. */
async function givenTable(
  given: Given & Pick<Input, 'yes' | 'cancel'> & { readonly path: string },
): Promise<Copy | null> {
  const { path, yes, cancel, table, started } = given;
  // Most of it would look different after the first steps, and the journal has what must not change.
  if (cancel || (yes && existsSync(path))) return { table, started, isOfTableInUse: false };
  const { lines, copy } = await lossOf(given, await given.plane.names());
  for (const line of lines) log(line);
  if (yes) return copy;
  log('Nothing was done. Run this again with --yes.');
  return null;
}

async function endedWith(run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    if (!(error instanceof NotAttached)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function continuationIn(dataStack: string, bucket: string): ReturnType<Restore['continuation']> {
  const { HeadKey } = await outputsOf(dataStack, ['HeadKey']);
  return { signer: createKmsHeadSigner(new KMSClient({}), HeadKey), publish: createS3HeadStore({}, bucket).publish };
}

function scalingFor(config: string): Restore['setScaling'] {
  const client = new ApplicationAutoScalingClient({});
  return (source, target, indexes) =>
    source === null
      ? scaleAs(client, readDeployment(config), target, indexes)
      : copyScaling(client, source, target, indexes);
}

function printImport(argv: readonly string[]): number {
  const text = { type: 'string' } as const;
  const { values } = parsedArgs({ args: [...argv], options: { import: text, config: text, stack: text } }, USAGE);
  const { import: template, config: file, stack } = values;
  if (template === undefined || file === undefined) throw new Error(USAGE);
  const config = readDeployment(file);
  const lines = writeImport(template, stack ?? `request-authorization-${config.stage}-data`, file, config);
  for (const line of lines) console.log(line);
  return 0;
}

type Input = ReturnType<typeof inputOf>;

function inputOf(argv: readonly string[]) {
  const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
  const options = {
    ...{ at: text, 'from-table': text, started: text, config: text, suffix: text, heads: text, jwk: text },
    ...{ stack: text, 'data-stack': text, deploy: text, drain: text, cancel: flag, prepare: flag, yes: flag },
    'accept-unpublished': { type: 'string', multiple: true } as const,
  };
  const { values } = parsedArgs({ args: [...argv], options }, USAGE);
  const { 'from-table': table, 'data-stack': dataStack, 'accept-unpublished': accepted = [], ...rest } = values;
  const { config, drain = '900', ...others } = rest;
  const { cancel = false, prepare: isPrepared = false, yes = false, started = '', ...named } = others;
  const isFromTable = table !== undefined;
  const time = isFromTable ? started : (others.at ?? '');
  const isOne = isFromTable ? others.at === undefined : others.started === undefined && !yes;
  if (!isOne || !isTime(time) || config === undefined || !/^\d{1,6}$/.test(drain)) throw new Error(USAGE);
  const { suffix = nameOf(isFromTable ? 'from' : 'at', time) } = named;
  const at = isFromTable ? pointOf(started) : time;
  return {
    ...named,
    at,
    started,
    table,
    dataStack,
    accepted,
    config,
    suffix,
    cancel,
    prepare: isPrepared,
    yes,
    drain: Number(drain),
  };
}

const isTime = (time: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && !Number.isNaN(Date.parse(time));

/** The same point gives the same names, so that a repeated run continues. */
const nameOf = (word: string, time: string): string => `${word}-${time.replace(/\D/g, '').slice(0, 14)}`;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = exitCodeOf(error, 2);
  },
);
