/** How `npm start` ends, and what it says then. */
import type { RunnerOptions } from '../../src/local/options';

const printed = { log: [] as unknown[], error: [] as unknown[] };
const exits: unknown[] = [];
const handlers = new Map<string | symbol, () => void>();
const startRunner = jest.fn();
let stopped: { resolve: () => void; reject: (error: Error) => void };
let died: (said: string) => void;
const { argv } = process;

beforeEach(() => {
  for (const list of [printed.log, printed.error, exits]) list.length = 0;
  handlers.clear();
  jest.spyOn(console, 'log').mockImplementation((text) => void printed.log.push(text));
  jest.spyOn(console, 'error').mockImplementation((text) => void printed.error.push(text));
  jest.spyOn(process, 'exit').mockImplementation(((code: unknown) => void exits.push(code)) as typeof process.exit);
  jest.spyOn(process, 'on').mockImplementation((signal, act) => {
    handlers.set(signal, act);
    return process;
  });
  startRunner.mockReset().mockImplementation(async (_: RunnerOptions) => ({
    ...{ baseUrl: 'http://127.0.0.1:8787', demoFile: '/data/demo.json', memory: null },
    died: new Promise((resolve) => {
      died = resolve;
    }),
    stop: () =>
      new Promise<void>((resolve, reject) => {
        stopped = { resolve, reject };
      }),
  }));
  jest.doMock('../../src/local/start', () => ({ startRunner }));
});
afterEach(() => {
  process.argv = argv;
  jest.restoreAllMocks();
  jest.resetModules();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
async function start(...args: string[]): Promise<void> {
  process.argv = [process.execPath, 'main', ...args];
  jest.isolateModules(() => void require('../../src/local/main'));
  await settled();
}

it('the runner prints its flags for --help, and starts nothing', async () => {
  await start('--help', '--port', '0');
  expect(printed.log).toEqual([expect.stringMatching(/^npm start -- /)]);
  expect([startRunner.mock.calls, exits]).toEqual([[], []]);
});

it('the runner says where it runs, and continues', async () => {
  await start('--port', '0', '--ephemeral');
  expect(startRunner.mock.calls).toMatchObject([[{ port: 0, dataDir: null, demoPages: true }]]);
  expect(printed).toEqual({ log: [expect.stringContaining('http://localhost:8787')], error: [] });
  expect(exits).toEqual([]);
});

it('the runner ends with 1 and one line for a problem that a person can fix', async () => {
  await start('--port', 'x');
  expect(printed).toEqual({ log: [], error: ['--port: "x" is not a port (0 to 65535)'] });
  expect(exits).toEqual([1]);
});

it('the runner ends with 1 and the complete error for a defect', async () => {
  const defect = new Error('undefined is not a function');
  startRunner.mockRejectedValue(defect);
  await start();
  expect(printed).toEqual({ log: [], error: [defect] });
  expect(exits).toEqual([1]);
});

it.each(['SIGINT', 'SIGTERM'])('the runner ends with 0 after %s, when everything has stopped', async (signal) => {
  await start();
  handlers.get(signal)!();
  await settled();
  expect(exits).toEqual([]);
  // The database ends last, and that is no failure then.
  died('ended with 0');
  stopped.resolve();
  await settled();
  expect([exits, printed.error]).toEqual([[0], []]);
});

it('the runner does not wait after a second Ctrl-C', async () => {
  await start();
  handlers.get('SIGINT')!();
  handlers.get('SIGINT')!();
  expect(exits).toEqual([130]);
});

it('the runner ends with 1 if it could not stop', async () => {
  await start();
  handlers.get('SIGINT')!();
  const full = new Error('the disk is full');
  stopped.reject(full);
  await settled();
  expect([exits, printed.error]).toEqual([[1], [full]]);
});

it('the runner ends with 1 and the reason if its database has ended', async () => {
  await start();
  died('database disk image is malformed');
  await settled();
  expect(printed.error).toEqual(['the embedded database ended: database disk image is malformed']);
  expect(exits).toEqual([1]);
});
