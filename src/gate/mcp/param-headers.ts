/**
 * The headers `Mcp-Param-…` of 2026-07-28 (SEP-2243): arguments that a tool's schema marks with `x-mcp-header`, for what stands
 * between a client and the gate, or between the gate and an upstream. The package makes and checks them too, but only for
 * tools that are registered with it.
 */

import { isList, isObject, type Json, type JsonObject, memberOf } from '../core';

const MARK = 'x-mcp-header';
/** A token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What a header value has literally. Everything else is encoded, so that nothing is trimmed or splits the header. */
const PLAIN = /^(?! )(?:[\x20-\x7e])+(?<! )$/;
/** A literal value of this form would be decoded. */
const ENCODED = /^=\?base64\?(.*)\?=$/s;

interface Marked {
  readonly path: readonly string[];
  readonly name: string;
}

/** What is wrong with the marks of a tool, or null. Such a tool must not be called over HTTP. */
export function headerFaultIn({ inputSchema }: JsonObject): string | null {
  const marked = markedIn(inputSchema!);
  const names = marked.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return `two arguments have the same ${MARK}`;
  // A mark that is not found at a property stands where no argument has one fixed place.
  return marked.length === countIn(inputSchema!) ? null : `a wrong ${MARK}`;
}

/** Of a call of this tool. An argument that is absent or null has none. */
export function paramHeaders(definition: JsonObject, args: JsonObject): Record<string, string> {
  const headers = markedValues(definition, args).flatMap(([name, value]) => {
    const text = headerText(value);
    return text === null ? [] : [[name, encoded(text)]];
  });
  return Object.fromEntries(headers);
}

/** The headers that a tool marks, each with its argument. */
function markedValues({ inputSchema }: JsonObject, args: JsonObject) {
  return markedIn(inputSchema!).map(
    ({ path, name }) => [`Mcp-Param-${name}`, path.reduce<Json | undefined>(memberOf, args)] as const,
  );
}

/** The right marks: of a text, a whole number or a truth value, which only `properties` lead to. */
function markedIn(schema: Json, path: readonly string[] = []): readonly Marked[] {
  const { properties, type = null, [MARK]: name } = membersOf(schema);
  const isRight = typeof name === 'string' && TOKEN.test(name) && PRIMITIVE.includes(type) && path.length > 0;
  const inside = Object.entries(membersOf(properties)).flatMap(([step, each]) => markedIn(each, [...path, step]));
  return isRight ? [{ path, name }, ...inside] : inside;
}

const PRIMITIVE: readonly Json[] = ['string', 'integer', 'boolean'];
/** Members of a schema whose own members are names and no keywords, and members that are no schemas. */
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const VALUES = ['const', 'enum', 'default', 'examples'];

/** All marks, wherever they stand. */
function countIn(schema: Json): number {
  const sum = (all: readonly Json[]) => all.reduce<number>((count, each) => count + countIn(each), 0);
  if (isList(schema)) return sum(schema);
  return Object.entries(membersOf(schema)).reduce((count, [keyword, value]) => {
    if (keyword === MARK) return count + 1;
    if (VALUES.includes(keyword)) return count;
    return count + sum(NAMED.includes(keyword) ? Object.values(membersOf(value)) : [value]);
  }, 0);
}

function headerText(value: Json | undefined): string | null {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}

function encoded(text: string): string {
  return PLAIN.test(text) && !ENCODED.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * The header of a call of this tool that does not agree with its argument, or null: what stands on the way must not be told
 * another thing than the tool.
 */
export function disagreeingHeader(definition: JsonObject, args: JsonObject, headers: Headers): string | null {
  const wrong = markedValues(definition, args).find(([name, value]) => !agrees(headers.get(name), value));
  return wrong?.[0] ?? null;
}

function agrees(header: string | null, value: Json | undefined): boolean {
  const text = headerText(value);
  if (header === null || text === null) return header === text;
  const [, base64] = ENCODED.exec(header) ?? [];
  // What is encoded in another way than ours could be read in another way.
  if (base64 !== undefined) return base64 === Buffer.from(text).toString('base64');
  return typeof value === 'number' ? DECIMAL.test(header) && Number(header) === value : header === text;
}
