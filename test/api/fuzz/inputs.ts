/** Requests generated from a document: valid ones first, then changed in one to three ways. */
import fc, { type Arbitrary } from 'fast-check';
import type { Document, Operation, Parameter, Schema } from '../../support/document';
import type { Made, Things } from './furnish';
import { type Draft, mutation, type Odd } from './mutations';
import type { Ripe } from './ripe';
import { validBy } from './values';
import type { Caller } from './world';

export interface Input {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** What exists, so that inputs do not only get 404 and 422. */
export interface Known {
  readonly document: Document;
  readonly callers: ReadonlyMap<string, Caller>;
  /** Who may call the operation, mostly. */
  callersOf(operation: Operation): readonly Caller[];
  /** Ids that a parameter of the path may be, of these that were made. */
  idsOf(operation: Operation, parameter: string, made: Made): readonly string[];
  readonly things: Things;
  /** Those of the document. */
  readonly ripe: readonly Ripe[];
  /** Names that exist here: few invented ones would pass. */
  sensible(operation: Operation, body: Record<string, unknown>): Arbitrary<Record<string, unknown>>;
  readonly odd: Odd;
}

export function inputs(known: Known): Arbitrary<Input> {
  const draft = fc.oneof(...known.document.operations.map((operation) => draftOf(operation, known)));
  const change = mutation([...known.callers.values()], known.odd);
  const spoilt = fc
    .tuple(draft, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([start, mutations]) => mutations.reduce((current, mutate) => mutate(current), start));
  return fc.oneof({ weight: 1, arbitrary: draft }, { weight: 3, arbitrary: spoilt }).map(toInput);
}

/** For each operation, inputs that it probably accepts, and one that it refuses because nobody sent it. */
export function firstInputs(known: Known): Input[] {
  const likely = { ...known, callersOf: (operation: Operation) => [known.callersOf(operation)[0]!] };
  const ofEach = (operation: Operation) => {
    const [first, second] = fc.sample(validDraft(operation, likely, OWN), { numRuns: 2, seed: 1 });
    return [first!, second!, { ...first!, caller: 'nobody', headers: {} }];
  };
  return [...known.ripe.map((ripe) => ripeDraft(ripe, known)), ...known.document.operations.flatMap(ofEach)].map(
    toInput,
  );
}

/** Which ids a path has, out of eleven: those of the caller's organization, of any, or an invented one. */
const OWN = 7;
const ANY = 9;
const INVENTED = 10;

function toInput({ caller, method, path, query, headers, body }: Draft): Input {
  return { caller, method, path: `${path}${query}`, headers, body: body === null ? null : Buffer.from(body, 'utf8') };
}

function draftOf(operation: Operation, known: Known): Arbitrary<Draft> {
  const own = known.ripe.filter(({ operationId }) => operationId === operation.operationId);
  const made = validDraft(operation, known);
  return own.length === 0
    ? made
    : fc.oneof(
        fc.constantFrom(...own).map((ripe) => ripeDraft(ripe, known)),
        made,
      );
}

function ripeDraft({ caller, method, path, body, headers }: Ripe, { callers }: Known): Draft {
  return {
    caller,
    method,
    path,
    query: '',
    headers: {
      ...callers.get(caller)!.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function validDraft(operation: Operation, known: Known, upTo = INVENTED): Arbitrary<Draft> {
  const { resolved } = known.document;
  const ofPlace = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  // An invented cursor is refused.
  const cursor = fc.constantFrom(...known.things.cursors);
  const givenTo = (name: string, schema: Schema) => (name === 'cursor' ? cursor : validBy(resolved, schema));
  const some = (list: readonly Parameter[]): Arbitrary<Record<string, unknown>> =>
    fc.record(Object.fromEntries(list.map(({ name, schema }) => [name, givenTo(name, schema)])), {
      requiredKeys: list.filter(({ required }) => required === true).map(({ name }) => name),
    });
  // Made once: to parse a pattern takes longer than to generate from it.
  return fc
    .record({
      caller: fc.constantFrom(...known.callersOf(operation)),
      pathFor: pathOf(operation, known, upTo),
      query: some(ofPlace('query')),
      headers: some(ofPlace('header')),
      body: bodyOf(operation, known),
    })
    .map(({ caller, pathFor, query, headers, body }) => ({
      caller: caller.name,
      method: operation.method,
      path: pathFor(caller),
      query: queryText(query),
      headers: {
        ...caller.headers,
        ...(body === null ? {} : { 'content-type': typeOf(operation) }),
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
      },
      body,
    }));
}

type PathFor = (caller: Caller) => string;

/** Mostly with ids of the caller's own organization. */
function pathOf(operation: Operation, { idsOf, things }: Known, upTo: number): Arbitrary<PathFor> {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const id = (name: string) => {
    const known = new Map([...things.ids].map(([org, made]) => [org, idsOf(operation, name, made)]));
    const any = [...known.values()].flat();
    const drawn = fc.record({
      kind: fc.nat(upTo),
      place: fc.nat(),
      invented: fc.stringMatching(/^[a-z]{3}_[0-9a-f]{24}$/),
    });
    return drawn.map(({ kind, place, invented }) => ({ org }: Caller): string => {
      const own = org === null ? [] : known.get(org)!;
      const from = kind <= OWN && own.length > 0 ? own : any;
      return kind > ANY ? invented : from[place % from.length]!;
    });
  };
  return fc
    .tuple(...names.map(id))
    .map(
      (ids) => (caller) => names.reduce((path, name, n) => path.replace(`{${name}}`, ids[n]!(caller)), operation.path),
    );
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

const typeOf = ({ body }: Operation) => (body === 'bytes' ? 'application/octet-stream' : 'application/json');

function bodyOf(operation: Operation, { document, sensible, things }: Known): Arbitrary<string | null> {
  if (operation.body === null) return fc.constant(null);
  if (operation.body === 'bytes') return fc.oneof(fc.constantFrom(...things.documents.values()), fc.string());
  const body = validBy(document.resolved, operation.body) as Arbitrary<Record<string, unknown>>;
  return body.chain((made) => sensible(operation, made)).map((made) => JSON.stringify(made));
}
