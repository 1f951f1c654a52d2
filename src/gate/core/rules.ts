/** Which rule decides about a call. An agent chooses the arguments, so what cannot be decided never lets a call pass. Pure. */

import { argumentIn, type Condition, type GateConfig, type Rule } from './config';
import { isList, isObject, memberOf } from './json';
import type { GateCall, Json, JsonObject, PlainType, Refusal } from './types';

type About = Pick<GateCall, 'upstream' | 'tool' | 'definition' | 'listed' | 'arguments'>;

/** The first rule that holds, or why there is none. */
export function ruleFor({ rules }: GateConfig, call: About): Rule | Refusal {
  let isWithheld = false;
  for (const [index, rule] of rules.entries()) {
    if (rule.upstream !== call.upstream || ![ANY, call.tool].includes(rule.tool)) continue;
    const found = decide(rule, call);
    if (found === 'fails') continue;
    if (!passes(rule)) return found === 'holds' ? rule : { kind: 'undecided', ...found };
    if (found !== 'holds') continue;
    if (!rules.slice(0, index).some((before) => withholds(before, call))) return rule;
    isWithheld = true;
  }
  return { kind: isWithheld ? 'broken_rule' : 'no_rule' };
}

/** Of a rule that puts a tool behind people or refuses it: the tool or the argument that its upstream does not list. */
export type Misfit = { readonly tool: string } | { readonly argument: string };

export function misfitOf(rule: Rule, listed: readonly JsonObject[]): Misfit | null {
  if (passes(rule)) return null;
  const tools = rule.tool === ANY ? listed : listed.filter(({ name }) => name === rule.tool);
  if (tools.length === 0) return rule.tool === ANY ? null : { tool: rule.tool };
  const argument = argumentsOf(rule).find((path) => tools.every((tool) => declared(tool, path) === 'no'));
  return argument === undefined ? null : { argument };
}

const ANY = '*';
const passes = (rule: Rule): boolean => 'do' in rule && rule.do === 'pass';

/** With a misspelled tool nobody knows which tool was meant, so nothing of the upstream passes after the rule. */
function withholds(rule: Rule, { upstream, tool, listed }: About): boolean {
  if (rule.upstream !== upstream) return false;
  const misfit = misfitOf(rule, listed);
  return misfit !== null && ('tool' in misfit || [ANY, tool].includes(rule.tool));
}

function argumentsOf(rule: Rule): readonly string[] {
  const shown = 'do' in rule ? [] : [...Object.values(rule.params).map(argumentIn), ...Object.values(rule.evidence)];
  return [...Object.keys(rule.when), ...shown.filter((path) => path !== null)];
}

type Undecided = { readonly argument: string; readonly expected: readonly PlainType[] };
type Decided = 'holds' | 'fails' | Undecided;

/** One condition that does not hold is enough, whatever cannot be decided beside it. */
function decide(rule: Rule, call: About): Decided {
  const all = Object.entries(rule.when).flatMap(([path, condition]) => {
    const value = valueAt(call.arguments, path);
    if (rule.tool === ANY && isForeign(call.definition, path, value)) return ['fails' as const];
    return comparisonsIn(condition).map((comparison) => compare(path, comparison, value));
  });
  if (all.includes('fails')) return 'fails';
  return all.find((each) => each !== 'holds') ?? 'holds';
}

/** A rule for every tool says nothing about an argument that this tool does not have. */
function isForeign(definition: JsonObject, path: string, value: Json | undefined): boolean {
  const how = declared(definition, path);
  return how === 'no' || (how === 'open' && value === undefined);
}

type Comparison = { readonly expected: readonly PlainType[]; readonly holds: (value: Json) => boolean };

function comparisonsIn({ equals, one_of, ...bounds }: Condition): readonly Comparison[] {
  const isOneOf = (listed: readonly Json[]): Comparison => ({
    expected: [...new Set(listed.map((each) => typeOf(each)).filter((type) => type !== null))],
    holds: (value) => listed.includes(value),
  });
  const amounts = Object.entries(bounds).flatMap(([name, bound]) =>
    bound === undefined ? [] : { expected: NUMBER, holds: amountThat(name as keyof typeof bounds, bound) },
  );
  return [
    ...(equals === undefined ? [] : [isOneOf([equals])]),
    ...(one_of === undefined ? [] : [isOneOf(one_of)]),
    ...amounts,
  ];
}

const NUMBER: readonly PlainType[] = ['number'];

function amountThat(is: 'at_least' | 'at_most' | 'above' | 'below', bound: number) {
  const holds = {
    at_least: (amount: number) => amount >= bound,
    at_most: (amount: number) => amount <= bound,
    above: (amount: number) => amount > bound,
    below: (amount: number) => amount < bound,
  }[is];
  return (value: Json) => holds(value as number);
}

function compare(argument: string, { expected, holds }: Comparison, value: Json | undefined): Decided {
  if (value === undefined || !expected.some((type) => type === typeOf(value))) return { argument, expected };
  return holds(value) ? 'holds' : 'fails';
}

/** Null for an object and a list, which no rule compares. */
function typeOf(value: Json): PlainType | null {
  if (value === null) return 'null';
  return typeof value === 'object' ? null : (typeof value as PlainType);
}

/** No member of a list has a path. */
export const valueAt = (args: JsonObject, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>(memberOf, args);

/**
 * Whether a tool's schema declares an argument. Nothing is guessed from similar names (docs/gate.md#configuration).
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
    level = parts.flatMap(({ properties }) => memberOrItem(properties, step) ?? []);
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
  return names.reduce<Json | undefined>(memberOrItem, root);
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
function memberOrItem(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}
