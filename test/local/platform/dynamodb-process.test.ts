import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient, type Tables } from '../../../src/adapters/dynamodb/client';
import { createTables } from '../../../src/adapters/dynamodb/create-tables';
import { type DataDirectory, openDataDirectory } from '../../../src/local/platform/data-directory';
import { type DynamoDbProcess, findBinary, startDynamoDb } from '../../../src/local/platform/dynamodb-process';
import { readIfThere } from '../../../src/local/platform/files';
import { groupExists } from '../../../src/local/platform/process-identity';
import { TYPESCRIPT } from '../../support/typescript';
import { aDirectory, removeDirectories } from './support';

const opened: DataDirectory[] = [];
const started: DynamoDbProcess[] = [];

function openDirectory(path: string | null = aDirectory()): DataDirectory {
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

/** `address:port` of every socket on which a process of the group takes connections, as the kernel tells. */
function listeningAddresses(group: number): string[] {
  const members = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    const stat = readIfThere(`/proc/${name}/stat`) ?? '';
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] === `${group}`;
  });
  const sockets = members.flatMap((pid) =>
    readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkIfThere(`/proc/${pid}/fd/${fd}`)),
  );
  const inodes = new Set(sockets.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8').trim().split('\n').slice(1),
  );
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode))
    .map(([, local]) => {
      const [address, port] = local!.split(':') as [string, string];
      const bytes = address.match(/../g)!.map((byte) => Number.parseInt(byte, 16));
      return `${bytes.reverse().join('.')}:${Number.parseInt(port, 16)}`;
    });
}

function readlinkIfThere(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

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

afterAll(removeDirectories);

describe('the embedded database', () => {
  test('has what it acknowledged before it was killed', async () => {
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

  test('ends with a runner that was killed, and starts again on its data', async () => {
    const path = aDirectory();
    const runner = await aRunner(path);
    const group: number = JSON.parse(readFileSync(join(path, 'database.pid'), 'utf8')).pid;
    expect(groupExists(group)).toBe(true);
    runner.kill('SIGKILL');
    await once(runner, 'exit');
    await start(openDirectory(path));
    expect(groupExists(group)).toBe(false);
  });

  test.each<[string, (path: string) => void]>([
    [
      'is no database',
      (path) => writeFileSync(path, 'not a database, and longer than its header would be'.repeat(100)),
    ],
    ['is empty', (path) => writeFileSync(path, '')],
  ])('says in one line that its file %s, and leaves it as it is', async (_, damage) => {
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

  test('listens where no page can guess: at a random address and port, another each time, and not on 127.0.0.1', async () => {
    const endpoints = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      const directory = openDirectory();
      const { hostname, port, origin } = new URL((await start(directory)).endpoint);
      expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
      expect(hostname).not.toMatch(/^127\.0\.0\./);
      expect(listeningAddresses(groupOf(directory))).toEqual([`${hostname}:${port}`]);
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
      endpoints.add(origin);
    }
    expect(endpoints.size).toBe(3);
  });

  test('goes with a temporary directory', async () => {
    const directory = openDirectory(null);
    const database = await start(directory);
    await database.stop();
    expect(existsSync(directory.path)).toBe(false);
    rmSync(directory.path, { recursive: true, force: true });
  });

  test('says in one line what to do where there is none for the platform', () => {
    expect(() => findBinary('plan9-mips')).toThrow(
      /^no embedded database for plan9-mips: set DYNAMODB_ENDPOINT [^\n]+$/,
    );
  });
});
