/**
 * What an organization configures: operators, keys and endpoints (docs/storage.md;
 * docs/design.md#refused-attempts).
 */

import type { Actor } from '../../../protocol/actor';
import type { EventType } from '../../../protocol/event-types';
import type { ActionId, ApiKeyId, EndpointId, OperatorId, OrgId } from '../../../protocol/identifiers';
import { said } from '../../../protocol/words';
import type { AuditData, EntryWords, PendingEntry } from '../../audit/rules/chain';

export type Role = 'operator' | 'admin';
export type Scope = 'propose' | 'read' | 'execute' | 'audit';

/**
 * Like requests, config items carry their pending audit entries: the same write stores both, and the check removes the
 * entries once it finds them in the chain.
 */
export interface Journaled {
  /**
   * Goes up by one with every edit. Each write requires the previous value. 0 means that the item was never written.
   */
  readonly revision: number;
  readonly journal: readonly PendingRevision[];
}

/** The pending entries of one revision. */
export interface PendingRevision {
  readonly revision: number;
  readonly entries: readonly PendingEntry[];
}

export interface Operator extends Journaled {
  readonly org: OrgId;
  readonly id: OperatorId;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly enabled: boolean;
  /**
   * Sessions, sign-in links, passkeys and enrolment challenges carry the epoch in which they were made and are invalid
   * in later ones. Disabling the operator or revoking all access raises it, so enabling the operator again restores
   * nothing.
   */
  readonly accessEpoch: number;
  /**
   * Seats in requests that were open at this time stay lost, even after the operator is enabled again. Null if the
   * operator was never disabled.
   */
  readonly lastDisabledAtMs: number | null;
  /**
   * When somebody else last changed the operator's identity: the e-mail address, the passkeys or a sign-in link. Seats
   * in requests that were open then are struck. Absent if this never happened.
   */
  readonly identityChangedAtMs?: number | null;
  /** Earlier e-mail addresses, each with the revision that replaced it, so that the old address is told too. */
  readonly formerEmails?: readonly { readonly email: string; readonly revision: number }[];
  /** When earlier access epochs ended, oldest first. They show later until when a key was valid. */
  readonly accessEnds?: readonly { readonly epoch: number; readonly atMs: number }[];
  /** Another account of the same person, as admins named it. Null or absent if they named none. */
  readonly samePerson?: OperatorId | null;
  readonly createdAtMs: number;
}

const MAX_ACCESS_ENDS = 100;

/** Ends everything that signs the operator in. */
export function accessEnded(operator: Operator, atMs: number): Pick<Operator, 'accessEpoch' | 'accessEnds'> {
  const { accessEpoch: epoch, accessEnds = [] } = operator;
  return { accessEpoch: epoch + 1, accessEnds: [...accessEnds, { epoch, atMs }].slice(-MAX_ACCESS_ENDS) };
}

/** The fields of an operator that an admin can edit. */
export type OperatorPatch = Partial<Pick<Operator, 'name' | 'email' | 'role' | 'enabled' | 'samePerson'>>;

/** The fields of an operator that the patch changes. */
export function changedFields(operator: Operator | null, patch: OperatorPatch): (keyof OperatorPatch)[] {
  const fields = Object.keys(patch) as (keyof OperatorPatch)[];
  return fields.filter((field) => patch[field] !== undefined && patch[field] !== (operator?.[field] ?? null));
}

/** A field's name for people. */
export const fieldName = (field: keyof OperatorPatch): string => (field === 'samePerson' ? 'same person' : field);

export type NewOperator = Pick<Operator, 'id' | 'name' | 'email' | 'role'>;

export interface ApiKey extends Journaled {
  readonly org: OrgId;
  readonly id: ApiKeyId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Oldest first, including ended tokens. One works, or two during a rotation. */
  readonly tokens: readonly ApiToken[];
  /**
   * The public key in OpenSSH's form for reports that the worker signs. It never changes. Absent if the worker signs
   * none.
   */
  readonly signingKey?: string;
  /** How many requests of this key may be open at once. Absent means no limit. */
  readonly maxOpen?: number;
  /** The only actions that it can be used for, sorted. Absent means every action (docs/decisions/limited-keys.md). */
  readonly actions?: readonly ActionId[];
  /** The operator who holds its token, as admins named them. Absent counts as anybody (docs/decisions/powers.md). */
  readonly holder?: OperatorId;
  readonly createdAtMs: number;
  readonly createdBy: Actor;
  readonly revokedAtMs: number | null;
}

export interface ApiToken {
  /** Starts at 1. It identifies the token, which itself is never stored. */
  readonly number: number;
  /** SHA-256 in hex. */
  readonly hash: string;
  /**
   * The derived callback key, sealed. It is kept after the token ends, because it still signs the posts of requests
   * made with that token.
   */
  readonly sealedCallbackKey: string;
  readonly createdAtMs: number;
  /** Null if the token has no end. */
  readonly endsAtMs: number | null;
  /** The change by which a second admin approved it. Null: it needed none. */
  readonly change: string | null;
  /** Accurate to the day. */
  readonly lastUsedAtMs: number | null;
}

/** The fields of a new key that an admin sends. */
export type NewApiKey = Pick<ApiKey, 'name' | 'scopes' | 'signingKey' | 'maxOpen' | 'actions' | 'holder'>;

/** What an admin can edit of a key. Null ends a limit, or names nobody. */
export interface ApiKeyPatch {
  readonly maxOpen?: number | null;
  readonly actions?: readonly ActionId[] | null;
  readonly holder?: OperatorId | null;
}

export interface Endpoint extends Journaled {
  readonly org: OrgId;
  readonly id: EndpointId;
  readonly url: string;
  /** Null means every type. */
  readonly types: readonly EventType[] | null;
  readonly description: string;
  readonly enabled: boolean;
  /** When the endpoint was last enabled. It does not get older events. */
  readonly enabledSinceMs: number;
  readonly sealedSecret: string;
  /**
   * The token in the test event of a destination on AWS, until its admin enters it. The endpoint cannot be enabled
   * before. Null or absent for a verified destination or a URL.
   */
  readonly sealedToken?: string | null;
  /** The secret before the last rotation, during its overlap. */
  readonly previous: { readonly sealedSecret: string; readonly expiresAtMs: number } | null;
  /** Since when the endpoint has accepted nothing. Null or absent unless it is failing (service/delivery/rules/health.ts). */
  readonly failingSinceMs?: number | null;
  readonly createdAtMs: number;
  /** Deleted endpoints stay readable so that the history of their deliveries does too. */
  readonly deletedAtMs: number | null;
}

/** A change that the administration command made without a second admin. It is written before the change. */
export interface Rescue extends Journaled {
  readonly org: OrgId;
  readonly id: string;
  readonly command: string;
  readonly reason: string;
  readonly atMs: number;
}

export const RESCUE_ENTRIES = {
  'rescue.used': {
    audience: 'everybody',
    told: ({ data }) =>
      said`Somebody with access to the deployment changed the configuration without a second admin (${data.command}). The reason that they gave: ${data.reason}`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/**
 * An event that belongs to no edited item: a refused attempt, a session that an admin ended, or a chain for which no
 * head was signed. It is written once, with one entry that contains everything.
 */
export interface Incident extends Journaled {
  readonly org: OrgId;
  readonly id: string;
}

export function incident(org: OrgId, id: string, entry: PendingEntry): Incident {
  return edited<Incident>({ org, id, revision: 0, journal: [] }, {}, [entry]);
}

/** When an edit is made and by whom, and what its audit entry says besides. */
export interface HowEdited {
  readonly at: number;
  readonly by: Actor;
  readonly more?: AuditData;
}

/** Returns the edited config item with its new audit entries. */
export function edited<T extends Journaled>(item: T, patch: Partial<T>, entries: readonly PendingEntry[]): T {
  const revision = item.revision + 1;
  return { ...item, ...patch, revision, journal: [...item.journal, { revision, entries: entries }] };
}

/** True for a destination on AWS whose admin has not entered the token of its test event. */
export const isUnverified = ({ sealedToken }: Endpoint): boolean => sealedToken != null;

export function takesEvent(endpoint: Endpoint, type: EventType, atMs: number): boolean {
  if (!endpoint.enabled || endpoint.deletedAtMs !== null || atMs < endpoint.enabledSinceMs) return false;
  return endpoint.types === null || endpoint.types.includes(type);
}
