/**
 * Makes a sign-in link for an operator. Anyone with the link can act as this operator, so the audit chain records the
 * link before it exists, and the operator's seats in open requests are struck.
 */

import type { OperatorId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { AuditData, EntryWords } from '../../../audit/rules/chain';
import { OPERATOR, readable, refuse, stated, waiting, write } from '../../../configuration/rules/declaration';
import { edited, type Operator } from '../../../configuration/rules/items';
import { identityChange } from '../identity-change';

/** Whether the operator may get a sign-in link by mail. */
export const IS_MAIL_LINK_ALLOWED = /* @__PURE__ */ readable<OperatorId, boolean>()('isMailLinkAllowed', false);

export const LINK_ENTRIES = {
  'operator.sign_in_link_made': {
    audience: 'admins_and_concerned',
    told: ({ subject }) => said`A sign-in link for the operator ${named('operator', subject)} was made.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const LINK_ATTEMPT = 'make a sign-in link for the operator';

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
