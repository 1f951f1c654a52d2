import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** An event of API Gateway's HTTP API, payload format 2.0, with the body in base64 as behind CloudFront. */
export function gatewayEvent(
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyEventV2 {
  const [rawPath, rawQueryString = ''] = path.split('?') as [string, string?];
  const { cookie, ...rest } = headers;
  return {
    version: '2.0',
    routeKey: `${method} ${rawPath}`,
    rawPath,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: [cookie] }),
    headers: {
      host: 'api.example.com',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...rest,
    },
    queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '130.176.0.1', userAgent: 'test' },
      requestId: 'r1',
      routeKey: `${method} ${rawPath}`,
      stage: '$default',
      time: '',
      timeEpoch: Date.now(),
    },
    ...(body === undefined ? {} : { body: bytesOf(body).toString('base64') }),
    isBase64Encoded: body !== undefined,
  };
}

const bytesOf = (body: unknown): Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
