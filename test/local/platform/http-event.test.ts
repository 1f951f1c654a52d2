import type { IncomingMessage } from 'node:http';
import { parseTarget, toEvent } from '../../../src/local/platform/http-event';

const NOON = Date.UTC(2026, 10, 20, 12, 34, 56);

describe('a request line', () => {
  test.each<[string, string, string]>([
    ['/', '/', ''],
    ['/v1/requests', '/v1/requests', ''],
    ['/v1?', '/v1', ''],
    ['/v1?a=1?b=2', '/v1', 'a=1?b=2'],
    ['/a%20b?c%20d', '/a b', 'c%20d'],
    ['/a#b?c', '/a', ''],
    ['/a?b#c', '/a', 'b'],
    ['/%ZZ', '/%ZZ', ''],
    ['//evil.example/x', '//evil.example/x', ''],
    ['/http://a/b', '/http://a/b', ''],
    ['http://a.example/v1?b=1', '/v1', 'b=1'],
    ['HTTPS://a.example/v1', '/v1', ''],
    ['http://a.example', '/', ''],
    ['http://a.example?b=1', '/', 'b=1'],
    ['http://a.example#b', '/', ''],
  ])('%s has the path %s and the query %j', (url, path, query) => {
    expect(parseTarget(url)).toEqual({ path, query });
  });

  test.each(['*', '', 'v1', '?a=1', '#a', 'ftp://a.example/', 'xhttp://a.example/'])('%j has no path', (url) => {
    expect(parseTarget(url)).toBeNull();
  });
});

describe('the event of a request', () => {
  const aRequest = (headers: Record<string, string[]>, change: object = {}) =>
    ({
      ...{ method: 'POST', httpVersion: '1.1', headersDistinct: headers, socket: { remoteAddress: '127.0.0.1' } },
      ...change,
    }) as unknown as IncomingMessage;
  const PLACE = { path: '/v1', query: '' };
  const eventOf = (headers: Record<string, string[]> = {}, body = '', change: object = {}) =>
    toEvent(aRequest({ host: ['demo.example:80'], ...headers }, change), PLACE, Buffer.from(body), {
      id: 'id_1',
      nowMs: NOON,
    });

  test('the event of a request is the one of an HTTP API, and leaves out what there is not', () => {
    expect(eventOf({ 'user-agent': ['worker/1', 'worker/2'], 'x-many': ['a', 'b'] })).toEqual({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/v1',
      rawQueryString: '',
      headers: { host: 'demo.example:80', 'user-agent': 'worker/1,worker/2', 'x-many': 'a,b' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'demo.example:80',
        domainPrefix: 'demo',
        http: { method: 'POST', path: '/v1', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'worker/1' },
        requestId: 'id_1',
        routeKey: '$default',
        stage: '$default',
        time: '20/Nov/2026:12:34:56 +0000',
        timeEpoch: NOON,
      },
      isBase64Encoded: false,
    });
  });

  test('the event of a request says nothing about a caller who is gone and has said nothing', () => {
    const silent = aRequest({}, { method: undefined, socket: {}, httpVersion: '1.0' });
    expect(toEvent(silent, PLACE, Buffer.alloc(0), { id: 'id_1', nowMs: NOON })).toMatchObject({
      headers: {},
      requestContext: {
        domainName: 'localhost',
        http: { method: 'GET', protocol: 'HTTP/1.0', sourceIp: '', userAgent: '' },
      },
    });
  });

  test.each([
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['::FFFF:10.0.0.7', '10.0.0.7'],
    ['::ffff:a00:7', '::ffff:a00:7'],
    ['1::ffff:10.0.0.7', '1::ffff:10.0.0.7'],
    ['::1', '::1'],
  ])('the event of a request of the address %s comes from %s', (remoteAddress, sourceIp) => {
    expect(eventOf({}, '', { socket: { remoteAddress } }).requestContext.http.sourceIp).toBe(sourceIp);
  });

  test('the event of a request has each cookie that is one', () => {
    expect(eventOf({ cookie: [' a=1;; b=2 ;', 'c=3'] }).cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(eventOf({ cookie: [';'] }).cookies).toEqual([]);
    expect(eventOf({ cookie: ['a=1'] }).headers).toEqual({ host: 'demo.example:80' });
  });

  test.each<[string, boolean]>([
    ['application/json', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['text/html', false],
    ['TEXT/CSV ; charset=utf-8', false],
    [' application/json', false],
    ['application/json; charset=utf-8', false],
    ['application/octet-stream', true],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', true],
    ['application/jsonl', true],
    ['xapplication/json', true],
    ['application/text/plain', true],
    ['image/png', true],
    ['', true],
  ])('the event of a request has a body of %j in base64: %s', (type, isBase64Encoded) => {
    expect(eventOf({ 'content-type': [type] }, 'é')).toMatchObject({
      body: isBase64Encoded ? Buffer.from('é').toString('base64') : 'é',
      isBase64Encoded,
    });
  });

  test('the event of a request has the body of an unnamed type in base64', () => {
    expect(eventOf({}, 'é')).toMatchObject({ body: 'w6k=', isBase64Encoded: true });
  });

  test('the event of a request keeps the bytes of JSON that is not UTF-8, so that its reader can refuse them', () => {
    const request = aRequest({ 'content-type': ['application/json'] });
    const event = toEvent(request, PLACE, Buffer.from([0x22, 0xff, 0x22]), { id: 'id_1', nowMs: NOON });
    expect(event).toMatchObject({ body: 'Iv8i', isBase64Encoded: true });
  });

  test('the event of a request keeps a parameter that is named like a part of every object', () => {
    const { queryStringParameters } = toEvent(aRequest({}), { path: '/', query: '__proto__=1' }, Buffer.alloc(0), {
      id: 'id_1',
      nowMs: NOON,
    });
    expect(Object.entries(queryStringParameters ?? {})).toEqual([['__proto__', '1']]);
  });
});
