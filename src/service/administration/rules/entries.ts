/**
 * Every kind of entry in the audit chain that is about the configuration, each declared beside what writes it, and what
 * an entry of the chain tells people.
 * `test/audit/entries.test.ts` and the table of edits in `test/administration/edits` have a complete entry of each.
 */

import type { ActorKind } from '../../../protocol/actor';
import { named, said, type Words } from '../../../protocol/words';
import { IDENTITY_ENTRIES } from '../../access/rules/company-sign-in';
import { KEY_ENTRIES, NEW_KEY_ENTRIES, ROTATE_KEY_ENTRIES } from '../../access/rules/edits/key';
import { NEW_OPERATOR_ENTRIES } from '../../access/rules/edits/new-operators';
import {
  END_ACCESS_ENTRIES,
  IDENTITY_CHANGE_ENTRIES,
  LINK_ENTRIES,
  SESSION_ENTRIES,
} from '../../access/rules/edits/operator-access';
import { CHANGES_TURN_ENTRIES, MAILED_LINKS_ENTRIES, PROVIDER_ENTRIES } from '../../access/rules/edits/settings';
import { UPDATE_OPERATOR_ENTRIES } from '../../access/rules/edits/update-operator';
import { REQUESTED_LINK_ENTRIES } from '../../access/rules/mailed-link';
import { PASSKEY_ENTRIES } from '../../access/rules/passkey';
import { SIGNING_KEY_ENTRIES } from '../../access/rules/signing-keys';
import { CHAIN_ENTRIES, type EntryWords, type PendingEntry } from '../../audit/rules/chain';
import { HEAD_ENTRIES } from '../../audit/rules/heads';
import { MISUSE_ENTRIES } from '../../ceremony/rules/refuse';
import { CHAT_ENTRIES } from '../../chat/rules/edits/chat';
import { CHAT_HEALTH_ENTRIES } from '../../chat/rules/setting';
import { RESCUE_ENTRIES } from '../../configuration/rules/items';
import { DELIVERY_ENTRIES } from '../../delivery/rules/delivery';
import { ENDPOINT_ENTRIES } from '../../delivery/rules/edits/endpoint';
import { HEALTH_ENTRIES } from '../../delivery/rules/health';
import { RENAMED } from '../../organization/rules';
import { ACTION_ENTRIES } from '../../policy/rules/edits/action';
import { GROUP_ENTRIES } from '../../policy/rules/edits/group';
import { ONE_SET_ENTRIES } from '../../policy/rules/one-set';
import { DEVICE_ENTRIES } from '../../push/rules/device';
import { QUESTION_ENTRIES } from '../../question/rules';
import type { EntryKind } from '../../request/rules/entry';
import { type Told, toldOfRequest } from '../../request/rules/told';
import type { EditKind, Edits } from './edits';
import { REFUSED_ENTRIES } from './refused-attempt';

const ENTRIES = {
  ...NEW_OPERATOR_ENTRIES,
  ...UPDATE_OPERATOR_ENTRIES,
  ...LINK_ENTRIES,
  ...END_ACCESS_ENTRIES,
  ...IDENTITY_CHANGE_ENTRIES,
  ...SESSION_ENTRIES,
  ...REQUESTED_LINK_ENTRIES,
  ...MAILED_LINKS_ENTRIES,
  ...PROVIDER_ENTRIES,
  ...IDENTITY_ENTRIES,
  ...PASSKEY_ENTRIES,
  ...DEVICE_ENTRIES,
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

/** What an entry of the audit chain tells people: in the audit log, in the history of a request, and in messages. */
export function toldEntry(entry: PendingEntry): Told {
  const ofRequest = toldOfRequest(entry.kind, entry);
  if (ofRequest !== null) return ofRequest;
  const more = entryWords(entry.kind)?.detail?.(entry) ?? [];
  const detail = more.length === 0 ? byWords(entry) : said`${byWords(entry)} · ${more}`;
  return { who: null, what: toldWords(entry), detail, tone: 'plain' };
}

/** A later release may have written a kind that this one does not know. */
export const toldWords = (entry: PendingEntry): Words =>
  entryWords(entry.kind)?.told(entry) ?? said`The configuration was changed: ${entry.kind}.`;

/** Nobody who acted is named. */
const NOBODYS: ReadonlySet<string> = new Set(['Found', 'Requested']);

/** Who did it. */
export function byWords({ kind, actor, actor_kind }: PendingEntry): Words {
  const { deed = 'Changed' } = entryWords(kind) ?? {};
  if (NOBODYS.has(deed)) return said`${deed}`;
  return said`${deed} by ${WHO[actor_kind](actor)}`;
}

const WHO: Readonly<Record<ActorKind, (actor: string) => Words>> = {
  person: (actor) => said`${named('operator', actor)}`,
  program: (actor) => said`the API key ${named('key', actor)}`,
  service: () => said`the service`,
  set_up: () => said`the set-up`,
  command: () => said`the administration command`,
};
