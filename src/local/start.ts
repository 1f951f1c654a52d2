/** Starts and stops everything that the local runner needs, in order, and says who has its port. */

import { createWriteStream } from 'node:fs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import deliveryLoop from '../../infra/delivery-loop.asl.json';
import type { Tables } from '../adapters/dynamodb/client';
import { createLog } from '../adapters/system/log';
import { createConsoleHandler } from '../lambda/console/handler';
import { createWatchHandler } from '../lambda/console/watch';
import { createFeedHandler } from '../lambda/v1/feed';
import { createServiceHandler } from '../lambda/v1/handler';
import type { OperatorId } from '../protocol/identifiers';
import type { Log } from '../service/system/ports';
import { openEvidenceFiles, openHeadsFile } from './bucket-files';
import { DEMO_HEADERS, openDemoPages, withDemoBar } from './click-through/routes';
import { consoleFiles } from './console-files';
import { type LocalDatabase, openDatabase } from './database';
import { type Demo, demoOperator, openDemo, signInUrl } from './demo';
import { openMailbox } from './mailbox';
import type { RunnerOptions } from './options';
import { Activity } from './platform/activity';
import { type DataDirectory, openDataDirectory } from './platform/data-directory';
import { PortInUse } from './platform/errors';
import { replaceFile } from './platform/files';
import { startHttpServer } from './platform/http-server';
import { startRule } from './platform/rule';
import { createClockControl, RunnerClock } from './platform/runner-clock';
import { openStateMachine } from './platform/state-machine';
import { startStreamPoller } from './platform/stream';
import { withPushScript } from './push-script';
import { openPushService } from './push-service';
import { openPhone } from './push-service/phone';
import { createLocalHandler } from './routes';
import { composeService } from './runner';
import { openSecrets } from './secrets';

export interface Running {
  readonly demo: Demo;
  readonly demoFile: string;
  readonly baseUrl: string;
  /** The tables, for tests and benchmarks that write without the service. */
  readonly tables: Tables;
  /** Why the data is in memory; null if it is on disk. */
  readonly memory: LocalDatabase['memory'];
  /** Resolves with the last output of the embedded database if it ends unexpectedly. */
  readonly died: Promise<string>;
  /** Executions of the retry loop since the start, and their transitions. */
  loopStats(): { readonly started: number; readonly transitions: number };
  stop(): Promise<void>;
}

const SWEEP_EVERY_MS = 60_000;

export async function startRunner(options: RunnerOptions): Promise<Running> {
  const directory = openDataDirectory(options.dataDir);
  const undo: (() => Promise<void> | void)[] = [() => directory.release()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await start(options, directory, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: RunnerOptions, directory: DataDirectory, undo: (() => Promise<void> | void)[]) {
  const clock = new RunnerClock();
  const activity = new Activity();
  const log = openLog(directory.file('service.log'));
  undo.push(
    () => log.close(),
    () => clock.stop(),
  );
  let written = () => {};
  const database = await openDatabase(options, directory, () => written());
  undo.push(() => database.stop());
  // Used by the administration command, which works on the data of a running machine.
  replaceFile(directory.file('endpoint.json'), JSON.stringify({ dynamodb_endpoint: database.endpoint }));

  // The port is opened first: if it is in use, the start must fail before anything learns the service's address.
  const routes: Parameters<typeof startHttpServer>[0]['routes'][number][] = [];
  const server = await saysWhoListens(startHttpServer({ port: options.port, activity, routes }));
  undo.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${server.port}`;

  const secrets = openSecrets({ ...directory, file: database.file });
  const mailbox = openMailbox(database.file('messages.ndjson'));
  const pushService = openPushService(database.file('pushes.ndjson'), clock, baseUrl);
  const report = (what: string, error: unknown) =>
    log.error(what, { reason: error instanceof Error ? error.message : String(error) });
  let loopStats: Running['loopStats'] = () => ({ started: 0, transitions: 0 });
  const service = composeService({
    clock,
    activity,
    tables: database.tables,
    secrets,
    mailbox,
    heads: openHeadsFile(database.file('heads.ndjson')),
    evidence: openEvidenceFiles(database.file('evidence'), clock),
    log,
    baseUrl,
    integrationUrl: options.integrationUrl ?? `${baseUrl}/local/sink`,
    report,
    postTimeoutMs: options.postTimeoutMs,
    destinations: options.destinations,
    openLoop: (handler) => {
      const loop = openStateMachine({
        document: deliveryLoop,
        path: database.file('executions.ndjson'),
        clock,
        activity,
        handler,
        report,
      });
      undo.push(() => loop.stop());
      loopStats = () => loop.stats();
      return loop;
    },
  });
  const poller = startStreamPoller({
    client: database.streams,
    streamArn: database.streamArn,
    activity,
    handler: service.stream,
    positionPath: database.file('stream-position.json'),
    givenUpPath: database.file('given-up.ndjson'),
    report,
  });
  written = () => poller.nudge();
  const sweep = startRule({ name: 'sweep', clock, activity, everyMs: SWEEP_EVERY_MS, handler: service.sweep, report });
  undo.push(
    () => service.stop(),
    () => poller.stop(),
    () => sweep.stop(),
  );

  const demo = await openDemo(service.ports, directory, baseUrl);
  const byNameUrl = `http://localhost:${server.port}`;
  const consoleAt = (origin: string) => createConsoleHandler({ ...service.ports, origin, cookieName: 'session' });
  const [byAddress, byName] = [consoleAt(baseUrl), consoleAt(byNameUrl)];
  // Passkeys belong to a name, so the console can also be opened at localhost. That is a separate origin, which is
  // checked exactly.
  const consoleHandler: typeof byName = (event) =>
    /^localhost(:|$)/i.test(event.headers.host ?? '') ? byName(event) : byAddress(event);
  // It changes nothing that anybody can read, so it checks no origin.
  const watch = createWatchHandler({ ...service.ports, mayWait: true, origin: baseUrl, cookieName: 'session' });
  const signIn = (operator: OperatorId) => signInUrl(service.ports, baseUrl, operator);
  const chatPosts: string[] = [];
  const phone = openPhone(pushService, async (org, operator) => {
    return (await service.ports.config.recipient(org, operator))?.devices ?? [];
  });
  const demoPages =
    options.demoPages === true
      ? openDemoPages({
          baseUrl,
          demo,
          directory,
          mailbox,
          chatPosts,
          phone,
          activity,
          signInUrl: signIn,
          openSession: consoleHandler,
        })
      : null;
  undo.push(() => demoPages?.stop());
  routes.push(
    { prefix: '/v1/events', untracked: waits, handle: createFeedHandler(service.ports) },
    { prefix: '/v1', handle: createServiceHandler(service.ports) },
    { prefix: '/api/watch', untracked: true, handle: watch },
    { prefix: '/api', handle: consoleHandler },
    {
      prefix: '/local',
      untracked: true,
      handle: createLocalHandler({
        dataDir: directory.path,
        origins: [baseUrl, byNameUrl],
        mailbox,
        pushService,
        phone,
        chatPosts,
        activity,
        clockControl: options.testClock ? createClockControl({ clock, activity }) : null,
        organizationOf: async (id) => (await demoOperator(service.ports, id as OperatorId))?.org ?? null,
        signInUrl: signIn,
        demoPages: demoPages?.handle,
      }),
    },
    {
      prefix: '/',
      serve: consoleFiles(
        demoPages === null
          ? { change: withPushScript }
          : { change: (page) => withPushScript(withDemoBar(page)), headers: DEMO_HEADERS },
      ),
    },
  );
  // Finds at once what became due while nothing was running, instead of after a minute.
  void activity.track(service.sweep().catch((error) => report('the first sweep failed', error)));
  return {
    demo,
    demoFile: directory.file('demo.json'),
    baseUrl,
    tables: database.tables,
    memory: database.memory,
    died: database.died,
    loopStats: () => loopStats(),
  };
}

/** Moving the clock must not wait for a held answer. */
function waits({ queryStringParameters }: APIGatewayProxyEventV2): boolean {
  return queryStringParameters?.wait !== undefined;
}

/** A runner answers in milliseconds. Another program on the port may never answer. */
const ANSWER_LIMIT_MS = 500;

/** If the port is in use by another runner, a start says where that runner is, whatever data directory it has. */
export async function saysWhoListens<T>(starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error;
    const first = await runnerOn(error.port);
    if (first === null) throw error;
    throw new PortInUse(
      error.port,
      `the service runs on http://localhost:${error.port} (process ${first.pid}, data directory ${first.dataDir}); ` +
        'open that, or start another with --port 0 --data-dir DIR',
    );
  }
}

/** Null if the program that listens there is not a runner, or does not answer. */
async function runnerOn(port: number): Promise<{ readonly pid: number; readonly dataDir: string } | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/local/runner`, { signal, redirect: 'error' });
    const { pid, data_dir } = (await answer.json()) as { pid?: unknown; data_dir?: unknown };
    // Text from a program that is not a runner must not reach the terminal unchecked.
    const isPath = typeof data_dir === 'string' && /^[\x20-\x7e\u00a0-\uffff]{1,1024}$/.test(data_dir);
    return typeof pid === 'number' && isPath ? { pid, dataDir: data_dir } : null;
  } catch {
    return null;
  }
}

/** The runner's log. Everything goes to a file of the data directory, and what needs a person also to the terminal. */
export function openLog(path: string): Log & { close(): void } {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const file = createLog(undefined, (line) => void stream.write(line));
  return {
    ...file,
    error: (message, fields) => {
      file.error(message, fields);
      const { error, reason, incident } = { error: '', reason: '', incident: '', ...fields };
      console.error([message, incident, error, reason].filter((part) => part !== '').join(' · '));
    },
    close: () => stream.end(),
  };
}
