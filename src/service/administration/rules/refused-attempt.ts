/**
 * A refused attempt to change the configuration. It adds an audit entry and the other admins are told, so that nobody
 * can find out unnoticed what works (docs/decisions/four-eyes.md). Wrong input and unknown ids are not recorded.
 */

import type { Actor } from '../../../protocol/actor';
import { said, type Words } from '../../../protocol/words';
import { CONNECT_ATTEMPT } from '../../access/rules/edits/identity';
import { CREATE_KEY_ATTEMPT, ROTATE_KEY_ATTEMPT, UPDATE_KEY_ATTEMPT } from '../../access/rules/edits/key';
import { CREATE_OPERATOR_ATTEMPT, INVITE_OPERATORS_ATTEMPT } from '../../access/rules/edits/new-operators';
import { LINK_ATTEMPT } from '../../access/rules/edits/operator-access';
import { CHANGES_TURN_ATTEMPT, MAILED_LINKS_ATTEMPT, PROVIDER_ATTEMPT } from '../../access/rules/edits/settings';
import { UPDATE_OPERATOR_ATTEMPT } from '../../access/rules/edits/update-operator';
import { type EntryWords, entryIn, type PendingEntry } from '../../audit/rules/chain';
import { REISSUE_ATTEMPT } from '../../ceremony/rules/edits/reissue-code';
import { RENAME_ATTEMPT } from '../../organization/rules';
import { PUT_ACTION_ATTEMPT } from '../../policy/rules/edits/action';
import { PUT_GROUP_ATTEMPT } from '../../policy/rules/edits/group';
import type { WaitingKind } from './edits';

const WHY = {
  version_moved: 'It was made from an older version.',
  edited_meanwhile: 'Somebody else edited the same item at the same time.',
  too_many_changes: 'Too many of their changes wait already.',
  no_second_admin: 'There is no other enabled admin who could approve it.',
  last_admin: 'It would leave no enabled admin.',
  id_taken: 'The operator id is already used.',
  ids_taken: 'Some of the operator ids are already used.',
  signing_key_taken: 'The signing key is registered with another API key.',
  operator_disabled: 'The operator is disabled.',
  mail_links_forbidden: 'Sign-in links by mail are forbidden for operators who were connected to a company account.',
  no_provider: 'The identity provider is not the one that the organization uses.',
  identity_taken: 'The company account, or the operator, is already connected.',
  cannot_reissue: 'The request is decided, or the seat needs no new code.',
  not_approved: 'No other admin has approved it.',
  key_revoked: 'The API key is revoked.',
  two_tokens: 'The API key has two tokens already.',
  too_many_tokens: 'The API key has had too many tokens.',
  collected: 'The token was collected already.',
  too_late: 'It was approved more than 24 hours ago.',
} as const;

export type AttemptRefusal = keyof typeof WHY;

export function isNotedRefusal(reason: string): reason is AttemptRefusal {
  return Object.hasOwn(WHY, reason);
}

/** The attempted action: an edit, or collecting the token of an API key. */
export type AttemptedKind = WaitingKind | 'collect_key';

const COLLECT: AttemptedKind = 'collect_key';

export function refusedEntry(
  at: number,
  by: Actor,
  { attempt, subject }: { readonly attempt: AttemptedKind; readonly subject: string },
  reason: AttemptRefusal,
): PendingEntry {
  return entryIn(REFUSED_ENTRIES)(at, 'change.refused', subject, by, { attempt, reason });
}

/** The text for the message. A newer instance may write an entry with an action that this one does not know. */
function refusedWords({ subject, data }: PendingEntry): Words {
  const known = data.attempt === COLLECT ? 'collect the API key of the change' : attemptText(String(data.attempt));
  const attempt = known ?? 'change the configuration:';
  const why = WHY[data.reason as AttemptRefusal];
  return said`An attempt to ${attempt} ${subject} was refused.${why === undefined ? '' : ` ${why}`}`;
}

export const REFUSED_ENTRIES = {
  'change.refused': {
    audience: 'admins',
    deed: 'Attempted',
    title: 'A change of the configuration was refused',
    told: refusedWords,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** What a refused attempt tried, for the message about it. Each edit declares its text apart from its decision. */
const ATTEMPTS = {
  put_action: PUT_ACTION_ATTEMPT,
  put_group: PUT_GROUP_ATTEMPT,
  create_operator: CREATE_OPERATOR_ATTEMPT,
  invite_operators: INVITE_OPERATORS_ATTEMPT,
  update_operator: UPDATE_OPERATOR_ATTEMPT,
  send_sign_in_link: LINK_ATTEMPT,
  create_key: CREATE_KEY_ATTEMPT,
  update_key: UPDATE_KEY_ATTEMPT,
  rotate_key: ROTATE_KEY_ATTEMPT,
  reissue_code: REISSUE_ATTEMPT,
  set_changes_turn: CHANGES_TURN_ATTEMPT,
  rename_organization: RENAME_ATTEMPT,
  set_mailed_links: MAILED_LINKS_ATTEMPT,
  set_identity_provider: PROVIDER_ATTEMPT,
  connect_identity: CONNECT_ATTEMPT,
} satisfies Readonly<Record<WaitingKind, string>>;

/** Null for an edit of a later release, which this one does not know. */
function attemptText(kind: string): string | null {
  return Object.hasOwn(ATTEMPTS, kind) ? ATTEMPTS[kind as keyof typeof ATTEMPTS] : null;
}
