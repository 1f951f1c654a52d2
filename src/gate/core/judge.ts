/** What the rules say of a call: forward it, refuse it, or propose it with these params. Pure. */
import { canonicalJson, digestOf, isList, isSafe, sha256 } from './canonical';
import { argumentIn, type Condition, type GateConfig, type Gated, identityOf, type Rule } from './config';
import type { Caller, GateCall, Json, JsonObject, Refusal } from './types';

export type Judged = { readonly kind: 'pass' } | { readonly kind: 'refused'; readonly refusal: Refusal } | Proposal;

export interface Proposal {
  readonly kind: 'gated';
  readonly action: string;
  /** All but the digest of the intent. */
  readonly params: Readonly<Record<string, string>>;
  /** Documents by name, as people read them. */
  readonly evidence: Readonly<Record<string, string>>;
  readonly executeWithin: number;
}

/** Limits of the contract (docs/contract.md, "Limits"). */
const LONGEST_PARAM = 512;
const MOST_PARAMS = 24;

export function judge(
  config: GateConfig,
  call: Pick<GateCall, 'upstream' | 'tool' | 'definition' | 'arguments'>,
): Judged {
  const rule = config.rules.find((each) => fits(each, call));
  if (rule === undefined || rule.does === 'refuse') return refused({ kind: 'no_rule' });
  const fault = faultIn(call.arguments, '');
  if (fault !== null) return refused(fault);
  return rule.does === 'pass' ? { kind: 'pass' } : proposalOf(config, rule.does, call);
}

/** The operator in whose name this caller proposes now, or null if the configuration no longer has the caller. */
export function operatorOf(config: GateConfig, callerId: string): string | null {
  const token = config.callers.find(({ name }) => callerId === `token:${name}`);
  if (token !== undefined) return token.operator;
  for (const { issuer, operators } of config.issuers) {
    const subject = callerId.startsWith(`jwt:${issuer} `) ? callerId.slice(`jwt:${issuer} `.length) : null;
    if (subject !== null && Object.hasOwn(operators, subject)) return operators[subject]!;
  }
  return null;
}

export const isStill = (config: GateConfig, { id, operator }: Caller): boolean => operatorOf(config, id) === operator;

function fits({ upstream, tool, when }: Rule, call: Pick<GateCall, 'upstream' | 'tool' | 'arguments'>): boolean {
  if (upstream !== call.upstream || (tool !== '*' && tool !== call.tool)) return false;
  return Object.entries(when).every(([path, condition]) => holds(condition, valueAt(call.arguments, path)));
}

function holds({ equals, one_of, at_least, at_most, above, below }: Condition, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (equals !== undefined && value !== equals) return false;
  if (one_of !== undefined && !one_of.some((each) => each === value)) return false;
  if (at_least === undefined && at_most === undefined && above === undefined && below === undefined) return true;
  if (typeof value !== 'number') return false;
  return (
    value >= (at_least ?? Number.NEGATIVE_INFINITY) &&
    value <= (at_most ?? Number.POSITIVE_INFINITY) &&
    value > (above ?? Number.NEGATIVE_INFINITY) &&
    value < (below ?? Number.POSITIVE_INFINITY)
  );
}

function proposalOf(
  config: GateConfig,
  rule: Gated,
  call: Pick<GateCall, 'upstream' | 'tool' | 'definition' | 'arguments'>,
): Judged {
  const shown = new Set<string>(Object.values(rule.evidence));
  const params: Record<string, string> = {
    upstream: identityOf(config, call.upstream),
    tool: call.tool,
    tool_definition: digestOf(call.definition),
  };
  for (const [name, template] of Object.entries(rule.params)) {
    const path = argumentIn(template);
    const value = path === null ? null : valueAt(call.arguments, path);
    // An argument that the call does not have is nothing to show.
    if (value === undefined) continue;
    // A function, because a text with `$&` would otherwise be a pattern of the replacement.
    params[name] = path === null ? template : template.replace(`{${path}}`, () => textOf(value));
    if (path !== null) shown.add(path);
  }
  const hidden = leaves(call.arguments).find((leaf) => !isShown(leaf, shown));
  if (hidden !== undefined) return refused({ kind: 'not_shown', argument: hidden.join('.') });
  const evidence = evidenceOf(rule, call.arguments);
  for (const [name, text] of Object.entries(evidence)) params[`evidence.${name}`] = sha256(text);
  const long = Object.entries(params).find(([, value]) => value.length > LONGEST_PARAM);
  if (long !== undefined) return refused({ kind: 'too_long', argument: long[0], limit: LONGEST_PARAM });
  // One more is the digest of the intent.
  if (Object.keys(params).length >= MOST_PARAMS) return refused({ kind: 'too_large' });
  return { kind: 'gated', action: rule.action, params, evidence, executeWithin: rule.execute_within };
}

function evidenceOf({ evidence }: Pick<Gated, 'evidence'>, args: JsonObject): Record<string, string> {
  const documents = Object.entries(evidence).map(([name, path]) => [name, valueAt(args, path)] as const);
  return Object.fromEntries(documents.flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])));
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : canonicalJson(value));

function valueAt(args: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = args;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || isList(value) || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** Every value without members, as the names on the way to it. */
function leaves(value: Json, path: readonly string[] = []): (readonly string[])[] {
  const isLeaf = typeof value !== 'object' || value === null || isList(value) || Object.keys(value).length === 0;
  if (isLeaf) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

/** By itself or by a parent. A name with a dot has no path of its own. */
function isShown(leaf: readonly string[], shown: ReadonlySet<string>): boolean {
  const dotted = leaf.findIndex((name) => name.includes('.'));
  const steps = dotted < 0 ? leaf : leaf.slice(0, dotted);
  return steps.some((_, index) => shown.has(steps.slice(0, index + 1).join('.')));
}

function faultIn(value: Json, path: string): Refusal | null {
  if (typeof value === 'number') return isSafe(value) ? null : { kind: 'unsafe_number', argument: path };
  if (typeof value === 'string') return value.isWellFormed() ? null : { kind: 'not_text', argument: path };
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return { kind: 'not_text', argument: path };
    const fault = faultIn(member as Json, path === '' ? name : `${path}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

const refused = (refusal: Refusal): Judged => ({ kind: 'refused', refusal });
