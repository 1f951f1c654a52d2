/** What is done to an input that was valid. */
import fc, { type Arbitrary } from 'fast-check';
import type { Caller } from './world';

/** A request before it is written as bytes. */
export interface Draft {
  /** Whose key or cookie it has, if nothing changed that. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | null;
}

export interface Odd {
  readonly paths: readonly string[];
  readonly queries: readonly string[];
}

type Mutation = (draft: Draft) => Draft;

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ufeff',
  '\u202e',
  '💥'.repeat(600),
  'x'.repeat(70_000),
  '__proto__',
  '../..',
  '#',
  '%00',
];
const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [[]],
  { a: { b: [{}] } },
  ...ODD_TEXTS,
];
/** Inserted into the text itself: JSON that no serializer would write. */
const ODD_JSON = [
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '1e999',
  '-0',
  '01',
  'NaN',
  '[1,]',
  '{"a":1,"a":2}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
  '"\t"',
  'undefined',
  "'a'",
];
const ODD_METHODS = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'POST',
  'GET',
  'LOCK',
  'M-SEARCH',
];
const ODD_TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;charset="utf-8',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  ';',
];
const ODD_PATHS = [
  '/',
  '//',
  '/.',
  '/..',
  '/%2e%2e',
  '%',
  '%zz',
  '%00',
  '%2F',
  '%3F',
  '%252F',
  '%F0%9F%92%A5',
  '%C0%AF',
  '#',
  ';a=b',
  '%20',
  `/${'a'.repeat(3000)}`,
];
const ODD_QUERIES = [
  '?',
  '?limit=%00',
  '?limit=0',
  '?limit=101',
  '?cursor=',
  '?cursor=AAAA',
  '?cursor=eyJhIjoxfQ',
  '?__proto__=1',
  `?a=${'x'.repeat(4000)}`,
  '?limit=1e1',
  '?limit=1&limit=2',
  '?constructor=true',
  '?limit=99',
  '?&&&==',
];

const ODD_ORIGINS = [
  '',
  'null',
  'http://localhost:2',
  'http://localhost:1/',
  'HTTP://LOCALHOST:1',
  'https://evil.example',
];
const ODD_COOKIES = [
  '',
  'session=',
  'session',
  ';;;',
  '=',
  'session=x; session=y',
  `session=${'A'.repeat(5000)}`,
  '__proto__=1',
];
const ODD_KEYS = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer x', `Bearer ${'a'.repeat(4000)}`, 'Bearer rak_é'];

/** One change of an input, which mostly makes it invalid. `odd`: texts for the paths and queries of the document. */
export function mutation(callers: readonly Caller[], { paths, queries }: Odd): Arbitrary<Mutation> {
  return fc.oneof(
    { weight: 6, arbitrary: fieldMutation() },
    { weight: 3, arbitrary: textMutation() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...ODD_METHODS).map(
        (method): Mutation =>
          (draft) => ({ ...draft, method }),
      ),
    },
    { weight: 2, arbitrary: pathMutation(paths) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...ODD_QUERIES, ...queries).map(
        (query): Mutation =>
          (draft) => ({ ...draft, query }),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TYPES).map(header('content-type')) },
    { weight: 1, arbitrary: fc.constantFrom('gzip', 'identity', '', 'br, gzip').map(header('content-encoding')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', 'é', 'k'.repeat(256), '\t', 'a,b').map(header('idempotency-key')),
    },
    { weight: 3, arbitrary: fc.constantFrom(...callers).map(calledBy) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_ORIGINS).map(header('origin')) },
    { weight: 1, arbitrary: fc.constant(without('origin')) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_COOKIES).map(header('cookie')) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_KEYS).map(header('authorization')) },
    { weight: 1, arbitrary: fc.constant((draft: Draft): Draft => ({ ...draft, body: null })) },
  );
}

const calledBy =
  ({ name, headers }: Caller): Mutation =>
  (draft) => {
    const { authorization: _, cookie: __, origin: ___, ...own } = draft.headers;
    return { ...draft, caller: name, headers: { ...own, ...headers } };
  };

const without =
  (name: string): Mutation =>
  ({ headers: { [name]: _, ...headers }, ...draft }) => ({ ...draft, headers });

function header(name: string) {
  return (value: string): Mutation =>
    (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } });
}

function pathMutation(paths: readonly string[]): Arbitrary<Mutation> {
  return fc.tuple(fc.constantFrom(...ODD_PATHS, ...paths), fc.nat()).map(([odd, place]) => (draft) => {
    const at = 1 + (place % draft.path.length);
    return { ...draft, path: `${draft.path.slice(0, at)}${odd}${draft.path.slice(at)}` };
  });
}

/** Changes one field anywhere in the body: another value, none, or an additional one. */
function fieldMutation(): Arbitrary<Mutation> {
  const value = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 3 }));
  return fc.record({ place: fc.nat(), value, what: fc.constantFrom('replace', 'remove', 'add', 'whole') }).map(
    ({ place, value, what }): Mutation =>
      (draft) => {
        const body = parsed(draft.body);
        if (body === undefined) return draft;
        if (what === 'whole') return { ...draft, body: JSON.stringify(value) };
        const owners = objectsIn(body);
        const owner = owners[place % owners.length];
        if (owner === undefined) return draft;
        const names = Object.keys(owner);
        const name = names[place % Math.max(1, names.length)] ?? 'x';
        if (what === 'remove') delete owner[name];
        else owner[what === 'add' ? `${name}_` : name] = value;
        return { ...draft, body: JSON.stringify(body) };
      },
  );
}

function parsed(body: string | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

/** Changes the text of the body: cut short, a duplicate key, odd JSON instead of a value, something before or after. */
function textMutation(): Arbitrary<Mutation> {
  return fc
    .record({
      place: fc.nat(),
      odd: fc.constantFrom(...ODD_JSON),
      what: fc.constantFrom('cut', 'twice', 'odd', 'around', 'pad'),
    })
    .map(
      ({ place, odd, what }): Mutation =>
        (draft) => {
          const { body } = draft;
          if (body === null || body.length === 0) return draft;
          switch (what) {
            case 'cut':
              return { ...draft, body: body.slice(0, place % body.length) };
            case 'twice': {
              const first = /^\{("(?:[^"\\]|\\.)*":)/.exec(body);
              return first === null ? draft : { ...draft, body: `{${first[1]}${odd},${body.slice(1)}` };
            }
            case 'odd':
              return { ...draft, body: body.replace(/:("[^"]*"|\d+)/, () => `:${odd}`) };
            case 'around':
              return { ...draft, body: place % 2 === 0 ? `\ufeff${body}` : `${body}${odd}` };
            default:
              return { ...draft, body: body + ' '.repeat((place % 4) * 40_000) };
          }
        },
    );
}
