/** A change of the configuration as a request of the built-in action, and its words (docs/decisions/four-eyes.md). */

import { LIMITS } from '../../../../generated/limits';
import { person } from '../../../protocol/actor';
import { canonicalJson } from '../../../protocol/canonical-json';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../../protocol/change-request';
import { digestOf } from '../../../protocol/hash';
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { propose } from '../../ceremony/rules/propose';
import { type Line, lineText } from '../../configuration/rules/declaration';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin } from '../../configuration/rules/two-admins';
import type { Policy, TurnNeeds } from '../../policy/rules/policy';
import { type PolicyRefusal, resolve } from '../../policy/rules/resolve';
import { ADMIN_ACTION } from '../../request/rules/administrative';
import { INITIAL } from '../../request/rules/fields';
import type { Change } from '../../request/rules/journal';
import type { Notified, Params } from '../../request/rules/request';
import type { ChangeDocument } from './change';
import { type Base, boundWaiting, type Edit, effectOf } from './edits';

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
    { turn, title: editHeadline(edit, base) },
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

/** The text of a change that waits, for all readers: what is approved, and the title of its request. */
export interface WordedChange {
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Each edit declares its words. */
export function inWords(edit: Edit, base: Base): WordedChange {
  const judged = boundWaiting(edit).on(base);
  return { title: judged.title(), lines: judged.lines() };
}

export const editHeadline = (edit: Edit, base: Base): string => boundWaiting(edit).on(base).headline();

export const editSubject = (edit: Edit): string => boundWaiting(edit).subject;

export function paramsOf(edit: Edit, base: Base): Params {
  const { title, lines } = inWords(edit, base);
  return Object.fromEntries([
    [TITLE_PARAM, title],
    ...lines.map((line) => [line.field, lineText(line)]),
    [DOCUMENT_PARAM, digestOf(documentText(edit, base))],
  ]);
}

/** The document that is stored beside the request, in canonical form. */
export function documentText(edit: Edit, base: Base): string {
  const judged = boundWaiting(edit).on(base);
  const affects = judged.affects();
  const affected = affects === null ? {} : { affects };
  const document: ChangeDocument = { v: 1, edit, base: judged.revision ?? 0, ...affected };
  // Removes undefined fields, which have no canonical form.
  return canonicalJson(JSON.parse(JSON.stringify(document)));
}
