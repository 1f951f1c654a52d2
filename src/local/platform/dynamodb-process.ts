/**
 * The embedded DynamoDB: a child process on loopback that keeps its data in one file of the data directory.
 *
 * What it has acknowledged survives `kill -9` of this process, of the child process, and of both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from './data-directory';
import { TEMPLATE_VERSION, templateBytes } from './dynamodb-template';
import { RunnerError } from './errors';
import { readIfThere, replaceFile } from './files';
import { exists, groupExists, identify, isProcessRunning, parseIdentity } from './process-identity';

export interface DynamoDbProcess {
  /** `http://127.x.y.z:<port>`, with another address at each start. Any credentials work. */
  readonly endpoint: string;
  /** Resolves with the last output when the process ends unexpectedly. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Headers that every request needs, with any values. */
export const UNCHECKED_SIGNATURE = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
} as const;

interface Binary {
  readonly path: string;
  readonly version: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
}

const DATABASE = 'database.db';
const PID = 'database.pid';
const START_LIMIT_MS = 10_000;
const STOP_LIMIT_MS = 5_000;
const PORT_ATTEMPTS = 5;

/**
 * Runs the database so that it ends right after this process: its standard input is a pipe from here, which the kernel
 * closes however this process ends. It has its own session, so Ctrl-C reaches only the runner, which stops the database
 * last. The second argument, if any, is a temporary directory that is removed at the end.
 */
const WATCHED = `
remove=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
{ read -r _ <&3; kill -TERM $child; } 2>/dev/null &
watcher=$!
wait $child
code=$?
kill $watcher 2>/dev/null
if [ -n "$remove" ]; then rm -rf -- "$remove"; fi
exit $code
`;

/** Throws a `RunnerError` if there is no binary for this platform, or if the data is damaged. */
export async function startDynamoDb(directory: DataDirectory): Promise<DynamoDbProcess> {
  const binary = findBinary();
  await endLeftOver(directory);
  const database = prepareDatabase(directory, binary);
  for (let attempt = 1; ; attempt += 1) {
    const { host, port } = hiddenPlace();
    const listen = ['--host', host, '--port', `${port}`];
    const started = spawnWatched(directory, [binary.path, 'serve', ...listen, '--db-path', database]);
    const endpoint = `http://${host}:${port}`;
    const problem = (await waitUntilReady(endpoint, started)) ?? (await overheard(port));
    if (problem === null) return running(directory, endpoint, started);
    await end(started);
    if (!problem.includes('already in use') || attempt === PORT_ATTEMPTS) throw explain(problem, directory);
  }
}

/** Whether the embedded database can run here. */
export function hasBinary(platform = thisPlatform()): boolean {
  try {
    findBinary(platform);
    return true;
  } catch {
    return false;
  }
}

export function thisPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

export function findBinary(platform = thisPlatform()): Binary {
  try {
    const manifest = require.resolve(`@dynoxide/${platform}/package.json`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { path: join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'), version };
  } catch {
    throw new RunnerError(
      `no embedded database for ${platform}: set DYNAMODB_ENDPOINT to a DynamoDB endpoint (DynamoDB Local, for one)`,
    );
  }
}

/**
 * The database of a killed runner ends shortly after it. This waits until it has ended, before the file is opened
 * again.
 */
async function endLeftOver(directory: DataDirectory): Promise<void> {
  const left = parseIdentity(readIfThere(directory.file(PID)));
  if (left === null || (exists(left.pid) && !isProcessRunning(left))) return;
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (groupExists(left.pid) && Date.now() < deadline) await sleep(10);
  if (groupExists(left.pid)) process.kill(-left.pid, 'SIGKILL');
  while (groupExists(left.pid)) await sleep(10);
}

function prepareDatabase(directory: DataDirectory, binary: Binary): string {
  const database = directory.file(DATABASE);
  if (!existsSync(database)) {
    for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
    if (binary.version === TEMPLATE_VERSION) replaceFile(database, templateBytes());
  } else if (statSync(database).size === 0) {
    // The database would treat an empty file as a new one, and the loss of the data would stay unnoticed.
    throw explain('the database file is empty', directory);
  }
  return database;
}

function spawnWatched(directory: DataDirectory, command: readonly string[]): Started {
  const remove = directory.temporary ? directory.path : '';
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', remove, ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) replaceFile(directory.file(PID), JSON.stringify(identify(child.pid)));
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin!.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(said.trim() || `ended with ${signal ?? code}`));
  });
  // Neither the process nor its pipes keep this process alive.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) (stream as unknown as { unref(): void }).unref();
  return { child, ended };
}

/** Null when it answers from its data; otherwise what is wrong. */
async function waitUntilReady(endpoint: string, { ended }: Started): Promise<string | null> {
  let problem: string | null = null;
  void ended.then((said) => {
    problem = said;
  });
  const deadline = Date.now() + START_LIMIT_MS;
  while (problem === null && Date.now() < deadline) {
    const answer = await listTables(endpoint);
    if (answer !== null) return answer.ok ? null : await answer.text();
    await sleep(10);
  }
  return problem ?? 'it did not answer in time';
}

/** The smallest request that reads the file, so that a damaged file fails here and not for the first user. */
async function listTables(endpoint: string): Promise<Response | null> {
  try {
    return await fetch(endpoint, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(2000),
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        ...UNCHECKED_SIGNATURE,
      },
    });
  } catch {
    return null;
  }
}

function running(directory: DataDirectory, endpoint: string, started: Started): DynamoDbProcess {
  let stopping = false;
  return {
    endpoint,
    died: new Promise((resolve) => {
      void started.ended.then((said) => {
        if (!stopping) resolve(said);
      });
    }),
    async stop() {
      stopping = true;
      await end(started);
      rmSync(directory.file(PID), { force: true });
    },
  };
}

async function end({ child, ended }: Started): Promise<void> {
  if (child.pid === undefined) return;
  child.ref();
  child.stdin!.end();
  const group = child.pid;
  const kill = setTimeout(() => {
    if (groupExists(group)) process.kill(-group, 'SIGKILL');
  }, STOP_LIMIT_MS);
  await ended;
  // The shell may end a moment before the database, which has the file open.
  while (groupExists(group)) await sleep(10);
  clearTimeout(kill);
}

function explain(problem: string, directory: DataDirectory): RunnerError {
  const line = problem.replace(/\s+/g, ' ');
  if (/malformed|not a valid SQLite|file is empty/.test(line)) {
    return new RunnerError(
      `the data directory ${directory.path} is damaged (${DATABASE}): restore it, or move it away to start with empty data`,
    );
  }
  return new RunnerError(`the embedded database did not start: ${line}`);
}

/**
 * The embedded database answers any caller, and lets any web page read its answers; it has no option against either.
 * But a page cannot guess where it is: address and port have almost 40 bits. `fetch` never calls some ports; the
 * highest is 10080 (the Fetch standard, "bad port").
 */
function hiddenPlace(): { readonly host: string; readonly port: number } {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  return { host, port: randomInt(10_081, 65_536) };
}

/**
 * Nothing may listen at the same port of the address that every page knows. A port that another program uses is not
 * taken.
 */
function overheard(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('127.0.0.1 answers on its port: already in use');
    });
    socket.once('error', () => resolve(null));
  });
}
