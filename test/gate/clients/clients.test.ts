/**
 * Unmodified clients of MCP, each as a process of its own on Node 24, and the conformance scenarios for tasks. By hand:
 * `npm run gate:clients`.
 */
import { join } from 'node:path';
import { openedOnce } from '../../support/opened';
import { operate } from '../support/operator';
import { LIMIT_MS, run, SUITE } from '../support/run';
import { TOKENS } from '../support/wire';
import { withToken } from '../support/with-token';
import { openWorld } from '../support/world';

let proxy: Awaited<ReturnType<typeof withToken>>;
let operating: Promise<void>;
const stopping = new AbortController();
const world = openedOnce(() => openWorld({ pollIntervalMs: 200 }));
beforeAll(async () => {
  proxy = await withToken(world.url, TOKENS.agent);
  operating = operate(world, stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await operating;
  proxy.close();
});

const MODULES = join(__dirname, 'node_modules');

interface Tried {
  readonly name: string;
  list(): Promise<string>;
  call(tool: string, args: Record<string, string>): Promise<string>;
}

const pairs = (args: Record<string, string>) => Object.entries(args).map(([key, value]) => `${key}=${value}`);

function inspector(name: string, era: 'legacy' | 'modern'): Tried {
  const command = (...rest: readonly string[]) => {
    const at = ['--server-url', proxy.url, '--transport', 'http', '--protocol-era', era];
    return run([join(MODULES, '.bin/mcp-inspector'), '--cli', ...at, ...rest]);
  };
  return {
    name,
    list: () => command('--method', 'tools/list'),
    call: (tool, args) =>
      command('--method', 'tools/call', '--tool-name', tool, ...pairs(args).flatMap((pair) => ['--tool-arg', pair])),
  };
}

function official(name: string, era: string, packageName: string): Tried {
  const command = (...rest: readonly string[]) =>
    run([join(__dirname, 'official.mjs'), world.url, TOKENS.agent, era, packageName, ...rest]);
  return {
    name,
    list: () => command('list'),
    call: (tool, args) => command('call', tool, JSON.stringify(args)),
  };
}

function mcporter(): Tried {
  const command = (verb: string, ...rest: readonly string[]) => {
    const at = ['--http-url', world.url, '--allow-http', '--header', `Authorization=Bearer ${TOKENS.agent}`];
    return run([join(MODULES, '.bin/mcporter'), verb, ...at, '--name', 'gate', ...rest]);
  };
  return {
    name: 'mcporter 0.12.3',
    list: () => command('list', '--json'),
    call: (tool, args) => command('call', '--tool', tool, '--output', 'raw', '--args', JSON.stringify(args)),
  };
}

const CLIENTS: readonly Tried[] = [
  inspector('the inspector 2.12.0 with 2025-11-25', 'legacy'),
  inspector('the inspector 2.12.0 with 2026-07-28 and tasks', 'modern'),
  official('the official client 2.4.0 with 2025-11-25', 'legacy', 'client'),
  official('the official client 2.4.0 with 2026-07-28', 'modern', 'client'),
  official('the official client 2.4.0 with 2026-07-28 and pages', 'page', 'client'),
  official('the SDK 1.32.2', 'legacy', 'sdk'),
  mcporter(),
];

describe.each(CLIENTS)('$name', ({ name, list, call }) => {
  const callsTo = (to: string) => world.upstream.calls.filter((one) => one.arguments.to === to);
  /** Other arguments than those of the other clients, so that no call is joined. */
  const mine = { amount: `${CLIENTS.findIndex((one) => one.name === name)}.00` };

  it(`${name} lists the tools that the gate offers`, async () => {
    const listed = await list();
    expect(listed).toContain('break_off');
    expect(listed).not.toContain('unnamed');
  });

  it(`${name} gets the result of an allowed tool`, async () => {
    expect(await call('greet', { name: 'Ada' })).toContain('Hello, Ada!');
  });

  it(`${name} gets the result of an approved tool, which ran once`, async () => {
    const before = callsTo('bob').length;
    expect(await call('pay', { to: 'bob', ...mine })).toMatch(/paid|Paid/);
    expect(callsTo('bob')).toHaveLength(before + 1);
  });

  it(`${name} reads that a denied tool did not run`, async () => {
    expect(await call('pay', { to: 'denied', ...mine })).toContain('The tool did not run. People refused this call.');
    expect(callsTo('denied')).toEqual([]);
  });

  it(`${name} reads that a tool which nobody approved in time did not run`, async () => {
    expect(await call('pay', { to: 'expired', ...mine })).toContain('Nobody approved this call in time.');
    expect(callsTo('expired')).toEqual([]);
  });

  it(`${name} reads that a tool may have run if its outcome is unknown`, async () => {
    expect(await call('break_off', { note: name })).toContain('The outcome is unknown: the tool may have run.');
    expect(world.upstream.calls.filter((one) => one.arguments.note === name)).toHaveLength(1);
  });
});

it('the inspector with 2026-07-28 polled tasks', () => {
  expect(proxy.methods).toContain('tasks/get');
});

it.each([
  ['tasks-lifecycle', 9],
  ['tasks-capability-negotiation', 5],
  ['tasks-wire-fields', 4],
  ['tasks-request-state-removal', 3],
  ['tasks-mrtr-input', 4],
  ['tasks-request-headers', 5],
  ['tasks-dispatch-and-envelope', 9],
  // The suite skips its only check: its harness is to be rewritten.
  ['tasks-status-notifications', 0],
  ['tasks-required-task-error', 3],
  ['tasks-mrtr-composition', 2],
])('the conformance scenario %s passes its %i checks', async (scenario, checks) => {
  const printed = await run([SUITE, 'server', '--url', proxy.url, '--scenario', scenario]);
  expect(printed).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
});

jest.setTimeout(LIMIT_MS);
