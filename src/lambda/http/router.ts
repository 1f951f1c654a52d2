/**
 * One HTTP entry point from an OpenAPI document: openapi-backend routes, the precompiled validators check, the handler
 * translates (docs/design.md#the-document-comes-first).
 *
 * The order of answers (docs/design.md#order-of-answers): the key or session first, before the service knows whether
 * the route exists; then 404 and 405; then 415, 413 and 400; then what the use case answers. A large
 * answer is compressed last.
 */

import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { err, ok, type Result } from '../../protocol/result';
import type { Log, Random } from '../../service/system/ports';
import { failureFields } from '../describe';
import { type Answer, contentOf, invalid, notFound, problem, toResult } from './answer';
import { checkedBody } from './body';
import { createMatcher, type Matched, type MatchedOperation, type RoutedOperation } from './routes';
import type { Call, Input } from './typed';
import { type CompiledOperation, parseInput, type RawInput, sentenceOf } from './validators';

/** Thrown by a handler if the caller is no longer signed in. */
export class NotSignedIn extends Error {
  constructor(readonly answer: Answer & { readonly status: 401 }) {
    super('not signed in');
  }
}

export type Authenticated<Principal> =
  /** `backgroundWork` is awaited before the answer is sent, but not before the handler runs. */
  | { readonly principal: Principal; readonly backgroundWork?: Promise<void> }
  /** `org` if the caller is known, for the log. */
  | { readonly refused: Answer; readonly org?: string };

export interface RouterConfig<Inputs extends Record<keyof Inputs, Input>, Op extends RoutedOperation, Principal> {
  readonly operations: readonly (Op & { readonly operationId: keyof Inputs })[];
  readonly validators: { readonly [Id in keyof Inputs]: CompiledOperation<Inputs[Id]> };
  readonly handlers: { readonly [Id in keyof Inputs]: (call: Call<Inputs[Id], Principal>) => Promise<Answer> };
  /** For an operation that answers 404 before its body is judged: the answer if the caller has no such thing, or null. */
  readonly missing?: {
    readonly [Id in keyof Inputs]?: (
      principal: Principal,
      path: MatchedOperation<Op>['path'],
    ) => Promise<Answer | null>;
  };
  /** `matched` is null if the path or the method is unknown. The caller must be authenticated in that case too. */
  readonly authenticate: (
    event: APIGatewayProxyEventV2,
    matched: MatchedOperation<Op> | null,
  ) => Promise<Authenticated<Principal>>;
  /** The answer instead of the handler's, or null. */
  readonly refusedBefore?: (principal: Principal, operation: Op) => Answer | null;
  /** The operations whose answers may be compressed: none that answers with a secret. */
  readonly compressed?: ReadonlySet<keyof Inputs>;
  /** Rejects if the caller is no longer signed in. Called before any refusal; a call that succeeds has checked it itself. */
  readonly stillSignedIn?: (principal: Principal) => Promise<unknown>;
  /** For the log; null if the caller has none. */
  readonly orgOf: (principal: Principal) => string | null;
  readonly log: Log;
  readonly random: Random;
}

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export function createRouter<Inputs extends Record<keyof Inputs, Input>, Op extends RoutedOperation, Principal>(
  config: RouterConfig<Inputs, Op, Principal>,
): HttpHandler {
  const match = createMatcher(config.operations);
  return async (event) => {
    const caller: Caller = {};
    try {
      const matched = match(methodOf(event), event.rawPath);
      const answered = await answer(config, event, matched, caller);
      // So that one loud customer can be found. A stranger has no organization, and is in the access log.
      if (answered.status >= 400 && caller.org !== undefined)
        config.log.info('a call was refused', { ...caller, route: event.routeKey, status: answered.status });
      const mayCompress =
        matched.kind === 'operation' && config.compressed?.has(matched.operation.operationId) === true;
      return toResult(mayCompress ? compressed(answered, event.headers['accept-encoding']) : answered);
    } catch (error) {
      if (error instanceof NotSignedIn) return toResult(error.answer);
      const incident = config.random.hex(8);
      config.log.error('a request failed', { incident, ...caller, route: event.routeKey, ...failureFields(error) });
      return toResult(
        problem(
          500,
          `The server failed. Retry after a pause. If it fails again, report incident ${incident}.`,
          'internal',
        ),
      );
    }
  };
}

/** What the log says of the caller. */
interface Caller {
  org?: string;
}

async function answer<Inputs extends Record<keyof Inputs, Input>, Op extends RoutedOperation, Principal>(
  config: RouterConfig<Inputs, Op, Principal>,
  event: APIGatewayProxyEventV2,
  matched: Matched<Op & { readonly operationId: keyof Inputs }>,
  caller: Caller,
): Promise<Answer> {
  const authenticated = await config.authenticate(event, matched.kind === 'operation' ? matched : null);
  const org = 'refused' in authenticated ? authenticated.org : config.orgOf(authenticated.principal);
  if (org !== undefined && org !== null) caller.org = org;
  if ('refused' in authenticated) return authenticated.refused;
  try {
    const ready = await readyCall(config, event, matched, authenticated.principal);
    const answered = ready.ok ? await ready.value() : ready.error;
    if (answered.status >= 400) await config.stillSignedIn?.(authenticated.principal);
    return answered;
  } finally {
    await authenticated.backgroundWork;
  }
}

/** The call of the handler, or why there is none. */
async function readyCall<Inputs extends Record<keyof Inputs, Input>, Op extends RoutedOperation, Principal>(
  config: RouterConfig<Inputs, Op, Principal>,
  event: APIGatewayProxyEventV2,
  matched: Matched<Op & { readonly operationId: keyof Inputs }>,
  principal: Principal,
): Promise<Result<() => Promise<Answer>, Answer>> {
  if (matched.kind === 'unknown') return err(notFound('There is no such path.'));
  if (matched.kind === 'wrong_method') {
    const wrong = problem(405, `This path accepts ${matched.allow}.`, 'invalid');
    return err({ ...wrong, headers: { allow: matched.allow } });
  }
  const { operation, path } = matched;
  const missing = (await config.missing?.[operation.operationId]?.(principal, path)) ?? null;
  if (missing !== null) return err(missing);
  const body = checkedBody(event, operation);
  if (!body.ok) return body;
  const call = parsedCall(config, operation.operationId, { event, path, body: body.value }, principal);
  const refused = call.ok ? (config.refusedBefore?.(principal, operation) ?? null) : null;
  return refused === null ? call : err(refused);
}

function parsedCall<
  Inputs extends Record<keyof Inputs, Input>,
  Op extends RoutedOperation,
  Principal,
  Id extends keyof Inputs,
>(
  config: RouterConfig<Inputs, Op, Principal>,
  id: Id,
  raw: RawInput,
  principal: Principal,
): Result<() => Promise<Answer>, Answer> {
  const parsed = parseInput<Inputs[Id]>(config.validators[id], raw);
  if (!parsed.ok) return err(invalid(sentenceOf(parsed.error)));
  return ok(() => config.handlers[id]({ event: raw.event, principal, ...parsed.value }));
}

/** HEAD is answered as GET. The gateway removes the body and keeps its length. */
function methodOf({ requestContext }: APIGatewayProxyEventV2): string {
  const { method } = requestContext.http;
  return method === 'HEAD' ? 'GET' : method;
}

/** Below this, a compressed answer saves no packet. */
const FROM_BYTES = 2048;
/** Higher levels take several times as long, and save a tenth of the bytes. */
const LEVEL = 1;

/**
 * The answer, compressed if it is large and the caller accepts gzip (RFC 9110, section 12.5.3). CloudFront compresses only
 * what it may cache, and no answer may be cached.
 */
export function compressed(answer: Answer, acceptEncoding: string | undefined): Answer {
  const headers = { ...answer.headers, vary: 'Accept-Encoding' };
  const { type, content } = contentOf(answer);
  if (type === null || !acceptsGzip(acceptEncoding) || Buffer.byteLength(content) <= FROM_BYTES)
    return { ...answer, headers };
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip' },
    other: { type, content: gzipSync(content, { level: LEVEL }) },
  };
}

function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((each) => {
    const [coding, ...weights] = each.toLowerCase().replaceAll(/\s/g, '').split(';');
    return coding === 'gzip' && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight));
  });
}
