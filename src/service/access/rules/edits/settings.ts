/**
 * The settings of an organization about access: what approving a change takes, sign-in links by mail, and company
 * sign-in.
 */

import { SET_UP } from '../../../../protocol/actor';
import { canonicalJson } from '../../../../protocol/canonical-json';
import type { OrgId } from '../../../../protocol/identifiers';
import { ok } from '../../../../protocol/result';
import { said } from '../../../../protocol/words';
import { type EntryWords, entryIn, type PendingEntry } from '../../../audit/rules/chain';
import {
  changed,
  type Line,
  nothing,
  readable,
  refuse,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { edited } from '../../../configuration/rules/items';
import { neverSet, setting, settingOf } from '../../../configuration/rules/setting';
import type { Organization } from '../../../policy/rules/organization';
import type { TurnNeeds } from '../../../policy/rules/policy';
import { IDENTITY_PROVIDER, type Provider, type ProviderSetting } from '../company-sign-in';
import { MAILED_LINKS, type MailedLinks } from '../mailed-link';
import { CHANGES_TURN, type ChangesTurn } from '../signed-changes';

/** Whether every enabled admin has a countersigned key. Not read, and true, for a turn that needs none. */
export const ADMINS_CAN_SIGN = /* @__PURE__ */ readable<TurnNeeds, boolean>()('adminsCanSign', false);

/** What is needed to approve a change of the configuration (docs/decisions/signed-turns.md). */
export const CHANGES_TURN_ENTRIES = {
  'changes.turn_set': {
    audience: 'admins',
    told: ({ data }) =>
      data.turn === 'code'
        ? said`Approving a change of the configuration takes no passkey any more.`
        : said`Approving a change of the configuration takes a passkey from now on.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const CHANGES_TURN_ATTEMPT = 'change how changes are approved:';

const turnText = (turn: TurnNeeds): string => turn.replaceAll('_', ' ');
const noTurnSet = (org: OrgId): ChangesTurn => ({ ...neverSet(org), turn: 'code', atMs: 0 });

const withTurn = (before: ChangesTurn, turn: TurnNeeds, atMs: number, entry: PendingEntry): ChangesTurn =>
  edited<ChangesTurn>(before, { turn, atMs }, [entry]);

/** The setting that the service itself makes once every admin can sign. */
export function signedFrom(org: OrgId, at: number): ChangesTurn {
  const turn = 'code_and_passkey';
  const entry = entryIn(CHANGES_TURN_ENTRIES)(at, 'changes.turn_set', CHANGES_TURN, SET_UP, { turn });
  return withTurn(noTurnSet(org), turn, at, entry);
}

export const setChangesTurn = /* @__PURE__ */ waiting<{ readonly turn: TurnNeeds }>()({
  entries: CHANGES_TURN_ENTRIES,
  reads: ({ turn }) => [settingOf(CHANGES_TURN), ADMINS_CAN_SIGN.of(turn)],
  decide: ({ setting, adminsCanSign }, { turn }, { org, at, rule, entry }) => {
    if (rule === 'off') return refuse('nobody_approves');
    const before = setting ?? noTurnSet(org);
    // Another admin may have set it at the same moment.
    if (before.revision > 0 && before.turn === turn) return nothing(before);
    if (!adminsCanSign) return refuse('not_ready');
    const item = withTurn(before, turn, at, entry('changes.turn_set', CHANGES_TURN, { turn }));
    return write('setting', { name: CHANGES_TURN, item });
  },
  seen: ({ setting }) => setting,
  // Requiring a passkey takes effect at once because it makes things safer. Ending it needs another admin.
  waits: ({ turn }) => turn === 'code',
  subject: () => CHANGES_TURN,
  attempt: CHANGES_TURN_ATTEMPT,
  title: () => 'Change how changes are approved',
  headline: ({ turn }) => (turn === 'code' ? 'Approve changes with a code alone' : 'Approve changes with passkeys'),
  lines: ({ turn }, { setting }) => [changed('a turn needs', turnText(setting?.turn ?? 'code'), turnText(turn))],
  effect: ({ turn }) => (turn === 'code' ? 'lowers' : 'raises'),
  gives: 'approver',
  after: (organization: Organization, { turn }) => ({ ...organization, changesTurn: turn }),
});

/** Whether operators may request sign-in links by mail (docs/decisions/mailed-links.md). */
export const MAILED_LINKS_ENTRIES = {
  'mailed_links.set': {
    audience: 'admins',
    told: ({ data }) =>
      data.allowed === true
        ? said`Operators without a passkey can request a sign-in link by mail from now on.`
        : said`Operators can no longer request a sign-in link by mail.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const MAILED_LINKS_ATTEMPT = 'change whether operators can sign in with a link that they request by mail:';

const permission = (allowed: boolean): string => (allowed ? 'allowed' : 'not allowed');

export const setMailedLinks = /* @__PURE__ */ setting<MailedLinks, { readonly allowed: boolean }>()({
  name: MAILED_LINKS,
  blank: (unset) => ({ ...unset, allowed: false, atMs: 0 }),
  entries: MAILED_LINKS_ENTRIES,
  decide: (before, { allowed }, { at, entry }) =>
    ok(
      before.allowed === allowed
        ? null
        : { fields: { allowed, atMs: at }, entry: entry('mailed_links.set', MAILED_LINKS, { allowed }) },
    ),
  waits: ({ allowed }) => allowed,
  attempt: MAILED_LINKS_ATTEMPT,
  title: () => 'Change how operators sign in',
  headline: ({ allowed }) =>
    allowed ? 'Let operators request a sign-in link by mail' : 'End sign-in links that operators request by mail',
  lines: ({ allowed }, before) => [changed('links requested by mail', permission(before.allowed), permission(allowed))],
  effect: ({ allowed }) => (allowed ? 'lowers' : 'raises'),
  // The sessions of these links turn no key.
  gives: 'nothing',
  after: null,
});

/** The identity provider of an organization (docs/decisions/company-sign-in.md). */
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
