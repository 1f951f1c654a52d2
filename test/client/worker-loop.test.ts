/** How a worker looks for work: how much it lists, how long it pauses, and what it says. Time is simulated. */
import {
  type AuthorizationRequest,
  ConflictError,
  createWorker,
  NotFoundError,
  RateLimitedError,
  type RequestEvent,
  ServerError,
  WindowClosedError,
  type Worker,
  type WorkerOptions,
} from '../../src/client';
import { SimulatedTime } from '../support/simulated-time';
import { aSealed, KEY } from './approved';

const facts = (status: number, message = 'x') => ({ status, kind: null, message });

const aRequest = (n: number): AuthorizationRequest => aSealed([n], { id: `req_${n}` });

describe('a worker that looks for work', () => {
  let time: SimulatedTime;
  let said: unknown[];
  let slept: number[];
  let limits: (number | undefined)[];
  let claimed: string[];
  let ran: unknown[];
  let offered: AuthorizationRequest[];
  /** Before the claim of a request is answered. */
  let onClaim: (id: string) => unknown;
  let onList: (signal: AbortSignal) => unknown;
  let worker: Worker | null;
  beforeEach(() => {
    time = new SimulatedTime(1_800_000_000_000);
    [said, slept, limits, claimed, ran, offered] = [[], [], [], [], [], []];
    onClaim = () => undefined;
    onList = () => undefined;
    worker = null;
    jest.spyOn(Math, 'random').mockReturnValue(1 - 1e-9);
  });
  afterEach(async () => {
    const stopped = worker?.stop({ timeoutMs: 0 });
    await time.run(time.nowMs + 1);
    await stopped;
    jest.restoreAllMocks();
  });

  const line = (level: string) => (message: string, fields: object) => void said.push([level, message, fields]);
  const client = {
    async listExecutable({ limit, signal }: { limit?: number; signal: AbortSignal }) {
      limits.push(limit);
      await onList(signal);
      return { server_now: time.nowMs, requests: offered.filter(({ id }) => !claimed.includes(id)) };
    },
    async claim(id: string) {
      await onClaim(id);
      claimed.push(id);
      const request = offered.find((one) => one.id === id);
      return { server_now: time.nowMs, claim_id: 'clm_1', lease_expires_at: time.nowMs + 600_000, request };
    },
    report: async () => undefined,
  };
  const start = (options: Partial<WorkerOptions> = {}) => {
    worker = createWorker({
      client: client as never,
      keys: [KEY],
      clients: { billing: () => ({ refund: (n: unknown) => void ran.push(n) }) },
      allow: ['billing.refund'],
      check: () => true,
      log: { info: () => undefined, warn: line('warn'), error: line('error') },
      nowMs: () => time.nowMs,
      sleep: (ms, signal) => {
        slept.push(Math.round(ms));
        return time.sleep(ms, signal);
      },
      ...options,
    });
    return worker;
  };
  const run = (ms: number) => time.run(time.nowMs + ms);

  it.each([
    [4, 64],
    [64, 64],
    [80, 80],
    [100, 100],
    [500, 100],
  ])('a worker for %i calls at once lists %i requests', async (concurrency, limit) => {
    start({ concurrency });
    await run(0);
    expect(limits).toEqual([limit]);
  });

  it.each([
    [0, 4000],
    [1 - 1e-9, 6000],
  ])('a worker pauses for its interval, a fifth shorter or longer, if there is nothing to do', async (chance, ms) => {
    jest.spyOn(Math, 'random').mockReturnValue(chance);
    start();
    await run(2 * ms + 1);
    expect(slept).toEqual([ms, ms, ms]);
    expect(limits).toHaveLength(3);
  });

  it('a worker processes all that it finds without a pause, in the order of ids, from its own start', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    offered = [3, 1, 4, 2].map(aRequest);
    start({ concurrency: 1 });
    await run(0);
    expect(claimed).toEqual(['req_3', 'req_4', 'req_1', 'req_2']);
    expect(ran).toEqual([3, 4, 1, 2]);
    expect(slept).toEqual([5000]);
    // The four, and then nothing.
    expect(limits).toHaveLength(2);
  });

  it('a worker lists again if its list is two seconds old', async () => {
    offered = [1, 2, 3].map(aRequest);
    onClaim = (id) => time.sleep(id === 'req_3' ? 1999 : 2000);
    start();
    await run(0);
    expect(limits).toHaveLength(1);
    await run(1999);
    expect([claimed, limits.length]).toEqual([['req_3'], 1]);
    await run(2000);
    expect([claimed, limits.length]).toEqual([['req_3', 'req_1'], 2]);
  });

  it.each<[string, Error]>([
    ['another worker was faster', new ConflictError(facts(409))],
    ['its window has closed', new WindowClosedError(facts(410))],
    ['it is gone', new NotFoundError(facts(404))],
  ])('a worker logs nothing about a claim that it lost because %s', async (_, lost) => {
    offered = [aRequest(1)];
    onClaim = () => Promise.reject(lost);
    start();
    await run(1);
    expect([said, ran]).toEqual([[], []]);
  });

  it('a worker lists later after each lost claim, and sooner again after won ones', async () => {
    offered = [1, 2, 3].map(aRequest);
    let left = 4;
    onClaim = () => (left-- > 0 ? Promise.reject(new ConflictError(facts(409))) : undefined);
    start({ pollIntervalMs: 3000 });
    await run(20_000);
    expect(slept.slice(0, 4)).toEqual([1000, 2000, 3000, 3000]);
    expect(ran.slice(0, 3)).toHaveLength(3);
    // Three claims were won, and the list was empty once.
    expect(slept[4]).toBe(Math.round(3000 * 0.8 ** 3));
    expect(slept[5]).toBe(3600);
    expect(slept[6]).toBe(Math.round(3000 * 0.8 ** 4));
  });

  it('a worker stops spreading its looks once that saves nothing', async () => {
    offered = [aRequest(1)];
    let left = 1;
    onClaim = () => (left-- > 0 ? Promise.reject(new ConflictError(facts(409))) : undefined);
    start({ pollIntervalMs: 150 });
    await run(2000);
    // 50 ms, and then 40: below 50 it is none.
    expect(slept.slice(0, 4)).toEqual([50, 40, 180, 180]);
  });

  it('a worker logs that it could not look, and tries again after pauses that double up to a minute, which no event ends', async () => {
    onList = () => Promise.reject(new ServerError(facts(503, 'not now')));
    start();
    await run(250_000);
    expect(slept.slice(0, 8)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(said.slice(0, 2)).toEqual([
      ['error', 'looking for work failed', { error: 'not now', failures: 1 }],
      ['error', 'looking for work failed', { error: 'not now', failures: 2 }],
    ]);
    onList = () => Promise.reject('nothing to say');
    await run(60_000);
    expect(said.at(-1)).toEqual([
      'error',
      'looking for work failed',
      { error: 'nothing to say', failures: expect.any(Number) },
    ]);
    onList = () => undefined;
    await run(70_000);
    slept.splice(0);
    onList = () => Promise.reject(new RateLimitedError(facts(429), 90));
    await run(10_000);
    expect(slept.at(-1)).toBe(90_000);
    const looks = limits.length;
    worker!.wake();
    await run(70_000);
    expect([slept.at(-1), limits.length]).toEqual([90_000, looks]);
    expect(said.at(-1)).toMatchObject({ 2: { failures: 1 } });
  });

  it('a worker pauses for at least half of that, and logs that a claim failed', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    offered = [aRequest(1)];
    onClaim = () => Promise.reject(new ServerError(facts(500, 'sorry')));
    start();
    await run(1);
    expect(slept).toEqual([1000]);
    expect(said).toEqual([['error', 'looking for work failed', { error: 'sorry', failures: 1 }]]);
  });

  it('a worker stops during a look silently, and claims nothing that it finds then', async () => {
    offered = [aRequest(1)];
    onList = () => time.sleep(1000);
    const stopped = start().stop();
    await run(2000);
    await stopped;
    expect([said, claimed]).toEqual([[], []]);
    onList = (signal) => time.sleep(60_000, signal);
    const second = start();
    await run(10);
    await second.stop();
    await run(10);
    expect([said, slept]).toEqual([[], []]);
  });

  it('a worker claims no more than it may run, until a call has ended', async () => {
    offered = [1, 2, 3].map(aRequest);
    const finish: (() => void)[] = [];
    const refund = (n: unknown) => new Promise<void>((resolve) => finish.push(resolve)).then(() => void ran.push(n));
    start({ concurrency: 2, clients: { billing: () => ({ refund }) } });
    await run(100);
    expect(claimed).toHaveLength(2);
    finish[0]!();
    await run(100);
    expect(claimed).toHaveLength(3);
    for (const end of finish) end();
    await run(1);
    for (const end of finish) end();
    await run(1);
    expect(ran).toHaveLength(3);
  });

  it('a stopping worker waits for what runs, and names what does not end in time', async () => {
    offered = [aRequest(1)];
    let finish = () => undefined as void;
    const refund = () => new Promise<void>((resolve) => (finish = resolve));
    const running = start({ clients: { billing: () => ({ refund }) } });
    await run(10);
    let isStopped = false;
    const stopped = running.stop().then(() => (isStopped = true));
    await run(10_000);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(said).toEqual([]);
    offered = [aRequest(2)];
    const second = start({ clients: { billing: () => ({ refund }) } });
    await run(10);
    await second.stop({ timeoutMs: 1 });
    expect(said).toEqual([['error', 'stopped with unreported runs', { requests: ['req_2'] }]]);
  });

  it('a worker logs which run ended unexpectedly', async () => {
    offered = [aRequest(1)];
    const warn = () => {
      throw new Error('the disk is full');
    };
    start({ check: () => false, log: { info: () => undefined, warn, error: line('error') } });
    await run(10);
    expect(said).toEqual([['error', 'a run ended unexpectedly', { request: 'req_1', error: 'the disk is full' }]]);
  });

  it('a worker logs what it does not check or limit, and which of its clients repeat calls', async () => {
    start({ clients: { billing: {} }, allow: undefined, check: undefined });
    expect(said).toEqual([
      ['warn', 'this client gets no idempotency key: a repeated call will be a second call', { client: 'billing' }],
      ['warn', 'no allow: an intent may call every public method of the clients', {}],
      ['warn', 'no check: an envelope proposed again under other params runs again, once they are approved', {}],
    ]);
  });

  it.each([
    ['allow', 'no allow: an intent may call every public method of the clients'],
    ['check', 'no check: an envelope proposed again under other params runs again, once they are approved'],
  ])('a worker without %s warns of that alone', (option, warning) => {
    start({ [option]: undefined });
    expect(said).toEqual([['warn', warning, {}]]);
  });

  it('a worker for calls at most once stops with an error, and claims no more, at a service that does not say what was claimed before', async () => {
    offered = [1, 2, 3].map(aRequest);
    start({ atMostOnce: true, concurrency: 1 });
    await run(10_000);
    await expect(worker!.done).rejects.toThrow('`atMostOnce` needs `previous_claim_at` in the answer to a claim');
    expect([claimed.length, ran]).toEqual([1, []]);
    expect(said).toEqual([['error', 'the worker has stopped', { error: expect.stringContaining('Nothing was run') }]]);
  });

  it('a worker for calls at most once does not warn of repeated calls', () => {
    start({ clients: { billing: { refund: () => undefined } }, atMostOnce: true });
    expect(said).toEqual([]);
  });

  it('a woken worker looks after a moment, which grows when others were faster', async () => {
    start();
    await run(10);
    slept.splice(0);
    worker!.wake();
    await run(0);
    // One other is expected at first: four times a look of 40 ms.
    expect(slept).toEqual([160]);
    await run(160);
    expect(limits).toHaveLength(2);
    slept.splice(0);
    worker!.wake();
    await run(0);
    expect(slept).toEqual([480]);
  });

  it('a worker that an event wakes while it looks looks once more', async () => {
    start();
    await run(10);
    onList = () => {
      onList = () => undefined;
      worker!.wake();
    };
    worker!.wake();
    await run(2000);
    expect(limits).toHaveLength(3);
  });

  it('only a worker that follows events is woken by them', async () => {
    let give = (_: RequestEvent) => undefined as void;
    const events = async function* ({ checkpoint, signal }: { checkpoint: () => void; signal: AbortSignal }) {
      checkpoint();
      while (!signal.aborted) {
        yield await new Promise<RequestEvent>((resolve, reject) => {
          give = resolve;
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }
    };
    start({ client: { ...client, events } as never, follow: true });
    await run(1000);
    const before = limits.length;
    offered = [aRequest(1)];
    await run(1000);
    expect(limits).toHaveLength(before);
    give({ type: 'request.authorized', data: { request: { intent: {} } } } as RequestEvent);
    await run(1000);
    expect(ran).toEqual([1]);
  });
});
