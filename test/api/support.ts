/** Shared by the tests of /v1: raw requests, and the form of every error. */
import { type Agent, request } from 'node:http';
import type { Answered, House, KeyName } from '../support/house';

export const NOBODY = `req_${'0'.repeat(24)}`;

interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer | undefined;
  /** None: its own connection. */
  readonly agent?: Agent;
}

/** Bytes as given: no content type, no re-encoding, and headers that `fetch` would not send. */
export function sendRaw(url: string, { method, path, headers = {}, body, agent }: RawRequest): Promise<Answered> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // Node adds the length of a body only for some methods. Without it, the bytes would be the next request.
    const framed = body === undefined || 'transfer-encoding' in headers;
    const sent = framed ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers };
    const outgoing = request({ hostname, port, method, path, headers: sent, agent: agent ?? false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const answered = new Headers(
          Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const isJson = answered.get('content-type')?.startsWith('application/json') === true;
        resolve({
          status: answer.statusCode!,
          headers: answered,
          body: isJson && text !== '' ? JSON.parse(text) : text,
        });
      });
    });
    outgoing.on('error', reject).end(body);
  });
}

export const bearer = (house: House, key: KeyName) => ({ authorization: `Bearer ${house.running.demo.keys[key]}` });

/** A JSON body, given as its exact text or bytes. */
export const postText = (house: House, key: KeyName, path: string, body: string | Buffer, headers = {}) =>
  sendRaw(house.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...bearer(house, key), ...headers },
    body,
  });

/** An error: a message for a person and the kind for a program, and nothing else (docs/contract.md#errors). */
export function expectProblem(answered: Answered, status: number, kind: string): void {
  expect({ status: answered.status, body: answered.body }).toEqual({
    status,
    body: { error: expect.stringMatching(/\S/), kind },
  });
  expect(answered.headers.get('content-type')).toBe('application/json');
  expect(answered.headers.get('cache-control')).toBe('no-store');
}

/** A refused key: `error` only (docs/contract.md#authentication). */
export function expectKeyRefusal(answered: Answered, status: 401 | 403 | 429): void {
  expect({ status: answered.status, body: answered.body }).toEqual({
    status,
    body: { error: expect.stringMatching(/\S/) },
  });
}

/** Ids of all requests of the organization, newest first, as its console lists them. */
export async function requestIds(house: House): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await house.api(
      'op_alpha',
      'GET',
      `/api/requests?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    ids.push(...body.requests.map(({ request }: { request: { id: string } }) => request.id));
    cursor = body.cursor;
  }
  return ids;
}
