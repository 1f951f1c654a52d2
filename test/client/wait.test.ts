import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbortedError, createClient, MismatchError, operationHash, type WaitOptions } from '../../src/client';

const params = { charge: 'ch_1' };
const undecided = { id: 'req_1', outcome: null, state: 'notified', action: 'refund', params };
const authorized = {
  ...undecided,
  outcome: 'authorized',
  state: 'succeeded',
  operation_hash: operationHash('refund', params),
};

describe('waiting for the verdict', () => {
  let server: Server;
  let url: string;
  /** The answers of the service in this order; the last one repeats. A number is a status without a record. */
  let records: (object | number)[];
  let reads: number;
  let onRead: () => unknown;
  /** The caller's clock: it moves only while the client sleeps. */
  let nowMs: number;
  let slept: number[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      // Without a feed: what a feed changes is in shared-feed.test.ts.
      if (request.url?.startsWith('/v1/events')) {
        response.writeHead(404, { 'content-type': 'application/json', connection: 'close' });
        return response.end(JSON.stringify({ error: 'no such path', kind: 'not_found' }));
      }
      reads++;
      onRead();
      const record = records.length > 1 ? records.shift() : records[0];
      const status = typeof record === 'number' ? record : 200;
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(status === 200 ? { server_now: 1, request: record } : { error: 'not now' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
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
    createClient({ baseUrl: url, apiKey: 'rak_x', sleep: sleeping, nowMs: () => nowMs }).waitForVerdict('req_1', {
      action: 'refund',
      params,
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
    records = [undecided, undecided, authorized];
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
    const client = createClient({ baseUrl: url, apiKey: 'rak_x' });
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
