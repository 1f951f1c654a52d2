/** Reads the stored item that an edit of the configuration concerns. */

import { IDENTITY_PROVIDER } from '../../core/access/company-sign-in';
import { MAILED_LINKS } from '../../core/access/mailed-link';
import type { Base } from '../../core/administration/change';
import type { Edit } from '../../core/administration/edits';
import { ORGANIZATION } from '../../core/administration/organization';
import { CHANGES_TURN } from '../../core/administration/signed-changes';
import type { OrgId } from '../../protocol/identifiers';
import { baseGroup, everyGroupFor } from '../policy/read-groups';
import type { ConfigStore, StoredPolicy } from '../ports';

export interface StoredBase extends Base {
  readonly action?: StoredPolicy | null;
}

/** Null for an edit of operators or of a code, which each caller reads with others, and for an edit without an item. */
export async function storedBase(config: ConfigStore, org: OrgId, edit: Edit): Promise<StoredBase | null> {
  switch (edit.kind) {
    case 'put_action': {
      const action = await config.action(org, edit.policy.id);
      const before = action === null ? [] : [action.policy];
      return { action, groups: await everyGroupFor(config, org, edit.policy, ...before) };
    }
    case 'put_group':
      return { group: await baseGroup(config, org, edit.group.id) };
    case 'update_key':
    case 'rotate_key':
      return { key: await config.apiKey(org, edit.id) };
    case 'set_changes_turn':
      return { changesTurn: await config.setting(org, CHANGES_TURN) };
    case 'rename_organization':
      return { organization: await config.setting(org, ORGANIZATION) };
    case 'set_mailed_links':
      return { mailedLinks: await config.setting(org, MAILED_LINKS) };
    case 'set_identity_provider':
      return { identityProvider: await config.setting(org, IDENTITY_PROVIDER) };
    case 'create_operator':
    case 'invite_operators':
    case 'update_operator':
    case 'send_sign_in_link':
    case 'connect_identity':
    case 'create_key':
    case 'reissue_code':
      return null;
  }
}
