/** What people call the organization. Without a name, pages and mails show its id. */
import { edited, type HowEdited, type OrganizationName } from './config';

/** The name of the setting, and the subject of its entries. */
export const ORGANIZATION = 'organization';

export function renamed(before: OrganizationName, name: string, { at, by, more = {} }: HowEdited): OrganizationName {
  const data = { name, ...more };
  return edited<OrganizationName>(before, { name }, [
    { at, kind: 'organization.renamed', subject: ORGANIZATION, actor: by, data },
  ]);
}
