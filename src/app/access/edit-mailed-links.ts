/** Allows or ends sign-in links that operators request by mail. Called by `changeConfiguration`. */
import { type MailedLinks, noMailedLinks, withMailedLinks } from '../../core/access/mailed-link';
import type { EditOf } from '../../core/administration/edits';
import { ok, type Result } from '../../protocol/result';
import { type EditedMeanwhile, type Editor, editConfig } from '../administration/edit-config';
import type { Clock, ConfigStore, Permit } from '../ports';

export interface EditMailedLinksDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'mailedLinks' | 'saveMailedLinks'>;
}

export function setMailedLinks(
  { clock, config }: EditMailedLinksDeps,
  { org, by }: Editor,
  { allowed }: EditOf<'set_mailed_links'>,
  permit: Permit,
): Promise<Result<MailedLinks, EditedMeanwhile>> {
  const at = clock.nowMs();
  return editConfig<MailedLinks, never>({
    load: async () => (await config.mailedLinks(org)) ?? noMailedLinks(org),
    decide: (setting) => ok(setting.allowed === allowed ? setting : withMailedLinks(setting, allowed, { at, by })),
    save: (setting) => config.saveMailedLinks(setting, permit),
  });
}
