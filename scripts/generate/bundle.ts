/** Builds one OpenAPI document from its parts. */
import { bundle, createConfig } from '@redocly/openapi-core';

export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly [extension: `x-${string}`]: unknown;
}

export interface BundledDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

export async function bundleDocument(path: string): Promise<BundledDocument> {
  const { bundle: result, problems } = await bundle({ ref: path, config: await createConfig({}) });
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((problem) => problem.message).join('\n'));
  return JSON.parse(JSON.stringify(result.parsed)) as BundledDocument;
}

export interface FoundOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: OperationObject;
  readonly parameters: readonly Parameter[];
}

/** Every operation, in the order of the document, with the parameters of its path and without references. */
export function operationsOf(document: BundledDocument): FoundOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as OperationObject;
      const own = [
        ...((item.parameters ?? []) as OperationObject['parameters'] & object),
        ...(operation.parameters ?? []),
      ];
      return { path, method, operation, parameters: own.map((parameter) => resolved<Parameter>(document, parameter)) };
    }),
  );
}

/** What a reference names. A bundled document refers only to itself. */
export function resolved<T>(document: Pick<BundledDocument, 'components'>, node: object): T {
  const { $ref } = node as { readonly $ref?: string };
  if ($ref === undefined) return node as T;
  const [, kind, name] = /^#\/components\/(\w+)\/([\w-]+)$/.exec($ref) ?? [];
  const found = document.components[kind ?? '']?.[name ?? ''];
  if (found === undefined) throw new Error(`nothing is at ${$ref}`);
  return found as T;
}
