/**
 * Company sign-in: the identity provider of an organization, and to which operator each of its accounts is connected
 * (docs/decisions/company-sign-in.md).
 */

import { taggedHashHex } from '../../../protocol/hash';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import { type How, refuse } from '../../configuration/rules/declaration';
import { edited, type Journaled, type Operator } from '../../configuration/rules/items';
import { settingName } from '../../configuration/rules/setting';

/** The name of the setting, and the subject of the entries about it. */
export const IDENTITY_PROVIDER = settingName<ProviderSetting>('identity-provider');

export interface ProviderSetting extends Journaled {
  readonly org: OrgId;
  /** Null if there is no company sign-in. */
  readonly provider: Provider | null;
}

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. PKCE protects both. */
  readonly sealedSecret: string | null;
  /** Ways of signing in at the provider (`acr`), one of which is required. Empty: any. */
  readonly acrValues: readonly string[];
  /** How long a sign-in at the provider is enough, at most 12 hours. */
  readonly maxAgeSeconds: number;
  /** No sign-in link by mail for an operator who was ever connected, and no link that an operator requests. */
  readonly forbidsMailLinks: boolean;
}

/** An account of the provider that is, or was, connected to an operator. It is not deleted. */
export interface Identity extends Journaled {
  readonly org: OrgId;
  /** The hash of issuer and subject. Neither of them is stored. */
  readonly id: string;
  readonly operator: OperatorId;
  /** Operators to whom the account was connected before. */
  readonly former: readonly OperatorId[];
  /** The operator's access epoch when it was connected. In a later one it opens no session. */
  readonly accessEpoch: number;
  readonly connectedAtMs: number;
  readonly disconnectedAtMs: number | null;
}

/** What the provider proved about the person who signed in. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** When the person last proved who they are. Null if the provider does not say. */
  readonly authTimeMs: number | null;
  readonly acr: string | null;
}

export const IDENTITY_ENTRIES = {
  'identity.connected': {
    audience: 'admins_and_concerned',
    isAccess: true,
    title: 'A company account was connected',
    told: ({ data }) =>
      said`A company account was connected to the operator ${named('operator', data.operator)}. It can sign in as this operator.`,
  },
  'identity.disconnected': {
    audience: 'admins_and_concerned',
    isAccess: true,
    told: ({ data }) => said`The company account of the operator ${named('operator', data.operator)} was disconnected.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** What an edit of an account needs: it is an admin's edit of the configuration, or an operator's own. */
export type HowConnected = Pick<How<keyof typeof IDENTITY_ENTRIES>, 'at' | 'by' | 'entry'>;

/** An account at the identity provider. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** The identity provider of an organization, and all accounts that are or were connected. */
export interface Company {
  readonly setting: ProviderSetting | null;
  readonly identities: readonly Identity[];
}

/** The connected account, or why it cannot be connected now. An operator has one account, and an account one operator. */
export function connected(
  { setting, identities }: Company,
  operator: Operator,
  { issuer, subject }: ProviderAccount,
  { at, entry }: HowConnected,
) {
  const { id: owner, accessEpoch } = operator;
  if (!operator.enabled) return refuse('operator_disabled');
  if (setting?.provider?.issuer !== issuer) return refuse('no_provider');
  const id = identityId(issuer, subject);
  const before = identities.find((each) => each.id === id);
  // An account of somebody whose access was revoked stays theirs until it is disconnected.
  const isTaken = before !== undefined && before.disconnectedAtMs === null && before.operator !== owner;
  if (isTaken || identities.some((each) => isConnected(each, operator))) return refuse('identity_taken');
  const earlier = before === undefined || before.operator === owner ? [] : [before.operator];
  const former = [...(before?.former ?? []), ...earlier];
  const connection = { operator: owner, former, accessEpoch, connectedAtMs: at, disconnectedAtMs: null };
  const item = before ?? blankIdentity(operator, id, at);
  return ok(edited<Identity>(item, connection, [entry('identity.connected', id, { operator: owner })]));
}

const blankIdentity = ({ org, id: operator, accessEpoch }: Operator, id: string, connectedAtMs: number): Identity => ({
  ...{ org, id, operator, accessEpoch, connectedAtMs },
  ...{ former: [], disconnectedAtMs: null, revision: 0, journal: [] },
});

export function disconnected(identity: Identity, { at, entry }: HowConnected): Identity {
  const ended = entry('identity.disconnected', identity.id, { operator: identity.operator });
  return edited<Identity>(identity, { disconnectedAtMs: at }, [ended]);
}

/** The accounts that are connected to the operator, whether or not they sign the operator in now. */
export function identitiesOf(identities: readonly Identity[], owner: OperatorId): Identity[] {
  return identities.filter(({ operator, disconnectedAtMs }) => operator === owner && disconnectedAtMs === null);
}

export function identityId(issuer: string, subject: string): string {
  return taggedHashHex('service.identity.v1', issuer, subject);
}

/** Whether the account signs its operator in. */
export function isConnected(identity: Identity, { id, enabled, accessEpoch }: Operator): boolean {
  const isTheirs = identity.operator === id && identity.disconnectedAtMs === null;
  return isTheirs && enabled && identity.accessEpoch === accessEpoch;
}

/**
 * Whether an ID token was issued to this client, and not to another one that names it as an audience. OpenID Connect Core
 * 1.0, section 3.1.3.7, recommends it.
 */
export function isIssuedTo(
  clientId: string,
  { aud, azp }: { readonly aud: string | readonly string[]; readonly azp?: unknown },
): boolean {
  const audiences = typeof aud === 'string' ? [aud] : aud;
  const isParty = azp === undefined ? audiences.length === 1 : azp === clientId;
  return isParty && audiences.includes(clientId);
}

const LONGEST_MS = 12 * 3600_000;

/** When a session of this sign-in ends. Null if the sign-in is too old, or nobody knows how old it is. */
export function sessionEndMs({ authTimeMs }: ProvedIdentity, { maxAgeSeconds }: Provider, nowMs: number) {
  if (authTimeMs === null) return null;
  // The clock of the provider may be ahead.
  const endMs = Math.min(authTimeMs, nowMs) + Math.min(maxAgeSeconds * 1000, LONGEST_MS);
  return nowMs < endMs ? endMs : null;
}

export function hasRequiredAcr({ acr }: ProvedIdentity, { acrValues }: Provider): boolean {
  return acrValues.length === 0 || (acr !== null && acrValues.includes(acr));
}

/** Whether the operator may get a sign-in link by mail. `identities` are all of the organization. */
export function mayGetMailLink(
  setting: ProviderSetting | null,
  identities: readonly Identity[],
  operator: OperatorId,
): boolean {
  if (setting?.provider?.forbidsMailLinks !== true) return true;
  return !identities.some((identity) => [identity.operator, ...identity.former].includes(operator));
}
