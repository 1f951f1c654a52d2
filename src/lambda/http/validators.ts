/** Applies the validators that were compiled from the document to one call. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { err, ok, type Result } from '../../protocol/result';
import type { ValidationProblem } from './sentence';
import type { Input } from './typed';

interface CompiledValidator<T> {
  (value: unknown): value is T;
  errors?: readonly Omit<ValidationProblem, 'where'>[] | null;
}

export interface CompiledOperation<In extends Input> {
  readonly path: CompiledValidator<In['path']>;
  readonly query: CompiledValidator<In['query']>;
  readonly headers: CompiledValidator<In['headers']>;
  readonly body: CompiledValidator<In['body']>;
  readonly queryTypes: Readonly<Record<string, string>>;
}

export interface RawInput {
  readonly event: APIGatewayProxyEventV2;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The typed input, or the problem with the first invalid part. */
export function parseInput<In extends Input>(
  compiled: CompiledOperation<In>,
  { event, path: pathTexts, body: sent }: RawInput,
): Result<Pick<In, keyof Input>, ValidationProblem> {
  // The router has matched the path against the same template.
  if (!compiled.path(pathTexts)) throw new Error('the router found no parameters for this path');
  const headers = accepted('header', compiled.headers, event.headers);
  if (!headers.ok) return headers;
  const query = accepted('query', compiled.query, fromText(event.queryStringParameters ?? {}, compiled.queryTypes));
  if (!query.ok) return query;
  const body = accepted('body', compiled.body, sent);
  if (!body.ok) return body;
  return ok({ path: pathTexts, query: query.value, headers: headers.value, body: body.value });
}

function accepted<T>(
  where: ValidationProblem['where'],
  validate: CompiledValidator<T>,
  value: unknown,
): Result<T, ValidationProblem> {
  if (validate(value)) return ok(value);
  const errors = validate.errors ?? [];
  // Ajv reports a bad key twice: first what is wrong with it, then the key itself. Only the second has the key.
  const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0];
  return err(error === undefined ? { where, instancePath: '', keyword: 'invalid', params: {} } : { where, ...error });
}

/** Converts decimal digits to numbers, and true and false to booleans. The validator refuses any other text. */
function fromText(
  raw: Readonly<Record<string, string | undefined>>,
  types: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(types).flatMap(([name, type]) =>
      Object.hasOwn(raw, name) ? [[name, parsed(raw[name] ?? '', type)]] : [],
    ),
  );
}

function parsed(text: string, type: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
