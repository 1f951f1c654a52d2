/** Values generated from a schema. */
import fc, { type Arbitrary } from 'fast-check';
import type { Document, Schema } from '../../support/document';

type Resolve = Document['resolved'];

/** Values that the schema allows. */
export function validBy(resolved: Resolve, schema: Schema): Arbitrary<unknown> {
  const node = resolved(schema);
  const valid = (inner: Schema) => validBy(resolved, inner);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  const choices = node.oneOf ?? node.anyOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valid));
  if (node.allOf !== undefined) return object(resolved, merged(resolved, node));
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: node.minimum ?? -5, max: node.maximum ?? 5 });
    case 'array':
      return array(node, valid(node.items ?? {}));
    case 'string':
      return text(node);
    case 'object':
      return object(resolved, node);
    default:
      return fc.jsonValue();
  }
}

function text({ pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  if (pattern !== undefined) {
    // A "+" with a minimum length must be generated with that length: filtering would never end.
    const sized = minLength > 1 ? pattern.replace(/\+\$$/, `{${minLength},${minLength + 40}}$`) : pattern;
    return fc.stringMatching(new RegExp(sized));
  }
  const most = Math.min(maxLength, 40);
  // A grapheme may be several characters, and the schema counts characters.
  return fc.string({ unit: 'grapheme', minLength, maxLength: most }).map((made) => [...made].slice(0, most).join(''));
}

function array({ minItems = 0, maxItems = 5, uniqueItems = false }: Schema, items: Arbitrary<unknown>) {
  const lengths = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) };
  const selector = (item: unknown) => JSON.stringify(item);
  return uniqueItems ? fc.uniqueArray(items, { ...lengths, selector }) : fc.array(items, lengths);
}

function merged(resolved: Resolve, { allOf = [], properties, required = [], ...node }: Schema): Schema {
  const parts = allOf.map((part) => merged(resolved, resolved(part)));
  return {
    ...node,
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...required],
  };
}

function object(resolved: Resolve, node: Schema): Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = node;
  if (Object.keys(properties).length === 0) {
    if (additionalProperties === false) return fc.constant({});
    const values = typeof additionalProperties === 'object' ? validBy(resolved, additionalProperties) : fc.jsonValue();
    const maxKeys = Math.min(node.maxProperties ?? 5, 5);
    return fc.dictionary(text(resolved(propertyNames ?? {})), values, { maxKeys });
  }
  const fields = Object.entries(properties).map(([name, property]) => [name, validBy(resolved, property)] as const);
  const made = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  const { minProperties = 0 } = node;
  // Without the field that makes it valid, it is one of the refused inputs.
  return minProperties === 0 ? made : fc.oneof(...fields.map(([name]) => only(made, name, fields)));
}

/** An object that has this field at least. */
function only(
  made: Arbitrary<Record<string, unknown>>,
  name: string,
  fields: readonly (readonly [string, Arbitrary<unknown>])[],
) {
  const [, value] = fields.find(([each]) => each === name)!;
  return fc.tuple(made, value).map(([object, one]) => ({ ...object, [name]: one }));
}
