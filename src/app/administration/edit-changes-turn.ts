/** Requires a passkey for approving changes from now on. Called by `changeConfiguration`. */
import type { ChangesTurn } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { err, ok, type Result } from '../../protocol/result';
import type { Permit } from '../ports';
import type { Editor } from './edit-config';
import { type ChangesTurnDeps, everyAdminCanSign, withTurn } from './signed-changes';

export type SetTurnRefusal = { readonly reason: 'not_ready' | 'edited_meanwhile' | 'nobody_approves' };

/** Takes effect at once because it makes things safer. Ending it needs the approval of another admin. */
export async function signChanges(
  deps: ChangesTurnDeps,
  { org, by }: Editor,
  { turn }: EditOf<'set_changes_turn'>,
  permit: Permit,
): Promise<Result<ChangesTurn, SetTurnRefusal>> {
  if (permit.rule === 'off') return err({ reason: 'nobody_approves' });
  const stored = await deps.config.changesTurn(org);
  if (stored?.turn === turn) return ok(stored);
  if (!(await everyAdminCanSign(deps, org))) return err({ reason: 'not_ready' });
  const begun = withTurn(org, stored, turn, { at: deps.clock.nowMs(), by });
  return (await deps.config.saveChangesTurn(begun, permit)) === 'saved'
    ? ok(begun)
    : err({ reason: 'edited_meanwhile' });
}
