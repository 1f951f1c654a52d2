/** Edits of the settings of an organization, called by `changeConfiguration` and by the door for set-up. */
import { IDENTITY_PROVIDER, type ProviderSetting, withProvider } from '../../core/access/company-sign-in';
import { MAILED_LINKS, type MailedLinks, withMailedLinks } from '../../core/access/mailed-link';
import type { ChangesTurn, HowEdited, OrganizationName } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { ORGANIZATION, renamed } from '../../core/administration/organization';
import { NEVER_SET, type Settings } from '../../core/administration/settings';
import { CHANGES_TURN, withTurn } from '../../core/administration/signed-changes';
import { err, ok, type Result } from '../../protocol/result';
import type { Permit } from '../ports';
import { type EditDeps, type EditedMeanwhile, type Editor, editConfig, isJudgedFrom } from './edit-config';
import { type ChangesTurnDeps, everyAdminCanSign } from './signed-changes';

/** `decide` returns the same object if nothing changes. */
function editSetting<Name extends keyof Settings>(
  { clock, config }: EditDeps,
  { org, by }: Editor,
  name: Name,
  permit: Permit,
  decide: (stored: Settings[Name], how: HowEdited) => Result<Settings[Name], EditedMeanwhile>,
): Promise<Result<Settings[Name], EditedMeanwhile>> {
  const how = { at: clock.nowMs(), by };
  return editConfig<Settings[Name], EditedMeanwhile>({
    load: async () => (await config.setting(org, name)) ?? NEVER_SET[name](org),
    decide: (stored) => decide(stored, how),
    save: (setting) => config.saveSetting(name, setting, permit),
  });
}

export const renameOrganization = (
  deps: EditDeps,
  editor: Editor,
  { name }: EditOf<'rename_organization'>,
  permit: Permit,
): Promise<Result<OrganizationName, EditedMeanwhile>> =>
  editSetting(deps, editor, ORGANIZATION, permit, (stored, how) =>
    ok(stored.name === name ? stored : renamed(stored, name, how)),
  );

export type SetTurnRefusal = EditedMeanwhile | { readonly reason: 'not_ready' | 'nobody_approves' };

/**
 * Requires a passkey for approving changes from now on. Takes effect at once because it makes things safer. Ending it needs
 * the approval of another admin.
 */
export async function signChanges(
  deps: ChangesTurnDeps,
  editor: Editor,
  { turn }: EditOf<'set_changes_turn'>,
  permit: Permit,
): Promise<Result<ChangesTurn, SetTurnRefusal>> {
  if (permit.rule === 'off') return err({ reason: 'nobody_approves' });
  const stored = await deps.config.setting(editor.org, CHANGES_TURN);
  if (stored?.turn === turn) return ok(stored);
  if (!(await everyAdminCanSign(deps, editor.org))) return err({ reason: 'not_ready' });
  return editSetting(deps, editor, CHANGES_TURN, permit, (before, how) =>
    // Another admin may have set it at the same moment.
    ok(before.revision > 0 && before.turn === turn ? before : withTurn(before, turn, how)),
  );
}

/** Allows or ends sign-in links that operators request by mail. */
export const setMailedLinks = (
  deps: EditDeps,
  editor: Editor,
  { allowed }: EditOf<'set_mailed_links'>,
  permit: Permit,
): Promise<Result<MailedLinks, EditedMeanwhile>> =>
  editSetting(deps, editor, MAILED_LINKS, permit, (stored, how) =>
    ok(stored.allowed === allowed ? stored : withMailedLinks(stored, allowed, how)),
  );

export const setIdentityProvider = (
  deps: EditDeps,
  editor: Editor,
  { provider }: EditOf<'set_identity_provider'>,
  permit: Permit,
): Promise<Result<ProviderSetting, EditedMeanwhile>> =>
  editSetting(deps, editor, IDENTITY_PROVIDER, permit, (stored, how) =>
    isJudgedFrom(stored, permit) ? ok(withProvider(stored, provider, how)) : err({ reason: 'edited_meanwhile' }),
  );
