/** Every kind of entry in the audit chain. `test/app/audit/entries.test.ts` has a complete entry of each. */
import { CHAT_ENTRIES } from '../chat/entries';
import type { EntryKind } from '../request/entry';
import type { PartEntry, PendingEntry } from './chain';

/** The entries of each part that could be removed. */
const PART_ENTRIES = {
  ...CHAT_ENTRIES,
};

export function partEntry(kind: string): PartEntry | undefined {
  return Object.hasOwn(PART_ENTRIES, kind) ? PART_ENTRIES[kind as keyof typeof PART_ENTRIES] : undefined;
}

export type AuditKind = EntryKind | ConfigurationEntryKind;

/** Entries that belong to no request. */
export type ConfigurationEntryKind = OwnKind | keyof typeof PART_ENTRIES;

/** The kinds that do not belong to a removable part. */
export type OwnKind =
  | 'operator.created'
  | 'operator.updated'
  | 'operator.identity_changed'
  | 'operator.sign_in_link_made'
  | 'operator.mailed_link_made'
  | 'operator.access_revoked'
  | 'operator.session_revoked'
  | 'identity_provider.set'
  | 'identity_provider.removed'
  | 'identity.connected'
  | 'identity.disconnected'
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
  | 'mailed_links.set'
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
  | 'request.misused'
  | 'change.refused'
  | 'audit.head_refused'
  | 'rescue.used'
  | 'organization.restored';

export interface ConfigurationEntry extends PendingEntry {
  readonly kind: ConfigurationEntryKind;
}
