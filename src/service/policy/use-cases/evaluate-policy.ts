/** POST /api/actions/{id}/preview and /backtest: previewAction, backtestAction. They write nothing. */

import type { Shown } from '../../../protocol/display/render';
import type { ActionId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { ConfigStore } from '../../configuration/ports';
import type { Line } from '../../configuration/rules/declaration';
import type { RequestStore } from '../../request/ports';
import type { Request } from '../../request/rules/request';
import { recentRequests } from '../../request/use-cases/recent-requests';
import type { Clock } from '../../system/ports';
import { differenceLines } from '../rules/differences';
import { groupsAt } from '../rules/groups';
import type { Draft, PlatformActions, Policy } from '../rules/policy';
import { type Proposal, type Resolution, resolve } from '../rules/resolve';
import { type Difference, differenceUnder, type Unapprovable, unapprovableRequesters } from '../rules/trial';
import { policyProblems } from '../rules/validate';
import { shownLinesOf } from './read-display';
import { groupsFor } from './read-groups';

export interface TryPolicyDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'action' | 'actionVersion' | 'operators' | 'groups'>;
  readonly platformActions: PlatformActions;
  readonly requests: RequestStore;
}

export interface Previewed {
  readonly version: number;
  readonly resolution: Resolution;
  readonly unapprovable: readonly Unapprovable[];
}

/** Under the current policy; under another one if it is given, also for an action that does not exist yet. */
export async function previewAction(
  deps: TryPolicyDeps,
  org: OrgId,
  id: ActionId,
  proposal: Proposal,
  draft: Draft | null,
): Promise<Result<Previewed, PolicyTrialRefusal>> {
  const [action, operators] = await Promise.all([deps.config.action(org, id), deps.config.operators(org)]);
  const saved = action === null || action.deletedAtMs !== null ? null : action.policy;
  const policy = draft === null ? saved : { ...draft, version: (action?.policy.version ?? 0) + 1 };
  if (policy === null) return err({ reason: 'not_found' });
  const groups = await groupsFor(deps.config, org, policy);
  const problems = draft === null ? [] : policyProblems(draft, operators, deps.platformActions, groups);
  if (problems.length > 0) return err({ reason: 'invalid_policy', problems });
  const present = groupsAt(groups, deps.clock.nowMs());
  return ok({
    version: policy.version,
    resolution: resolve(policy, operators, proposal, present),
    unapprovable: unapprovableRequesters(policy, operators, present),
  });
}

export type PolicyTrialRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'invalid_policy'; readonly problems: readonly string[] };

export interface Backtested {
  /** What the policy changes. */
  readonly lines: readonly Line[];
  readonly lookedAt: number;
  readonly truncated: boolean;
  readonly different: readonly Difference[];
  readonly shownOf: (request: Request) => Shown | null;
}

/** How many of the newest requests are compared: enough to see what a rule does, and few enough for one answer. */
const MAX_REQUESTS = 500;
const THIRTY_DAYS_MS = 30 * 24 * 3600_000;

export async function backtestAction(
  deps: TryPolicyDeps,
  org: OrgId,
  policy: Draft,
  sinceMs: number | null,
): Promise<Result<Backtested, PolicyTrialRefusal>> {
  const [action, operators] = await Promise.all([deps.config.action(org, policy.id), deps.config.operators(org)]);
  if (action === null || action.deletedAtMs !== null) return err({ reason: 'not_found' });
  const groups = await groupsFor(deps.config, org, policy, action.policy);
  const problems = policyProblems(policy, operators, deps.platformActions, groups);
  if (problems.length > 0) return err({ reason: 'invalid_policy', problems });
  const since = sinceMs ?? Math.max(0, deps.clock.nowMs() - THIRTY_DAYS_MS);
  const { requests, truncated } = await recentRequests(
    deps.requests,
    org,
    { action: policy.id, sinceMs: since },
    MAX_REQUESTS,
  );
  const versions = await versionsOf(deps, org, policy.id, requests);
  const tried: Policy = { ...policy, version: action.policy.version + 1 };
  const different = requests.flatMap((request) => {
    const made = versions.get(request.policy.version) ?? null;
    const then = groupsAt(groups, request.createdAtMs);
    return differenceUnder(tried, { request, policy: made }, operators, then) ?? [];
  });
  const shownOf = await shownLinesOf(
    deps.config,
    different.map(({ request }) => request),
  );
  const lines = differenceLines(action.policy, policy, groups);
  return ok({ lines, lookedAt: requests.length, truncated, different, shownOf });
}

async function versionsOf(deps: TryPolicyDeps, org: OrgId, id: ActionId, requests: readonly Request[]) {
  const versions = [...new Set(requests.map((request) => request.policy.version))];
  const policies = await Promise.all(versions.map((version) => deps.config.actionVersion(org, id, version)));
  return new Map(policies.flatMap((policy) => (policy === null ? [] : [[policy.version, policy] as const])));
}
