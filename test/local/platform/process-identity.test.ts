import fs, { readFileSync } from 'node:fs';
import { exists, groupExists, identify, isRunning, parseIdentity } from '../../../src/local/platform/process-identity';

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
    expect([exists(process.pid), isRunning(own)]).toEqual([true, true]);
    expect(isRunning({ ...own, started: null })).toBe(true);
    if (own.started !== null) expect(isRunning({ ...own, started: `${Number(own.started) - 1}` })).toBe(false);
    expect([exists(2 ** 30), isRunning({ pid: 2 ** 30, started: null })]).toEqual([false, false]);
  });

  it('the identity of a process is that of a process of another user too, which takes no signal', () => {
    const code = jest.fn(() => 'EPERM');
    jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('refused'), { code: code() });
    });
    expect([exists(process.pid), isRunning(identify(process.pid)), groupExists(ownGroup())]).toEqual([
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
    expect(isRunning({ pid: process.pid, started: '7' })).toBe(true);
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
