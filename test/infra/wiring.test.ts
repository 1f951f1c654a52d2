/**
 * The settings of a deployment work in the deployed bundles: a function reads every variable when it starts, and the
 * protection of /v1 and the console is in effect.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { FUNCTIONS } from '../../infra/bundling/bundle';
import { EDGE_HEADERS, ENV } from '../../src/lambda/env';
import { type Deployment, deploy, EDGE_SECRET } from './host/deployment';
import { type Headers, type People, settleIn } from './host/people';
import { environmentOf, synthesize } from './host/stack';

const template = synthesize('prod');
const NAMES: readonly string[] = Object.values(ENV);
const GIVEN = FUNCTIONS.flatMap((name) =>
  Object.keys(environmentOf(template, name))
    .filter((variable) => NAMES.includes(variable))
    .map((variable) => [name, variable] as const),
);
/** As another configuration would have them; the template of this one limits nothing. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api: { [ENV.organizationThrottle]: '1', [ENV.edgeOnly]: 'true' },
  feed: { [ENV.organizationThrottle]: '1', [ENV.edgeOnly]: 'true', [ENV.heldAnswers]: 'true' },
  console: { [ENV.destinations]: '111122223333:eu-central-1' },
};

describe('the functions of a deployment', () => {
  let house: Deployment;
  let people: People;
  beforeAll(async () => {
    house = await deploy(template, undefined, (name) => SETTINGS[name] ?? {});
    people = await settleIn(house);
  }, 120_000);
  afterAll(() => house?.stop());

  const edge = { [EDGE_HEADERS.secret]: EDGE_SECRET, [EDGE_HEADERS.viewer]: '198.51.100.1' };

  /** The error of a function that starts without a variable, for each variable. Null if it starts. */
  function startsWithout(name: string, variables: readonly string[]): (string | null)[] {
    // Compiled once: the bundle is loaded once for each variable.
    const load = `
      const { BUNDLE, VARIABLES } = process.env;
      const all = { ...process.env };
      const source = require('node:fs').readFileSync(BUNDLE, 'utf8');
      const load = require('node:vm').compileFunction(source, ['module', 'exports', 'require'], { filename: BUNDLE });
      const said = JSON.parse(VARIABLES).map((variable) => {
        process.env = { ...all };
        delete process.env[variable];
        try {
          const module = { exports: {} };
          load(module, module.exports, require);
          return null;
        } catch (error) {
          return String(error);
        }
      });
      require('node:fs').writeSync(1, JSON.stringify(said));
      process.exit(0);`;
    const BUNDLE = join(house.bundles.folder, `${name}.js`);
    const env = { ...house.environment(name), BUNDLE, VARIABLES: JSON.stringify(variables), PATH: process.env.PATH };
    return JSON.parse(execFileSync(process.execPath, ['-e', load], { env, encoding: 'utf8' }));
  }

  it('every variable of a deployed function is read by it', () => {
    const unread = FUNCTIONS.flatMap((name) => {
      const variables = GIVEN.flatMap(([of, variable]) => (of === name ? [variable] : []));
      const said = startsWithout(name, variables);
      return variables.flatMap((variable, n) =>
        said[n]?.includes(`${variable} must be set`) === true ? [] : [`${name} ${variable}`],
      );
    });
    expect(unread).toEqual([]);
    expect(new Set(GIVEN.map(([name]) => name)).size).toBe(FUNCTIONS.length);
  }, 60_000);

  it.each(['api', 'feed'] as const)(
    'a deployed function refuses requests that bypassed CloudFront: %s',
    async (name) => {
      const path = '/v1/events?limit=1';
      expect((await house.call(name, 'GET', path, undefined, people.key)).statusCode).toBe(403);
      expect((await house.call(name, 'GET', path, undefined, { ...people.key, ...edge })).statusCode).toBe(200);
    },
  );

  it('a deployed function holds answers of the feed if the configuration says so', async () => {
    const call = (query: string) =>
      house.call('feed', 'GET', `/v1/events?${query}`, undefined, { ...people.key, ...edge });
    const { next } = (await call('after=latest')).body;
    house.aws.denied.splice(0);
    await call(`wait=1&after=${next}`);
    // The template of this deployment reserves nothing, so its policy does not allow it to count what is held.
    expect(house.aws.denied.splice(0).join()).toMatch(/^feed: .*dynamodb:GetItem/);
  });

  it('a deployed function accepts an endpoint only in an AWS account that the deployment allows', async () => {
    const add = (account: string) => {
      const url = `arn:aws:sqs:eu-central-1:${account}:events`;
      return house.call('console', 'POST', '/api/webhooks', { url }, people.admin);
    };
    const allowed = await add('111122223333');
    expect(allowed.statusCode).toBe(201);
    expect((await add('444455556666')).statusCode).toBe(422);
  });

  /** A window ends every ten seconds, so the limit of one window may be reached in the next one. */
  async function callsUntilLimited(name: 'api' | 'feed', headers: Headers): Promise<number> {
    for (let calls = 1; calls <= 40; calls++) {
      const { statusCode, headers: said } = await house.call(name, 'GET', '/v1/events?limit=1', undefined, headers);
      if (statusCode === 429) {
        expect(said?.['retry-after']).toMatch(/^\d+$/);
        return calls;
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each(['api', 'feed'] as const)('a deployed function limits the calls of an organization: %s', async (name) => {
    expect(await callsUntilLimited(name, { ...people.key, ...edge })).toBeLessThanOrEqual(21);
  });
});
