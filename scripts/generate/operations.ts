/** The table of operations: what the router, the key check and the body reader must know about each. */
import { type BundledDocument, type FoundOperation, operationsOf } from './bundle';

export function operationsModule(document: BundledDocument): string {
  const operations = operationsOf(document).map(rowOf);
  return [
    '// Generated from openapi/ by "npm run generate". Edit the document instead.',
    `export const operations = ${JSON.stringify(operations, null, 2)} as const;`,
    '',
    '/** The part of the document that a router reads: paths, methods, operation ids. */',
    `export const routes = ${JSON.stringify(routesOf(document), null, 2)};`,
    '',
  ].join('\n');
}

function rowOf({ path, method, operation }: FoundOperation) {
  const { operationId } = operation;
  return {
    operationId,
    method,
    path,
    body: oneOf(operation, 'x-body', ['none', 'optional', 'required'], 'none'),
    maxBodyBytes: (operation['x-max-body-bytes'] as number | undefined) ?? 0,
    ...('x-scope' in operation ? { scope: oneOf(operation, 'x-scope', ['propose', 'read', 'execute']) } : {}),
    ...('x-role' in operation ? { role: oneOf(operation, 'x-role', ['public', 'operator', 'admin']) } : {}),
  };
}

function oneOf(
  operation: FoundOperation['operation'],
  name: `x-${string}`,
  allowed: readonly string[],
  absent?: string,
): string {
  const value = operation[name] ?? absent;
  if (typeof value !== 'string' || !allowed.includes(value)) {
    throw new Error(`${operation.operationId}: ${name} must be one of ${allowed.join(', ')}`);
  }
  return value;
}

function routesOf(document: BundledDocument) {
  const paths: Record<string, Record<string, { operationId: string; responses: object }>> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    paths[path] = { ...paths[path], [method]: { operationId: operation.operationId, responses: {} } };
  }
  return { openapi: document.openapi, info: { title: 'routes', version: '1' }, paths };
}
