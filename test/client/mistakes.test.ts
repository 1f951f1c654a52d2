/** What a newcomer to the client gets wrong, and the sentence that says so. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbortedError, ApiError, ConnectionError, createClient, TimeoutError } from '../../src/client';

const make = createClient as unknown as (options?: unknown) => unknown;

describe('createClient', () => {
  it.each<[string, unknown, RegExp]>([
    ['no options', undefined, /createClient needs options: createClient\(\{ baseUrl/],
    ['no base URL', { apiKey: 'rak_x' }, /`baseUrl` is missing/],
    ['no key', { baseUrl: 'https://a.example' }, /`apiKey` is missing/],
    [
      'a base URL with /v1',
      { baseUrl: 'https://a.example/v1', apiKey: 'k' },
      /must not end in \/v1.*https:\/\/a\.example\./,
    ],
    ['a base URL with /v1/', { baseUrl: 'https://a.example/v1/', apiKey: 'k' }, /must not end in \/v1/],
    ['another case', { baseURL: 'https://a.example', apiKey: 'k' }, /`baseURL`.*Did you mean `baseUrl`\?/],
    [
      'another name',
      { baseUrl: 'https://a.example', apiKey: 'k', token: 'k' },
      /`token` is not an option.*baseUrl, apiKey/,
    ],
  ])('createClient says what is wrong with %s', (_, options, sentence) => {
    expect(() => make(options)).toThrow(TypeError);
    expect(() => make(options)).toThrow(sentence);
  });
});

describe('an error', () => {
  let server: Server;
  let url: string;
  let answers: boolean;
  beforeEach(() => {
    answers = true;
  });
  beforeAll(async () => {
    server = createServer((_, response) => {
      if (!answers) return;
      response.writeHead(404, { 'content-type': 'application/json', 'apigw-requestid': 'abc=', 'x-extra': 'yes' });
      response.end(JSON.stringify({ error: 'no such request', kind: 'not_found' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const caught = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);
  const client = (options: object = {}) => createClient({ baseUrl: url, apiKey: 'rak_x', retries: 0, ...options });

  it('an error of the service has status, kind, request id and headers', async () => {
    const error = (await caught(client().getRequest('req_1'))) as ApiError;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, kind: 'not_found', requestId: 'abc=' });
    expect(error.headers.get('x-extra')).toBe('yes');
  });

  it('a call without an answer in time throws a TimeoutError, which is a ConnectionError', async () => {
    answers = false;
    const error = await caught(client({ timeoutMs: 30 }).getRequest('req_1'));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'TimeoutError', retryable: true, status: null, kind: null });
  });

  it('an aborted call throws an AbortedError with fetch’s name for it, or the given reason', async () => {
    answers = false;
    const stop = new AbortController();
    const aborted = caught(client().getRequest('req_1', { signal: stop.signal }));
    stop.abort();
    expect(await aborted).toBeInstanceOf(AbortedError);
    expect(await aborted).toMatchObject({ name: 'AbortError', retryable: false });
    const reason = new Error('enough');
    expect(await caught(client().getRequest('req_1', { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it('an aborted wait throws an AbortedError, and its options are an argument or beside the operation', async () => {
    const operation = { action: 'a', params: {} };
    const stopped = { signal: AbortSignal.abort() };
    expect(await caught(client().waitForVerdict('req_1', operation, stopped))).toBeInstanceOf(AbortedError);
    expect(await caught(client().waitForVerdict('req_1', { ...operation, ...stopped }))).toBeInstanceOf(AbortedError);
  });
});
