/**
 * The door for set-up code: the administration command, the demo and the canary. If changes need a second admin, it is
 * closed except for a rescue with a reason. The rescue is recorded in the audit chain before the first write, and
 * everyone is told by mail (docs/decisions/four-eyes.md).
 */

import { type Actor, ADMIN_COMMAND } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { isBlank } from '../../../protocol/visible-text';
import { entryIn } from '../../audit/rules/chain';
import type { ConfigStore, Permit, SecretBox } from '../../configuration/ports';
import { edited, type NewApiKey, type NewOperator, RESCUE_ENTRIES, type Rescue } from '../../configuration/rules/items';
import { isRuleOn } from '../../configuration/rules/two-admins';
import { permit } from '../../configuration/use-cases/permit';
import type { NewEndpoint } from '../../delivery/rules/edits/endpoint';
import type { GroupBody } from '../../policy/rules/groups';
import type { PlatformActions, Policy } from '../../policy/rules/policy';
import type { WebhookSender } from '../../receiver/ports';
import type { Clock, Random } from '../../system/ports';
import { makeEdit, writeEdit } from './make-edit';

export interface SetUpDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly secretBox: SecretBox;
  /** Needed only to set up an action. */
  readonly platformActions?: PlatformActions;
}

export interface SetUp {
  readonly org: OrgId;
  /** The actor of the entries. */
  readonly by: Actor;
  /**
   * The command, and the reason why it cannot be done in the console. Null if the organization must not be under the
   * rule.
   */
  readonly rescue?: { readonly command: string; readonly reason: string | null } | null;
}

export type NeedsReason = { readonly reason: 'needs_reason' };
export type Door = Awaited<ReturnType<typeof openSetUp>> extends Result<infer T, unknown> ? T : never;

export async function openSetUp(deps: SetUpDeps, { org, by, rescue = null }: SetUp) {
  const [began, operators] = await Promise.all([deps.config.ruleBegan(org), deps.config.operators(org)]);
  const isOn = isRuleOn(began, operators);
  const reason = rescue?.reason?.trim() ?? '';
  if (isOn && (rescue === null || isBlank(reason))) return err<NeedsReason>({ reason: 'needs_reason' });
  let recorded: Promise<Permit> | null = null;
  /** A rescue records its entry before any other write. */
  const permitted = (): Promise<Permit> => {
    if (!isOn || rescue === null) return Promise.resolve(permit({ rule: 'off' }));
    recorded ??= recordRescue(deps, org, rescue.command, reason);
    return recorded;
  };
  const editor = { org, by };
  return ok({
    org,
    createOperator: async (operator: NewOperator) =>
      makeEdit(deps, editor, { kind: 'create_operator', operator }, await permitted()),
    makeAdmin: async (id: OperatorId) =>
      writeEdit(deps, editor, { kind: 'update_operator', id, patch: { role: 'admin' } }, await permitted()),
    issueApiKey: async (key: NewApiKey) => {
      const issued = await makeEdit(deps, editor, { kind: 'create_key', ...key }, await permitted());
      if (!issued.ok) {
        const { error } = issued;
        throw new Error('problem' in error ? error.problem : 'a new key is refused only for its name or actions');
      }
      return issued.value;
    },
    putAction: async (policy: Omit<Policy, 'version'>) => {
      const edit = { kind: 'put_action', policy, ifVersion: 0 } as const;
      const { platformActions = new Map() } = deps;
      return makeEdit({ ...deps, platformActions }, editor, edit, await permitted());
    },
    putGroup: async (group: GroupBody) =>
      makeEdit(deps, editor, { kind: 'put_group', group, ifRevision: 0 }, await permitted()),
    createEndpoint: async (endpoint: NewEndpoint, sender: WebhookSender) =>
      makeEdit({ ...deps, sender }, editor, { kind: 'create_endpoint', endpoint }, await permitted()),
    nameOrganization: async (name: string) =>
      makeEdit(deps, editor, { kind: 'rename_organization', name }, await permitted()),
    /** The audit entry of a link, for anybody. It also strikes the operator's seats in open requests. */
    noteLink: async (id: OperatorId) =>
      writeEdit(deps, editor, { kind: 'send_sign_in_link', id }, await permitted(), 'rescued'),
    permitted,
  });
}

async function recordRescue(deps: SetUpDeps, org: OrgId, command: string, reason: string): Promise<Permit> {
  const at = deps.clock.nowMs();
  const id = `rescue_${deps.random.hex(12)}`;
  const blank: Rescue = { org, id, command, reason, atMs: at, revision: 0, journal: [] };
  const entry = entryIn(RESCUE_ENTRIES)(at, 'rescue.used', id, ADMIN_COMMAND, { command, reason });
  // The id is random, so a conflict is with our own write, whose first answer was lost.
  await deps.config.saveRescue(edited(blank, {}, [entry]));
  return permit({ rule: 'rescued' });
}
