/**
 * Ends everything that signs an operator in: sessions, unused links, passkeys, and challenges for new passkeys. Someone
 * with a stolen link may have added a passkey, so all passkeys are removed.
 */

import type { OperatorId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import { atOnce, OPERATOR, refuse, write } from '../../../configuration/rules/declaration';
import { accessEnded, edited, type Operator } from '../../../configuration/rules/items';
import { identityChange } from '../identity-change';

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
