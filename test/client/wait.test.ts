import {
  AbortedError,
  ConnectionError,
  createClient,
  MismatchError,
  operationHash,
  ServerError,
  sealIntent,
  type WaitOptions,
} from '../../src/client';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { KEY } from './approved';

const params = { charge: 'ch_1' };
const undecided = { id: 'req_1', outcome: null, state: 'notified', action: 'refund', params };
const authorized = {
  ...undecided,
  outcome: 'authorized',
  state: 'succeeded',
  operation_hash: operationHash('refund', params),
};

/** A service without a feed of events: what a feed changes is in shared-feed.test.ts. */
const withoutFeed =
  (answer: () => Response): typeof fetch =>
  async (input, init) => {
    init?.signal?.throwIfAborted();
    if (!String(input).includes('/v1/events')) return answer();
    return Response.json({ error: 'no such path', kind: 'not_found' }, { status: 404 });
  };

describe('waiting for the verdict', () => {
  /** The answers of the service in this order; the last one repeats. A number is a status without a record. */
  let records: (object | number)[];
  let reads: number;
  let onRead: () => unknown;
  /** The caller's clock: it moves only while the client sleeps. */
  let nowMs: number;
  let slept: number[];

  const answering = withoutFeed(() => {
    reads++;
    onRead();
    const record = records.length > 1 ? records.shift() : records[0];
    const status = typeof record === 'number' ? record : 200;
    return Response.json(status === 200 ? { server_now: 1, request: record } : { error: 'not now' }, { status });
  });
  const reading = { baseUrl: 'https://a.example', apiKey: 'rak_x', fetch: answering };
  beforeEach(() => {
    reads = 0;
    onRead = () => undefined;
    nowMs = 0;
    slept = [];
  });

  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    slept.push(ms);
    nowMs += ms;
  };
  const wait = (options: Partial<WaitOptions> = {}, sleeping = sleep) =>
    createClient({ ...reading, sleep: sleeping, nowMs: () => nowMs }).waitForVerdict('req_1', {
      ...{ action: 'refund', params },
      ...options,
    });

  it('a wait without a feed polls with growing pauses of at most ten seconds, and returns the record', async () => {
    records = [...Array(15).fill(undecided), authorized];
    expect(await wait()).toEqual({ outcome: 'authorized', request: authorized });
    expect([reads, slept.length]).toEqual([16, 15]);
    expect(slept[0]).toBeLessThanOrEqual(1000);
    expect(slept[5]).toBeGreaterThan(slept[0]!);
    expect(Math.max(...slept)).toBeLessThanOrEqual(10_000);
  });

  it.each(['denied', 'expired', 'aborted'])('a wait returns %s as an outcome and not as an error', async (outcome) => {
    records = [{ ...undecided, outcome, state: outcome }];
    expect((await wait()).outcome).toBe(outcome);
  });

  it('a wait returns authorized while an integration’s call is still running', async () => {
    records = [{ ...authorized, state: 'executing' }];
    expect((await wait()).outcome).toBe('authorized');
  });

  it.each([
    ['another action', { action: 'payout', operation_hash: operationHash('payout', params) }],
    ['other params', { params: { charge: 'ch_2' }, operation_hash: operationHash('refund', { charge: 'ch_2' }) }],
    ['params that the hash does not cover', { params: { charge: 'ch_2' } }],
    ['another hash', { operation_hash: operationHash('refund', {}) }],
    ['another request', { id: 'req_2' }],
  ])('a wait never returns authorized for %s', async (_, change) => {
    records = [{ ...authorized, ...change }];
    await expect(wait()).rejects.toBeInstanceOf(MismatchError);
  });

  it('an event wakes a wait, which reads the request instead of trusting the event', async () => {
    records = [undecided, { ...undecided, state: 'staging' }, authorized];
    let ring = () => undefined as void;
    // Sleeps for ever unless woken.
    const asleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((__, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        setImmediate(ring);
      });
    const verdict = await wait({ wake: (given) => (ring = given) }, asleep);
    expect([verdict.outcome, reads]).toEqual(['authorized', 3]);
  });

  it('a wait does not miss an event that arrives during a read', async () => {
    records = [undecided, undecided, authorized];
    let ring = () => undefined as void;
    onRead = () => reads === 2 && ring();
    await wait({ wake: (given) => (ring = given) });
    expect(slept).toHaveLength(1);
  });

  it('a wait does not count a shortened pause as waited', async () => {
    records = [...Array(20).fill(undecided), authorized];
    // Woken during each read: no time passes.
    let ring = () => undefined as void;
    onRead = () => ring();
    const verdict = await wait({ timeoutMs: 2000, wake: (given) => (ring = given) });
    expect([verdict.outcome, nowMs]).toEqual(['authorized', 0]);
  });

  it.each([401, 404])('a wait reports a %s immediately', async (status) => {
    records = [status];
    await expect(wait()).rejects.toMatchObject({ status });
    expect(slept).toEqual([]);
  });

  it('a wait ends at once if the key is revoked', async () => {
    records = [undecided, 401];
    await expect(wait()).rejects.toMatchObject({ status: 401 });
    expect(slept).toHaveLength(1);
  });

  it('an aborted wait throws an AbortedError, and its options are an argument or beside the operation', async () => {
    const [operation, stopped] = [{ action: 'refund', params }, { signal: AbortSignal.abort() }];
    const client = createClient(reading);
    await expect(client.waitForVerdict('req_1', operation, stopped)).rejects.toBeInstanceOf(AbortedError);
    await expect(wait(stopped)).rejects.toBeInstanceOf(AbortedError);
  });

  it('a wait says that another operation was authorized, and that a retry will not help', async () => {
    records = [{ ...authorized, action: 'payout', operation_hash: operationHash('payout', params) }];
    await expect(wait()).rejects.toMatchObject({
      ...{ name: 'MismatchError', status: null, kind: null, retryable: false },
      message: 'req_1 authorizes another operation than refund with these 1 params',
    });
  });

  it('a wait says how long it waited, and that a later wait may succeed', async () => {
    records = [undecided];
    await expect(wait({ timeoutMs: 1500 })).rejects.toMatchObject({
      ...{ name: 'WaitTimeoutError', status: null, kind: null, retryable: true },
      message: 'req_1 has no verdict after 1500 ms',
    });
    await expect(wait({ timeoutMs: 0 })).rejects.toThrow('req_1 has no verdict after 0 ms');
    expect(nowMs).toBe(1500);
  });

  it('a wait that ends while the service is gone says since when, and why the last read failed', async () => {
    records = [undecided, undecided, 503];
    const error = await wait({ timeoutMs: 20_000 }).catch((thrown) => thrown);
    const since = new Date(slept[0]! + slept[1]!).toISOString();
    expect(error.message).toMatch(/^req_1 has no verdict after 2\d{4}(\.\d+)? ms, and could not be read since /);
    expect(error.message.endsWith(` since ${since}`)).toBe(true);
    expect(error.cause).toMatchObject({ name: 'ServerError', status: 503 });
  });

  it('a wait that ends after the service came back names no failure', async () => {
    // The first read, each attempt of the second, and the third.
    records = [undecided, ...Array(5).fill(503), undecided];
    const error = await wait({ timeoutMs: 20_000 }).catch((thrown) => thrown);
    expect([error.name, error.message.includes('could not be read'), error.cause]).toEqual([
      'WaitTimeoutError',
      false,
      undefined,
    ]);
  });

  it('a wait that gives up says since when nothing could be read, and why the last read failed', async () => {
    records = [undecided, 503];
    const error = await wait().catch((thrown) => thrown);
    const since = new Date(slept[0]!).toISOString();
    expect([error.name, error.message]).toEqual(['ConnectionError', `req_1 could not be read since ${since}`]);
    expect(error.cause).toMatchObject({ name: 'ServerError', status: 503 });
  });

  it('a wait whose key is revoked during an outage throws that', async () => {
    records = [undecided, ...Array(5).fill(503), 401];
    await expect(wait()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 });
  });

  it('a wait fails if its pauses fail', async () => {
    records = [undecided];
    const broken = new Error('no timers');
    await expect(wait({}, () => Promise.reject(broken))).rejects.toBe(broken);
  });

  it('a wait that is stopped in a pause without a reason throws an AbortedError', async () => {
    records = [undecided];
    const stop = new AbortController();
    const stopping = (_: number, signal?: AbortSignal) => {
      stop.abort();
      return Promise.reject(signal?.reason);
    };
    await expect(wait({ signal: stop.signal }, stopping)).rejects.toMatchObject({
      ...{ name: 'AbortError', message: 'The call was aborted: This operation was aborted' },
    });
    expect(reads).toBe(1);
  });

  it('one event wakes a wait once, and then it pauses again', async () => {
    records = [undecided, undecided, undecided, authorized];
    let ring = () => undefined as void;
    onRead = () => reads === 1 && ring();
    await wait({ wake: (given) => (ring = given) });
    expect(slept).toHaveLength(2);
  });

  it('a wait stops when its caller does, with the caller’s reason', async () => {
    records = [undecided];
    const stop = new AbortController();
    const stopping = (_: number, signal?: AbortSignal) => {
      stop.abort(new Error('enough'));
      return Promise.reject(signal?.reason);
    };
    await expect(wait({ signal: stop.signal }, stopping)).rejects.toThrow('enough');
    await expect(wait({ signal: stop.signal, wake: () => undefined }, stopping)).rejects.toThrow('enough');
  });
});

/** The client at its limits: how often, how long, and what does not count. */
describe('a client', () => {
  let slept: number[];
  let calls: number;
  let nowMs: number;
  beforeEach(() => {
    slept = [];
    [calls, nowMs] = [0, 0];
    // The random part of a pause is at its longest.
    jest.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => jest.restoreAllMocks());

  const ok = (request: object = undecided) => new Response(JSON.stringify({ server_now: 1, request }));
  const down = (headers: Record<string, string> = {}, status = 503) =>
    new Response(JSON.stringify({ error: 'not now' }), { status, headers });
  /** Answers in this order, then repeats the last one. */
  const client = (answers: readonly (() => Response)[], retries: number) =>
    createClient({
      baseUrl: 'https://a.example',
      apiKey: 'rak_x',
      retries,
      nowMs: () => nowMs,
      fetch: withoutFeed(() => answers[Math.min(calls++, answers.length - 1)]!()),
      sleep: async (ms) => {
        slept.push(ms);
        nowMs += ms;
      },
    });
  const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

  test('a client retries as often as it was told, with pauses that double up to ten seconds', async () => {
    await expect(client([() => down()], 8).getRequest('req_1')).rejects.toBeInstanceOf(ServerError);
    expect(calls).toBe(9);
    expect(slept).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  test.each([
    ['0', 200],
    ['1', 1000],
    ['60', 60_000],
  ])('a client waits for a Retry-After of %s s, and never less than its own pause', async (seconds, ms) => {
    await client([() => down({ 'retry-after': seconds }, 429), ok], 1).getRequest('req_1');
    calls = 0;
    await client([() => down({ 'retry-after': seconds }, 503), ok], 1).getRequest('req_1');
    expect(slept).toEqual([ms, ms]);
  });

  test('a client does not wait longer than a minute; its caller decides', async () => {
    for (const status of [429, 503]) {
      calls = 0;
      const failed = client([() => down({ 'retry-after': '61' }, status), ok], 3).getRequest('req_1');
      await expect(failed).rejects.toMatchObject({ retryable: true });
      expect([calls, slept]).toEqual([1, []]);
    }
  });

  test.each([429, 500, 502, 504])('a client retries a %i from a gateway', async (status) => {
    await client([() => new Response('<html>', { status }), ok], 1).getRequest('req_1');
    expect(calls).toBe(2);
  });

  const wait = (answers: readonly (() => Response)[], options: object = {}) =>
    client(answers, 0).waitForVerdict('req_1', { action: 'refund', params, ...options });

  test('a client survives 25 failed reads in a row, and not 26', async () => {
    const verdict = () => ok(authorized);
    expect((await wait([ok, ...times(25, down), verdict])).outcome).toBe('authorized');
    calls = 0;
    const error = await wait([ok, ...times(26, down), verdict]).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect([error.retryable, error.cause]).toEqual([true, expect.any(ServerError)]);
  });

  test('a client counts failed reads again from zero after an answer', async () => {
    const answers = [ok, ...times(20, down), ok, ...times(25, down), () => ok(authorized)];
    expect((await wait(answers)).outcome).toBe('authorized');
  });

  test('a client does not wait if the first read fails', async () => {
    await expect(wait([down, () => ok(authorized)])).rejects.toBeInstanceOf(ServerError);
    expect(calls).toBe(1);
  });

  test('a client pauses between reads for a second at first, ten seconds at last, or as long as it is asked', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const limited = () => down({ 'retry-after': '300' }, 429);
    const away = () => down({ 'retry-after': '300' }, 503);
    await wait([...times(7, ok), limited, away, () => ok(authorized)]);
    // A proxy says when the service comes back, and is not believed for more than a minute.
    expect(slept).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 300_000, 60_000]);
  });

  test('a client’s last pause ends exactly when its caller’s time is over', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await expect(wait([ok], { timeoutMs: 3500 })).rejects.toThrow('3500 ms');
    expect(slept).toEqual([1000, 2000, 500]);
    expect(calls).toBe(4);
  });
});

/** Waits against the real service: how soon they notice, and when a wait for an execution ends. */
const action = 'demo.solo';

describe('a wait against the service', () => {
  let calls: string[];
  let held: number;
  const house = openedOnce(() => openHouse({ memory: true }));
  beforeEach(() => {
    [calls, held] = [[], 0];
  });
  const client = () =>
    createClient({
      baseUrl: house.url,
      apiKey: house.running.demo.keys.proposer,
      onRequest: ({ path }) => void (calls.push(path) && path.includes('wait=20') && held++),
    });
  const propose = async (fields: object = {}) => {
    const { intent, digest } = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refund', args: [1] });
    return (await house.propose({ params: { intent: digest }, intent, ...fields })).body.request as {
      id: string;
      params: Record<string, string>;
    };
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const worker = () => createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker });

  it('a wait notices verdicts by one held call and not by polls, and reads only what was decided', async () => {
    const requests = [await propose(), await propose(), await propose()];
    const waiting = client();
    const verdicts = requests.map(({ id, params }) => waiting.waitForVerdict(id, { action, params }));
    await until(() => held === 1 && calls.length === 5);
    const last = requests[2]!.id;
    await house.turn('op_bravo', last);
    const decidedMs = performance.now();
    expect((await verdicts[2]!).outcome).toBe('authorized');
    // How soon is tested on a clock (test/client/shared-feed.test.ts). A poll would come ten seconds later.
    expect(performance.now() - decidedMs).toBeLessThan(9000);
    expect(calls.filter((path) => path === `/v1/requests/${last}`)).toHaveLength(2);
    expect(calls.filter((path) => path === `/v1/requests/${requests[0]!.id}`)).toHaveLength(1);
    for (const { id } of requests.slice(0, 2)) await house.turn('op_bravo', id);
    await Promise.all(verdicts);
  });

  it('a wait for an execution ends with a stop: not run, or unknown once the lease of a claim is over', async () => {
    const [unclaimed, claimed] = [await propose(), await propose()];
    for (const { id } of [unclaimed, claimed]) await house.turn('op_bravo', id);
    const { lease_expires_at, server_now } = await worker().claim(claimed.id, { leaseSeconds: 60 });
    const aborted = await client().abort(claimed.id, { reason: 'the order was cancelled' });
    expect(aborted.request.execution.state).toBe('claimed');
    await client().abort(unclaimed.id);
    expect(await client().waitForExecution(unclaimed.id)).toMatchObject({ state: 'not_run', why: 'stopped' });
    const result = client().waitForExecution(claimed.id);
    await until(() => held === 1);
    await house.advance(lease_expires_at - server_now);
    expect(await result).toMatchObject({ state: 'unknown', request: { execution: { state: 'none' } } });
  });

  it('a wait for an execution ends with the report', async () => {
    const { id } = await propose();
    const result = client().waitForExecution(id);
    await until(() => held === 1);
    await house.turn('op_bravo', id);
    const { claim_id } = await worker().claim(id);
    await worker().report(id, { claim_id, status: 'succeeded', reference: 're_1' });
    expect(await result).toMatchObject({ state: 'succeeded', request: { execution: { reference: 're_1' } } });
  });
});
