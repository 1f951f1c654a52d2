/** Gives the organization another name. Called by `changeConfiguration`. */
import type { OrganizationName } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { renamed } from '../../core/administration/organization';
import { err, ok, type Result } from '../../protocol/result';
import type { Clock, ConfigStore, Permit } from '../ports';
import type { Editor } from './edit-config';

export interface RenameDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'organizationName' | 'saveOrganizationName'>;
}

export async function renameOrganization(
  deps: RenameDeps,
  { org, by }: Editor,
  { name }: EditOf<'rename_organization'>,
  permit: Permit,
): Promise<Result<OrganizationName, { readonly reason: 'edited_meanwhile' }>> {
  const stored = await deps.config.organizationName(org);
  if (stored?.name === name) return ok(stored);
  const next = renamed(org, stored, name, { at: deps.clock.nowMs(), by });
  return (await deps.config.saveOrganizationName(next, permit)) === 'saved'
    ? ok(next)
    : err({ reason: 'edited_meanwhile' });
}
