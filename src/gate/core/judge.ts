/** What the rules say of a call: forward it, refuse it, or propose it with these params. Pure. */
import { canonicalJson } from '../../client';
import { argumentIn, type GateConfig, type Gated, identityOf, OWN_PARAMS } from './config';
import { faultIn } from './faults';
import { isObject, jsonDigestOf, sha256 } from './json';
import { ruleFor, valueAt } from './rules';
import type { GateCall, Json, Refusal } from './types';

export type Judged = { readonly kind: 'pass' } | { readonly kind: 'refused'; readonly refusal: Refusal } | GatedCall;

type Judgeable = Pick<GateCall, 'caller' | 'upstream' | 'tool' | 'definition' | 'listed' | 'arguments'>;

export interface GatedCall {
  readonly kind: 'gated';
  readonly action: string;
  /** All but `ran_before` and the digest of the intent. */
  readonly params: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<string, string>>;
  readonly executeWithin: number;
  /** The place of the rule in the configuration. */
  readonly rule: string;
}

/** Limits of the contract (docs/contract.md, "Limits"). */
export const LONGEST_PARAM = 512;
/** A display declares no more. */
export const MOST_DOCUMENTS = 4;
const MOST_PARAMS = 24;
/** What the params of the gate leave. */
export const MOST_ARGUMENTS = MOST_PARAMS - OWN_PARAMS.length;
/** The limit of an intent, less what sealing adds to a call. */
const LARGEST_CALL_KIB = 40;

export function judge(config: GateConfig, call: Judgeable): Judged {
  const rule = ruleFor(config, call);
  if ('kind' in rule) return refused(rule);
  if ('do' in rule && rule.do === 'refuse') return refused({ kind: 'no_rule' });
  const fault = faultIn(call.arguments);
  if (fault !== null) return refused(fault);
  return 'do' in rule ? { kind: 'pass' } : proposalOf(config, rule, call);
}

/** The operator in whose name this caller proposes now, or null if the configuration no longer has the caller. */
export function operatorOf(config: GateConfig, callerId: string): string | null {
  const token = config.callers.find(({ name }) => callerId === `token:${name}`);
  if (token !== undefined) return token.operator;
  const issuer = config.issuers.find((each) => callerId.startsWith(`jwt:${each.issuer} `));
  const subject = callerId.slice(`jwt:${issuer?.issuer} `.length);
  return issuer !== undefined && Object.hasOwn(issuer.operators, subject) ? issuer.operators[subject]! : null;
}

function proposalOf(config: GateConfig, rule: Gated, call: Judgeable): Judged {
  // First, because what follows takes its time. The canonical form is as long.
  const bytes = Buffer.byteLength(JSON.stringify(call.arguments));
  if (bytes > LARGEST_CALL_KIB * 1024) return refused({ kind: 'too_large', limit: LARGEST_CALL_KIB });
  const shown = new Set<string>(Object.values(rule.evidence));
  const params: Record<string, string> = {
    upstream: identityOf(config, call.upstream),
    tool: call.tool,
    tool_definition: jsonDigestOf(call.definition),
    caller: call.caller.id,
  };
  for (const [name, template] of Object.entries(rule.params)) {
    const path = argumentIn(template);
    const value = path === null ? null : valueAt(call.arguments, path);
    // An argument that the call does not have is nothing to show.
    if (value === undefined) continue;
    // A function, because a text with `$&` would otherwise be a pattern of the replacement.
    params[name] = path === null ? template : template.replace(`{${path}}`, () => paramText(value));
    if (path !== null) shown.add(path);
  }
  const hidden = hiddenIn(call.arguments, shown);
  if (hidden !== null) return refused({ kind: 'not_shown', argument: hidden });
  const evidence: Record<string, string> = {};
  for (const [name, path] of Object.entries(rule.evidence)) {
    const value = valueAt(call.arguments, path);
    if (value === undefined) continue;
    evidence[name] = paramText(value);
    params[`evidence.${name}`] = sha256(evidence[name]);
  }
  const long = Object.entries(params).find(([, value]) => value.length > LONGEST_PARAM);
  if (long !== undefined) return refused({ kind: 'too_long', argument: long[0], limit: LONGEST_PARAM });
  // The next call may have `ran_before`, and the last one is the digest of the intent.
  const most = MOST_PARAMS - 2;
  if (Object.keys(params).length > most) return refused({ kind: 'too_many_params', limit: most });
  return {
    kind: 'gated',
    action: rule.action,
    params,
    evidence,
    executeWithin: rule.execute_within,
    rule: `rules[${config.rules.indexOf(rule)}]`,
  };
}

const paramText = (value: Json): string => (typeof value === 'string' ? value : canonicalJson(value));

/** The path of a value that people would not see, or null. A name with a dot has no path of its own. */
function hiddenIn(value: Json, shown: ReadonlySet<string>, path: string | null = null): string | null {
  if (path !== null && shown.has(path)) return null;
  if (!isObject(value) || Object.keys(value).length === 0) return path;
  for (const [name, member] of Object.entries(value)) {
    const inside = path === null ? name : `${path}.${name}`;
    const hidden = name.includes('.') ? inside : hiddenIn(member, shown, inside);
    if (hidden !== null) return hidden;
  }
  return null;
}

const refused = (refusal: Refusal): Judged => ({ kind: 'refused', refusal });
