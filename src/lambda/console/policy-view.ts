/** Converts policies between the API and the core, and shows what the core says about one. */

import type { components } from '../../../generated/console';
import { LIMITS } from '../../../generated/limits';
import { unjudgedDisplay } from '../../protocol/display/display';
import type { ActionId } from '../../protocol/identifiers';
import type { Requirement } from '../../protocol/requirements';
import type { Line } from '../../service/configuration/rules/declaration';
import { asPeopleSay, policyLines } from '../../service/policy/rules/differences';
import type { RuleVerdict } from '../../service/policy/rules/param-rules';
import { asDeclared, type PlatformActions, type Policy, type StoredPolicy } from '../../service/policy/rules/policy';
import type { PolicyRefusal } from '../../service/policy/rules/resolve';
import type { Backtested, Previewed } from '../../service/policy/use-cases/evaluate-policy';
import { outcomeOf } from '../../service/request/rules/request';
import { parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { policyProblem } from '../v1/problems';

type Schemas = components['schemas'];

/** The values of absent fields, as documented. */
const ABSENT = {
  mode: 'independent',
  coincidence_seconds: LIMITS.coincidenceSeconds.default,
  deny_self_approval: false,
  requires: [],
  required_params: [],
  param_rules: [],
  ttl_seconds: LIMITS.ttlSeconds.default,
  turn: 'code',
  max_open: null,
  integration: null,
  display: null,
} as const satisfies Partial<Schemas['PolicyBody']>;

export function policyOf(id: ActionId, sent: Schemas['PolicyBody']): Omit<Policy, 'version'> {
  const body = { ...ABSENT, ...sent };
  return {
    id,
    title: body.title,
    roster: body.roster.map((text) => parseId('group', text) ?? parseId('operator', text)).filter((id) => id !== null),
    quorum: body.quorum,
    ...requiresOf(body.requires),
    mode: body.mode,
    coincidenceSeconds: body.coincidence_seconds,
    denySelfApproval: body.deny_self_approval,
    requiredParams: body.required_params,
    paramRules: body.param_rules.map(({ requires = [], ...rule }) => ({ ...rule, ...requiresOf(requires) })),
    ttlSeconds: body.ttl_seconds,
    turn: body.turn,
    maxOpen: body.max_open,
    integration: body.integration,
    display: body.display === null ? null : unjudgedDisplay(body.display),
  };
}

/** The document allows only ids of groups. No requirement is an absent field. */
function requiresOf(requires: readonly Schemas['Requirement'][]): { readonly requires?: Requirement[] } {
  const read = requires.flatMap(({ group, keys }) => {
    const id = parseId('group', group);
    return id === null ? [] : [{ group: id, keys }];
  });
  return read.length === 0 ? {} : { requires: read };
}

export function actionView(stored: StoredPolicy, platformActions: PlatformActions): DeepReadonly<Schemas['Action']> {
  const { createdAtMs, updatedAtMs } = stored;
  const policy = asDeclared(stored.policy, platformActions);
  return {
    id: policy.id,
    version: policy.version,
    ...policyBody(policy),
    created_at: createdAtMs,
    updated_at: updatedAtMs,
  };
}

/** Groups are named where they are shown. */
export const linesView = ({ policy }: StoredPolicy, platformActions: PlatformActions): Line[] =>
  policyLines(asDeclared(policy, platformActions)).map(asPeopleSay);

/** The body of a policy with every field. */
export function policyBody(policy: Omit<Policy, 'version'>) {
  return {
    title: policy.title,
    roster: policy.roster,
    quorum: policy.quorum,
    requires: policy.requires ?? [],
    mode: policy.mode,
    coincidence_seconds: policy.coincidenceSeconds,
    deny_self_approval: policy.denySelfApproval,
    required_params: policy.requiredParams,
    param_rules: policy.paramRules,
    ttl_seconds: policy.ttlSeconds,
    turn: policy.turn,
    max_open: policy.maxOpen,
    integration: policy.integration,
    display: policy.display,
  } satisfies DeepReadonly<Schemas['PolicyBody']>;
}

export function previewView({ version, resolution, unapprovable }: Previewed): DeepReadonly<Schemas['Preview']> {
  const { quorum, decidedBy, rule, floor, rules, requires, groups, seats, struck, refusal } = resolution;
  return {
    version,
    quorum,
    decided_by: decidedBy,
    rule,
    floor,
    requires: requires.map(({ group, keys }) => {
      const { name = group, members = [] } = groups.find(({ id }) => id === group) ?? {};
      return { group, name, keys, seats: seats.filter((operator) => members.includes(operator)).length };
    }),
    rules: rules.map(ruleView),
    seats,
    struck,
    refusal: refusalView(refusal),
    unapprovable,
  };
}

export function backtestView({
  lines,
  lookedAt,
  truncated,
  different,
  shownOf,
}: Backtested): DeepReadonly<Omit<Schemas['Backtest'], 'server_now'>> {
  return {
    lines: lines.map(asPeopleSay),
    looked_at: lookedAt,
    truncated,
    different: different.map(({ request, was, wouldBe, refusal }) => ({
      request_id: request.id,
      title: request.policy.title,
      params: request.params,
      shown: shownOf(request),
      created_at: request.createdAtMs,
      outcome: outcomeOf(request),
      was,
      would_be: wouldBe,
      refusal: refusalView(refusal),
    })),
  };
}

function ruleView({ index, quorum, requires, matched, firstUnmet }: RuleVerdict): DeepReadonly<Schemas['RuleVerdict']> {
  const asks = { index, quorum, requires };
  if (firstUnmet === null) return { ...asks, matched, first_unmet: null };
  const { param, op, value = null, actual } = firstUnmet;
  return { ...asks, matched, first_unmet: { param, op, value, actual } };
}

function refusalView(refusal: PolicyRefusal | null): Schemas['Problem'] | null {
  return refusal === null ? null : policyProblem(refusal).body;
}
