/** The scenarios of `@modelcontextprotocol/conformance` directly and through a gate that passes everything. By hand. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKENS } from '../support/wire';
import { withToken } from '../support/with-token';
import { openFixture } from './conformance-fixture';
import { openPassing } from './passing';
import { LIMIT_MS, MODULES, run } from './run';

/** Checks that fail through the gate only, each with its reason. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    'logging-set-level': 'The gate keeps no sessions, so it does not know whose level this would be.',
    'tools-call-with-logging': 'A message of a log names no call in this version.',
    'resources-subscribe': 'The gate keeps no sessions.',
    'resources-unsubscribe': 'The gate keeps no sessions.',
  },
  '2026-07-28': {
    'sep-2322-list-roots-incomplete': 'No upstream may ask for the files of a caller.',
    'sep-2322-sampling-incomplete': 'No upstream may use the model of a caller.',
    'sep-2322-multiple-inputs-incomplete': 'It has a request for sampling and one for roots.',
    'sep-2322-respect-client-capabilities': 'The client declares only sampling, which no upstream learns.',
  },
};

let folder: string;
let fixture: Awaited<ReturnType<typeof openFixture>>;
let gate: Awaited<ReturnType<typeof openPassing>>;
let proxy: Awaited<ReturnType<typeof withToken>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  fixture = await openFixture();
  gate = await openPassing(fixture.url, folder);
  proxy = await withToken(gate.url, TOKENS.agent);
});
afterAll(async () => {
  proxy.close();
  await gate.close();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Check {
  readonly id: string;
  readonly status: string;
}

/** How many checks of a version passed, and which failed. Extensions (tasks) are in the test of clients. */
async function suite(url: string, version: string, name: string) {
  const out = join(folder, `${name}-${version}`);
  await run([join(MODULES, '.bin/conformance'), 'server', '--url', url, '--requirements', version, '-o', out]);
  const scenarios = readdirSync(out).filter((each) => !each.startsWith('server-tasks-'));
  const checks = scenarios.flatMap(
    (each) => JSON.parse(readFileSync(join(out, each, 'checks.json'), 'utf8')) as Check[],
  );
  const those = (status: string) => checks.filter((each) => each.status === status).map(({ id }) => id);
  return { passed: those('SUCCESS').length, failed: new Set(those('FAILURE')) };
}

it.each(['2025-11-25', '2026-07-28'])(
  'with %s no check fails through the gate that passes directly, except those that are expected',
  async (version) => {
    const direct = await suite(fixture.url, version, 'direct');
    const through = await suite(proxy.url, version, 'gate');
    expect(direct.passed).toBeGreaterThan(60);
    const lost = [...through.failed].filter((id) => !direct.failed.has(id));
    // One that is expected and passes is no longer expected.
    expect(lost.sort()).toEqual(Object.keys(EXPECTED[version]!).sort());
  },
);

it.each([
  ['http-standard-headers', 3],
  ['http-custom-headers', 18],
  ['http-invalid-tool-headers', 12],
  ['tools_call', 2],
])('as a client of upstreams the gate passes the %s scenario with its %i checks', async (scenario, checks) => {
  const tsx = join(__dirname, '../../../node_modules/tsx/dist/loader.mjs');
  const program = `${process.execPath} --conditions=import --import ${tsx} ${join(__dirname, 'conformance-client.ts')}`;
  const given = ['--command', program, '--scenario', scenario, '--spec-version', '2026-07-28', '--timeout', '60000'];
  const printed = await run([join(MODULES, '.bin/conformance'), 'client', ...given]);
  expect(printed).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
});

jest.setTimeout(2 * LIMIT_MS);
