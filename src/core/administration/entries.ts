/**
 * Every kind of entry in the audit chain that is about the configuration, each declared beside what writes it.
 * `test/app/audit/entries.test.ts` and the table of edits in `test/app/administration/edits` have a complete entry of each.
 */
import { IDENTITY_ENTRIES } from '../access/company-sign-in';
import { CHANGES_TURN_ENTRIES } from '../access/edits/changes-turn';
import { END_ACCESS_ENTRIES, SESSION_ENTRIES } from '../access/edits/end-access';
import { PROVIDER_ENTRIES } from '../access/edits/identity-provider';
import { KEY_ENTRIES } from '../access/edits/key';
import { MAILED_LINKS_ENTRIES } from '../access/edits/mailed-links';
import { NEW_OPERATOR_ENTRIES } from '../access/edits/new-operators';
import { NEW_KEY_ENTRIES, ROTATE_KEY_ENTRIES } from '../access/edits/new-token';
import { LINK_ENTRIES } from '../access/edits/sign-in-link';
import { UPDATE_OPERATOR_ENTRIES } from '../access/edits/update-operator';
import { IDENTITY_CHANGE_ENTRIES } from '../access/identity-change';
import { MAILED_LINK_ENTRIES } from '../access/mailed-link';
import { PASSKEY_ENTRIES } from '../access/passkey';
import { SIGNING_KEY_ENTRIES } from '../access/signing-keys';
import { CHAIN_ENTRIES, type EntryWords } from '../audit/chain';
import { HEAD_ENTRIES } from '../audit/heads';
import { MISUSE_ENTRIES } from '../ceremony/refuse';
import { CHAT_ENTRIES } from '../chat/edits/chat';
import { CHAT_HEALTH_ENTRIES } from '../chat/failing';
import { RESCUE_ENTRIES } from '../configuration/items';
import { DELIVERY_ENTRIES } from '../delivery/delivery';
import { ENDPOINT_ENTRIES } from '../delivery/edits/endpoint';
import { HEALTH_ENTRIES } from '../delivery/failing';
import { RENAMED } from '../organization/edits/rename';
import { ACTION_ENTRIES } from '../policy/edits/action';
import { GROUP_ENTRIES } from '../policy/edits/group';
import { ONE_SET_ENTRIES } from '../policy/one-set';
import { QUESTION_ENTRIES } from '../question/question';
import type { EntryKind } from '../request/entry';
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
