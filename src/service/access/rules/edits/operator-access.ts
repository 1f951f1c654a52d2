/**
 * Edits of how an operator signs in: making a sign-in link, deleting a passkey, and ending all access. If somebody else
 * makes one, the operator's seats in open requests are struck.
 */

import { type Actor, isBy } from '../../../../protocol/actor';
import type { OperatorId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { AuditData, EntryWords } from '../../../audit/rules/chain';
import {
  atOnce,
  type How,
  nothing,
  OPERATOR,
  readable,
  refuse,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { accessEnded, edited, type Operator } from '../../../configuration/rules/items';
import type { Passkey } from '../passkey';

export const IDENTITY_CHANGE_ENTRIES = {
  // The entry of what was done to the account tells people.
  'operator.identity_changed': {
    audience: null,
    told: ({ subject }) => said`How the operator ${named('operator', subject)} signs in was changed.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** Strikes the operator's seats, unless the change is the operator's own. */
export function identityChange({ id }: Operator, by: Actor, at: number): Partial<Operator> {
  return isBy(by, id) ? {} : { identityChangedAtMs: at };
}

export function identityChanged(
  operator: Operator,
  what: string,
  { at, by, entry }: Pick<How<'operator.identity_changed'>, 'at' | 'by' | 'entry'>,
): Operator {
  const changed = entry('operator.identity_changed', operator.id, { changed: [what] });
  return edited<Operator>(operator, identityChange(operator, by, at), [changed]);
}

/** Whether the operator may get a sign-in link by mail. */
export const IS_MAIL_LINK_ALLOWED = /* @__PURE__ */ readable<OperatorId, boolean>()('isMailLinkAllowed', false);

export const LINK_ENTRIES = {
  'operator.sign_in_link_made': {
    audience: 'admins_and_concerned',
    told: ({ subject }) => said`A sign-in link for the operator ${named('operator', subject)} was made.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const LINK_ATTEMPT = 'make a sign-in link for the operator';

/**
 * Anyone with the link can act as the operator, so the audit chain records the link before it exists, and the
 * operator's seats in open requests are struck.
 */
export const sendSignInLink = /* @__PURE__ */ waiting<{ readonly id: OperatorId }>()({
  entries: LINK_ENTRIES,
  reads: ({ id }) => [OPERATOR.of(id), IS_MAIL_LINK_ALLOWED.of(id)],
  decide: ({ operator, isMailLinkAllowed }, { id }, { at, by, rule, entry }) => {
    if (operator === null) return refuse('not_found');
    if (!operator.enabled) return refuse('operator_disabled');
    // The rescue makes a link for anybody.
    if (!isMailLinkAllowed && rule !== 'rescued') return refuse('mail_links_forbidden');
    // An approved link is made for the mail to the operator. Otherwise the admin gets it.
    const mailed: AuditData = rule === 'approved' ? { by_mail: true, access_epoch: operator.accessEpoch } : {};
    const noted = entry('operator.sign_in_link_made', id, mailed);
    return write('operator', {
      item: edited<Operator>(operator, identityChange(operator, by, at), [noted]),
      options: {},
    });
  },
  // A link for the admin's own account would be a new sign-in.
  fresh: (_, { id }, by) => id === by,
  waits: 'always',
  seen: ({ operator }) => operator,
  subject: ({ id }) => id,
  attempt: LINK_ATTEMPT,
  title: ({ id }) => `Send a sign-in link to the operator ${id}`,
  headline: ({ id }, { operator }) => `Sign-in link for ${operator?.name ?? id}`,
  lines: (_, { operator }) => [stated('sent to', operator?.email ?? 'unknown')],
  // Anyone who has the link can act as the operator.
  effect: () => 'changes_who',
  gives: 'account',
  after: null,
});

interface DeletePasskey {
  readonly owner: OperatorId;
  readonly passkey: string;
}

/** The passkey, if it signs its owner in. */
export const LIVE_PASSKEY = /* @__PURE__ */ readable<DeletePasskey, Passkey | null>()('livePasskey', null);

/**
 * If somebody else deletes an operator's passkey, the operator's seats are struck first: if the function dies in
 * between, the passkey can be deleted again.
 */
export const deletePasskey = /* @__PURE__ */ atOnce<DeletePasskey>()({
  entries: IDENTITY_CHANGE_ENTRIES,
  reads: (edit) => [OPERATOR.of(edit.owner), LIVE_PASSKEY.of(edit)],
  decide: ({ operator, livePasskey }, _edit, how) => {
    if (operator === null || livePasskey === null) return refuse('not_found');
    if (isBy(how.by, operator.id)) return nothing(operator);
    return write('operator', { item: identityChanged(operator, 'passkeys', how), options: {} });
  },
  waits: 'never',
});

export const END_ACCESS_ENTRIES = {
  'operator.access_revoked': {
    audience: 'admins_and_concerned',
    isAccess: true,
    told: ({ subject }) => said`All access of the operator ${named('operator', subject)} was revoked.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** One session is ended by its operator or an admin. That edits nothing, so it is no edit of the configuration. */
export const SESSION_ENTRIES = {
  'operator.session_revoked': {
    audience: 'admins_and_concerned',
    isAccess: true,
    told: ({ subject }) => said`A session of the operator ${named('operator', subject)} was ended.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/**
 * Ends everything that signs an operator in: sessions, unused links, passkeys, and challenges for new passkeys. Someone
 * with a stolen link may have added a passkey, so all passkeys are removed.
 */
export const endAccess = /* @__PURE__ */ atOnce<{ readonly id: OperatorId }>()({
  entries: END_ACCESS_ENTRIES,
  reads: ({ id }) => [OPERATOR.of(id)],
  decide: ({ operator }, { id }, { at, by, entry }) => {
    if (operator === null) return refuse('not_found');
    const ended = { ...accessEnded(operator, at), ...identityChange(operator, by, at) };
    const item = edited<Operator>(operator, ended, [entry('operator.access_revoked', id)]);
    return write('operator', { item, options: {} });
  },
  // An admin may end another operator's access at any time: that operator and the other admins are told.
  fresh: (_, { id }, by) => id === by,
  waits: 'never',
});
