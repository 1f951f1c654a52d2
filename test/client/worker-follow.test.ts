/** A worker that follows the events: they wake it, and everything else is as without them. */
import { createClient, createWorker, operationHash, sealIntent, type WorkerOptions } from '../../src/client';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { KEY } from './approved';

/** Longer than this test takes, so a poll cannot find what runs. */
const NEVER_MS = 600_000;

describe('a worker that follows the events', () => {
  let stop: (() => Promise<void>) | null = null;
  const ran: unknown[] = [];
  const keys = { token: '' };
  const house = openedOnce(() => openHouse({ memory: true }));
  beforeAll(async () => {
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'w', scopes: ['read', 'execute'] });
    keys.token = made.body.token;
  });
  afterEach(async () => {
    await stop?.();
    stop = null;
  });

  const clientOf = (fetching: typeof fetch = fetch) => {
    const { token } = keys;
    return createClient({ baseUrl: house.url, apiKey: token, retries: 0, fetch: fetching });
  };
  const follow = (options: Partial<WorkerOptions> = {}) => {
    const warned: string[] = [];
    const quiet = () => undefined;
    const worker = createWorker({
      client: clientOf(),
      keys: [KEY],
      clients: { billing: () => ({ refund: (charge: unknown) => ran.push(charge) && 're_1' }) },
      check: () => true,
      follow: true,
      pollIntervalMs: NEVER_MS,
      log: { info: quiet, warn: (message) => void warned.push(message), error: quiet },
      ...options,
    });
    stop = () => worker.stop();
    return warned;
  };
  const authorize = async (charge: string) => {
    const action = 'demo.solo';
    const { intent, digest } = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refund', args: [charge] });
    const params = { intent: digest };
    const { id, operation_hash } = (await house.propose({ params, intent })).body.request;
    expect(operation_hash).toBe(operationHash(action, params));
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    return id as string;
  };
  const executed = async (id: string) => {
    for (;;) {
      const { execution } = await house.read(id);
      if (execution.state === 'succeeded') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('a worker that follows events runs what is authorized long before it would poll', async () => {
    follow();
    for (const charge of ['ch_1', 'ch_2']) await executed(await authorize(charge));
    expect(ran).toEqual(['ch_1', 'ch_2']);
  });

  it('a worker that follows events polls if they cannot be read, and says so once for each failure', async () => {
    let failures = 0;
    const withoutEvents = (async (address, init) => {
      if (!String(address).includes('/v1/events')) return fetch(address, init);
      failures++;
      return Response.json({ error: 'not now', kind: 'internal' }, { status: 503 });
    }) as typeof fetch;
    const warned = follow({ client: clientOf(withoutEvents), pollIntervalMs: 50 });
    await executed(await authorize('ch_3'));
    expect(ran.at(-1)).toBe('ch_3');
    expect(failures).toBeGreaterThan(0);
    expect(warned).toEqual(Array(failures).fill('the events could not be followed; polling goes on'));
  });

  it('the reading of events ends with the worker, and leaves no call open', async () => {
    let open = 0;
    const counting = (async (address, init) => {
      open++;
      return fetch(address, init).finally(() => open--);
    }) as typeof fetch;
    follow({ client: clientOf(counting) });
    while (open === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stop!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(open).toBe(0);
  });

  it('a worker that follows events needs a client with events', () => {
    const { events: _, ...client } = clientOf();
    expect(() => follow({ client })).toThrow(/`follow` needs a `client` with `events`/);
  });
});
