/**
 * A refused attempt to change the configuration. It adds an audit entry and the other admins are told, so that nobody
 * can find out unnoticed what works (docs/decisions/four-eyes.md). Wrong input and unknown ids are not recorded.
 */
import type { Actor } from '../../../protocol/actor';
import { said, type Words } from '../../../protocol/words';
import { type EntryWords, entryIn, type PendingEntry } from '../../audit/rules/chain';
import { attemptOf } from './attempts';
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
export type Attempt = WaitingKind | 'collect_key';

const COLLECT: Attempt = 'collect_key';

export function refusedEntry(
  at: number,
  by: Actor,
  { attempt, subject }: { readonly attempt: Attempt; readonly subject: string },
  reason: AttemptRefusal,
): PendingEntry {
  return entryIn(REFUSED_ENTRIES)(at, 'change.refused', subject, by, { attempt, reason });
}

/** The text for the message. A newer instance may write an entry with an action that this one does not know. */
function refusedWords({ subject, data }: PendingEntry): Words {
  const known = data.attempt === COLLECT ? 'collect the API key of the change' : attemptOf(String(data.attempt));
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
