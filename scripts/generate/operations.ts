/** The table of operations, which the router, the key check and the body reader use, and the type of each one's input. */
import type { SignInRule } from '../../src/service/access/rules/fresh-sign-in';
import { type BundledDocument, type FoundOperation, operationsOf, type Parameter } from './bundle';

/** The limit of a body if the operation has no `x-max-body-bytes`. */
const DEFAULT_MAX_BODY_BYTES = 16_384;

const SIGN_IN_RULES: readonly SignInRule[] = ['none', 'any', 'not_mailed', 'passkey_or_link', 'judged', 'fresh'];

export function operationsModule(name: string, document: BundledDocument): string {
  const operations = operationsOf(document);
  return [
    '// Generated from openapi/ by "npm run generate". Edit the document instead.',
    `import type { operations as Operations } from './${name}';`,
    '',
    `export const operations = ${JSON.stringify(operations.map(rowOf), null, 2)} as const;`,
    '',
    'type Parameters<Id extends keyof Operations> = Operations[Id]["parameters"];',
    'type Body<Id extends keyof Operations> =',
    '  NonNullable<Operations[Id]["requestBody"]>["content"] extends { "application/json": infer Json } ? Json : never;',
    'type Query<Id extends keyof Operations> = NonNullable<Parameters<Id>["query"]>;',
    'type Filled<T, Names extends keyof T> = Omit<T, Names> & Required<Pick<T, Names>>;',
    ...(operations.some(hasHeaders)
      ? ['type LowerCase<T> = { [Name in keyof T as Lowercase<Name & string>]: T[Name] };']
      : []),
    '',
    '/**',
    ' * What the validators have accepted, for each operation. Query parameters with a default are filled in, header names are',
    ' * lower case, and a body is undefined where an operation takes none or none was sent.',
    ' */',
    'export interface Inputs {',
    ...operations.map(inputOf),
    '}',
    '',
  ].join('\n');
}

const hasHeaders = ({ parameters }: FoundOperation): boolean => parameters.some((each) => each.in === 'header');

function rowOf({ path, method, operation }: FoundOperation) {
  const { operationId } = operation;
  return {
    operationId,
    method,
    path,
    body: bodyRule(operation),
    maxBodyBytes: operation['x-max-body-bytes'] ?? DEFAULT_MAX_BODY_BYTES,
    ...('x-scope' in operation
      ? { scope: oneOf(operation, 'x-scope', ['propose', 'read', 'execute', 'audit']) }
      : { role: oneOf(operation, 'x-role', ['public', 'operator', 'admin']), signIn: signInOf(operation) }),
  };
}

/** Which sign-in is enough. A public operation has none, and every other one needs one. */
export function signInOf(operation: FoundOperation['operation']): SignInRule {
  const rule = oneOf(operation, 'x-sign-in', SIGN_IN_RULES);
  if ((rule === 'none') !== (operation['x-role'] === 'public')) {
    throw new Error(`${operation.operationId}: x-sign-in is none only where x-role is public`);
  }
  return rule;
}

function bodyRule({ requestBody }: FoundOperation['operation']): 'none' | 'optional' | 'required' | 'bytes' {
  if (requestBody === undefined) return 'none';
  if ('application/octet-stream' in requestBody.content) return 'bytes';
  return requestBody.required === true ? 'required' : 'optional';
}

function inputOf({ operation, parameters }: FoundOperation): string {
  const id = JSON.stringify(operation.operationId);
  const declares = (where: Parameter['in']) => parameters.some((parameter) => parameter.in === where);
  const body = { none: 'undefined', required: `Body<${id}>`, optional: `Body<${id}> | undefined`, bytes: 'Uint8Array' };
  return [
    `  ${operation.operationId}: {`,
    `    path: ${declares('path') ? `Parameters<${id}>["path"]` : 'object'};`,
    `    query: ${declares('query') ? queryOf(id, parameters) : 'object'};`,
    `    headers: ${declares('header') ? `LowerCase<NonNullable<Parameters<${id}>["header"]>>` : 'object'};`,
    `    body: ${body[bodyRule(operation)]};`,
    '  };',
  ].join('\n');
}

function queryOf(id: string, parameters: readonly Parameter[]): string {
  const filled = parameters.filter((parameter) => parameter.in === 'query' && 'default' in parameter.schema);
  if (filled.length === 0) return `Query<${id}>`;
  return `Filled<Query<${id}>, ${filled.map(({ name }) => JSON.stringify(name)).join(' | ')}>`;
}

function oneOf<const Value extends string>(
  operation: FoundOperation['operation'],
  name: `x-${string}`,
  allowed: readonly Value[],
): Value {
  const value = allowed.find((each) => each === operation[name]);
  if (value === undefined) {
    throw new Error(`${operation.operationId}: ${name} must be one of ${allowed.join(', ')}`);
  }
  return value;
}
