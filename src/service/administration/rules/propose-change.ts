/** A change of the configuration as a request of the built-in action (docs/decisions/four-eyes.md). */

import { LIMITS } from '../../../../generated/limits';
import { person } from '../../../protocol/actor';
import { TITLE_PARAM } from '../../../protocol/change-request';
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { propose } from '../../ceremony/rules/propose';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin } from '../../configuration/rules/rule';
import type { Policy, TurnNeeds } from '../../policy/rules/policy';
import { type PolicyRefusal, resolve } from '../../policy/rules/resolve';
import { ADMIN_ACTION } from '../../request/rules/administrative';
import { INITIAL } from '../../request/rules/fields';
import type { Change } from '../../request/rules/journal';
import type { Notified } from '../../request/rules/request';
import { type Base, type Edit, effectOf } from './edits';
import { headlineOf, paramsOf } from './words';

export interface ProposedChange {
  readonly org: OrgId;
  readonly id: RequestId;
  readonly requester: OperatorId;
  readonly edit: Edit;
  readonly base: Base;
  readonly codeKeyId: string;
  /** What is needed to approve the change. */
  readonly turn: TurnNeeds;
}

/** Every enabled admin except the requester gets a seat. One key is enough. */
export function proposeChange(
  { org, id, requester, edit, base, codeKeyId, turn }: ProposedChange,
  operators: readonly Operator[],
  nowMs: number,
): Result<Change<Notified>, PolicyRefusal> {
  const params = paramsOf(edit, base);
  const policy = policyFor(
    operators.filter(isEnabledAdmin).map((admin) => admin.id),
    { turn, title: headlineOf(edit, base) },
  );
  const resolution = resolve(policy, operators, { requester, params, quorum: null });
  if (resolution.refusal !== null) return err(resolution.refusal);
  const change = propose(
    {
      ...INITIAL,
      org,
      id,
      action: ADMIN_ACTION,
      requester,
      params,
      // The params contain the differences, one for each line.
      summary: params[TITLE_PARAM] ?? null,
      change: { kind: edit.kind, effect: effectOf(edit, base) },
      codeKeyId,
      proposedBy: person(requester),
    },
    policy,
    resolution,
    nowMs,
  );
  return ok(change);
}

function policyFor(
  roster: readonly OperatorId[],
  { turn, title }: Pick<Policy, 'title'> & { turn: TurnNeeds },
): Policy {
  return {
    id: ADMIN_ACTION,
    version: 1,
    title,
    roster,
    quorum: { default: 1, min: 1, max: 1, selectable: false },
    mode: 'independent',
    coincidenceSeconds: LIMITS.coincidenceSeconds.default,
    denySelfApproval: true,
    requiredParams: [],
    paramRules: [],
    ttlSeconds: LIMITS.ttlSeconds.max,
    maxOpen: null,
    turn,
    display: null,
    integration: ADMIN_ACTION,
  };
}
