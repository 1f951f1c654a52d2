/** Accounts of the identity provider that operators connect to themselves, in their own session. */

import { type Actor, person } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import type { ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import { type EditDeps, type EditedMeanwhile, imageOf, untilWritten } from '../../configuration/use-cases/edit-config';
import {
  type Company,
  connected,
  disconnected,
  type HowConnected,
  IDENTITY_ENTRIES,
  IDENTITY_PROVIDER,
  type Identity,
  identitiesOf,
  mayGetMailLink,
  type ProviderAccount,
} from '../rules/company-sign-in';

interface ConnectionRefusal {
  readonly reason: 'operator_disabled' | 'no_provider' | 'identity_taken';
}

type CompanyReads = Pick<ConfigStore, 'setting' | 'identities'>;
type CompanyStore = CompanyReads & Pick<ConfigStore, 'saveIdentities'>;

export async function companyOf(config: CompanyReads, org: OrgId): Promise<Company> {
  const [setting, identities] = await Promise.all([config.setting(org, IDENTITY_PROVIDER), config.identities(org)]);
  return { setting, identities };
}

/** By an operator: that strikes no seat. */
const own = (at: number, by: Actor): HowConnected => ({
  at,
  by,
  entry: (kind, subject, data) => entryIn(IDENTITY_ENTRIES)(at, kind, subject, by, data),
});

/** Connects the account. */
export async function connect(
  config: CompanyStore,
  operator: Operator,
  account: ProviderAccount,
  { at, by }: { readonly at: number; readonly by: OperatorId },
): Promise<Result<Identity, ConnectionRefusal | EditedMeanwhile>> {
  const made = await writeIdentities<ConnectionRefusal>(config, operator.org, (company) => {
    const identity = connected(company, operator, account, own(at, person(by)));
    return identity.ok ? ok([identity.value]) : identity;
  });
  return made.ok ? ok(made.value[0]!) : made;
}

/** Disconnects every account of the operator. */
export function disconnectAccounts(
  { clock, config }: EditDeps,
  org: OrgId,
  owner: OperatorId,
  by: OperatorId,
): Promise<Result<readonly Identity[], EditedMeanwhile | { readonly reason: 'not_found' }>> {
  const how = own(clock.nowMs(), person(by));
  return writeIdentities(config, org, ({ identities }) => {
    const theirs = identitiesOf(identities, owner);
    return theirs.length === 0 ? err({ reason: 'not_found' }) : ok(theirs.map((one) => disconnected(one, how)));
  });
}

async function writeIdentities<E>(
  config: CompanyStore,
  org: OrgId,
  decide: (company: Company) => Result<readonly Identity[], E>,
): Promise<Result<readonly Identity[], E | EditedMeanwhile>> {
  const written = await untilWritten<Company, readonly Identity[], E>({
    read: () => companyOf(config, org),
    decide,
    save: (identities) => config.saveIdentities(identities, null),
    isStored: (next, { identities }) =>
      imageOf(next.flatMap(({ id }) => identities.find((one) => one.id === id) ?? [])) === imageOf(next),
  });
  return written.ok ? ok(written.value.next ?? []) : written;
}

/** The rescue makes a link for anybody. */
export async function isMailLinkAllowed(config: CompanyReads, org: OrgId, id: OperatorId): Promise<boolean> {
  const setting = await config.setting(org, IDENTITY_PROVIDER);
  return setting?.provider?.forbidsMailLinks !== true || mayGetMailLink(setting, await config.identities(org), id);
}
