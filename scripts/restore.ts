/**
 * npm run restore -- --at 2026-01-31T12:00:00Z --config deployments/prod.json [--suffix NAME] [--heads PATH] [--jwk KEY.json]
 *
 * Takes a deployment back to a point in time: checks the point, the account and the region, refuses callers, lets the queues run empty, switches everything off, restores
 * both tables beside those in use, verifies every audit chain against its published heads, ends what ran after the point,
 * deploys the service with the restored tables, switches everything on and sends one request through it
 * (docs/deploy.md#backup-and-restore).
 *
 * A run that ended can be repeated with the same words: the file `<config>.<suffix>.journal.json` says which steps are done.
 * Messages that remained are in `<config>.<suffix>.messages.ndjson`.
 *
 * - `--heads PATH` reads a copy of the heads instead of the bucket; `--jwk KEY.json` is the key that you trust.
 * - `--stack NAME` is the service stack, and `--deploy COMMAND` deploys both, where they are in an application of your own.
 * - `--drain SECONDS` is how long the queues get to run empty (default 900).
 * - `--cancel`, with the same words, switches everything on again and restores nothing. It is refused once the restored
 *   tables are attached.
 *
 * Later, at any time, `npm run restore -- --import TEMPLATE --config FILE` writes the templates with which the restored tables
 * belong to the data stack again, and prints the commands. TEMPLATE is the data stack's own, as `npx cdk synth` makes it;
 * `--stack NAME` is the data stack here.
 *
 * Exit codes: 0 if the service runs on the restored tables, 1 if a chain is not what was published, 2 for wrong use and other
 * failures.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationAutoScalingClient } from '@aws-sdk/client-application-auto-scaling';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readDeployment } from './restore/attach';
import { createAwsPlane } from './restore/aws/plane';
import { headsFrom } from './restore/heads';
import { writeImport } from './restore/import-tables';
import { openJournal } from './restore/journal';
import { copyScaling } from './restore/scaling';
import { cancelRestore, NotAttached, runSteps, STEPS } from './restore/steps';
import { awsMessage } from './support/aws-message';
import { parsedArgs } from './support/command';
import { readPinned } from './verify-audit/heads';

const USAGE =
  'usage: npm run restore -- --at TIME --config FILE [--suffix NAME] [--heads PATH] [--jwk KEY.json] [--stack NAME --deploy COMMAND] [--drain SECONDS] [--cancel]; TIME as 2026-01-31T12:00:00Z';
const POLL_MS = 5000;
/** CloudWatch knows of a minute two minutes later. */
const QUIET_MS = 180_000;

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--import')) return printImport(argv);
  const { at, config, suffix, heads, jwk, stack, deploy, drain, cancel } = inputOf(argv);
  const pinned = readPinned(jwk);
  const { stage } = readDeployment(config);
  const log = (line: string) => console.log(line);
  const plane = createAwsPlane({
    stack: stack ?? `request-authorization-${stage}`,
    deployCommand: deploy ?? `npx cdk deploy --all --require-approval never -c stage=${stage} -c config=${config}`,
    pause,
    log,
  });
  const journal = await openJournal(`${config}.${suffix}.journal.json`, { at, suffix }, () => plane.names());
  if (cancel) {
    log(await cancelRestore({ plane, journal, config }));
    return 0;
  }
  const scaling = new ApplicationAutoScalingClient({});
  const { heads: bucket } = journal.record.source;
  try {
    await runSteps(
      {
        plane,
        // The SDK's own client: that of the functions is made for reads and writes of items.
        client: DynamoDBDocumentClient.from(new DynamoDBClient({})),
        journal,
        headsOf: headsFrom(heads === undefined ? { bucket } : { path: heads }, pinned),
        config,
        archive: `${config}.${suffix}.messages.ndjson`,
        drainMs: drain * 1000,
        quietMs: QUIET_MS,
        copyScaling: (source, target, indexes) => copyScaling(scaling, source, target, indexes),
        nowMs: Date.now,
        pollMs: POLL_MS,
        log,
      },
      STEPS,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof NotAttached)) throw error;
    console.error(error.message);
    return 1;
  }
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

function inputOf(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    at: text,
    config: text,
    suffix: text,
    heads: text,
    jwk: text,
    stack: text,
    deploy: text,
    drain: text,
    cancel: { type: 'boolean' },
  } as const;
  const { values } = parsedArgs({ args: [...argv], options }, USAGE);
  const { at, config, suffix = nameOf(at), drain = '900', cancel = false, ...others } = values;
  const isTime = at !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at));
  if (!isTime || config === undefined || !/^\d{1,6}$/.test(drain)) throw new Error(USAGE);
  return { at, config, suffix, drain: Number(drain), cancel, ...others };
}

/** The same point gives the same names, so that a repeated run continues. */
const nameOf = (at = ''): string => `at-${at.replace(/\D/g, '').slice(0, 14)}`;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(awsMessage(error));
    process.exitCode = 2;
  },
);
