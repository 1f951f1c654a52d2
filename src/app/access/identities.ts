/** Accounts of the identity provider that are connected to operators. */
import {
  IDENTITY_PROVIDER,
  type Identity,
  identityId,
  isConnected,
  mayGetMailLink,
  type ProviderSetting,
} from '../../core/access/company-sign-in';
import { edited, type HowEdited, type Operator } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditDeps, type EditedMeanwhile, type EditRefusal, editConfig } from '../administration/edit-config';
import type { ConfigStore } from '../ports';

export interface ConnectionRefusal {
  readonly reason: 'operator_disabled' | 'no_provider' | 'identity_taken';
}

export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** The connected account, or why it cannot be connected now. An operator has one account, and an account one operator. */
export async function connection(
  config: CompanyReads,
  operator: Operator,
  account: Account,
  how: HowEdited,
): Promise<Result<Identity, ConnectionRefusal>> {
  return connected(await companyOf(config, operator.org), operator, account, how);
}

/** Connects the account. */
export async function connect(
  config: CompanyReads & Pick<ConfigStore, 'saveIdentity'>,
  operator: Operator,
  account: Account,
  how: HowEdited,
): Promise<Result<Identity, ConnectionRefusal | EditedMeanwhile>> {
  let company: Company;
  const id = identityId(account.issuer, account.subject);
  return editConfig<Identity, ConnectionRefusal>({
    load: async () => {
      company = await companyOf(config, operator.org);
      return company.identities.find((each) => each.id === id) ?? blankIdentity(operator, id, how.at);
    },
    decide: () => connected(company, operator, account, how),
    save: (identity) => config.saveIdentity(identity),
  });
}

type CompanyReads = Pick<ConfigStore, 'setting' | 'identities'>;

interface Company {
  readonly setting: ProviderSetting | null;
  readonly identities: readonly Identity[];
}

async function companyOf(config: CompanyReads, org: OrgId): Promise<Company> {
  const [setting, identities] = await Promise.all([config.setting(org, IDENTITY_PROVIDER), config.identities(org)]);
  return { setting, identities };
}

const blankIdentity = ({ org, id: operator, accessEpoch }: Operator, id: string, connectedAtMs: number): Identity => ({
  ...{ org, id, operator, accessEpoch, connectedAtMs },
  ...{ former: [], disconnectedAtMs: null, revision: 0, journal: [] },
});

function connected(
  { setting, identities }: Company,
  operator: Operator,
  { issuer, subject }: Account,
  { at, by, more = {} }: HowEdited,
): Result<Identity, ConnectionRefusal> {
  const { id: owner, accessEpoch } = operator;
  if (!operator.enabled) return err({ reason: 'operator_disabled' });
  if (setting?.provider?.issuer !== issuer) return err({ reason: 'no_provider' });
  const id = identityId(issuer, subject);
  const before = identities.find((each) => each.id === id);
  // An account of somebody whose access was revoked stays theirs until it is disconnected.
  const isTaken = before !== undefined && before.disconnectedAtMs === null && before.operator !== owner;
  if (isTaken || identities.some((each) => isConnected(each, operator))) return err({ reason: 'identity_taken' });
  const earlier = before === undefined || before.operator === owner ? [] : [before.operator];
  const former = [...(before?.former ?? []), ...earlier];
  const connection = { operator: owner, former, accessEpoch, connectedAtMs: at, disconnectedAtMs: null };
  const entry = pendingEntry(at, 'identity.connected', id, by, { operator: owner, ...more });
  return ok(edited<Identity>(before ?? blankIdentity(operator, id, at), connection, [entry]));
}

/** Disconnects every account of the operator. */
export async function disconnectAccounts(
  { clock, config }: EditDeps,
  org: OrgId,
  owner: OperatorId,
  by: string,
): Promise<Result<null, EditRefusal>> {
  const at = clock.nowMs();
  const theirs = await accountsOf(config, org, owner);
  if (theirs.length === 0) return err({ reason: 'not_found' });
  for (const { id } of theirs) {
    const disconnected = await editConfig<Identity, EditRefusal>({
      load: () => config.identity(org, id),
      decide: (identity) => {
        if (identity.disconnectedAtMs !== null) return ok(identity);
        const entry = pendingEntry(at, 'identity.disconnected', id, by, { operator: owner });
        return ok(edited<Identity>(identity, { disconnectedAtMs: at }, [entry]));
      },
      save: (identity) => config.saveIdentity(identity),
    });
    if (!disconnected.ok) return disconnected;
  }
  return ok(null);
}

export async function accountsOf(config: Pick<ConfigStore, 'identities'>, org: OrgId, owner: OperatorId) {
  const all = await config.identities(org);
  return all.filter(({ operator, disconnectedAtMs }) => operator === owner && disconnectedAtMs === null);
}
/** The rescue makes a link for anybody. */
export async function isMailLinkAllowed(config: CompanyReads, org: OrgId, id: OperatorId): Promise<boolean> {
  const setting = await config.setting(org, IDENTITY_PROVIDER);
  return setting?.provider?.forbidsMailLinks !== true || mayGetMailLink(setting, await config.identities(org), id);
}
