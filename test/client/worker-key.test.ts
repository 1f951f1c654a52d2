/**
 * If the service refuses its key, a worker stops, says which scope or key is wrong, and reports no call that it did not
 * start.
 */
import {
  AuthenticationError,
  type AuthorizationRequest,
  createClient,
  createWorker,
  PermissionError,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { openedForEach } from '../support/opened';
import { aSealed, KEY } from './approved';
import { startFakeService } from './fake-service';
import { aProof } from './software-proof';

const aRequest = (id: string): AuthorizationRequest => aSealed([id], { id });
const refused = (status: number) => ({
  status,
  body: { error: status === 401 ? 'Unauthorized' : 'This API key lacks the scope "execute".' },
});

describe('a worker whose key is refused', () => {
  let said: { level: string; message: string; fields: Record<string, unknown> }[];
  let ran: unknown[];
  let worker: Worker;
  const service = openedForEach(startFakeService);
  beforeEach(() => {
    [said, ran] = [[], []];
  });
  afterEach(() => worker.stop({ timeoutMs: 0 }));
  const line = (level: string) => (message: string, fields: object) =>
    void said.push({ level, message, fields: { ...fields } });
  const start = (options: Partial<WorkerOptions> = {}) => {
    worker = createWorker({
      client: createClient({ baseUrl: service.url, apiKey: 'rak_secret', retries: 0 }),
      keys: [KEY],
      clients: { billing: () => ({ refund: (id: unknown) => void ran.push(id) }) },
      allow: ['billing.refund'],
      check: () => true,
      pollIntervalMs: 5,
      sleep: () => new Promise((resolve) => setImmediate(resolve)),
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      ...options,
    });
    return worker;
  };
  const errors = () =>
    said.filter(({ level }) => level === 'error').map(({ message, fields }) => [message, fields.error]);
  const until = async (holds: () => boolean) => {
    for (let turns = 0; !holds(); turns++) {
      if (turns > 20_000) throw new Error(JSON.stringify(said.slice(0, 20)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it.each([
    [401, AuthenticationError, /Unauthorized/],
    [403, PermissionError, /lacks the scope "execute"/],
  ])('a worker stops at the first %i of the list, and says once why', async (status, type, why) => {
    service.answers = () => refused(status);
    const { done } = start();
    await expect(done).rejects.toThrow(why);
    await expect(done).rejects.toBeInstanceOf(type);
    expect(errors()).toEqual([['the worker has stopped', expect.stringMatching(why)]]);
    expect(JSON.stringify(said)).not.toContain('rak_secret');
    await worker.stop();
  });

  it.each([401, 403])('a worker stops at a %i of a claim, and claims nothing else', async (status) => {
    for (const id of ['req_1', 'req_2', 'req_3']) service.offer(aRequest(id));
    let claims = 0;
    service.answers = (path) => (path.endsWith('/claim') && claims++ >= 0 ? refused(status) : null);
    await expect(start().done).rejects.toMatchObject({ status });
    expect([claims, service.received, ran]).toEqual([1, [], []]);
  });

  it.each([401, 403])('a worker reports nothing for a request whose proof it may not read: %i', async (status) => {
    service.offer(aRequest('req_1'));
    service.answers = (path) => (path.endsWith('/proof') ? refused(status) : null);
    const { done } = start({
      requireProof: { allowedSigners: aProof({ request: 'req_1', action: 'refund', params: {} }).allowedSigners },
    });
    await expect(done).rejects.toMatchObject({ status });
    expect([service.claims.length, service.received, ran]).toEqual([1, [], []]);
  });

  it('a worker whose key is refused starts no call that was being checked, and finishes and reports what runs', async () => {
    for (const id of ['req_1', 'req_2']) service.offer(aRequest(id));
    const proceed: Record<string, () => void> = {};
    const wait = (what: string) => new Promise<void>((resolve) => (proceed[what] = resolve));
    const checked: string[] = [];
    start({
      clients: { billing: () => ({ refund: async (id: unknown) => ran.push(id) && wait('call') }) },
      check: async (_, { id }) => {
        checked.push(id);
        if (checked.length === 2) await wait('check');
        return true;
      },
    });
    await until(() => 'call' in proceed && 'check' in proceed);
    service.answers = (path) => (path.includes('executable') ? refused(401) : null);
    await until(() => errors().length === 1);
    proceed.check!();
    await new Promise((resolve) => setImmediate(resolve));
    proceed.call!();
    await expect(worker.done).rejects.toBeInstanceOf(AuthenticationError);
    expect(ran).toEqual([checked[0]]);
    expect([...service.reports.keys()]).toEqual([checked[0]]);
  });

  it.each<[string, object]>([
    ['a page', {}],
    ['a message of a gateway', { message: 'Forbidden' }],
    ['an error of OAuth', { error: 'invalid_token', error_description: 'expired' }],
  ])('a worker continues after a 403 of a proxy with %s', async (_, body) => {
    service.offer(aRequest('req_1'));
    let refusals = 2;
    service.answers = (path) => (path.includes('executable') && refusals-- > 0 ? { status: 403, body } : null);
    start();
    await until(() => service.reports.size === 1);
    expect(errors().map(([message]) => message)).toEqual(Array(2).fill('looking for work failed'));
  });

  it('a worker that may not read the events says so once, and polls', async () => {
    let feeds = 0;
    service.answers = (path) => {
      if (!path.startsWith('/v1/events')) return null;
      feeds++;
      return { status: 403, body: { error: 'This API key lacks the scope "read".' } };
    };
    start({ follow: true });
    await until(() => feeds === 1 && service.lists > 3);
    service.offer(aRequest('req_1'));
    await until(() => service.reports.size === 1);
    expect(errors()).toEqual([
      ['the events cannot be followed; polling goes on', expect.stringContaining('lacks the scope "read"')],
    ]);
    expect(feeds).toBe(1);
    await worker.stop();
    await worker.done;
  });
});
