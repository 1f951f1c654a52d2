import childProcess, { type ChildProcess, spawn } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient, type Tables } from '../../../src/adapters/dynamodb/client';
import { createTables } from '../../../src/adapters/dynamodb/create-tables';
import { type DataDirectory, openDataDirectory } from '../../../src/local/platform/data-directory';
import {
  type DynamoDbProcess,
  findBinary,
  hasBinary,
  startDynamoDb,
  thisPlatform,
} from '../../../src/local/platform/dynamodb-process';
import { TEMPLATE_VERSION } from '../../../src/local/platform/dynamodb-template';
import { RunnerError } from '../../../src/local/platform/errors';
import { readIfThere } from '../../../src/local/platform/files';
import { groupExists, identify } from '../../../src/local/platform/process-identity';
import { aFolder } from '../../support/folder';
import { TYPESCRIPT } from '../../support/typescript';

const opened: DataDirectory[] = [];
const started: DynamoDbProcess[] = [];

function openDirectory(path: string | null = aFolder()): DataDirectory {
  const directory = openDataDirectory(path);
  opened.push(directory);
  return directory;
}

async function start(directory: DataDirectory): Promise<DynamoDbProcess> {
  const database = await startDynamoDb(directory);
  started.push(database);
  return database;
}

function tablesOf({ endpoint }: DynamoDbProcess): Tables {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return {
    client: createDocumentClient({ endpoint, region: 'local', credentials }),
    main: 'main',
    transient: 'transient',
  };
}

const groupOf = (directory: DataDirectory): number =>
  JSON.parse(readFileSync(directory.file('database.pid'), 'utf8')).pid;

/** Another process that holds the directory and has its database running. */
async function aRunner(path: string): Promise<ChildProcess> {
  const script = `
    const { openDataDirectory } = require('./src/local/platform/data-directory');
    const { startDynamoDb } = require('./src/local/platform/dynamodb-process');
    startDynamoDb(openDataDirectory(process.argv[1])).then(() => console.log('up'));
    setInterval(() => {}, 1000);`;
  const runner = spawn(process.execPath, [...TYPESCRIPT, '-e', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(runner.stdout, 'data');
  return runner;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
  for (const directory of opened.splice(0)) directory.release();
});

describe('the embedded database', () => {
  test('the embedded database has what it acknowledged before it was killed', async () => {
    const directory = openDirectory();
    const first = await start(directory);
    const before = tablesOf(first);
    await createTables(before);
    for (let n = 0; n < 20; n += 1) {
      await before.client.send(new PutCommand({ TableName: 'main', Item: { pk: 'org_test', sk: `ITEM#${n}` } }));
    }
    process.kill(-groupOf(directory), 'SIGKILL');
    expect(await first.died).not.toBe('');
    before.client.destroy();

    const after = tablesOf(await start(directory));
    const reads = Array.from({ length: 20 }, (_, n) =>
      after.client.send(new GetCommand({ TableName: 'main', Key: { pk: 'org_test', sk: `ITEM#${n}` } })),
    );
    expect((await Promise.all(reads)).filter(({ Item }) => Item !== undefined)).toHaveLength(20);
    after.client.destroy();
  });

  test('the embedded database ends with a runner that was killed, and starts again on its data', async () => {
    const path = aFolder();
    const runner = await aRunner(path);
    const group: number = JSON.parse(readFileSync(join(path, 'database.pid'), 'utf8')).pid;
    expect(groupExists(group)).toBe(true);
    runner.kill('SIGKILL');
    await once(runner, 'exit');
    await start(openDirectory(path));
    expect(groupExists(group)).toBe(false);
  });

  test('the embedded database lets the database of a killed runner end by itself before it opens the file', async () => {
    const directory = openDirectory();
    const left = spawn('/bin/sh', ['-c', 'sleep 0.2; echo ended > "$0"', directory.file('left')], {
      detached: true,
      stdio: 'ignore',
    });
    writeFileSync(directory.file('database.pid'), JSON.stringify(identify(left.pid!)));
    await start(directory);
    expect(readIfThere(directory.file('left'))).toBe('ended\n');
  });

  test.each<[string, (path: string) => void]>([
    [
      'is no database',
      (path) => writeFileSync(path, 'not a database, and longer than its header would be'.repeat(100)),
    ],
    ['is empty', (path) => writeFileSync(path, '')],
  ])('the embedded database says in one line that its file %s, and leaves it as it is', async (_, damage) => {
    const directory = openDirectory();
    const path = directory.file('database.db');
    damage(path);
    const found = readFileSync(path);
    await expect(startDynamoDb(directory)).rejects.toMatchObject({
      name: 'RunnerError',
      message: expect.stringMatching(/^the data directory [^\n]+ is damaged \(database\.db\): [^\n]+$/),
    });
    expect(readFileSync(path).equals(found)).toBe(true);
  });

  test('the embedded database listens where no page can guess: at a random address and port, another each time, and not on 127.0.0.1', async () => {
    const endpoints = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      const directory = openDirectory();
      const { hostname, port, origin } = new URL((await start(directory)).endpoint);
      expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
      expect(hostname).not.toMatch(/^127\.0\.0\./);
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
      endpoints.add(origin);
    }
    expect(endpoints.size).toBe(3);
  });

  test('the embedded database goes with a temporary directory', async () => {
    const directory = openDirectory(null);
    const database = await start(directory);
    await database.stop();
    expect(existsSync(directory.path)).toBe(false);
    rmSync(directory.path, { recursive: true, force: true });
  });

  test('the embedded database starts from a file that keeps its stream quick, whatever an earlier database left beside it', async () => {
    const directory = openDirectory();
    for (const suffix of ['-wal', '-shm'])
      writeFileSync(directory.file(`database.db${suffix}`), 'of an earlier database');
    const database = await start(directory);
    for (const name of ['local_stream_by_table', 'local_stream_by_shard', 'local_stream_retention'])
      expect(readFileSync(directory.file('database.db')).includes(name)).toBe(true);
    expect(readIfThere(directory.file('database.db-wal')) ?? '').not.toContain('earlier');
    await database.stop();
    expect(existsSync(directory.file('database.pid'))).toBe(false);
    expect(await Promise.race([database.died, Promise.resolve('stopped')])).toBe('stopped');
  });

  test('the embedded database says in one line what to do where there is none for the platform', () => {
    expect(() => findBinary('plan9-mips')).toThrow(
      new RunnerError(
        'no embedded database for plan9-mips: set DYNAMODB_ENDPOINT to a DynamoDB endpoint (DynamoDB Local, for one)',
      ),
    );
    expect([hasBinary('plan9-mips'), hasBinary()]).toEqual([false, true]);
    expect(thisPlatform()).toBe(`${process.platform}-${process.arch}`);
    expect(findBinary()).toEqual({ path: expect.stringMatching(/\/dynoxide$/), version: TEMPLATE_VERSION });
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    try {
      // The file of Windows, in the package of this machine.
      const here = thisPlatform();
      Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
      expect(findBinary(here).path).toMatch(/[\\/]dynoxide\.exe$/);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

describe('an embedded database that does not start', () => {
  const real = childProcess.spawn;
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Runs `script` in the place of the database, the first `times` times. Returns the addresses that it was told. */
  function inItsPlace(script: string, times = Number.POSITIVE_INFINITY) {
    const addresses: string[] = [];
    jest.spyOn(childProcess, 'spawn').mockImplementation(((shell: string, args: string[], options: object) => {
      const [host, port] = [args[args.indexOf('--host') + 1], args[args.indexOf('--port') + 1]];
      addresses.push(`${host}:${port}`);
      const ours = args.slice(0, 4).concat('/bin/sh', '-c', script);
      return real(shell, addresses.length > times ? args : ours, options);
    }) as typeof childProcess.spawn);
    return addresses;
  }
  const refusal = (message: string) => expect.objectContaining({ name: 'RunnerError', message });

  test.each([
    ['has said', 'printf "  no  such\\n\\nmachine " >&2; exit 3', 'no such machine'],
    ['has not said, by its status', 'exit 3', 'ended with 3'],
    ['has said last', 'head -c 5000 /dev/zero | tr "\\0" x >&2; echo end >&2; exit 1', `${'x'.repeat(1996)}end`],
  ])('an embedded database that does not start says why in one line: what it %s', async (_, script, said) => {
    const addresses = inItsPlace(script);
    await expect(startDynamoDb(openDirectory())).rejects.toEqual(
      refusal(`the embedded database did not start: ${said}`),
    );
    expect(addresses).toHaveLength(1);
  });

  test.each(['database disk image is malformed', 'file is not a valid SQLite database'])(
    'because of its file says what to do about that: %s',
    async (said) => {
      inItsPlace(`echo "Error: ${said}" >&2; exit 1`);
      const directory = openDirectory();
      await expect(startDynamoDb(directory)).rejects.toEqual(
        refusal(
          `the data directory ${directory.path} is damaged (database.db): restore it, or move it away to start with empty data`,
        ),
      );
    },
  );

  test('an embedded database that does not start because its address is taken is started at another one, five times at most', async () => {
    const addresses = inItsPlace('echo "Address already in use" >&2; exit 1');
    await expect(startDynamoDb(openDirectory())).rejects.toEqual(
      refusal('the embedded database did not start: Address already in use'),
    );
    expect(new Set(addresses).size).toBe(5);
    jest.restoreAllMocks();
    const some = inItsPlace('echo "Address already in use" >&2; exit 1', 2);
    const { endpoint } = await start(openDirectory());
    expect(some).toHaveLength(3);
    expect(endpoint).toBe(`http://${some[2]}`);
  });

  test('an embedded database that does not start because there is no shell says so', async () => {
    jest
      .spyOn(childProcess, 'spawn')
      .mockImplementation(((_: string, args: string[], options: object) =>
        real('/nowhere/sh', args, options)) as typeof childProcess.spawn);
    const directory = openDirectory();
    await expect(startDynamoDb(directory)).rejects.toEqual(
      refusal('the embedded database did not start: spawn /nowhere/sh ENOENT'),
    );
    expect(existsSync(directory.file('database.pid'))).toBe(false);
  });

  test('an embedded database that does not start because it answers with a failure says what it answered, and is ended', async () => {
    const asked = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => new Response('{"message": "no space"}', { status: 500 }));
    const directory = openDirectory();
    await expect(startDynamoDb(directory)).rejects.toEqual(
      refusal('the embedded database did not start: {"message": "no space"}'),
    );
    expect(asked.mock.calls).toEqual([
      [
        expect.stringMatching(/^http:\/\/127\./),
        {
          method: 'POST',
          body: '{}',
          signal: expect.any(AbortSignal),
          headers: {
            'content-type': 'application/x-amz-json-1.0',
            'x-amz-target': 'DynamoDB_20120810.ListTables',
            'x-amz-date': '20260101T000000Z',
            authorization:
              'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
          },
        },
      ],
    ]);
    expect(groupExists(groupOf(directory))).toBe(false);
  });

  test('an embedded database that does not start because it does not answer within ten seconds says so, and is ended', async () => {
    inItsPlace('exec sleep 60');
    const directory = openDirectory();
    const atMs = Date.now();
    const asked = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not yet'));
    jest.spyOn(Date, 'now').mockImplementation(() => atMs + (asked.mock.calls.length < 3 ? 0 : 10_000));
    await expect(startDynamoDb(directory)).rejects.toEqual(
      refusal('the embedded database did not start: it did not answer in time'),
    );
    expect(asked).toHaveBeenCalledTimes(3);
    expect(groupExists(groupOf(directory))).toBe(false);
  });

  test('an embedded database that does not start is killed where it has not ended five seconds after it was asked to', async () => {
    const directory = openDirectory();
    const up = directory.file('up');
    inItsPlace(`trap '' TERM; echo > ${up}; exec sleep 60`);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (!existsSync(up)) throw new Error('not yet');
      return new Response('{}');
    });
    const database = await startDynamoDb(directory);
    const group = groupOf(directory);
    const later = setTimeout;
    let isLate = false;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((fire: () => void, ms: number) => {
      const late = () => {
        isLate = true;
        fire();
      };
      return ms === 5000 ? later(late, 100) : later(fire, ms);
    }) as typeof setTimeout);
    await database.stop();
    expect([isLate, groupExists(group)]).toEqual([true, false]);
    expect(existsSync(directory.file('database.pid'))).toBe(false);
  });

  test('stopping an embedded database waits for a process of it that ends after its shell', async () => {
    const directory = openDirectory();
    const up = directory.file('up');
    inItsPlace(`sleep 0.5 >/dev/null 2>&1 & echo > ${up}; exec sleep 60`);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      if (!existsSync(up)) throw new Error('not yet');
      return new Response('{}');
    });
    const database = await startDynamoDb(directory);
    const group = groupOf(directory);
    await database.stop();
    expect(groupExists(group)).toBe(false);
  });

  test('the embedded database leaves a port to the program that has it on 127.0.0.1, which pages could mistake for it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    // The database looks for itself as well, so another one is in its place the first time.
    const addresses = inItsPlace('exec sleep 60', 1);
    jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async () => new Response('{}'));
    const random = crypto.randomInt as (from: number, to: number) => number;
    let isFirst = true;
    const numbers: [number, number][] = [];
    jest.spyOn(crypto, 'randomInt').mockImplementation(((from: number, to: number) => {
      numbers.push([from, to]);
      if (to !== 65_536 || !isFirst) return random(from, to);
      isFirst = false;
      return port;
    }) as typeof crypto.randomInt);
    const { endpoint } = await start(openDirectory()).finally(() => other.close());
    expect(addresses).toEqual([expect.stringMatching(new RegExp(`:${port}$`)), endpoint.replace('http://', '')]);
    // Any address but those that programs use, and any port from the first above all that `fetch` refuses.
    const place = [
      [1, 255],
      [0, 256],
      [1, 255],
      [10_081, 65_536],
    ];
    expect(numbers).toEqual([...place, ...place]);
  });

  test('an embedded database that does not start says what it said last when it ends later', async () => {
    const directory = openDirectory();
    const database = await start(directory);
    process.kill(-groupOf(directory), 'SIGKILL');
    expect(await database.died).toContain(database.endpoint);
  });
});
