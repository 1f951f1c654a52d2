/** Edits of company sign-in: the identity provider, and accounts that are connected for somebody else. */
import { IDENTITY_PROVIDER, type Identity, type ProviderSetting } from '../../core/access/company-sign-in';
import { edited, type HowEdited } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { pendingEntry } from '../../core/audit/chain';
import { canonicalJson } from '../../protocol/canonical-json';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import {
  type EditedMeanwhile,
  type Editor,
  type EditRefusal,
  editConfig,
  isJudgedFrom,
} from '../administration/edit-config';
import { takeSeatsOut } from '../ceremony/take-seats-out';
import type { Clock, ConfigStore, Permit } from '../ports';
import { type EditOperatorDeps, noteIdentityChange } from './edit-operator';
import { accountsOf, type ConnectionRefusal, connection, disconnectAccounts } from './identities';

export function setIdentityProvider(
  { config, clock }: { readonly clock: Clock; readonly config: ConfigStore },
  { org, by }: Editor,
  { provider }: EditOf<'set_identity_provider'>,
  permit: Permit,
): Promise<Result<ProviderSetting, EditedMeanwhile>> {
  const at = clock.nowMs();
  return editConfig<ProviderSetting, EditedMeanwhile>({
    load: async () => (await config.identityProvider(org)) ?? noProvider(org),
    decide: (setting) =>
      isJudgedFrom(setting, permit)
        ? ok(withProvider(setting, provider, { at, by }))
        : err({ reason: 'edited_meanwhile' }),
    save: (setting) => config.saveIdentityProvider(setting, permit),
  });
}

export const noProvider = (org: OrgId): ProviderSetting => ({ org, provider: null, revision: 0, journal: [] });

/** The same object if nothing changes. */
export function withProvider(
  setting: ProviderSetting,
  provider: ProviderSetting['provider'],
  { at, by, more = {} }: HowEdited,
): ProviderSetting {
  if (canonicalJson({ is: setting.provider }) === canonicalJson({ is: provider })) return setting;
  const entry =
    provider === null
      ? pendingEntry(at, 'identity_provider.removed', IDENTITY_PROVIDER, by, more)
      : pendingEntry(at, 'identity_provider.set', IDENTITY_PROVIDER, by, {
          issuer: provider.issuer,
          client_id: provider.clientId,
          acr_values: provider.acrValues,
          max_age_seconds: provider.maxAgeSeconds,
          forbids_mail_links: provider.forbidsMailLinks,
          ...more,
        });
  return edited<ProviderSetting>(setting, { provider }, [entry]);
}

/** How many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

/** Anyone who has the account can act as the operator, so their seats are struck first. */
export async function connectIdentity(
  deps: EditOperatorDeps,
  { org, by }: Editor,
  { id, ...account }: EditOf<'connect_identity'>,
  permit: Permit,
): Promise<Result<Identity, ConnectionRefusal | EditRefusal>> {
  const operator = await deps.config.operator(org, id);
  if (operator === null) return err({ reason: 'not_found' });
  const connected = await connection(deps.config, operator, account, { at: deps.clock.nowMs(), by });
  if (!connected.ok) return connected;
  const noted = await noteIdentityChange(deps, { org, by }, id, permit, 'company account');
  if (!noted.ok) return noted;
  await takeSeatsOut(deps, org, SETTLED_AT_ONCE);
  return (await deps.config.saveIdentity(connected.value)) === 'saved'
    ? connected
    : err({ reason: 'edited_meanwhile' });
}

/** If another person does it, the operator's seats are struck first. */
export async function disconnectIdentity(
  deps: Pick<EditOperatorDeps, 'clock' | 'config'>,
  { org, by }: Editor,
  { owner }: EditOf<'disconnect_identity'>,
  permit: Permit,
): Promise<Result<null, EditRefusal>> {
  if (by !== owner && (await accountsOf(deps.config, org, owner)).length > 0) {
    const noted = await noteIdentityChange(deps, { org, by }, owner, permit, 'company account');
    if (!noted.ok) return noted;
  }
  return disconnectAccounts(deps, org, owner, by);
}
