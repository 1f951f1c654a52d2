/** The client at its limits: how often, how long, and what does not count. */
import { createClient, operationHash, ServerError } from '../../src/client';
import { withoutFeed } from './without-feed';

const params = { charge: 'ch_1' };
const open = { id: 'req_1', outcome: null, state: 'notified', action: 'refund', params };
const authorized = {
  ...open,
  outcome: 'authorized',
  state: 'succeeded',
  operation_hash: operationHash('refund', params),
};

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

  const ok = (request: object = open) => new Response(JSON.stringify({ server_now: 1, request }));
  const down = (headers: Record<string, string> = {}, status = 503) =>
    new Response(JSON.stringify({ error: 'not now' }), { status, headers });
  /** Answers in this order, then repeats the last one. */
  const client = (answers: readonly (() => Response)[], retries: number) =>
    createClient({
      baseUrl: 'https://a.example',
      apiKey: 'rak_x',
      retries,
      nowMs: () => nowMs,
      fetch: withoutFeed(async () => answers[Math.min(calls++, answers.length - 1)]!()),
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

  test('a client does not retry if it was told not to', async () => {
    await expect(client([() => down(), ok], 0).getRequest('req_1')).rejects.toBeInstanceOf(ServerError);
    expect([calls, slept]).toEqual([1, []]);
  });

  test.each([
    ['0', 200],
    ['1', 1000],
    ['60', 60_000],
  ])('a client waits for a Retry-After of %s s, and never less than its own pause', async (seconds, ms) => {
    await client([() => down({ 'retry-after': seconds }, 429), ok], 1).getRequest('req_1');
    expect(slept).toEqual([ms]);
  });

  test('a client does not wait longer than a minute; its caller decides', async () => {
    const failed = client([() => down({ 'retry-after': '61' }, 429), ok], 3).getRequest('req_1');
    await expect(failed).rejects.toMatchObject({ retryable: true });
    expect([calls, slept]).toEqual([1, []]);
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
    await expect(wait([ok, ...times(26, down), verdict])).rejects.toBeInstanceOf(ServerError);
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
    await wait([...times(7, ok), limited, () => ok(authorized)]);
    expect(slept).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 300_000]);
  });

  test('a client’s last pause ends exactly when its caller’s time is over', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await expect(wait([ok], { timeoutMs: 3500 })).rejects.toThrow('3500 ms');
    expect(slept).toEqual([1000, 2000, 500]);
    expect(calls).toBe(4);
  });
});
