/** Requests generated from the document: valid ones first, then changed in one to three ways. */
import fc, { type Arbitrary } from 'fast-check';
import { DIGEST } from '../../support/house';
import { type Operation, operations, resolved, type Schema } from './document';

export interface Input {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** What exists in the fuzzed service, so that inputs do not only get 404 and 422. */
export interface World {
  readonly ids: readonly string[];
  /** Requests that the operation accepts at first. */
  readonly ripe: Readonly<Record<string, readonly string[]>>;
  /** The claim of each request that has one. */
  readonly claims: Readonly<Record<string, string>>;
  readonly actions: readonly string[];
  readonly operators: readonly string[];
  /** `Bearer …` by scope; all are live. */
  readonly keys: Readonly<Record<string, string>>;
  readonly scopeOf: Readonly<Record<string, string>>;
}

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | null;
}

export function inputs(world: World): Arbitrary<Input> {
  const draft = fc.oneof(...operations.map((operation) => validDraft(operation, world)));
  const spoilt = fc
    .tuple(draft, fc.array(mutation(world), { minLength: 1, maxLength: 3 }))
    .map(([start, mutations]) => mutations.reduce((current, mutate) => mutate(current), start));
  return fc.oneof({ weight: 1, arbitrary: draft }, { weight: 3, arbitrary: spoilt }).map(toInput);
}

/** The same ones each time: others may leave an operation that never accepts, or never refuses. */
export function firstInputs(world: World): Input[] {
  const ofEach = (operation: Operation) => fc.sample(validDraft(operation, world), { numRuns: 6, seed: 1 });
  return [...operations.flatMap(ofEach).map(toInput), ...fc.sample(inputs(world), { numRuns: 100, seed: 1 })];
}

function toInput({ method, path, query, headers, body }: Draft): Input {
  return { method, path: `${path}${query}`, headers, body: body === null ? null : Buffer.from(body, 'utf8') };
}

function validDraft(operation: Operation, world: World): Arbitrary<Draft> {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const headers = operation.parameters.filter((parameter) => parameter.in === 'header');
  const some = (list: typeof query): Arbitrary<Record<string, unknown>> => {
    const fields: Record<string, Arbitrary<unknown>> = {};
    for (const { name, schema } of list) fields[name] = valid(schema);
    return fc.record(fields, {
      requiredKeys: list.filter(({ required }) => required === true).map(({ name }) => name),
    });
  };
  return fc
    .record({
      id: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(world.ripe[operation.operationId] ?? world.ids)) },
        { weight: 3, arbitrary: fc.constantFrom(...world.ids) },
        { weight: 1, arbitrary: fc.stringMatching(/^req_[0-9a-f]{24}$/) },
      ),
      query: some(query),
      headers: some(headers),
      body: operation.body === null ? fc.constant(null) : bodyOf(operation, world),
    })
    .map(({ id, query, headers, body }) => ({
      method: operation.method,
      path: operation.path.replace('{id}', id),
      query: queryText(query),
      headers: {
        authorization: world.keys[world.scopeOf[operation.operationId]!]!,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      },
      body: body === null ? null : JSON.stringify(claimed(operation, world, id, body)),
    }));
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** By the schema, then with names that exist in this world: few invented actions would pass the policy. */
function bodyOf(operation: Operation, world: World): Arbitrary<Record<string, unknown>> {
  const body = valid(operation.body!) as Arbitrary<Record<string, unknown>>;
  // An invented signature is never right.
  if (operation.operationId === 'reportExecution') {
    return fc.tuple(body, fc.nat(3)).map(([{ receipt, ...rest }, one]) => (one === 0 ? { ...rest, receipt } : rest));
  }
  if (operation.operationId !== 'createRequest') return body;
  return fc
    .tuple(body, fc.constantFrom(...world.actions), fc.constantFrom(...world.operators), fc.boolean())
    .map(([made, action, requester, asMade]) => (asMade ? made : sensible({ ...made, action, requester })));
}

function claimed({ operationId }: Operation, { claims }: World, id: string, body: Record<string, unknown>) {
  return operationId === 'reportExecution' ? { ...body, claim_id: claims[id] ?? body.claim_id } : body;
}

function sensible({ ...body }: Record<string, unknown>): Record<string, unknown> {
  if (body.intent === undefined) delete body.execute_within;
  else body.params = { ...(body.params as object | undefined), intent: DIGEST };
  delete body.callback_url;
  if (body.action !== 'demo.deploy') delete body.quorum;
  if (body.action === 'demo.refund') body.params = { amount: '5' };
  return body;
}

/** Values that the schema allows. */
export function valid(schema: Schema): Arbitrary<unknown> {
  const node = resolved(schema);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  const choices = node.oneOf ?? node.anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valid));
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: node.minimum ?? -5, max: node.maximum ?? 5 });
    case 'array':
      return fc.array(valid(node.items ?? {}), { maxLength: 5 });
    case 'string':
      return text(node);
    case 'object':
      return object(node);
    default:
      return fc.jsonValue();
  }
}

function text({ pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (pattern !== undefined) {
    // A "+" with a minimum length must be generated with that length: filtering would never end.
    const sized = minLength > 1 ? pattern.replace(/\+\$$/, `{${minLength},${minLength + 40}}$`) : pattern;
    return fc.stringMatching(new RegExp(sized));
  }
  const most = Math.min(maxLength, 40);
  // A grapheme may be several characters, and the schema counts characters.
  return fc.string({ unit: 'grapheme', minLength, maxLength: most }).map((made) => [...made].slice(0, most).join(''));
}

function object({ properties = {}, required = [], additionalProperties, propertyNames, maxProperties }: Schema) {
  if (Object.keys(properties).length === 0) {
    const values = typeof additionalProperties === 'object' ? valid(additionalProperties) : fc.jsonValue();
    return fc.dictionary(text(resolved(propertyNames ?? {})), values, { maxKeys: Math.min(maxProperties ?? 5, 5) });
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valid(property)]));
  return fc.record(fields, { requiredKeys: [...required] });
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
  '/claim',
  '/execution',
  '%20',
  `/${'a'.repeat(3000)}`,
];
const ODD_QUERIES = [
  '?',
  '?executable',
  '?executable=true&limit=0',
  '?executable=true&limit=101',
  '?executable=true&executable=false',
  '?limit=%00',
  '?executable=%zz',
  '?__proto__=1',
  `?a=${'x'.repeat(4000)}`,
  '?executable=true&limit=1e1',
  '?constructor=true',
  '?executable=true&limit=99',
  '?&&&==',
];

function mutation(world: World): Arbitrary<Mutation> {
  const key = fc.constantFrom(...Object.values(world.keys));
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
    { weight: 2, arbitrary: pathMutation() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...ODD_QUERIES).map(
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
    { weight: 1, arbitrary: key.map(header('authorization')) },
    { weight: 1, arbitrary: fc.constant((draft: Draft): Draft => ({ ...draft, body: null })) },
  );
}

function header(name: string) {
  return (value: string): Mutation =>
    (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } });
}

function pathMutation(): Arbitrary<Mutation> {
  return fc.tuple(fc.constantFrom(...ODD_PATHS), fc.nat()).map(([odd, place]) => (draft) => {
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
