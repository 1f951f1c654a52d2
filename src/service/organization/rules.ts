/** What people call the organization. Without a name, pages and mails show its id. */

import type { OrgId } from '../../protocol/identifiers';
import { ok } from '../../protocol/result';
import { said } from '../../protocol/words';
import type { EntryWords } from '../audit/rules/chain';
import { changed, stated } from '../configuration/rules/declaration';
import type { Journaled } from '../configuration/rules/items';
import { nameRefusal } from '../configuration/rules/names';
import { setting, settingName } from '../configuration/rules/setting';

/** What people call the organization. Without this item, its id. */
export interface OrganizationName extends Journaled {
  readonly org: OrgId;
  readonly name: string;
}

/** The name of the setting, and the subject of its entries. */
export const ORGANIZATION = settingName<OrganizationName>('organization');

export const RENAMED = {
  'organization.renamed': {
    audience: 'admins',
    told: ({ data }) => said`The organization is called “${data.name}” now.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const RENAME_ATTEMPT = 'rename the organization:';

export const renameOrganization = /* @__PURE__ */ setting<OrganizationName, { readonly name: string }>()({
  name: ORGANIZATION,
  blank: (unset) => ({ ...unset, name: '' }),
  entries: RENAMED,
  decide: (before, { name }, { entry }) =>
    nameRefusal({ name }) ??
    ok(
      before.name === name ? null : { fields: { name }, entry: entry('organization.renamed', ORGANIZATION, { name }) },
    ),
  // The name stands on every page and mail, where a wrong one would mislead people.
  waits: 'always',
  attempt: RENAME_ATTEMPT,
  title: () => 'Rename the organization',
  headline: ({ name }) => `Call the organization ${name}`,
  lines: ({ name }, before) => [before.revision === 0 ? stated('name', name) : changed('name', before.name, name)],
  effect: () => null,
  gives: 'nothing',
  after: null,
});
