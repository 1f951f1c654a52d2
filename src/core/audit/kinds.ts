/** Every kind of entry in the audit chain. `test/app/audit/entries.test.ts` has a complete entry of each. */
import type { EntryKind } from '../request/entry';
import type { PendingEntry } from './chain';

export type AuditKind = EntryKind | ConfigurationEntryKind;

/** Entries that belong to no request. */
export type ConfigurationEntryKind =
  | 'operator.created'
  | 'operator.updated'
  | 'operator.identity_changed'
  | 'operator.sign_in_link_made'
  | 'operator.access_revoked'
  | 'operator.session_revoked'
  | 'passkey.enrolled'
  | 'passkey.deleted'
  | 'passkey.used'
  | 'signing_key.enrolled'
  | 'signing_key.countersigned'
  | 'signing_key.rescued'
  | 'action.created'
  | 'action.updated'
  | 'action.deleted'
  | 'action.one_set'
  | 'group.created'
  | 'group.updated'
  | 'group.deleted'
  | 'changes.turn_set'
  | 'organization.renamed'
  | 'key.created'
  | 'key.updated'
  | 'key.rotated'
  | 'key.token_ended'
  | 'key.revoked'
  | 'endpoint.created'
  | 'endpoint.updated'
  | 'endpoint.deleted'
  | 'endpoint.secret_rotated'
  | 'endpoint.previous_secret_revoked'
  | 'endpoint.verified'
  | 'endpoint.recovered'
  | 'endpoint.failing'
  | 'endpoint.working'
  | 'delivery.failed'
  | 'question.asked'
  | 'question.answered'
  | 'chat.set'
  | 'chat.removed'
  | 'operator.chat_set'
  | 'operator.chat_removed'
  | 'request.misused'
  | 'change.refused'
  | 'audit.head_refused'
  | 'rescue.used'
  | 'organization.restored';

export interface ConfigurationEntry extends PendingEntry {
  readonly kind: ConfigurationEntryKind;
}
