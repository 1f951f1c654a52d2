/** Which arguments a tool's schema declares. Nothing is guessed from similar names (docs/gate.md#configuration). */
import { isList, isObject } from './json';
import type { Json, JsonObject } from './types';

/**
 * `open`: not listed, but the object takes any name. `unknown`: the gate cannot read the schema, because there is none or
 * because a part of it is in another document.
 */
export type Declared = 'listed' | 'open' | 'unknown' | 'no';

export function declared({ inputSchema: root }: JsonObject, path: string): Declared {
  if (root === undefined) return 'unknown';
  let level: readonly Json[] = [root];
  let otherwise: Declared = 'no';
  for (const step of path.split('.')) {
    const { parts, isComplete } = partsOf(root, level);
    if (!isComplete) otherwise = 'unknown';
    else if (otherwise === 'no' && parts.some(isOpen)) otherwise = 'open';
    level = parts.flatMap(({ properties }) => memberOf(properties, step) ?? []);
    if (level.length === 0) return otherwise;
  }
  return 'listed';
}

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const BRANCHES = ['then', 'else'];

/** The schemas themselves and everything that they are put together from, each once: a schema can contain itself. */
function partsOf(root: Json, schemas: readonly Json[]) {
  const parts = new Set<JsonObject>();
  let isComplete = true;
  const add = (schema: Json | undefined): void => {
    if (!isObject(schema) || parts.has(schema)) return;
    parts.add(schema);
    for (const name of LISTS) if (isList(schema[name] ?? null)) (schema[name] as readonly Json[]).forEach(add);
    for (const name of BRANCHES) add(schema[name]);
    if (schema.$dynamicRef !== undefined) isComplete = false;
    if (schema.$ref === undefined) return;
    const found = pointedAt(root, schema.$ref);
    if (found === undefined) isComplete = false;
    add(found);
  };
  schemas.forEach(add);
  return { parts: [...parts], isComplete };
}

/** A JSON pointer in the same document (RFC 6901), or undefined. */
function pointedAt(root: Json, ref: Json): Json | undefined {
  const [, pointer] = /^#((?:\/.*)?)$/.exec(String(ref)) ?? [];
  if (pointer === undefined) return undefined;
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<Json | undefined>(memberOf, root);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** One that lists its properties and says nothing more counts as closed: a misspelled name must not go unnoticed. */
function isOpen({ additionalProperties, patternProperties }: JsonObject): boolean {
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}

/** A list has members too. */
function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}
