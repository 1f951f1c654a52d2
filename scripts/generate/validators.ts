/**
 * Validators compiled ahead of time, so that no function compiles a schema when it starts: one self-contained CommonJS module
 * for each document, with the validators of `path`, `query`, `headers` and `body` by operation.
 */
import Ajv2020 from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import addFormats from 'ajv-formats';
import { buildSync } from 'esbuild';
import { type BundledDocument, operationsOf, type Parameter, type Schema } from './bundle';

export function validatorModules(
  name: string,
  document: BundledDocument,
): { readonly code: string; readonly types: string } {
  const ajv = new Ajv2020({
    strict: false,
    useDefaults: true,
    // Smaller to load: no copies of shared schemas, and no texts that src/lambda/http/validators.ts replaces.
    inlineRefs: false,
    messages: false,
    code: { source: true, esm: false, lines: true },
    // Unknown formats (int64) are only descriptions. A keyword states the rule.
    validateFormats: true,
    formats: { int64: true },
  });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  // One copy of the shared schemas for all operations: a schema that several use is compiled once.
  ajv.addSchema({ components: { schemas: withoutDefaults(document.components.schemas ?? {}) } }, SHARED);
  const exported: Record<string, string> = {};
  for (const [key, schema] of schemasOf(document)) {
    ajv.addSchema(shared(schema), key);
    exported[key] = key;
  }
  const source = [standaloneCode(ajv, exported), tableOf(document, new Set(Object.keys(exported)))].join('\n');
  return { code: selfContained(source), types: typesOf(name) };
}

const SHARED = 'document';

/** References into the document point to its one copy. */
function shared<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${SHARED}#/`)) as T;
}

/** What an operation does not declare is accepted. Path parameters are text, which the router has already split. */
function tableOf(document: BundledDocument, compiled: ReadonlySet<string>): string {
  const types = queryTypes(document);
  const rows = operationsOf(document).map(({ operation, parameters }) => {
    const { operationId } = operation;
    const validator = (part: string) => {
      const key = `${operationId}_${part}`;
      return compiled.has(key) ? `exports.${key}` : 'accept';
    };
    const body = operation.requestBody?.required === false ? `optional(${validator('body')})` : validator('body');
    const names = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
    return `  ${operationId}: {
    path: texts(${JSON.stringify(names)}),
    query: ${validator('query')},
    headers: ${validator('headers')},
    body: ${body},
    queryTypes: ${JSON.stringify(types[operationId] ?? {})},
  },`;
  });
  return `
const accept = () => true;
const texts = (names) => (value) => names.every((name) => typeof value[name] === 'string');
const optional = (validate) => {
  const orAbsent = (value) => value === undefined || validate(value) || ((orAbsent.errors = validate.errors), false);
  return orAbsent;
};
module.exports = {
${rows.join('\n')}
};
`;
}

function typesOf(name: string): string {
  return `// Generated from openapi/ by "npm run generate". Edit the document instead.
import type { Inputs } from './${name}-operations';

interface CompiledValidator<T> {
  (value: unknown): value is T;
  errors?: readonly {
    readonly instancePath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }[] | null;
}
interface CompiledOperation<Input extends Inputs[keyof Inputs]> {
  readonly path: CompiledValidator<Input['path']>;
  readonly query: CompiledValidator<Input['query']>;
  readonly headers: CompiledValidator<Input['headers']>;
  readonly body: CompiledValidator<Input['body']>;
  readonly queryTypes: Readonly<Record<string, string>>;
}
declare const validators: { readonly [Id in keyof Inputs]: CompiledOperation<Inputs[Id]> };
export = validators;
`;
}

/**
 * For keywords only: a property may well be named `default`.
 *
 * The default of a body says what an absent field means. The use case applies it, because it must distinguish an absent
 * field from one that was sent. Defaults of a query are filled in.
 */
function withoutDefaults<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutDefaults) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'default')
      .map(([key, value]) => [key, key === 'properties' ? mapValues(value, withoutDefaults) : withoutDefaults(value)]),
  ) as T;
}

function mapValues(values: Record<string, unknown>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

function* schemasOf(document: BundledDocument): Generator<[string, Schema]> {
  for (const { operation, parameters } of operationsOf(document)) {
    const body = operation.requestBody?.content['application/json']?.schema;
    if (body !== undefined) yield [`${operation.operationId}_body`, withoutDefaults(body)];
    const query = parameters.filter((parameter) => parameter.in === 'query');
    if (query.length > 0) yield [`${operation.operationId}_query`, objectOf(query, (name) => name)];
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    if (headers.length > 0) yield [`${operation.operationId}_headers`, objectOf(headers, (name) => name.toLowerCase())];
  }
}

function objectOf(parameters: readonly Parameter[], nameOf: (name: string) => string): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter.name), parameter.schema])),
    required: parameters.filter((parameter) => parameter.required === true).map((parameter) => nameOf(parameter.name)),
  };
}

/** How the text of each query parameter is read: `integer`, `boolean`, or else as text. */
function queryTypes(document: BundledDocument): Record<string, Record<string, string>> {
  const types: Record<string, Record<string, string>> = {};
  for (const { operation, parameters } of operationsOf(document)) {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    if (query.length === 0) continue;
    types[operation.operationId] = Object.fromEntries(
      query.map(({ name, schema }) => [name, String(schema.type ?? 'string')]),
    );
  }
  return types;
}

/** Includes Ajv's few runtime helpers, so that the module needs no package. */
function selfContained(source: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: __dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: '// Generated from openapi/ by "npm run generate". Edit the document instead.' },
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}
