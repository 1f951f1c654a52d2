/**
 * Whether approving a change of the configuration needs a passkey, and when that begins
 * (docs/decisions/signed-turns.md).
 */

import { type ChangesTurn, edited, type HowEdited } from '../../core/administration/config';
import { beginsSignedChanges, CHANGES_TURN } from '../../core/administration/signed-changes';
import { pendingEntry } from '../../core/audit/chain';
import type { TurnNeeds } from '../../core/policy/policy';
import type { OrgId } from '../../protocol/identifiers';
import type { Clock, ConfigStore, PasskeyStore } from '../ports';
import { permit } from './permit';

export interface ChangesTurnDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'operators' | 'changesTurn' | 'saveChangesTurn'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
}

/** Returns the setting. It begins here once every admin has a countersigned key. */
export async function changesTurn(deps: ChangesTurnDeps, org: OrgId): Promise<TurnNeeds> {
  const [stored, bootstrap] = await Promise.all([deps.config.changesTurn(org), deps.passkeys.bootstrap(org)]);
  if (stored !== null) return stored.turn;
  if (bootstrap.endedAtMs === null || !(await everyAdminCanSign(deps, org))) return 'code';
  const begun = withTurn(org, null, 'code_and_passkey', { at: deps.clock.nowMs(), by: 'system' });
  if ((await deps.config.saveChangesTurn(begun, permit({ rule: 'found' }))) === 'saved') return begun.turn;
  return (await deps.config.changesTurn(org))?.turn ?? 'code';
}

export async function everyAdminCanSign({ config, passkeys }: ChangesTurnDeps, org: OrgId): Promise<boolean> {
  const [operators, all] = await Promise.all([config.operators(org), passkeys.ofOrganization(org)]);
  return beginsSignedChanges(operators, all);
}

export function withTurn(
  org: OrgId,
  before: ChangesTurn | null,
  turn: TurnNeeds,
  { at, by, more = {} }: HowEdited,
): ChangesTurn {
  const from = before ?? { org, turn, atMs: at, revision: 0, journal: [] };
  const entry = pendingEntry(at, 'changes.turn_set', CHANGES_TURN, by, { turn, ...more });
  return edited<ChangesTurn>(from, { turn, atMs: at }, [entry]);
}
