/** Calls as the gateway hands them to a function, and the function's answers. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const ORIGIN = 'http://127.0.0.1:1';

export interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  readonly body: any;
}

export interface EventOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the caller, as the gateway reports it. */
  readonly sourceIp?: string;
  /** Fields of the gateway's event that replace the built ones. */
  readonly event?: Partial<APIGatewayProxyEventV2>;
}

/** As an HTTP API hands it over: payload format 2.0. */
export function eventOf(
  method: string,
  path: string,
  sender: Readonly<Record<string, string>>,
  { body, headers = {}, sourceIp = '203.0.113.7', event = {} }: EventOptions = {},
): APIGatewayProxyEventV2 {
  const { pathname, search, searchParams } = new URL(path, ORIGIN);
  const query = Object.fromEntries(searchParams);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: decodeURIComponent(pathname),
    rawQueryString: search.slice(1),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...sender, ...headers },
    ...(search === '' ? {} : { queryStringParameters: query }),
    requestContext: {
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
    } as APIGatewayProxyEventV2['requestContext'],
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    ...event,
  };
}

export function said(result: { statusCode?: number; headers?: object; body?: string }): Said {
  const { statusCode = 200, headers = {}, body = '' } = result;
  return { status: statusCode, headers: headers as Said['headers'], body: body === '' ? null : JSON.parse(body) };
}
