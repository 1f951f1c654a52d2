/** Saves or deletes an action and its policy (docs/design.md#policy-of-an-action). */

import type { ActionId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { AuditData, EntryWords } from '../../../audit/rules/chain';
import {
  atOnce,
  type How,
  headlineText,
  OPERATORS,
  readable,
  refuse,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { edited } from '../../../configuration/rules/items';
import { asPeopleSay, differenceLines, differUnseen, policyFingerprint, policyLines } from '../differences';
import type { Group } from '../groups';
import { type Organization, replaced } from '../organization';
import type { Draft, PlatformActions, Policy, StoredPolicy } from '../policy';
import { loosenedFields, policyEffect } from '../policy-effect';
import { policyProblems } from '../validate';

export const ACTION = /* @__PURE__ */ readable<ActionId, StoredPolicy | null>()('action', null);
/** Every group, also a deleted one, if this policy or the stored one of its action names any. */
export const GROUPS = /* @__PURE__ */ readable<Draft, readonly Group[]>()('groups', []);
/** What the deployment declares. */
export const PLATFORM_ACTIONS = /* @__PURE__ */ readable<true, PlatformActions>()(
  'platformActions',
  /* @__PURE__ */ new Map(),
);

export const ACTION_ENTRIES = {
  'action.created': {
    audience: 'admins',
    told: ({ subject }) => said`The action ${named('action', subject)} was created.`,
  },
  'action.updated': {
    audience: 'admins',
    told: ({ subject, data }) =>
      said`The policy of the action ${named('action', subject)} was changed. It is version ${data.version} now.`,
  },
  'action.deleted': {
    audience: 'admins',
    told: ({ subject }) => said`The action ${named('action', subject)} was deleted.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const PUT_ACTION_ATTEMPT = 'save the action';

interface PutAction {
  readonly policy: Draft;
  /** The version that the edit was made from. Null or absent: it replaces any version. */
  readonly ifVersion?: number | null;
}

/** Saves the next or first version of the action. */
export const putAction = /* @__PURE__ */ waiting<PutAction>()({
  entries: ACTION_ENTRIES,
  reads: ({ policy }) => [ACTION.of(policy.id), GROUPS.of(policy), OPERATORS.of(true), PLATFORM_ACTIONS.of(true)],
  decide: ({ action, groups, operators, platformActions }, { policy, ifVersion = null }, how) => {
    const problems = policyProblems(policy, operators, platformActions, groups.filter(isNotDeleted));
    if (problems.length > 0) return refuse('invalid_policy', { problems });
    const current = isNotDeleted(action) ? action.policy.version : 0;
    // The edit was based on a version that is no longer current.
    if (ifVersion !== null && ifVersion !== current) return refuse('version_moved', { current });
    return write('action', { item: nextVersion(action ?? blankAction(policy, how.at), policy, how) });
  },
  // Creating an action does more, even if a deleted action had the same name.
  waits: ({ policy }, { action }) =>
    !isNotDeleted(action) || differUnseen(action.policy, policy) || loosenedFields(action.policy, policy).length > 0,
  seen: ({ action }) => action,
  subject: ({ policy }) => policy.id,
  attempt: PUT_ACTION_ATTEMPT,
  title: ({ policy }, { action }) => policyTitle(action, policy),
  headline: ({ policy }, { action, groups }) =>
    isNotDeleted(action)
      ? headlineText(action.policy.title, differenceLines(action.policy, policy, groups).map(asPeopleSay))
      : `New action: ${policy.title}`,
  lines: ({ policy }, { action, groups }) =>
    action === null ? policyLines(policy, groups) : differenceLines(action.policy, policy, groups),
  effect: ({ policy }, { action }) => (isNotDeleted(action) ? policyEffect(action.policy, policy) : null),
  gives: 'policy',
  after: (organization: Organization, { policy }) => ({
    ...organization,
    policies: replaced(organization.policies, { ...policy, version: 0 }),
  }),
});

export const deleteAction = /* @__PURE__ */ atOnce<{ readonly id: ActionId }>()({
  entries: ACTION_ENTRIES,
  reads: ({ id }) => [ACTION.of(id)],
  decide: ({ action }, { id }, { at, entry }) => {
    if (!isNotDeleted(action)) return refuse('not_found');
    const deleted = entry('action.deleted', id, { version: action.policy.version });
    return write('action', { item: edited<StoredPolicy>(action, { deletedAtMs: at, updatedAtMs: at }, [deleted]) });
  },
  waits: 'never',
});

function isNotDeleted<T extends { readonly deletedAtMs: number | null }>(stored: T | null): stored is T {
  return stored !== null && stored.deletedAtMs === null;
}

/** An action that is not stored yet. The edit makes it version 1. */
function blankAction(policy: Draft, at: number): StoredPolicy {
  return {
    policy: { ...policy, version: 0 },
    createdAtMs: at,
    updatedAtMs: at,
    deletedAtMs: null,
    revision: 0,
    journal: [],
  };
}

function nextVersion(stored: StoredPolicy, policy: Draft, { at, entry }: How<keyof typeof ACTION_ENTRIES>) {
  const version = stored.policy.version + 1;
  const isNew = stored.revision === 0 || stored.deletedAtMs !== null;
  const next: Policy = { ...policy, version };
  const compared: AuditData = isNew
    ? {}
    : { ...loosenedBy(stored.policy, policy), before: policyFingerprint(stored.policy) };
  const data = {
    version,
    roster: policy.roster,
    quorum: policy.quorum.default,
    mode: policy.mode,
    ...compared,
    after: policyFingerprint(next),
  };
  const saved = entry(isNew ? 'action.created' : 'action.updated', policy.id, data);
  return edited<StoredPolicy>(stored, { policy: next, updatedAtMs: at, deletedAtMs: null }, [saved]);
}

/** The fields in which the policy requires less than before. */
function loosenedBy(before: Policy, after: Draft): AuditData {
  const loosened = differUnseen(before, after) ? ['fields without a name'] : loosenedFields(before, after);
  return loosened.length === 0 ? {} : { loosened };
}

function policyTitle(base: StoredPolicy | null, policy: Draft): string {
  if (base === null) return `Create the action ${policy.id}`;
  const { version } = base.policy;
  return base.deletedAtMs === null
    ? `Edit the action ${policy.id}, version ${version}`
    : `Create the deleted action ${policy.id} again, from version ${version}`;
}
