/** Accounts of the identity provider that are connected to operators. */
import { type Identity, identityId, isConnected, mayGetMailLink } from '../../core/access/company-sign-in';
import { edited, type HowEdited, type Operator } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { Clock, ConfigStore } from '../ports';

export interface ConnectionRefusal {
  readonly reason: 'operator_disabled' | 'no_provider' | 'identity_taken';
}

export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** The connected account, or why it cannot be connected now. An operator has one account, and an account one operator. */
export async function connection(
  config: Pick<ConfigStore, 'identityProvider' | 'identities'>,
  operator: Operator,
  { issuer, subject }: Account,
  { at, by, more = {} }: HowEdited,
): Promise<Result<Identity, ConnectionRefusal>> {
  const { org, id: owner, accessEpoch } = operator;
  const [setting, identities] = await Promise.all([config.identityProvider(org), config.identities(org)]);
  if (!operator.enabled) return err({ reason: 'operator_disabled' });
  if (setting?.provider?.issuer !== issuer) return err({ reason: 'no_provider' });
  const id = identityId(issuer, subject);
  const before = identities.find((each) => each.id === id);
  // An account of somebody whose access was revoked stays theirs until it is disconnected.
  const isTaken = before !== undefined && before.disconnectedAtMs === null && before.operator !== owner;
  if (isTaken || identities.some((each) => isConnected(each, operator))) return err({ reason: 'identity_taken' });
  const earlier = before === undefined || before.operator === owner ? [] : [before.operator];
  const former = [...(before?.former ?? []), ...earlier];
  const connected = { operator: owner, former, accessEpoch, connectedAtMs: at, disconnectedAtMs: null };
  const blank: Identity = before ?? { org, id, ...connected, revision: 0, journal: [] };
  return ok(
    edited<Identity>(blank, connected, [pendingEntry(at, 'identity.connected', id, by, { operator: owner, ...more })]),
  );
}

/** Disconnects every account of the operator. */
export async function disconnectAccounts(
  {
    clock,
    config,
  }: { readonly clock: Clock; readonly config: Pick<ConfigStore, 'identity' | 'identities' | 'saveIdentity'> },
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
export async function isMailLinkAllowed(
  config: Pick<ConfigStore, 'identityProvider' | 'identities'>,
  org: OrgId,
  id: OperatorId,
): Promise<boolean> {
  const setting = await config.identityProvider(org);
  return setting?.provider?.forbidsMailLinks !== true || mayGetMailLink(setting, await config.identities(org), id);
}
