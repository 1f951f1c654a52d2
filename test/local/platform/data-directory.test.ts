import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openDataDirectory } from '../../../src/local/platform/data-directory';
import { RunnerError } from '../../../src/local/platform/errors';
import {
  exists,
  groupExists,
  identify,
  isProcessRunning,
  parseIdentity,
} from '../../../src/local/platform/process-identity';
import { aFolder } from '../../support/folder';
import { TYPESCRIPT } from '../../support/typescript';

afterEach(() => {
  jest.restoreAllMocks();
});

const lockOf = (path: string) => join(path, 'runner.lock');

/** Opens each directory that it is given, and prints how that failed. */
const OPEN_EACH = `
const { openDataDirectory } = require('./src/local/platform/data-directory');
for (const path of process.argv.slice(1)) {
  try {
    openDataDirectory(path);
  } catch ({ message }) {
    console.log(JSON.stringify({ message }));
  }
}`;

/** The lock of a process that this test did not start and that runs as long as it does. */
const held = () => JSON.stringify(identify(process.ppid));

describe('the data directory', () => {
  test('the data directory is made where it is missing, for its owner alone', () => {
    const path = join(aFolder(), 'deep', 'data');
    const directory = openDataDirectory(path);
    expect(directory).toMatchObject({ path, temporary: false });
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(directory.file('a.json')).toBe(join(path, 'a.json'));
    directory.release();
  });

  test('the data directory is refused in one line while another runner holds it, and left as it was', () => {
    const path = aFolder();
    writeFileSync(lockOf(path), held());
    writeFileSync(join(path, 'demo.json'), JSON.stringify({ base_url: 'http://127.0.0.1:8787' }));
    expect(() => openDataDirectory(path)).toThrow(
      expect.objectContaining({
        name: 'RunnerError',
        message:
          `the data directory ${path} is in use by a running instance (process ${process.ppid}) on http://127.0.0.1:8787; ` +
          'start another with --port 0 --data-dir DIR, or with --port 0 --ephemeral',
      }),
    );
    expect(readFileSync(lockOf(path), 'utf8')).toBe(held());
  });

  test.each<[string, string | null]>([
    ['has not written its demo file', null],
    ['has a demo file that names no address', '{"base_url":7}'],
    ['has half a demo file', '{"base_url":"http'],
  ])('the data directory is refused without an address where its runner %s', (_, demo) => {
    const path = aFolder();
    writeFileSync(lockOf(path), held());
    if (demo !== null) writeFileSync(join(path, 'demo.json'), demo);
    expect(() => openDataDirectory(path)).toThrow(
      new RunnerError(
        `the data directory ${path} is in use by a running instance (process ${process.ppid}); ` +
          'start another with --port 0 --data-dir DIR, or with --port 0 --ephemeral',
      ),
    );
  });

  test('the data directory belongs to the start that took a stale lock first: its new lock is put back', () => {
    const path = aFolder();
    writeFileSync(lockOf(path), '{"pid":');
    jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      writeFileSync(from, held());
      renameSync(from, to);
    });
    expect(() => openDataDirectory(path)).toThrow(`in use by a running instance (process ${process.ppid})`);
    expect(readdirSync(path)).toEqual(['runner.lock']);
    expect(readFileSync(lockOf(path), 'utf8')).toBe(held());
  });

  test('the data directory is taken where another start has removed the stale lock already', () => {
    const path = aFolder();
    writeFileSync(lockOf(path), '{"pid":');
    jest.spyOn(fs, 'renameSync').mockImplementationOnce((from) => {
      rmSync(from);
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    openDataDirectory(path).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test('the data directory is refused in one line where its lock is never free', () => {
    const path = aFolder();
    // It is there for a writer, and not for a reader.
    symlinkSync(join(path, 'missing'), lockOf(path));
    expect(() => openDataDirectory(path)).toThrow(
      new RunnerError(`the data directory ${path} is being opened by another runner`),
    );
  });

  test('the data directory that is a link to nowhere, or below a file, is refused with what the system says', () => {
    const path = aFolder();
    symlinkSync(join(path, 'missing'), join(path, 'link'));
    writeFileSync(join(path, 'file'), '');
    expect(() => openDataDirectory(join(path, 'link'))).toThrow(
      `${path}/link cannot be used as the data directory: ENOENT: no such file or directory, open`,
    );
    expect(() => openDataDirectory(join(path, 'file/data'))).toThrow(
      `${path}/file/data cannot be used as the data directory: ENOTDIR: not a directory, mkdir`,
    );
  });

  test('the data directory that cannot be made is refused in one line, and the call returns', () => {
    const paths = ['/proc/nowhere/data', '/dev/null/data'];
    // In a process of its own, because a call that never returns would hold up this one.
    const opened = spawnSync(process.execPath, [...TYPESCRIPT, '-e', OPEN_EACH, ...paths], { timeout: 25_000 });
    const lines = opened.stdout.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      paths.map((path) => ({
        message: expect.stringMatching(new RegExp(`^${path} cannot be used as the data directory: [^\\n]+$`)),
      })),
    );
  });

  test.each<[string, () => string]>([
    ['has ended', () => JSON.stringify({ pid: spawnSync('true').pid, started: '1' })],
    ['had the number of a process that runs now', () => JSON.stringify({ pid: process.ppid, started: '1' })],
    ['wrote only half of it', () => '{"pid":'],
  ])('the data directory is taken over from a runner that %s', (_, lock) => {
    const path = aFolder();
    writeFileSync(lockOf(path), lock());
    const directory = openDataDirectory(path);
    expect(JSON.parse(readFileSync(lockOf(path), 'utf8'))).toMatchObject({ pid: process.pid });
    directory.release();
    expect(existsSync(lockOf(path))).toBe(false);
  });

  test('the data directory is taken over from a runner that was killed and that nobody has waited for', async () => {
    // The shell becomes a process that does not wait for what it started.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [pid] = await once(parent.stdout.setEncoding('utf8'), 'data');
    while (exists(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 5));
    const path = aFolder();
    writeFileSync(lockOf(path), JSON.stringify({ pid: Number(pid), started: null }));
    openDataDirectory(path).release();
    parent.kill('SIGKILL');
  });

  test('the data directory gives up no lock but its own', () => {
    const path = aFolder();
    const directory = openDataDirectory(path);
    writeFileSync(lockOf(path), held());
    directory.release();
    expect(existsSync(lockOf(path))).toBe(true);
  });

  test('the data directory that is temporary goes with its runner', () => {
    const directory = openDataDirectory(null);
    writeFileSync(directory.file('a.json'), '{}');
    expect(directory.temporary).toBe(true);
    expect(dirname(directory.path)).toBe(tmpdir());
    expect(basename(directory.path)).toMatch(/^request-authorization-/);
    expect(statSync(lockOf(directory.path)).mode & 0o777).toBe(0o600);
    directory.release();
    // A database may have removed it already.
    directory.release();
    expect(existsSync(directory.path)).toBe(false);
  });

  test('the data directory that is a file is refused in one line', () => {
    const path = join(aFolder(), 'data');
    writeFileSync(path, '');
    expect(() => openDataDirectory(path)).toThrow(/^[^\n]+cannot be used as the data directory: [^\n]+$/);
    mkdirSync(`${path}-2`);
    openDataDirectory(`${path}-2`).release();
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the identity of a process', () => {
  const ownGroup = () => Number(readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')[2]);
  const answers = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it.each([
    [null, null],
    ['', null],
    ['7', null],
    ['{"pid":0}', null],
    ['{"pid":-7}', null],
    ['{"pid":1.5}', null],
    ['{"pid":"7"}', null],
    ['{"pid":7}', { pid: 7, started: null }],
    ['{"pid":7,"started":9}', { pid: 7, started: null }],
    ['{"pid":1,"started":"9"}', { pid: 1, started: '9' }],
  ])('the identity of a process is read from %j', (text, identity) => expect(parseIdentity(text)).toEqual(identity));

  it('the identity of a process is that of a running process, and not of an earlier one with the same id', () => {
    const own = identify(process.pid);
    expect([exists(process.pid), isProcessRunning(own)]).toEqual([true, true]);
    expect(isProcessRunning({ ...own, started: null })).toBe(true);
    if (own.started !== null) expect(isProcessRunning({ ...own, started: `${Number(own.started) - 1}` })).toBe(false);
    expect([exists(2 ** 30), isProcessRunning({ pid: 2 ** 30, started: null })]).toEqual([false, false]);
  });

  it('the identity of a process is that of a process of another user too, which takes no signal', () => {
    const code = jest.fn(() => 'EPERM');
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('refused'), { code: code() });
    });
    expect([exists(process.pid), isProcessRunning(identify(process.pid)), groupExists(ownGroup())]).toEqual([
      true,
      true,
      true,
    ]);
    code.mockReturnValue('ESRCH');
    expect([exists(process.pid), groupExists(ownGroup())]).toEqual([false, false]);
  });

  it('the identity of a process is only the number where the kernel says no more', () => {
    jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
      throw new Error('there is no /proc');
    });
    expect(identify(process.pid)).toEqual({ pid: process.pid, started: null });
    expect(isProcessRunning({ pid: process.pid, started: '7' })).toBe(true);
    jest.spyOn(fs, 'readdirSync').mockImplementation(() => {
      throw new Error('there is no /proc');
    });
    expect(groupExists(process.pid)).toBe(answers(-process.pid));
  });

  it('the identity of a process tells an ended process, and a group of which only ended ones are left, although the kernel lists them', () => {
    const group = ownGroup();
    expect([groupExists(group), groupExists(2 ** 30)]).toEqual([true, false]);
    const read = fs.readFileSync;
    const state = jest.fn(() => 'S');
    // A name may contain what separates the fields.
    const line = (pid: string) => `${pid} (a) Z (b) ${state()} 1 ${group} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 77 0`;
    jest.spyOn(fs, 'readFileSync').mockImplementation(((path: string, ...rest: []) => {
      const pid = /^\/proc\/(\d+)\/stat$/.exec(path)?.[1];
      return pid === undefined ? read(path, ...rest) : line(pid);
    }) as typeof fs.readFileSync);
    const told = () => [exists(process.pid), groupExists(group), identify(process.pid).started];
    expect(told()).toEqual([true, true, '77']);
    for (const ended of ['Z', 'X']) {
      state.mockReturnValue(ended);
      expect(told()).toEqual([false, false, '77']);
    }
  });
});
