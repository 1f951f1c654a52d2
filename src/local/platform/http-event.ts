/**
 * A request as an HTTP API of API Gateway passes it to a function: payload format 2.0.
 *
 * Where the documentation says nothing, this does what others have observed: `rawPath` is percent-decoded (the query
 * string is not), and a body is text only for `text/*`, JSON, XML and JavaScript.
 */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface Target {
  /** Percent-decoded, if it can be. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
}

const TEXT_TYPES = /^(?:text\/.*|application\/(?:json|xml|javascript))$/;

/** Null for a target that is not a path, such as `*`. A path that cannot be decoded stays as it was sent. */
export function parseTarget(url: string): Target | null {
  // In the form that proxies use, the request line names the host as well.
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const [rest] = url.slice(origin.length).split('#', 1) as [string];
  const question = rest.indexOf('?');
  const path = (question < 0 ? rest : rest.slice(0, question)) || (origin === '' ? '' : '/');
  if (!path.startsWith('/')) return null;
  return { path: decoded(path), query: question < 0 ? '' : rest.slice(question + 1) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the gateway adds: the time, and the request's id, which the answer contains too. */
export interface Received {
  readonly id: string;
  readonly nowMs: number;
}

export function toEvent(
  request: IncomingMessage,
  target: Target,
  body: Buffer,
  { id, nowMs }: Received,
): APIGatewayProxyEventV2 {
  const { cookie, ...headers } = request.headersDistinct;
  const host = headers.host?.[0] ?? 'localhost';
  const parameters = queryParameters(target.query);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: target.path,
    rawQueryString: target.query,
    ...(cookie === undefined ? {} : { cookies: cookie.flatMap(splitCookies) }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, (values ?? []).join(',')])),
    ...(parameters === null ? {} : { queryStringParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0]!,
      http: {
        method: request.method ?? 'GET',
        path: target.path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, ''),
        userAgent: headers['user-agent']?.[0] ?? '',
      },
      requestId: id,
      routeKey: '$default',
      stage: '$default',
      time: logTime(nowMs),
      timeEpoch: nowMs,
    },
    ...bodyFields(body, headers['content-type']?.[0]),
  };
}

/** Text that is not UTF-8 stays bytes, because decoding it would hide what is wrong with it. */
function bodyFields(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (!TEXT_TYPES.test(type)) return { body: body.toString('base64'), isBase64Encoded: true };
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) return { body: body.toString('base64'), isBase64Encoded: true };
  return { body: text, isBase64Encoded: false };
}

function splitCookies(header: string): string[] {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '');
}

/** Decoded, with repeated parameters joined by commas. Null if there are none, as on AWS. */
function queryParameters(query: string): Record<string, string> | null {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  if (values.size === 0) return null;
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
}

/** In the form of access logs: `12/Mar/2020:19:03:58 +0000`. */
function logTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
