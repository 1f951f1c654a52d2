/** The bundles that are deployed, each in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleFunction, FUNCTIONS } from '../../../infra/bundling/bundle';
import { madeOnce } from '../../support/made-once';

interface HostedFunction {
  readonly bytes: number;
  /** The SDK's clients that are in it, and its packages that search for credentials: `dynamodb`, `credential-provider-ini`, … */
  readonly clients: readonly string[];
  /** What it logged, line by line. */
  readonly log: readonly Record<string, unknown>[];
  invoke<Result>(event: unknown): Promise<Result>;
  stop(): void;
}

/** Built as for the deployment. Returns its SDK clients and its packages that search for credentials. */
export function bundle(entry: string, outfile: string): string[] {
  const packages = Object.entries(bundleFunction(entry, outfile)).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput === 0 ? [] : (/@aws-sdk\/([\w-]+)\//.exec(path)?.[1] ?? []),
  );
  const clients = packages.filter((name) => /^(client|credential-provider)-/.test(name));
  return [...new Set(clients.map((name) => name.replace(/^client-/, '')))].sort();
}

export interface Bundles {
  readonly folder: string;
  readonly clients: ReadonlyMap<string, readonly string[]>;
}

/** Built once for all suites. */
export function bundlesOfAll(): Bundles {
  const folder = madeOnce('bundles', (out) => {
    const clients = FUNCTIONS.map((name) => [name, bundle(name, join(out, `${name}.js`))]);
    writeFileSync(join(out, 'clients.json'), JSON.stringify(clients));
  });
  return { folder, clients: new Map(JSON.parse(readFileSync(join(folder, 'clients.json'), 'utf8'))) };
}

/** `environmentOf` returns the environment of each function. */
export function hostFunctions(
  { folder, clients }: Bundles,
  environmentOf: (name: string) => Readonly<Record<string, string>>,
) {
  const hosted = new Map<string, HostedFunction>();
  const give = (name: string) => {
    const file = join(folder, `${name}.js`);
    hosted.set(name, host(file, statSync(file).size, environmentOf(name), clients.get(name)!));
  };
  for (const name of FUNCTIONS) give(name);
  return {
    /** Replaces the current instance by a new one that remembers nothing. */
    renew(name: string): void {
      hosted.get(name)?.stop();
      give(name);
    },
    get(name: string): HostedFunction {
      const found = hosted.get(name);
      if (found === undefined) throw new Error(`no function ${name}`);
      return found;
    },
    stop() {
      for (const each of hosted.values()) each.stop();
    },
  };
}

/** Like an instance, its process starts with the first call. */
function host(
  file: string,
  bytes: number,
  env: Readonly<Record<string, string>>,
  clients: readonly string[],
): HostedFunction {
  const log: Record<string, unknown>[] = [];
  let started: Promise<ChildProcess> | null = null;
  const instance = () => {
    started ??= start(file, env, log);
    return started;
  };
  let last = 0;
  return {
    bytes,
    clients,
    log,
    async invoke<Result>(event: unknown): Promise<Result> {
      const child = await instance();
      const id = ++last;
      child.send({ id, event });
      const answer = await next<{ result: Result; error?: string }>(
        child,
        (message) => (message as { id?: number }).id === id,
      );
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => void started?.then((child) => child.kill('SIGKILL')).catch(() => undefined),
  };
}

async function start(
  file: string,
  env: Readonly<Record<string, string>>,
  log: Record<string, unknown>[],
): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'lambda-host.cjs'), {
    env: { ...env, BUNDLE: file, PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  createInterface({ input: child.stdout! }).on('line', (line) => void log.push(JSON.parse(line)));
  await next(child, (message) => 'isLoaded' in message);
  return child;
}

function next<Message extends object>(child: ChildProcess, wanted: (message: object) => boolean): Promise<Message> {
  return new Promise((resolve, reject) => {
    const take = (message: unknown) => {
      if (!wanted(message as object)) return;
      child.off('message', take);
      child.off('exit', gone);
      resolve(message as Message);
    };
    const gone = (code: number | null) => reject(new Error(`the function ended with ${code}`));
    child.on('message', take);
    child.once('exit', gone);
  });
}
