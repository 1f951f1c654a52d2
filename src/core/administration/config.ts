/**
 * What an organization configures: operators, keys, endpoints (docs/design.md#table; docs/design.md#refused-attempts).
 */
import type { EventType } from '../../protocol/event-types';
import type { ApiKeyId, EndpointId, OperatorId, OrgId } from '../../protocol/identifiers';
import type { PendingEntry } from '../audit/chain';
import type { TurnNeeds } from '../policy/policy';

export type Role = 'operator' | 'admin';
export type Scope = 'propose' | 'read' | 'execute';

/**
 * Config items carry their pending audit entries, as requests do: in the same write, until the check has found them in
 * the chain.
 */
export interface Journaled {
  /** Goes up by one with every edit, and the write is conditioned on it. 0 means that the item was never written. */
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
   * Sessions, sign-in links, passkeys and the challenges that enrol them carry the epoch that they were made in, and open
   * nothing in a later one. Disabling raises it, so enabling again brings nothing back to life; so does revoking all.
   */
  readonly accessEpoch: number;
  /** Seats in requests that were open then are lost, also while the operator is enabled again. Null: never disabled. */
  readonly lastDisabledAtMs: number | null;
  /**
   * When somebody else last changed what identifies the operator: their e-mail address, their passkeys, a sign-in link.
   * Seats in requests that were open then are struck. Absent: never.
   */
  readonly identityChangedAtMs?: number | null;
  /** Earlier e-mail addresses, each with the revision that replaced it, so that the old address is told. */
  readonly formerEmails?: readonly { readonly email: string; readonly revision: number }[];
  /** When earlier access epochs ended, so that everybody can tell later until when a key was valid. Oldest first. */
  readonly accessEnds?: readonly { readonly epoch: number; readonly atMs: number }[];
  readonly createdAtMs: number;
}

const MAX_ACCESS_ENDS = 100;

/** Ends everything that signs the operator in. */
export function accessEnded(operator: Operator, atMs: number): Pick<Operator, 'accessEpoch' | 'accessEnds'> {
  const { accessEpoch: epoch, accessEnds = [] } = operator;
  return { accessEpoch: epoch + 1, accessEnds: [...accessEnds, { epoch, atMs }].slice(-MAX_ACCESS_ENDS) };
}

/** What an admin can edit of an operator. */
export type OperatorPatch = Partial<Pick<Operator, 'name' | 'email' | 'role' | 'enabled'>>;

export type NewOperator = Pick<Operator, 'id' | 'name' | 'email' | 'role'>;

export interface ApiKey extends Journaled {
  readonly org: OrgId;
  readonly id: ApiKeyId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Oldest first. One, or two while a rotation goes on; those that ended stay. */
  readonly tokens: readonly ApiToken[];
  /** The public key under which its worker signs reports, in OpenSSH's form. It never changes. Absent: it signs none. */
  readonly signingKey?: string;
  /** How many of its requests may be open at once. Absent: no limit. */
  readonly maxOpen?: number;
  readonly createdAtMs: number;
  readonly createdBy: string;
  readonly revokedAtMs: number | null;
}

export interface ApiToken {
  /** From 1. It names the token, which itself is never stored. */
  readonly number: number;
  /** SHA-256 in hex. */
  readonly hash: string;
  /** The derived callback key, sealed. Kept after the token's end: it still signs for the requests that it made. */
  readonly sealedCallbackKey: string;
  readonly createdAtMs: number;
  /** Null: it has no end. */
  readonly endsAtMs: number | null;
  /** The change by which a second admin approved it. Null: it needed none. */
  readonly change: string | null;
  /** To the day. */
  readonly lastUsedAtMs: number | null;
}

/** What an admin says of a new key. */
export type NewApiKey = Pick<ApiKey, 'name' | 'scopes' | 'signingKey' | 'maxOpen'>;

export interface Endpoint extends Journaled {
  readonly org: OrgId;
  readonly id: EndpointId;
  readonly url: string;
  /** Null means every type. */
  readonly types: readonly EventType[] | null;
  readonly description: string;
  readonly enabled: boolean;
  /** When the endpoint was last enabled. It does not get events that are older. */
  readonly enabledSinceMs: number;
  readonly sealedSecret: string;
  /**
   * Of a destination on AWS, until its admin entered it: what its test event carries. Null or absent: it is verified, or it
   * is a URL. It is not enabled before.
   */
  readonly sealedToken?: string | null;
  /** The secret before the last rotation, during its overlap. */
  readonly previous: { readonly sealedSecret: string; readonly expiresAtMs: number } | null;
  /** Since when it has accepted nothing; null or absent unless it is failing (core/delivery/failing.ts). */
  readonly failingSinceMs?: number | null;
  readonly createdAtMs: number;
  /** Deleted endpoints stay readable, so that the history of their deliveries does too. */
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

/**
 * Something that belongs to no edited item: an attempt that was refused, a session that an admin ended, a chain that no
 * head was signed for. It has
 * one entry, which tells everything, and is written once.
 */
export interface Incident extends Journaled {
  readonly org: OrgId;
  readonly id: string;
}

export function incident(org: OrgId, id: string, entry: PendingEntry): Incident {
  return edited<Incident>({ org, id, revision: 0, journal: [] }, {}, [entry]);
}

/** What approving a change of the configuration takes. An organization without it: a code. */
export interface ChangesTurn extends Journaled {
  readonly org: OrgId;
  readonly turn: TurnNeeds;
  readonly atMs: number;
}

/** The edit of a config item, with the entries that it adds to the audit chain. */
export function edited<T extends Journaled>(item: T, patch: Partial<T>, entries: readonly PendingEntry[]): T {
  const revision = item.revision + 1;
  return { ...item, ...patch, revision, journal: [...item.journal, { revision, entries: entries }] };
}

/** A destination on AWS whose admin has not entered the token of its test event yet. */
export const isUnverified = ({ sealedToken }: Endpoint): boolean => sealedToken != null;

export function takesEvent(endpoint: Endpoint, type: EventType, atMs: number): boolean {
  if (!endpoint.enabled || endpoint.deletedAtMs !== null || atMs < endpoint.enabledSinceMs) return false;
  return endpoint.types === null || endpoint.types.includes(type);
}
