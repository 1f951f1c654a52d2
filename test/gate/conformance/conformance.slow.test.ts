/** The scenarios of `@modelcontextprotocol/conformance` through a gate that passes everything, and as a client of upstreams. */
import { join } from 'node:path';
import { aFolder } from '../../support/folder';
import { describeWith } from '../../support/needed';
import { LIMIT_MS } from '../support/run';
import { TOKENS } from '../support/wire';
import { withToken } from '../support/with-token';
import { openFixture } from './fixture';
import { openPassing } from './passing';
import { clientScenario, serverSuite } from './suite';

const NO_SESSIONS = 'The gate keeps no sessions.';
const NO_ELICITATION = 'A question of an upstream names no call in this version.';

/** Checks that fail through the gate, each with its reason. Directly, all pass. One that is here and passes fails the test. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    'elicitation-sep1034-general': NO_ELICITATION,
    'elicitation-sep1330-general': NO_ELICITATION,
    'logging-set-level': 'The gate keeps no sessions, so it does not know whose level this would be.',
    'resources-subscribe': NO_SESSIONS,
    'resources-unsubscribe': NO_SESSIONS,
    'tools-call-elicitation': NO_ELICITATION,
    'tools-call-sampling': 'No upstream may use the model of a caller.',
    'tools-call-with-logging': 'A message of a log names no call in this version.',
  },
  '2026-07-28': {
    'sep-2322-list-roots-incomplete': 'No upstream may ask for the files of a caller.',
    'sep-2322-multiple-inputs-incomplete': 'It has a request for sampling and one for roots.',
    'sep-2322-respect-client-capabilities': 'The client declares only sampling, which no upstream learns.',
    'sep-2322-sampling-incomplete': 'No upstream may use the model of a caller.',
  },
};
/** Checks of sessions and streams that a server may lack. One that fails only on a slow machine would be named by the test. */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'server-sse-multiple-streams-session',
    'server-sse-polling-session',
    'server-sse-priming-event',
    'server-sse-retry-field',
  ],
  '2026-07-28': [],
};
const CLIENT = {
  'http-standard-headers': 3,
  'http-custom-headers': 18,
  'http-invalid-tool-headers': 12,
  tools_call: 2,
};

jest.setTimeout(LIMIT_MS);

describeWith('test/packages', '@modelcontextprotocol/conformance', 'the conformance suite of MCP', () => {
  const folder = aFolder();
  /** All at once: most of the time of a scenario is waiting. */
  let served: Readonly<Record<string, Promise<Awaited<ReturnType<typeof serverSuite>>>>>;
  let clients: Promise<Readonly<Record<string, string>>>;
  const closing: (() => unknown)[] = [];
  beforeAll(async () => {
    const fixture = await openFixture();
    const gate = await openPassing(fixture.url, folder);
    const proxy = await withToken(gate.url, TOKENS.agent);
    closing.push(proxy.close, gate.close, fixture.close);
    const versions = Object.keys(EXPECTED);
    served = Object.fromEntries(versions.map((each) => [each, serverSuite(proxy.url, each, join(folder, each))]));
    clients = (async () => {
      const printed: Record<string, string> = {};
      for (const each of Object.keys(CLIENT)) printed[each] = await clientScenario(each, folder);
      return printed;
    })();
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it.each([
    ['2025-11-25', 59],
    ['2026-07-28', 145],
  ])(
    'with %s all %i other checks pass through the gate but those that are expected to fail',
    async (version, passed) => {
      expect(await served[version]).toEqual({
        passed,
        failed: Object.keys(EXPECTED[version]!).sort(),
        warned: WARNED[version],
      });
    },
  );

  it.each(Object.entries(CLIENT))(
    'as a client of upstreams the gate passes %s with its %i checks',
    async (name, checks) => {
      expect((await clients)[name]).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
    },
  );
});
