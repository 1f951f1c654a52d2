/** One POST through the guard and its status, and the headers that only the guard sets. */

import http from 'node:http';
import { retryAfterSeconds } from '../../protocol/retry-after';
import { USER_AGENT } from '../../protocol/user-agent';
import type { PostOutcome } from '../../service/receiver/ports';
import type { CheckedConnections, OpensConnection } from './connections';
import { describeFailure, errorCodeOf, RefusedAddress, type TryLimit } from './failure';

/**
 * How long the body of an answer may take after the status has arrived. The body is read for one reason only: a
 * connection can be reused if its answer was read to the end.
 */
const BODY_GRACE_MS = 1_000;

/** More than a normal answer needs. It is Node's default, fixed so that --max-http-header-size cannot change it. */
const MAX_HEADER_BYTES = 16_384;

export interface Exchange extends OpensConnection {
  readonly url: URL;
  /** The host without brackets, which is the key of kept connections. */
  readonly host: string;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly connections: CheckedConnections;
  readonly limit: TryLimit;
  readonly maxAnswerBytes: number;
  readonly nowMs: () => number;
}

/**
 * One POST and its status. Node's `http` follows no redirects and ignores proxy settings; a redirect is an answer like
 * any other.
 *
 * A receiver may close an idle connection just as the post is sent. That is a reset before any answer, and the post is
 * sent once more on a new connection. Receivers ignore duplicates by event id (docs/contract.md#delivery-and-retries),
 * and the integration's call carries an idempotency key.
 */
export async function exchange(work: Exchange): Promise<PostOutcome> {
  work.connections.dropStale(work.host, work.port);
  if (work.connections.hasIdle(work.host, work.port)) await work.connections.readIdle();
  const first = await send(work);
  if (first !== 'stale connection') return first;
  work.connections.dropIdle(work.host, work.port);
  const second = await send(work);
  return second === 'stale connection'
    ? { kind: 'unreachable', error: describeFailure(null, work.limit.stage) }
    : second;
}

function send(work: Exchange): Promise<PostOutcome | 'stale connection'> {
  const { limit } = work;
  return new Promise((resolve) => {
    const request = http.request(requestOptions(work));
    let answered = false;
    const finish = (outcome: PostOutcome | 'stale connection') => {
      limit.off('end', expire);
      resolve(outcome);
    };
    const expire = () => {
      request.destroy();
      if (!answered) finish({ kind: 'timed_out', error: limit.describe() });
    };
    request.on('socket', () => {
      limit.stage = 'waiting for the answer';
    });
    request.on('upgrade', (answer, socket) => {
      // 101 for a POST that requested no upgrade is an answer that is not 2xx. What follows is not read.
      answered = true;
      socket.destroy();
      finish(statusOf(answer, work));
    });
    request.on('response', (answer) => {
      answered = true;
      drain(answer, work, () => finish(statusOf(answer, work)));
    });
    request.on('error', (error) => {
      if (!answered)
        finish(limit.ranOut ? { kind: 'timed_out', error: limit.describe() } : failureOf(error, request, work));
    });
    limit.once('end', expire);
    if (limit.ranOut) expire();
    else request.end(work.body);
  });
}

function requestOptions(work: Exchange): http.RequestOptions & OpensConnection & { readonly servername: string } {
  const { url, host, port, connections, openChecked } = work;
  return {
    method: 'POST',
    protocol: url.protocol,
    host,
    port,
    path: url.pathname + url.search,
    headers: withOwnHeaders(work.headers, url, work.body),
    agent: connections,
    // `openChecked` gives TLS its own. Without this, Node computes one for each post.
    servername: '',
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    openChecked,
  };
}

function statusOf(answer: http.IncomingMessage, work: Exchange): PostOutcome {
  return {
    kind: 'answered',
    status: answer.statusCode ?? 0,
    retryAfterSeconds: retryAfterSeconds(answer.headers, work.nowMs()),
  };
}

function failureOf(error: Error, request: http.ClientRequest, { limit }: Exchange): PostOutcome | 'stale connection' {
  if (error instanceof RefusedAddress) return { kind: 'refused_address', reason: error.message };
  if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(errorCodeOf(error))) return 'stale connection';
  return { kind: 'unreachable', error: describeFailure(error, limit.stage) };
}

/**
 * Reads the body to its end, up to `maxAnswerBytes`, for `BODY_GRACE_MS` or until the attempt ends, whichever is first.
 * If the end was not reached, the connection is destroyed. The status counts in every case: a receiver that answered
 * 2xx has the event, and another post because of a slow body would duplicate it. So a slow or endless body costs one
 * second, not the ten seconds of an attempt.
 */
function drain(answer: http.IncomingMessage, { limit, maxAnswerBytes }: Exchange, done: () => void): void {
  let bytes = 0;
  const stop = () => {
    clearTimeout(timer);
    limit.off('end', stop);
    if (!answer.complete) answer.destroy();
    done();
  };
  const timer = setTimeout(stop, BODY_GRACE_MS);
  limit.once('end', stop);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) stop();
  });
  // Node emits `close` also after a complete answer, once its connection can be used again.
  answer.on('close', stop).on('error', stop);
}

/**
 * The headers of every request that leaves through the guard. Many firewalls refuse a request without `User-Agent`. What
 * is set here is set last, so that no header of the caller can name another host, length or sender.
 */
export function withOwnHeaders(
  headers: Readonly<Record<string, string>>,
  url: URL,
  body: string | Uint8Array,
): Readonly<Record<string, string | number>> {
  return { ...headers, Host: url.host, 'Content-Length': Buffer.byteLength(body), 'User-Agent': USER_AGENT };
}
