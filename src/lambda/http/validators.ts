/** Applies the validators that were compiled from the document to one call, and says in a sentence what is wrong with it. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { IN_WORDS, LIMITS } from '../../../generated/limits';
import { err, ok, type Result } from '../../protocol/result';
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

/** The part of Ajv's report that is used here. */
export interface ValidationProblem {
  /** The part of the request: `body`, `query` or `header`. */
  readonly where: 'body' | 'query' | 'header';
  /** JSON Pointer (RFC 6901) inside it. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** What is wrong and what is allowed. */
export function sentenceOf(problem: ValidationProblem): string {
  const at = place(problem);
  const { keyword, params } = problem;
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${at} has a field that is not allowed: ${quoted(params.additionalProperty ?? params.unevaluatedProperty)}.`;
    case 'required':
      return `${at} needs the field ${quoted(params.missingProperty)}.`;
    case 'type':
      return `${at} must be ${article(params.type)}.`;
    case 'const':
      return `${at} must be ${JSON.stringify(params.allowedValue)}.`;
    case 'enum':
      return `${at} must be one of ${[params.allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}.`;
    case 'minLength':
      return `${at} must have at least ${counted(params.limit, 'character')}.`;
    case 'maxLength':
      return `${at} must have at most ${counted(params.limit, 'character')}.`;
    case 'minimum':
      return `${at} must be at least ${params.limit}.`;
    case 'maximum':
      return `${at} must be at most ${params.limit}.`;
    case 'minItems':
      return `${at} must have at least ${counted(params.limit, 'item')}.`;
    case 'maxItems':
      return `${at} must have at most ${counted(params.limit, 'item')}.`;
    case 'uniqueItems':
      return `${at} must name each item only once.`;
    case 'minProperties':
      return `${at} must have at least ${params.limit === 1 ? '1 entry' : `${params.limit} entries`}.`;
    case 'maxProperties':
      return `${at} must have at most ${params.limit} entries.`;
    case 'pattern':
      return `${at} must be ${IN_WORDS[String(params.pattern)] ?? `text that matches ${params.pattern}`}.`;
    case 'format':
      return `${at} must be in the format "${params.format}".`;
    case 'propertyNames':
      return `${at} has a key that is not allowed: ${quoted(params.propertyName)}. A key has ${KEY_LENGTH} characters.`;
    default:
      return `${at} is not accepted.`;
  }
}

/** Params are the only object whose keys the caller chooses. */
const KEY_LENGTH = `${LIMITS.paramKey.min} to ${LIMITS.paramKey.max}`;

export const counted = (count: unknown, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `body.params["a/b"]`, `query.limit`. Shows only a short part of the caller's text. */
function place({ where, instancePath }: ValidationProblem): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) =>
      /^[A-Za-z_]\w{0,63}$/.test(step) ? `.${step}` : /^\d{1,6}$/.test(step) ? `[${step}]` : `[${quoted(step)}]`,
    );
  return `\`${where}${steps.join('')}\``;
}

/** Only the beginning of the caller's text. */
export function quoted(text: unknown): string {
  return JSON.stringify(String(text).slice(0, 64));
}

function article(type: unknown): string {
  if (Array.isArray(type)) return type.map(article).join(' or ');
  return type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}
