/** Judges by the document: which operation a request is for, which answers it may get, and how an answer must look. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly maxProperties?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface ResponseObject {
  readonly $ref?: string;
  readonly 'x-kinds'?: readonly string[];
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

const text = readFileSync(join(__dirname, '../../../generated/service.openapi.json'), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: a document, read as what it is
const document = JSON.parse(text) as any;
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export const operations: readonly Operation[] = Object.entries<Record<string, never>>(document.paths).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const operation = item[method] as any;
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
        body: operation.requestBody?.content['application/json'].schema ?? null,
        responses: operation.responses,
      };
    }),
);

export function resolved<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node;
  const steps = node.$ref.slice(2).split('/');
  return resolved(steps.reduce((at, step) => at[step], document) as T);
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** What a path is in the document: an operation, a path without that method, or nothing. */
export function operationFor(method: string, path: string): Operation | 'wrong_method' | 'unknown' {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path.split(/[?#]/, 1)[0]!);
  } catch {
    return 'unknown';
  }
  // An id is compared exactly: no space around it, nothing after it.
  if (decoded !== decoded.trim() || decoded.includes('?')) return 'unknown';
  const ofPath = operations.filter((operation) => patternOf(operation.path).test(decoded));
  if (ofPath.length === 0) return 'unknown';
  return ofPath.find((operation) => operation.method === method) ?? 'wrong_method';
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'document' });
const compiled = new Map<string, ValidateFunction>();

/** Null, or what is wrong with an answer of this operation. */
export function faultOf(
  operation: Operation,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): string | null {
  const named = operation.responses[String(status)];
  if (named === undefined) return `the document names no ${status}`;
  const response = resolved(named);
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    if (resolved(header).required === true && headers.get(name) === null) return `the header ${name} is missing`;
  }
  const schema = response.content?.['application/json']?.schema;
  const fault = schema === undefined ? null : schemaFault(schema, body);
  if (fault !== null) return fault;
  if (status < 400) return null;
  const { kind } = body as { kind?: string };
  const kinds = response['x-kinds'];
  if (kinds === undefined) return kind === undefined ? null : `a refused key carries no kind, not "${kind}"`;
  return kinds.includes(kind ?? '') ? null : `the document names no kind "${kind}" for ${status}`;
}

/** Null, or why the value does not match the schema. */
export function schemaFault(schema: Schema, value: unknown): string | null {
  const key = JSON.stringify(schema);
  let validate = compiled.get(key);
  if (validate === undefined) {
    validate = ajv.compile(JSON.parse(key.replaceAll('"#/', '"document#/')));
    compiled.set(key, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors);
}
