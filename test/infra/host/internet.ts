/** The public addresses: CloudFront in front of api and console, and API Gateway in front of the receiver. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { gatewayEvent } from './gateway';

/** A receiver that takes every post. */
const TAKEN = '/taken';
export const RECEIVER_URL = `https://receiver.execute-api.eu-central-1.amazonaws.com${TAKEN}`;

/** A push service of a browser. */
export const PUSH_SERVICE = 'https://updates.push.services.mozilla.com';

export interface TakenPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Internet {
  readonly url: string;
  /** The Idempotency-Key of each post that was taken; only calls of integrations have one. */
  readonly posts: (string | null)[];
  /** What the push service got. */
  readonly pushes: TakenPush[];
  /** With what the push service answers from now on: 201 unless a test sets another. */
  answerPushes(status: number): void;
  close(): Promise<void>;
}

export type Invoke = (name: string, event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const FUNCTION_OF: Readonly<Record<string, string>> = { v1: 'api', api: 'console', canary: 'receiver' };

/** `edge`: the headers that CloudFront adds. */
export async function openInternet(edge: Readonly<Record<string, string>>, invoke: Invoke): Promise<Internet> {
  const posts: Internet['posts'] = [];
  const pushes: TakenPush[] = [];
  let pushStatus = 201;
  const server = createServer(async (request, response) => {
    if (request.url === TAKEN) {
      posts.push(request.headers['idempotency-key']?.toString() ?? null);
      return void response.writeHead(204).end();
    }
    if (request.headers.host === new URL(PUSH_SERVICE).host) {
      pushes.push({ path: request.url!, headers: request.headers, body: await bodyOf(request) });
      return void response.writeHead(pushStatus).end();
    }
    const isFeed = request.method === 'GET' && request.url!.split('?')[0] === '/v1/events';
    const isWatch = request.method === 'GET' && request.url!.split('?')[0] === '/api/watch';
    const name = isFeed ? 'feed' : isWatch ? 'watch' : FUNCTION_OF[request.url!.split('/')[1]!];
    if (name === undefined) return void response.writeHead(404).end();
    try {
      const answer = await invoke(name, await eventOf(request, name === 'receiver' ? {} : edge));
      const cookies = answer.cookies === undefined ? {} : { 'set-cookie': answer.cookies };
      response.writeHead(answer.statusCode!, { ...answer.headers, ...cookies }).end(answer.body);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    pushes,
    answerPushes: (status) => {
      pushStatus = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function eventOf(request: IncomingMessage, edge: Readonly<Record<string, string>>) {
  const body = await bodyOf(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const event = gatewayEvent(request.method!, request.url!, undefined, { ...headers, ...edge });
  return body.length === 0 ? event : { ...event, body: body.toString('base64'), isBase64Encoded: true };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
