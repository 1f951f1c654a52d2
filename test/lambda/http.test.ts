/** The HTTP edge that /v1 and /api share: routes, input, sentences, answers and ids. */
import { operations as consoleOperations } from '../../generated/console-operations';
import { operations as serviceOperations } from '../../generated/service-operations';
import { toResult } from '../../src/lambda/http/answer';
import { isName, parseId } from '../../src/lambda/http/ids';
import { createMatcher, type RoutedOperation } from '../../src/lambda/http/routes';
import { parseInput, quoted, sentenceOf } from '../../src/lambda/http/validators';

const OPERATIONS = [
  { operationId: 'list', method: 'get', path: '/v1/things', body: 'none', maxBodyBytes: 0 },
  { operationId: 'make', method: 'post', path: '/v1/things', body: 'required', maxBodyBytes: 100 },
  { operationId: 'read', method: 'get', path: '/v1/things/{id}', body: 'none', maxBodyBytes: 0 },
  { operationId: 'part', method: 'put', path: '/v1/things/{id}/parts/{part}', body: 'optional', maxBodyBytes: 9 },
  { operationId: 'dots', method: 'get', path: '/v1/a.b', body: 'none', maxBodyBytes: 0 },
] as const;

describe('a path', () => {
  const match = createMatcher(OPERATIONS);
  const found = (method: string, path: string) => {
    const matched = match(method, path);
    return matched.kind === 'operation' ? [matched.operation.operationId, matched.path] : matched;
  };

  it('a path leads to its operation, with its parameters decoded once', () => {
    expect(found('GET', '/v1/things')).toEqual(['list', {}]);
    expect(found('POST', '/v1/things')).toEqual(['make', {}]);
    expect(found('GET', '/v1/things/a%20b%2525')).toEqual(['read', { id: 'a b%25' }]);
    expect(found('PUT', '/v1/things/x/parts/y')).toEqual(['part', { id: 'x', part: 'y' }]);
  });

  it.each([
    '',
    '/',
    'v1/things',
    '/v1',
    '/v1/things/',
    '/v1/things/x/',
    ' /v1/things',
    '/v1/things/x ',
    '/v1/things?x=1',
    '/v1/things/x?y',
    '/v1/things/x/parts',
    '/v1/things//parts/y',
    '/v1/things/x/y',
    '/x/v1/things',
    '/v1/things/x/parts/y/z',
    '/v1/aXb',
    '/v1/things/%E0%A4%A',
  ])('the path "%s" leads nowhere, with any method', (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) expect(match(method, path)).toEqual({ kind: 'unknown' });
  });

  it('a path with another method names its methods', () => {
    expect(match('DELETE', '/v1/things')).toEqual({ kind: 'wrong_method', allow: 'GET, POST' });
    expect(match('POST', '/v1/things/x')).toEqual({ kind: 'wrong_method', allow: 'GET' });
    expect(match('GET', '/v1/things/x/parts/y')).toEqual({ kind: 'wrong_method', allow: 'PUT' });
    expect(match('POST', '/v1/a.b')).toEqual({ kind: 'wrong_method', allow: 'GET' });
  });

  it('every operation of the documents is found by its method and its path, with its parameters', () => {
    const documents: (readonly RoutedOperation[])[] = [serviceOperations, consoleOperations];
    for (const operations of documents) {
      const matchDocument = createMatcher(operations);
      for (const { operationId, method, path } of operations) {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
        const matched = matchDocument(method.toUpperCase(), path.replace(/\{(\w+)\}/g, '$1.1'));
        const parameters = Object.fromEntries(names.map((name) => [name, `${name}.1`]));
        expect(matched).toMatchObject({ kind: 'operation', operation: { operationId }, path: parameters });
      }
    }
  });
});

type Check = (value: unknown) => boolean;
const compiled = (checks: { query?: Check; headers?: Check; body?: Check; errors?: object[] | null }) => {
  const validator = (check: Check = () => true) =>
    Object.assign((value: unknown) => check(value), { errors: checks.errors });
  return {
    path: validator((value) => Object.hasOwn(value as object, 'id')),
    query: validator(checks.query),
    headers: validator(checks.headers),
    body: validator(checks.body),
    queryTypes: { limit: 'integer', waiting: 'boolean', name: 'string' },
  } as never;
};
const raw = (query?: Record<string, string | undefined>) => ({
  event: { headers: { host: 'x' }, ...(query === undefined ? {} : { queryStringParameters: query }) } as never,
  path: { id: 'a' },
  body: { a: 1 },
});

describe('the input of an operation', () => {
  const queryOf = (sent: Record<string, string | undefined>) => {
    const parsed = parseInput(compiled({}), raw(sent));
    if (!parsed.ok) throw new Error(parsed.error.keyword);
    return parsed.value.query;
  };

  it('the input of an operation has the types of the document', () => {
    expect(parseInput(compiled({}), raw())).toEqual({
      ok: true,
      value: { path: { id: 'a' }, query: {}, headers: { host: 'x' }, body: { a: 1 } },
    });
    expect(queryOf({ limit: '25', waiting: 'true', name: '7' })).toEqual({ limit: 25, waiting: true, name: '7' });
    expect(queryOf({ limit: '-3', waiting: 'false' })).toEqual({ limit: -3, waiting: false });
    expect(queryOf({ limit: '9'.repeat(15) })).toEqual({ limit: 999_999_999_999_999 });
  });

  it('a query keeps as text what is not a number or a truth value, and the validator refuses it', () => {
    for (const text of ['', '1.5', 'x1', '1x', '--1', ' 1', '1e3', '9'.repeat(16)])
      expect(queryOf({ limit: text })).toEqual({ limit: text });
    for (const text of ['', 'TRUE', '1', 'truex']) expect(queryOf({ waiting: text })).toEqual({ waiting: text });
    expect(queryOf({ name: 'true', limit: undefined })).toEqual({ name: 'true', limit: '' });
  });

  it('an operation accepts no unknown query parameter', () => {
    expect(queryOf({ other: '1', toString: 'x' })).toEqual({});
  });

  it('an input is refused first for its headers, then its query, then its body', () => {
    const no = () => false;
    const errors = [{ instancePath: '/a', keyword: 'type', params: { type: 'string' } }];
    const where = (checks: object) => parseInput(compiled({ errors, ...checks }), raw());
    expect(where({ headers: no, query: no, body: no })).toEqual({
      ok: false,
      error: { where: 'header', ...errors[0] },
    });
    expect(where({ query: no, body: no })).toEqual({ ok: false, error: { where: 'query', ...errors[0] } });
    expect(where({ body: no })).toEqual({ ok: false, error: { where: 'body', ...errors[0] } });
  });

  it('an input is refused for its key, if the key is reported before', () => {
    const why = { instancePath: '/params', keyword: 'minLength', params: { limit: 1 } };
    const key = { instancePath: '/params', keyword: 'propertyNames', params: { propertyName: '' } };
    const refused = (errors: object[] | null) => parseInput(compiled({ errors, body: () => false }), raw());
    expect(refused([why, key])).toMatchObject({ error: { keyword: 'propertyNames' } });
    expect(refused([why])).toMatchObject({ error: { keyword: 'minLength' } });
    for (const nothing of [[], null])
      expect(refused(nothing)).toEqual({
        ok: false,
        error: { where: 'body', instancePath: '', keyword: 'invalid', params: {} },
      });
  });

  it('an input without the parameters of its path is an error of the service', () => {
    expect(() => parseInput(compiled({}), { ...raw(), path: {} })).toThrow(
      'the router found no parameters for this path',
    );
  });
});

describe('the sentence about a mistake', () => {
  const said = (keyword: string, params: object = {}, instancePath = '/a', where: 'body' | 'query' = 'body') =>
    sentenceOf({ where, instancePath, keyword, params: params as never });

  it.each<[string, object, string]>([
    ['additionalProperties', { additionalProperty: 'b' }, '`body.a` has a field that is not allowed: "b".'],
    ['unevaluatedProperties', { unevaluatedProperty: 'c' }, '`body.a` has a field that is not allowed: "c".'],
    ['required', { missingProperty: 'd' }, '`body.a` needs the field "d".'],
    ['type', { type: 'string' }, '`body.a` must be a string.'],
    ['type', { type: 'integer' }, '`body.a` must be an integer.'],
    ['type', { type: 'array' }, '`body.a` must be an array.'],
    ['type', { type: 'object' }, '`body.a` must be an object.'],
    ['type', { type: 'boolean' }, '`body.a` must be a boolean.'],
    ['type', { type: ['string', 'null'] }, '`body.a` must be a string or null.'],
    ['const', { allowedValue: 1 }, '`body.a` must be 1.'],
    ['enum', { allowedValues: ['x', null] }, '`body.a` must be one of "x", null.'],
    ['minLength', { limit: 1 }, '`body.a` must have at least 1 character.'],
    ['minLength', { limit: 2 }, '`body.a` must have at least 2 characters.'],
    ['maxLength', { limit: 64 }, '`body.a` must have at most 64 characters.'],
    ['minimum', { limit: 0 }, '`body.a` must be at least 0.'],
    ['maximum', { limit: 100 }, '`body.a` must be at most 100.'],
    ['minItems', { limit: 1 }, '`body.a` must have at least 1 item.'],
    ['maxItems', { limit: 50 }, '`body.a` must have at most 50 items.'],
    ['uniqueItems', {}, '`body.a` must name each item only once.'],
    ['minProperties', { limit: 1 }, '`body.a` must have at least 1 entry.'],
    ['minProperties', { limit: 2 }, '`body.a` must have at least 2 entries.'],
    ['maxProperties', { limit: 50 }, '`body.a` must have at most 50 entries.'],
    ['pattern', { pattern: '^x$' }, '`body.a` must be text that matches ^x$.'],
    ['pattern', { pattern: '^[0-9a-f]{16}$' }, '`body.a` must be 16 hexadecimal digits in lower case.'],
    ['format', { format: 'uri' }, '`body.a` must be in the format "uri".'],
    [
      'propertyNames',
      { propertyName: 'k' },
      '`body.a` has a key that is not allowed: "k". A key has 1 to 64 characters.',
    ],
    ['not', {}, '`body.a` is not accepted.'],
  ])('the sentence about a mistake says what is wrong and what is allowed: %s', (keyword, params, sentence) => {
    expect(said(keyword, params)).toBe(sentence);
  });

  it.each([
    ['', '`body`'],
    ['/a/b', '`body.a.b`'],
    ['/items/0/name', '`body.items[0].name`'],
    ['/items/1234567', '`body.items["1234567"]`'],
    ['/params/a~1b~0c', '`body.params["a/b~c"]`'],
    ['/params/a~01', '`body.params["a~1"]`'],
    ['/params/a b', '`body.params["a b"]`'],
    ['/params/1a', '`body.params["1a"]`'],
    ['/params/_a9', '`body.params._a9`'],
    [`/params/${'k'.repeat(64)}`, `\`body.params.${'k'.repeat(64)}\``],
    [`/params/${'k'.repeat(70)}`, `\`body.params["${'k'.repeat(64)}"]\``],
    ['/params/', '`body.params[""]`'],
  ])('the sentence about a mistake says where it is: %s', (instancePath, place) => {
    expect(said('uniqueItems', {}, instancePath)).toBe(`${place} must name each item only once.`);
  });

  it('the sentence about a mistake repeats at most 64 characters of the input', () => {
    expect(said('type', { type: 'string' }, '/limit', 'query')).toBe('`query.limit` must be a string.');
    expect(quoted(`"${'x'.repeat(80)}`)).toBe(JSON.stringify(`"${'x'.repeat(63)}`));
    expect(quoted(undefined)).toBe('"undefined"');
  });
});

describe('an answer', () => {
  it('an answer is JSON, is not stored, and its type is not guessed', () => {
    expect(toResult({ status: 200, body: { a: 1 } })).toEqual({
      statusCode: 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      body: '{"a":1}',
    });
  });

  it('an answer has the type of its text, its own headers, and cookies only if it sets some', () => {
    const bare = toResult({ status: 204 });
    expect(bare.body).toBe('');
    expect(bare.headers).not.toHaveProperty('content-type');
    expect(bare).not.toHaveProperty('cookies');
    const other = { type: 'application/x-ndjson', content: '{}\n' };
    expect(toResult({ status: 200, other, headers: { allow: 'GET' }, cookies: ['a=b'] })).toEqual({
      statusCode: 200,
      headers: {
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        allow: 'GET',
      },
      cookies: ['a=b'],
      body: '{}\n',
    });
  });
});

describe('an id from outside', () => {
  const REQUEST = `req_${'0'.repeat(24)}`;
  it('an id that cannot exist is refused', () => {
    expect(parseId('request', REQUEST)).toBe(REQUEST);
    expect(parseId('request', `${REQUEST}0`)).toBeNull();
    expect(parseId('claim', 'anything')).toBe('anything');
    expect(parseId('claim', '')).toBeNull();
    for (const kind of ['action', 'key', 'operator'] as const) {
      expect(parseId(kind, 'a'.repeat(128))).toBe('a'.repeat(128));
      expect(parseId(kind, 'a'.repeat(129))).toBeNull();
      expect(parseId(kind, '')).toBeNull();
    }
    expect([isName(''), isName('a'), isName('a'.repeat(128)), isName('a'.repeat(129))]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(parseId('endpoint', 'whk_x')).toBeNull();
    expect(parseId('delivery', 'dlv_x')).toBeNull();
  });
});
