/** Judges by a document: which operation a request is for, which answers it may get, and how an answer must look. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
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
  readonly content?: Content;
}

export interface Parameter {
  readonly $ref?: string;
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
  /** `bytes`: any, of the type application/octet-stream. */
  readonly body: Schema | 'bytes' | null;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface Document {
  readonly operations: readonly Operation[];
  resolved<T extends { readonly $ref?: string }>(node: T): T;
  /** What a path is in the document: an operation, a path without that method, or nothing. */
  operationFor(method: string, path: string): Operation | 'wrong_method' | 'unknown';
  /** Null, or what is wrong with an answer of this operation. */
  faultOf(operation: Operation, answer: Answer): string | null;
  /** Null, or why the body is no problem of this document. */
  problemFault(body: unknown): string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

interface Strictness {
  /** A field that the document does not have is a mistake of the answer or of the document, and so is another format. */
  readonly isClosed?: boolean;
}

export function openDocument(name: 'service' | 'console', { isClosed = false }: Strictness = {}): Document {
  const text = readFileSync(join(__dirname, `../../generated/${name}.openapi.json`), 'utf8');
  const document = isClosed ? closed(JSON.parse(text)) : JSON.parse(text);
  const resolved: Document['resolved'] = (node) => {
    if (node.$ref === undefined) return node;
    const steps = node.$ref.slice(2).split('/');
    return resolved(steps.reduce((at, step) => at[step], document));
  };
  const schemaFault = schemaJudge(document, isClosed);
  const problem = name === 'service' ? 'Problem' : 'ConsoleProblem';
  const operations = operationsOf(document, resolved);
  // A path without parameters wins over one with a parameter.
  const templates = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);
  return {
    operations,
    resolved,
    operationFor(method, path) {
      const decoded = decodedPath(path);
      if (decoded === null) return 'unknown';
      const ofPath = templates.filter(({ pattern }) => pattern.test(decoded)).map(({ operation }) => operation);
      if (ofPath.length === 0) return 'unknown';
      return ofPath.find((operation) => operation.method === method) ?? 'wrong_method';
    },
    faultOf(operation, answer) {
      const named = operation.responses[String(answer.status)];
      if (named === undefined) return `the document names no ${answer.status}`;
      const response = resolved(named);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        if (resolved(header).required === true && answer.headers.get(name) === null)
          return `the header ${name} is missing`;
      }
      return contentFault(response, answer, schemaFault) ?? kindFault(response, answer);
    },
    problemFault: (body) => schemaFault({ $ref: `#/components/schemas/${problem}` }, body),
  };
}

type Resolve = Document['resolved'];
type JudgeSchema = (schema: Schema, value: unknown) => string | null;

// biome-ignore lint/suspicious/noExplicitAny: a document, read as what it is
function operationsOf(document: any, resolved: Resolve): Operation[] {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return Object.entries<any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method];
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved),
        body: bodyOf(operation.requestBody?.content),
        responses: operation.responses,
      };
    }),
  );
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

function bodyOf(content: Content = {}): Operation['body'] {
  return content['application/json']?.schema ?? ('application/octet-stream' in content ? 'bytes' : null);
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** As the gateway passes it on; null if it is no path of a document. */
function decodedPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path.split(/[?#]/, 1)[0]!);
    // Each parameter is decoded again.
    decodeURIComponent(decoded);
    // An id is compared exactly: no space around it, nothing after it.
    return decoded === decoded.trim() && !decoded.includes('?') ? decoded : null;
  } catch {
    return null;
  }
}

function contentFault({ content }: ResponseObject, { headers, body }: Answer, schemaFault: JudgeSchema): string | null {
  if (content === undefined) return body === '' || body == null ? null : 'the document names no body';
  const type = headers.get('content-type')?.split(';', 1)[0] ?? '';
  const named = content[type];
  if (named === undefined) return `the document names no content of the type "${type}"`;
  return type === 'application/json' ? schemaFault(named.schema, body) : null;
}

function kindFault(response: ResponseObject, { status, body }: Answer): string | null {
  if (status < 400) return null;
  const { kind } = body as { kind?: string };
  const kinds = response['x-kinds'];
  if (kinds === undefined) return kind === undefined ? null : `a refused caller gets no kind, not "${kind}"`;
  return kinds.includes(kind ?? '') ? null : `the document names no kind "${kind}" for ${status}`;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function closed(schema: any): any {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpenObject = typeof copy.properties === 'object' && 'type' in copy && !('additionalProperties' in copy);
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

/** Null, or why the value does not match the schema. */
function schemaJudge(document: object, hasFormats: boolean): JudgeSchema {
  const ajv = new Ajv2020({ strict: false, validateFormats: hasFormats, formats: { int64: true } });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  ajv.addSchema({ ...document, $id: 'document' });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    let validate = compiled.get(key);
    if (validate === undefined) {
      validate = ajv.compile(JSON.parse(key.replaceAll('"#/', '"document#/')));
      compiled.set(key, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}
