import http from 'node:http';
import { type GuardOptions, hostText, judgeTarget, openChecked, type Settings, withDefaults } from './checked';
import { CheckedConnections } from './connections';
import { withOwnHeaders } from './exchange';
import { describeFailure, RefusedAddress, TryLimit, Unreachable } from './failure';

export interface GuardedRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
}

export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

/** More than the metadata and the keys of an identity provider need. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** A sign-in makes three requests one after the other, while a person waits. */
const TIMEOUT_MS = 4_000;

/**
 * `fetch` through the same guard as posts to receivers, for a library that reads the answer. A redirect is an answer
 * like any other. Each request has a connection of its own, because there are few of them.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const settings = withDefaults({ timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, ...options });
  return async (text, { method = 'GET', headers, body }) => {
    const target = judgeTarget(text, settings);
    if (!target.ok) throw new RefusedAddress(target.reason);
    const limit = new TryLimit(settings.timeoutMs);
    const agent = new CheckedConnections(target.protocol, settings.nowMs);
    try {
      const sent = body === undefined || body === null ? '' : String(body);
      const openOwn = () => openChecked(settings, target, limit);
      return await limit.race(
        new Promise<Response>((resolve, reject) => {
          const request = http.request({
            method,
            protocol: target.protocol,
            host: hostText(target.host),
            port: target.port,
            path: target.url.pathname + target.url.search,
            headers: withOwnHeaders(Object.fromEntries(new Headers(headers)), target.url, sent),
            agent,
            ...{ openChecked: openOwn },
          });
          request.on('response', (answer) => read(answer, settings).then(resolve, reject));
          request.on('error', reject);
          request.end(sent);
        }),
      );
    } catch (error) {
      if (error instanceof RefusedAddress) throw error;
      throw new Unreachable(limit.ranOut ? limit.describe() : describeFailure(error, limit.stage));
    } finally {
      limit.clear();
      agent.destroy();
    }
  };
}

async function read(answer: http.IncomingMessage, { maxAnswerBytes }: Settings): Promise<Response> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Unreachable('The answer is too long');
    chunks.push(chunk);
  }
  const status = answer.statusCode ?? 0;
  const type = answer.headers['content-type'];
  const hasNoBody = status === 204 || status === 304;
  return new Response(hasNoBody ? null : Buffer.concat(chunks), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
