/** What a client tells about its calls, in hooks, answers, errors and its User-Agent. */
import { createServer, type IncomingMessage } from 'node:http';
import { version } from '../../packages/client/package.json';
import {
  AuthenticationError,
  type ClientOptions,
  createClient,
  type RequestSent,
  type ResponseReceived,
  ServerError,
  TimeoutError,
} from '../../src/client';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';

describe('a call of the client', () => {
  let seen: IncomingMessage[];
  /** The answers of the service in this order; the last one repeats. 0 is no answer. */
  let statuses: number[];
  let told: [string, RequestSent | ResponseReceived][];
  let nowMs: number;
  const service = openedOnce(() =>
    listening(
      createServer((request, response) => {
        seen.push(request);
        nowMs += 40;
        const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
        if (status === 0) return;
        const headers = {
          'content-type': 'application/json',
          'apigw-requestid': `id_${seen.length}`,
          connection: 'close',
        };
        const right = { server_now: 1, request: { id: 'req_1', params: {} }, requests: [], proof: { files: {} } };
        response.writeHead(status, headers).end(JSON.stringify(status < 400 ? right : { error: 'Unauthorized' }));
      }),
    ),
  );
  beforeEach(() => {
    [seen, told, statuses, nowMs] = [[], [], [200], 1_800_000_000_000];
  });
  afterEach(() => jest.restoreAllMocks());
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({
      ...{ baseUrl: service.url, apiKey: 'rak_secret', sleep: async () => undefined, nowMs: () => nowMs },
      onRequest: (request) => void told.push(['request', request]),
      onResponse: (response) => void told.push(['response', response]),
      ...options,
    });
  const caught = (call: Promise<unknown>) => call.then(() => null).catch((error: Error) => error);

  it('a call tells its hooks of each attempt: what is sent, and how it ended', async () => {
    statuses = [500, 200];
    await client().createRequest({ action: 'a', requester: 'op' }, { idempotencyKey: 'k_1' });
    const sent = { method: 'POST', path: '/v1/requests', idempotencyKey: 'k_1' };
    const [first, second] = [1_800_000_000_000, 1_800_000_000_040];
    expect(told).toEqual([
      ['request', { ...sent, attempt: 1, startedAtMs: first }],
      [
        'response',
        {
          ...{ ...sent, attempt: 1, startedAtMs: first, status: 500, requestId: 'id_1', elapsedMs: 40 },
          error: expect.any(ServerError),
        },
      ],
      ['request', { ...sent, attempt: 2, startedAtMs: second }],
      [
        'response',
        { ...sent, attempt: 2, startedAtMs: second, status: 200, requestId: 'id_2', elapsedMs: 40, error: null },
      ],
    ]);
    expect(JSON.stringify(told)).not.toContain('rak_secret');
  });

  it('a call tells its hooks that there was no answer', async () => {
    statuses = [0];
    await caught(client().getRequest('req_1', { timeoutMs: 20, retries: 0 }));
    expect(told.at(-1)).toEqual([
      'response',
      expect.objectContaining({ idempotencyKey: null, status: null, requestId: null, error: expect.any(TimeoutError) }),
    ]);
  });

  it('a call continues if a hook fails, and says so', async () => {
    const said = jest.spyOn(console, 'error').mockReturnValue();
    const broken = new Error('no metrics');
    const failing = () => {
      throw broken;
    };
    expect((await client({ onRequest: failing, onResponse: failing }).getRequest('req_1')).request.id).toBe('req_1');
    expect(said.mock.calls).toEqual(Array(2).fill(['request-authorization-service: a hook failed', broken]));
  });

  it('a call names its version and its runtime in User-Agent', async () => {
    await client().getRequest('req_1');
    expect(seen[0]!.headers['user-agent']).toBe(
      `request-authorization-service/${version} node/${process.versions.node}`,
    );
  });

  it('a call accepts its own time limit and number of retries', async () => {
    statuses = [500];
    await caught(client().listExecutable({ retries: 1 }));
    expect(seen).toHaveLength(2);
    await caught(client({ retries: 0 }).claim('req_1', { retries: 2 }));
    expect(seen).toHaveLength(5);
    await caught(client({ retries: 1 }).report('req_1', { claim_id: 'c', status: 'failed' }));
    expect(seen).toHaveLength(7);
    statuses = [0];
    const startedMs = Date.now();
    const error = await caught(client().getProof('req_1', { timeoutMs: 30, retries: 0 }));
    expect(error?.message).toBe('GET /v1/requests/req_1/proof: no answer within 30 ms');
    expect(Date.now() - startedMs).toBeLessThan(5000);
  });

  it('a call gives the raw response beside every answer, and not in its JSON', async () => {
    const all = client();
    const answers = [
      await all.createRequest({ action: 'a', requester: 'op' }),
      await all.getRequest('req_1'),
      await all.getProof('req_1'),
      await all.listExecutable(),
      await all.claim('req_1'),
      await all.report('req_1', { claim_id: 'c', status: 'succeeded' }),
    ];
    for (const [index, { response }] of answers.entries()) {
      expect(response).toMatchObject({ status: 200, requestId: `id_${index + 1}` });
      expect(response.headers.get('content-type')).toBe('application/json');
    }
    expect(Object.keys(answers[1]!)).not.toContain('response');
  });

  it('the message of an error has the method, the path and the status, and what to check for a 401', async () => {
    statuses = [401];
    const error = await caught(client().getRequest('req_1'));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error?.message).toBe(
      'GET /v1/requests/req_1 answered 401: Unauthorized. Check `apiKey`: it is unknown, revoked or incomplete.',
    );
    statuses = [503];
    expect((await caught(client({ retries: 0 }).claim('req_1')))?.message).toBe(
      'POST /v1/requests/req_1/claim answered 503: Unauthorized',
    );
  });
});
