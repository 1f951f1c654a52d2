/**
 * How a call reaches DynamoDB: over a connection that is kept alive, with one limit for the time that an attempt takes.
 * The answer's body arrives as one buffer, so the SDK builds no stream for each call.
 */
import { type ClientRequestArgs, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type HttpRequest, HttpResponse } from '@smithy/core/transport';

export interface CallLimits {
  /** For one attempt, from the first byte sent to the last received, in ms. */
  readonly attemptMs: number;
  readonly connections: number;
}

/** For the `requestHandler` option of a client. An error of the connection is a `TimeoutError`, which the SDK retries. */
export function createHttpHandler({ attemptMs, connections }: CallLimits) {
  const options = { keepAlive: true, maxSockets: connections };
  // Made when they are first used: the TLS context of the second takes milliseconds.
  const agents: { plain?: HttpAgent; tls?: HttpsAgent } = {};
  const send = ({ protocol }: HttpRequest, args: ClientRequestArgs, answered: (response: IncomingMessage) => void) => {
    if (protocol !== 'https:') {
      agents.plain ??= new HttpAgent(options);
      return requestHttp({ ...args, agent: agents.plain }, answered);
    }
    agents.tls ??= new HttpsAgent(options);
    return requestHttps({ ...args, agent: agents.tls }, answered);
  };
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: (request: HttpRequest) =>
      new Promise<{ response: HttpResponse }>((resolve, reject) => {
        const failed = (error: Error) => {
          clearTimeout(limit);
          reject(Object.assign(error, { name: 'TimeoutError' }));
        };
        const sent = send(request, argsOf(request), (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', failed);
          response.on('end', () => {
            clearTimeout(limit);
            resolve({ response: answerOf(response, parts) });
          });
        });
        const limit = setTimeout(
          () => sent.destroy(new Error(`DynamoDB did not answer within ${attemptMs} ms`)),
          attemptMs,
        );
        sent.on('error', failed);
        sent.end(request.body);
      }),
    destroy: () => {
      agents.plain?.destroy();
      agents.tls?.destroy();
    },
    httpHandlerConfigs: () => ({}),
    updateHttpClientConfig: () => undefined,
  };
}

const argsOf = ({ hostname, port, path, method, headers }: HttpRequest): ClientRequestArgs => ({
  host: hostname,
  port,
  path,
  method,
  headers,
});

const answerOf = ({ statusCode, statusMessage, headers }: IncomingMessage, parts: readonly Buffer[]) =>
  new HttpResponse({
    statusCode: statusCode!,
    reason: statusMessage,
    headers: headers as Record<string, string>,
    body: parts.length === 1 ? parts[0] : Buffer.concat(parts),
  });
