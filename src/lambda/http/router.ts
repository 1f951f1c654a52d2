/**
 * One HTTP entry point from an OpenAPI document: openapi-backend routes, the precompiled validators judge, the handler
 * translates (docs/design.md#the-document-comes-first).
 *
 * The order of answers (docs/design.md#order-of-answers): the key or session first, before the service knows whether
 * the route exists; then 404 and 405; then 415, 413 and 400; then what the use case answers.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import OpenAPIBackend, { type Document } from 'openapi-backend';
import type { Log, Random } from '../../app/ports';
import { type Answer, invalid, notFound, Problem, problem, toResult } from './answer';
import { type BodyRule, readBody } from './body';
import { sentenceOf, type ValidationProblem } from './sentence';

export interface Operation extends BodyRule {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

export type Validate = (value: unknown) => ValidationProblem | null;

export interface OperationValidators {
  readonly body?: Validate;
  /** Takes the raw query strings; answers them coerced. */
  readonly query?: (
    raw: Readonly<Record<string, string>>,
  ) => { readonly problem: ValidationProblem } | { readonly values: Record<string, unknown> };
  readonly headers?: Validate;
}

export interface Call<Principal> {
  readonly event: APIGatewayProxyEventV2;
  readonly principal: Principal;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type Handler<Principal> = (call: Call<Principal>) => Promise<Answer>;

export type Authenticated<Principal> =
  /** `meanwhile` is awaited before the answer leaves, never before the handler runs. */
  { readonly principal: Principal; readonly meanwhile?: Promise<void> } | { readonly refused: Answer };

export interface RouterConfig<Op extends Operation, Principal> {
  readonly document: unknown;
  readonly operations: readonly Op[];
  readonly validators: Readonly<Record<string, OperationValidators>>;
  readonly handlers: Readonly<Record<string, Handler<Principal>>>;
  /** Null where the path or the method is unknown: whoever asks must be known all the same. */
  readonly authenticate: (event: APIGatewayProxyEventV2, operation: Op | null) => Promise<Authenticated<Principal>>;
  readonly log: Log;
  readonly random: Random;
}

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

type Matched<Op> =
  | { readonly kind: 'operation'; readonly operation: Op; readonly params: Record<string, string> }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong_method'; readonly allow: string };

export function createRouter<Op extends Operation, Principal>(config: RouterConfig<Op, Principal>): HttpHandler {
  const match = createMatcher(config);
  return async (event) => {
    try {
      return toResult(await answer(config, event, await match(event)));
    } catch (error) {
      if (error instanceof Problem) return toResult(error.answer);
      const incident = config.random.hex(8);
      config.log.error('a request failed', { incident, route: event.routeKey, ...describe(error) });
      return toResult(problem(500, `server fault; retry after a pause (incident ${incident})`, 'internal'));
    }
  };
}

async function answer<Op extends Operation, Principal>(
  config: RouterConfig<Op, Principal>,
  event: APIGatewayProxyEventV2,
  matched: Matched<Op>,
): Promise<Answer> {
  const authenticated = await config.authenticate(event, matched.kind === 'operation' ? matched.operation : null);
  if ('refused' in authenticated) return authenticated.refused;
  try {
    return await answerKnown(config, event, matched, authenticated.principal);
  } finally {
    await authenticated.meanwhile;
  }
}

async function answerKnown<Op extends Operation, Principal>(
  config: RouterConfig<Op, Principal>,
  event: APIGatewayProxyEventV2,
  matched: Matched<Op>,
  principal: Principal,
): Promise<Answer> {
  if (matched.kind === 'unknown') return notFound('no such path');
  if (matched.kind === 'wrong_method') {
    return problem(405, `this path takes ${matched.allow}`, 'invalid', { allow: matched.allow });
  }
  const { operation, params } = matched;
  const body = readBody(event, operation);
  if (!body.ok) return body.error;
  const validated = validate(config.validators[operation.operationId] ?? {}, event, body.value);
  if ('problem' in validated) return invalid(sentenceOf(validated.problem));
  const handler = config.handlers[operation.operationId];
  if (handler === undefined) throw new Error(`${operation.operationId} has no handler`);
  return handler({
    event,
    principal,
    path: params,
    query: validated.query,
    body: body.value,
  });
}

function validate(
  { headers, query, body }: OperationValidators,
  event: APIGatewayProxyEventV2,
  value: unknown,
): { readonly problem: ValidationProblem } | { readonly query: Record<string, unknown> } {
  const badHeader = headers?.(event.headers) ?? null;
  if (badHeader !== null) return { problem: badHeader };
  const raw = Object.fromEntries(
    Object.entries(event.queryStringParameters ?? {}).map(([key, text]) => [key, text ?? '']),
  );
  const parsed = query?.(raw) ?? { values: raw };
  if ('problem' in parsed) return parsed;
  const badBody = value === undefined ? null : (body?.(value) ?? null);
  return badBody === null ? { query: parsed.values } : { problem: badBody };
}

/** openapi-backend, told to do nothing but route: it neither checks the document nor compiles a schema at start. */
function createMatcher<Op extends Operation, Principal>(config: RouterConfig<Op, Principal>) {
  const byId = new Map(config.operations.map((operation) => [operation.operationId, operation]));
  const backend = new OpenAPIBackend({
    definition: config.document as Document,
    quick: true,
    strict: true,
    validate: false,
  });
  // It is at hand, with its references resolved; openapi-backend would read it once more, for references to files.
  backend.loadDocument = async () => config.document as Document;
  const allowOf = (path: string) =>
    config.operations
      .filter((operation) => patternOf(operation.path).test(path))
      .map(({ method }) => method.toUpperCase())
      .join(', ');
  for (const operation of config.operations) {
    backend.register(operation.operationId, (context): Matched<Op> => {
      const params = context.request.params as Record<string, string>;
      return { kind: 'operation', operation: byId.get(operation.operationId)!, params };
    });
  }
  backend.register({
    notFound: (): Matched<Op> => ({ kind: 'unknown' }),
    methodNotAllowed: (context): Matched<Op> => ({ kind: 'wrong_method', allow: allowOf(context.request.path) }),
  });
  const ready = backend.init().then(() => {
    // The router builds its list anew for every look-up; the document does not change.
    const operations = backend.router.getOperations();
    backend.router.getOperations = () => operations;
  });
  return async (event: APIGatewayProxyEventV2): Promise<Matched<Op>> => {
    await ready;
    const { method } = event.requestContext.http;
    if (!isTakenAsItStands(event.rawPath)) return { kind: 'unknown' };
    try {
      return (await backend.handleRequest({ method, path: event.rawPath, headers: {} })) as Matched<Op>;
    } catch (error) {
      // A path that cannot be percent-decoded names nothing.
      if (error instanceof URIError) return { kind: 'unknown' };
      throw error;
    }
  };
}

/**
 * openapi-backend trims a path, cuts it at a `?` and forgives slashes at its end: other texts would name the same id.
 */
function isTakenAsItStands(path: string): boolean {
  return path === path.trim() && !path.includes('?') && !path.endsWith('/');
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** For the log: what it was, never what it carried. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'not an Error' };
  return { error: error.name, message: error.message, stack: error.stack };
}
