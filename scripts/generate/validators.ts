/**
 * Validators compiled ahead of time, so that no function compiles a schema when it starts: one self-contained CommonJS
 * module for each document, with `<operationId>_body`, `_query` and `_headers` if the operation declares them.
 */
import Ajv2020 from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import addFormats from 'ajv-formats';
import { buildSync } from 'esbuild';
import { type BundledDocument, operationsOf, type Parameter, type Schema } from './bundle';

export function validatorModules(document: BundledDocument): { readonly code: string; readonly types: string } {
  const ajv = new Ajv2020({
    strict: false,
    useDefaults: true,
    code: { source: true, esm: false, lines: true },
    // Unknown formats (int64) are only descriptions. A keyword states what must hold.
    validateFormats: true,
    formats: { int64: true },
  });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  const exported: Record<string, string> = {};
  for (const [name, schema] of schemasOf(document)) {
    ajv.addSchema({ ...schema, components: { schemas: withoutDefaults(document.components.schemas ?? {}) } }, name);
    exported[name] = name;
  }
  const source = `${standaloneCode(ajv, exported)}\nexports.queryTypes = ${JSON.stringify(queryTypes(document), null, 2)};\n`;
  return { code: selfContained(source), types: TYPES };
}

const TYPES = `// Generated from openapi/ by "npm run generate". Edit the document instead.
export interface CompiledValidator {
  (value: unknown): boolean;
  errors?: readonly {
    readonly instancePath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }[] | null;
}
declare const validators: Readonly<Record<string, CompiledValidator>> & {
  readonly queryTypes: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
export = validators;
`;

/**
 * Only for keywords, because a property may be named `default`.
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
