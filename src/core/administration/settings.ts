/** What an organization sets once for all. Each setting is an item of its own. */
import type { OrgId } from '../../protocol/identifiers';
import { IDENTITY_PROVIDER, type ProviderSetting } from '../access/company-sign-in';
import { MAILED_LINKS, type MailedLinks } from '../access/mailed-link';
import type { ChangesTurn, OrganizationName } from './config';
import { ORGANIZATION } from './organization';
import { CHANGES_TURN } from './signed-changes';

export interface Settings {
  readonly [ORGANIZATION]: OrganizationName;
  /** What is needed to approve a change. */
  readonly [CHANGES_TURN]: ChangesTurn;
  /** Whether operators may request sign-in links by mail. */
  readonly [MAILED_LINKS]: MailedLinks;
  readonly [IDENTITY_PROVIDER]: ProviderSetting;
}

/** The settings of an organization that never set them. */
export const NEVER_SET: { readonly [Name in keyof Settings]: (org: OrgId) => Settings[Name] } = {
  [ORGANIZATION]: (org) => ({ org, name: '', revision: 0, journal: [] }),
  [CHANGES_TURN]: (org) => ({ org, turn: 'code', atMs: 0, revision: 0, journal: [] }),
  [MAILED_LINKS]: (org) => ({ org, allowed: false, atMs: 0, revision: 0, journal: [] }),
  [IDENTITY_PROVIDER]: (org) => ({ org, provider: null, revision: 0, journal: [] }),
};
