/** Connects a company account to an operator, or disconnects it (docs/decisions/company-sign-in.md). */
import { isBy } from '../../../../protocol/actor';
import type { OperatorId } from '../../../../protocol/identifiers';
import { atOnce, OPERATOR, readable, refuse, stated, waiting, write } from '../../../configuration/rules/declaration';
import {
  type Company,
  connected,
  disconnected,
  IDENTITY_ENTRIES,
  identitiesOf,
  type ProviderAccount,
} from '../company-sign-in';
import { IDENTITY_CHANGE_ENTRIES, identityChanged } from './operator-access';

export const COMPANY = /* @__PURE__ */ readable<true, Company>()('company', { setting: null, identities: [] });

// Apart from the declarations, because a bundler cannot drop one in which entries are spread.
const entries = { ...IDENTITY_ENTRIES, ...IDENTITY_CHANGE_ENTRIES };

export const CONNECT_ATTEMPT = 'connect a company account to the operator';

export const connectIdentity = /* @__PURE__ */ waiting<{ readonly id: OperatorId } & ProviderAccount>()({
  entries,
  reads: ({ id }) => [OPERATOR.of(id), COMPANY.of(true)],
  decide: ({ operator, company }, account, how) => {
    if (operator === null) return refuse('not_found');
    const identity = connected(company, operator, account, how);
    if (!identity.ok) return identity;
    return write('identities', { item: [identity.value], struck: identityChanged(operator, 'company account', how) });
  },
  waits: 'always',
  seen: ({ operator }) => operator,
  subject: ({ id }) => id,
  attempt: CONNECT_ATTEMPT,
  title: ({ id }) => `Connect a company account to the operator ${id}`,
  headline: ({ id }, { operator }) => `Company account for ${operator?.name ?? id}`,
  lines: ({ issuer, subject }) => [
    stated('identity provider', issuer),
    stated('account', subject),
    stated('effect', 'this account can sign in as the operator, whose keys in open requests are taken out'),
  ],
  // Anyone who has the account can act as the operator.
  effect: () => 'changes_who',
  gives: 'account',
  after: null,
});

export const disconnectIdentity = /* @__PURE__ */ atOnce<{ readonly owner: OperatorId }>()({
  entries,
  reads: ({ owner }) => [OPERATOR.of(owner), COMPANY.of(true)],
  decide: ({ operator, company }, { owner }, how) => {
    const theirs = identitiesOf(company.identities, owner);
    if (operator === null || theirs.length === 0) return refuse('not_found');
    const item = theirs.map((identity) => disconnected(identity, how));
    return write('identities', {
      item,
      struck: isBy(how.by, owner) ? null : identityChanged(operator, 'company account', how),
    });
  },
  waits: 'never',
});
