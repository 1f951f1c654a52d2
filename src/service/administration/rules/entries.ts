/**
 * Every kind of entry in the audit chain that is about the configuration, each declared beside what writes it.
 * `test/audit/entries.test.ts` and the table of edits in `test/administration/edits` have a complete entry of each.
 */
import { IDENTITY_ENTRIES } from '../../access/rules/company-sign-in';
import { CHANGES_TURN_ENTRIES } from '../../access/rules/edits/changes-turn';
import { END_ACCESS_ENTRIES, SESSION_ENTRIES } from '../../access/rules/edits/end-access';
import { PROVIDER_ENTRIES } from '../../access/rules/edits/identity-provider';
import { KEY_ENTRIES } from '../../access/rules/edits/key';
import { MAILED_LINKS_ENTRIES } from '../../access/rules/edits/mailed-links';
import { NEW_OPERATOR_ENTRIES } from '../../access/rules/edits/new-operators';
import { NEW_KEY_ENTRIES, ROTATE_KEY_ENTRIES } from '../../access/rules/edits/new-token';
import { LINK_ENTRIES } from '../../access/rules/edits/sign-in-link';
import { UPDATE_OPERATOR_ENTRIES } from '../../access/rules/edits/update-operator';
import { IDENTITY_CHANGE_ENTRIES } from '../../access/rules/identity-change';
import { MAILED_LINK_ENTRIES } from '../../access/rules/mailed-link';
import { PASSKEY_ENTRIES } from '../../access/rules/passkey';
import { SIGNING_KEY_ENTRIES } from '../../access/rules/signing-keys';
import { CHAIN_ENTRIES, type EntryWords } from '../../audit/rules/chain';
import { HEAD_ENTRIES } from '../../audit/rules/heads';
import { MISUSE_ENTRIES } from '../../ceremony/rules/refuse';
import { CHAT_ENTRIES } from '../../chat/rules/edits/chat';
import { CHAT_HEALTH_ENTRIES } from '../../chat/rules/failing';
import { RESCUE_ENTRIES } from '../../configuration/rules/items';
import { DELIVERY_ENTRIES } from '../../delivery/rules/delivery';
import { ENDPOINT_ENTRIES } from '../../delivery/rules/edits/endpoint';
import { HEALTH_ENTRIES } from '../../delivery/rules/failing';
import { RENAMED } from '../../organization/rules';
import { ACTION_ENTRIES } from '../../policy/rules/edits/action';
import { GROUP_ENTRIES } from '../../policy/rules/edits/group';
import { ONE_SET_ENTRIES } from '../../policy/rules/one-set';
import { QUESTION_ENTRIES } from '../../question/rules';
import type { EntryKind } from '../../request/rules/entry';
import type { EditKind, Edits } from './edits';
import { REFUSED_ENTRIES } from './refused-attempt';

const ENTRIES = {
  ...NEW_OPERATOR_ENTRIES,
  ...UPDATE_OPERATOR_ENTRIES,
  ...LINK_ENTRIES,
  ...END_ACCESS_ENTRIES,
  ...IDENTITY_CHANGE_ENTRIES,
  ...SESSION_ENTRIES,
  ...MAILED_LINK_ENTRIES,
  ...MAILED_LINKS_ENTRIES,
  ...PROVIDER_ENTRIES,
  ...IDENTITY_ENTRIES,
  ...PASSKEY_ENTRIES,
  ...SIGNING_KEY_ENTRIES,
  ...CHANGES_TURN_ENTRIES,
  ...RENAMED,
  ...ACTION_ENTRIES,
  ...GROUP_ENTRIES,
  ...ONE_SET_ENTRIES,
  ...NEW_KEY_ENTRIES,
  ...ROTATE_KEY_ENTRIES,
  ...KEY_ENTRIES,
  ...ENDPOINT_ENTRIES,
  ...HEALTH_ENTRIES,
  ...DELIVERY_ENTRIES,
  ...CHAT_ENTRIES,
  ...CHAT_HEALTH_ENTRIES,
  ...QUESTION_ENTRIES,
  ...MISUSE_ENTRIES,
  ...REFUSED_ENTRIES,
  ...RESCUE_ENTRIES,
  ...HEAD_ENTRIES,
  ...CHAIN_ENTRIES,
} satisfies Readonly<Record<EntryOfEdits, EntryWords>>;

/** The entries that edits declare. Nobody would be told of one that is missing above. */
type EntryOfEdits = { [Kind in EditKind]: keyof Edits[Kind]['entries'] }[EditKind];

/** Entries that belong to no request. */
export type ConfigurationEntryKind = keyof typeof ENTRIES;

export type AuditKind = EntryKind | ConfigurationEntryKind;

/** Undefined for an entry of a request, and for a kind of a later release. */
export function entryWords(kind: string): EntryWords | undefined {
  return Object.hasOwn(ENTRIES, kind) ? ENTRIES[kind as ConfigurationEntryKind] : undefined;
}
