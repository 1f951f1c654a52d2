/** What people call the organization. Without a name, pages and mails show its id. */
import type { OrgId } from '../../protocol/identifiers';
import { edited, type HowEdited, type OrganizationName } from './config';

/** The name of the setting, and the subject of its entries. */
export const ORGANIZATION = 'organization';

export function renamed(
  org: OrgId,
  before: OrganizationName | null,
  name: string,
  { at, by, more = {} }: HowEdited,
): OrganizationName {
  const from = before ?? { org, name, revision: 0, journal: [] };
  const data = { name, ...more };
  return edited<OrganizationName>(from, { name }, [
    { at, kind: 'organization.renamed', subject: ORGANIZATION, actor: by, data },
  ]);
}
