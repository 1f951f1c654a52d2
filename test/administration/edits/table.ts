/** Every kind of edit. One that is missing here does not compile. */
import type { ConfigurationEntryKind } from '../../../src/service/administration/rules/entries';
import { ENDPOINTS } from './endpoints';
import { KEYS } from './keys';
import { OPERATORS } from './operators';
import { POLICIES } from './policies';
import type { Rows } from './row';
import { SETTINGS } from './settings';

export const TABLE: Rows = { ...POLICIES, ...OPERATORS, ...KEYS, ...SETTINGS, ...ENDPOINTS };

/** These entries have their complete form in the table. `test/audit/entries.test.ts` has all others. */
export const ENTRIES_OF_TABLE = [
  ...(['action.created', 'action.updated', 'action.deleted'] as const),
  ...(['group.created', 'group.updated', 'group.deleted'] as const),
  ...(['operator.created', 'operator.updated', 'operator.sign_in_link_made', 'operator.access_revoked'] as const),
  ...(['operator.identity_changed', 'passkey.deleted', 'identity.connected', 'identity.disconnected'] as const),
  ...(['key.created', 'key.updated', 'key.rotated', 'key.token_ended', 'key.revoked'] as const),
  ...(['changes.turn_set', 'organization.renamed', 'mailed_links.set'] as const),
  ...(['identity_provider.set', 'identity_provider.removed', 'chat.set', 'chat.removed'] as const),
  ...(['endpoint.created', 'endpoint.updated', 'endpoint.deleted', 'endpoint.verified', 'endpoint.recovered'] as const),
  ...(['endpoint.secret_rotated', 'endpoint.previous_secret_revoked'] as const),
  ...(['change.refused'] as const),
] satisfies readonly ConfigurationEntryKind[];
