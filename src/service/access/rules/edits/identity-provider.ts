/** The identity provider of an organization (docs/decisions/company-sign-in.md). */

import { canonicalJson } from '../../../../protocol/canonical-json';
import { ok } from '../../../../protocol/result';
import { said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import { changed, type Line, stated } from '../../../configuration/rules/declaration';
import { setting } from '../../../configuration/rules/setting';
import { IDENTITY_PROVIDER, type Provider, type ProviderSetting } from '../company-sign-in';

export const PROVIDER_ENTRIES = {
  'identity_provider.set': {
    audience: 'admins',
    told: ({ data }) =>
      said`Operators can sign in with their company account at ${data.issuer} from now on.${data.forbids_mail_links === true ? ' Operators who were connected to an account get no sign-in link by mail any more.' : ''}`,
  },
  'identity_provider.removed': {
    audience: 'admins',
    told: () => said`Operators can no longer sign in with a company account.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const PROVIDER_ATTEMPT = 'change company sign-in:';

interface SetProvider {
  /** Null ends company sign-in. */
  readonly provider: Provider | null;
}

export const setIdentityProvider = /* @__PURE__ */ setting<ProviderSetting, SetProvider>()({
  name: IDENTITY_PROVIDER,
  blank: (unset) => ({ ...unset, provider: null }),
  entries: PROVIDER_ENTRIES,
  decide: (before, { provider }, { entry }) => {
    if (canonicalJson({ is: before.provider }) === canonicalJson({ is: provider })) return ok(null);
    if (provider === null) {
      return ok({ fields: { provider }, entry: entry('identity_provider.removed', IDENTITY_PROVIDER) });
    }
    const data = {
      issuer: provider.issuer,
      client_id: provider.clientId,
      acr_values: provider.acrValues,
      max_age_seconds: provider.maxAgeSeconds,
      forbids_mail_links: provider.forbidsMailLinks,
    };
    return ok({ fields: { provider }, entry: entry('identity_provider.set', IDENTITY_PROVIDER, data) });
  },
  // Without a provider, sign-in links by mail are no longer forbidden.
  waits: ({ provider }, before) => provider !== null || before.provider?.forbidsMailLinks === true,
  attempt: PROVIDER_ATTEMPT,
  title: ({ provider }) => (provider === null ? 'End company sign-in' : 'Change company sign-in'),
  headline: ({ provider }) => (provider === null ? 'No company sign-in' : `Company sign-in at ${provider.issuer}`),
  lines: ({ provider }, before) => providerLines(before.provider, provider),
  // Who controls the provider decides who can sign in.
  effect: () => 'changes_who',
  gives: 'account',
  after: null,
});

/** Only what differs. A secret is never shown. */
function providerLines(before: Provider | null, after: Provider | null): Line[] {
  const [was, will] = [before, after].map(providerText) as [Record<string, string>, Record<string, string>];
  const isOtherSecret = (before?.sealedSecret ?? null) !== (after?.sealedSecret ?? null);
  const secret = isOtherSecret && was['client secret'] === will['client secret'];
  return [
    ...Object.keys(will)
      .filter((field) => was[field] !== will[field])
      .map((field) => changed(field, was[field]!, will[field]!)),
    ...(secret ? [stated('client secret', 'another one')] : []),
  ];
}

function providerText(provider: Provider | null): Record<string, string> {
  return {
    'identity provider': provider?.issuer ?? 'none',
    'client id': provider?.clientId ?? 'none',
    'client secret': provider?.sealedSecret == null ? 'none' : 'set',
    'required way of signing in': provider?.acrValues.join(' or ') || 'any',
    'a sign-in lasts': provider === null ? 'none' : `${provider.maxAgeSeconds} s`,
    'sign-in links by mail': provider?.forbidsMailLinks === true ? 'forbidden for connected operators' : 'allowed',
  };
}
