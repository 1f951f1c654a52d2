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
  sealIntent,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { openHouse } from '../support/house';
import { openedForEach } from '../support/opened';
import { anApproved, aSealed, KEY } from './approved';
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

/** An envelope that was approved once and proposed again under other params: only the worker can see the difference. */
const HONEST = aSealed([{ charge: 'ch_9', amount: '48000' }], { params: { charge: 'ch_9', amount: '48000' } });
/** With the same envelope, whatever its params say. */
const REPLAYED = anApproved({
  ...{ id: 'req_2', intent: HONEST.intent },
  params: { charge: 'ch_1', amount: '5', intent: HONEST.params.intent! },
});

type Check = NonNullable<WorkerOptions['check']>;
const compares: Check = ({ args }, { params }) => {
  const refund = args[0] as { charge: string; amount: string };
  return refund.charge === params.charge && refund.amount === params.amount;
};

it('a check that failed is asked again when the lease has ended, within the window', async () => {
  const house = await openHouse({ memory: true });
  const call = { keys: [KEY], action: 'demo.solo', client: 'billing', method: 'refund', args: ['ch_1'] };
  const { intent, digest } = sealIntent(call);
  const { id } = (await house.propose({ params: { intent: digest }, intent })).body.request;
  await house.turn('op_bravo', id);
  const execution = async () => (await house.read(id)).execution;
  let checks = 0;
  const worker = createWorker({
    client: createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker }),
    keys: [KEY],
    clients: { billing: () => ({ refund: () => 're_1' }) },
    check: () => {
      if (checks++ === 0) throw new Error('the database is down');
      return true;
    },
    pollIntervalMs: 20,
    log: false,
  });
  try {
    while (checks === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await execution()).state).toBe('claimed');
    await house.advance(600_000);
    while ((await execution()).state !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(checks).toBe(2);
  } finally {
    await worker.stop();
    await house.stop();
  }
});

describe('the check of a worker', () => {
  const service = openedForEach(startFakeService);
  let stop = async () => undefined as void;
  afterEach(() => stop());

  /** Until all are reported, or until the log says this. */
  async function run(check: Check, ...given: (AuthorizationRequest | string)[]) {
    const requests = given.filter((each): each is AuthorizationRequest => typeof each !== 'string');
    const awaited = given.find((each): each is string => typeof each === 'string');
    const made: unknown[] = [];
    const said: string[] = [];
    for (const request of requests) service.offer(request);
    const line = (level: string) => (message: string, fields: object) =>
      void said.push(`${level}: ${message} ${JSON.stringify(fields)}`);
    const worker = createWorker({
      client: createClient({ baseUrl: service.url, apiKey: 'rak_worker', retries: 0 }),
      keys: [KEY],
      clients: { billing: () => ({ refund: (refund: unknown) => void made.push(refund) }) },
      check,
      pollIntervalMs: 5,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
    });
    stop = () => worker.stop({ timeoutMs: 0 });
    const isOver = () =>
      awaited === undefined ? service.reports.size === requests.length : said.some((each) => each.includes(awaited));
    for (let turns = 0; !isOver(); turns++) {
      if (turns > 5000) throw new Error(`not reported; the log: ${said.join('\n')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await worker.stop();
    return { made, said: said.join('\n'), reports: requests.map(({ id }) => service.reports.get(id)) };
  }

  it('a check runs the call whose params say what it does, and not the same envelope with harmless params', async () => {
    const { made, reports } = await run(compares, HONEST, REPLAYED);
    expect(made).toEqual([{ charge: 'ch_9', amount: '48000' }]);
    expect(reports).toMatchObject([{ status: 'succeeded' }, { status: 'failed', error: 'check_failed' }]);
  });

  const NO_ANSWER = 'the check gave no answer; nothing was run';
  const kind = (what: string) => `it must return true, false or a string, and returned ${what}`;
  it.each<[string, Check, string]>([
    ['returns nothing', (() => undefined) as unknown as Check, kind('a value of the type undefined')],
    ['returns something that is only true-ish', (() => 1) as unknown as Check, kind('a value of the type number')],
    ['returns null', (() => null) as unknown as Check, kind('null')],
    ['throws', ({ args }) => (args[3] as { charge: string }).charge === '', 'Cannot read properties of undefined'],
    ['rejects', () => Promise.reject(new Error('no such charge')), 'no such charge'],
    [
      'changes the call',
      ({ args }) => Object.assign(args[0] as object, { amount: '1' }) !== null,
      'Cannot assign to read only',
    ],
  ])('nothing runs and nothing is reported if the check %s, and the error is logged', async (_, check, error) => {
    const { made, said } = await run(check, HONEST, NO_ANSWER);
    expect([made, service.received, service.claims.length]).toEqual([[], [], 1]);
    expect(said).toContain(`error: ${NO_ANSWER} {"request":"${HONEST.id}","error":"${error}`);
  });

  it('a check leaves the arguments unchanged, and the called client may add to them', async () => {
    const { made } = await run(compares, HONEST);
    const withDefault = Object.assign(made[0] as object, { currency: 'eur' });
    expect(withDefault).toEqual({ charge: 'ch_9', amount: '48000', currency: 'eur' });
  });
});
