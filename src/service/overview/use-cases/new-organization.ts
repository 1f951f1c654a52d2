/** GET /api/inbox: getInbox. Whether an organization has everything still to set up, so that its admin begins with the guide. */

import type { OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import { type Admin, hasTwoAdmins } from '../../configuration/rules/two-admins';

export interface NewOrganizationDeps {
  readonly config: Pick<ConfigStore, 'apiKeys' | 'actions'>;
}

/** Nothing is read for an organization with a second admin, and one key or action ends the question for every other. */
export async function isNewOrganization(
  { config }: NewOrganizationDeps,
  org: OrgId,
  operators: readonly Admin[],
): Promise<boolean> {
  if (hasTwoAdmins(operators)) return false;
  if ((await config.apiKeys(org)).length > 0) return false;
  return (await config.actions(org)).length === 0;
}
