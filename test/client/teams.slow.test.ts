/** Two teams in one organization, each with a worker, an intent key and an API key of its own (docs/consumers/workers.md). */
import { createClient, createWorker, sealIntent, type Worker } from '../../src/client';
import { type Answered, openHouse } from '../support/house';
import { openedForEach } from '../support/opened';
import { storeCopies } from '../support/stored';

const EACH = 100;
const LOST = 150;
const TEAMS = ['billing', 'deploy', 'third'] as const;
type Team = (typeof TEAMS)[number];
const keyOf = (name: string) => Buffer.alloc(32, name).toString('base64');
const LOST_KEY = keyOf('lost');

describe.each([
  ['keys that are limited to the actions of their team', true],
  ['keys for every action', false],
])('two teams with %s', (_, isLimited) => {
  const house = openedForEach(() => openHouse({ memory: true }));
  let tokens: Readonly<Record<Team, string>>;
  let started: Worker[];
  /** The team that ran each request, as often as it did. */
  let ran: Map<string, Team[]>;
  let said: unknown[];
  beforeEach(async () => {
    [started, ran, said] = [[], new Map(), []];
    const made = await Promise.all(TEAMS.map(async (team) => [team, await prepared(team)] as const));
    tokens = Object.fromEntries(made) as Record<Team, string>;
  });
  afterEach(() => Promise.all(started.splice(0).map((worker) => worker.stop({ timeoutMs: 0 }))));

  const done = ({ status, body }: Answered) => {
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body;
  };

  /** The action of the team. Returns the token of its worker. */
  async function prepared(team: Team): Promise<string> {
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const policy = { title: team, roster: ['op_alpha', 'op_bravo'], quorum };
    done(await house.api('op_alpha', 'PUT', `/api/actions/team.${team}`, policy));
    const key = { name: team, scopes: ['read', 'execute'], ...(isLimited ? { actions: [`team.${team}`] } : {}) };
    return done(await house.api('op_alpha', 'POST', '/api/keys', key)).token;
  }

  /** As many approved requests of the team, a millisecond apart. */
  async function approved(team: Team, count: number, key = keyOf(team)): Promise<string[]> {
    const action = `team.${team}`;
    const { intent, digest } = sealIntent({ keys: [key], action, client: 'own', method: 'run' });
    const id = await house.proposed({ action, params: { intent: digest }, intent });
    done(await house.turn('op_bravo', id));
    return storeCopies(house, id, count - 1);
  }

  const start = (team: Team): Worker => {
    const own = ({ requestId }: { requestId: string }) => ({
      run: () => void ran.set(requestId, [...(ran.get(requestId) ?? []), team]),
    });
    const worker = createWorker({
      client: createClient({ baseUrl: house.url, apiKey: tokens[team] }),
      keys: [keyOf(team)],
      clients: { own },
      allow: ['own.run'],
      check: () => true,
      log: {
        info: () => undefined,
        warn: (...line) => void said.push(line),
        error: (message, { kid }) => void said.push([team, message, kid]),
      },
      pollIntervalMs: 50,
    });
    started.push(worker);
    return worker;
  };
  const until = async (holds: () => boolean) => {
    for (let tries = 0; tries < 3000 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const runsOf = (ids: readonly string[]) => ids.map((id) => ran.get(id)?.join() ?? 'none');
  const countOf = (ids: readonly string[]) => ids.filter((id) => ran.has(id)).length;
  const executions = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await house.read(id)).execution));

  it('each intent that a worker can open runs once, and every other approval is kept, also while a worker is stopped', async () => {
    // The oldest are those that nobody can open, and more than a page.
    const lost = await approved('billing', LOST, LOST_KEY);
    const [billing, third, deploy] = [
      await approved('billing', EACH),
      await approved('third', EACH),
      await approved('deploy', EACH),
    ];
    const first = start('billing');
    start('deploy');
    await until(() => countOf(billing) >= EACH / 4);
    await first.stop();
    await until(() => countOf(deploy) === EACH);
    expect([runsOf(deploy), countOf(billing) < EACH]).toEqual([deploy.map(() => 'deploy'), true]);
    start('billing');
    await until(() => countOf(billing) === EACH);
    await Promise.all(started.map((worker) => worker.stop()));
    expect(runsOf(billing)).toEqual(billing.map(() => 'billing'));
    for (const { state, error } of await executions([...billing, ...deploy]))
      expect([state, error]).toEqual(['succeeded', null]);
    expect(countOf([...lost, ...third])).toBe(0);
    for (const { state, claimed_at } of await executions([...lost, ...third]))
      expect([state, claimed_at]).toEqual(['pending', null]);
    // Three workers: each says once for each key that it does not have it, and a limited API key shows no intents of others.
    expect(said.length).toBeGreaterThanOrEqual(2);
    expect(said.length).toBeLessThanOrEqual(isLimited ? 2 : 9);
  }, 120_000);
});
