/** The configuration of an organization, its waiting changes, and its secrets. */

import type { ActionId, ApiKeyId, EndpointId, GroupId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { Identity } from '../access/rules/company-sign-in';
import type { Group } from '../policy/rules/groups';
import type { Policy, StoredPolicy } from '../policy/rules/policy';
import type { Recipient } from '../push/rules/device';
import type { Saved, StoredIntent } from '../request/ports';
import type { Caller } from '../request/rules/caller';
import type { Change } from '../request/rules/journal';
import type { OperatorWriteOptions, Setting } from './rules/declaration';
import type { ApiKey, Endpoint, Incident, Operator, Rescue, Scope } from './rules/items';
import type { SettingName } from './rules/setting';

export interface ConfigStore {
  /** All reads are strongly consistent. */
  operator(org: OrgId, id: OperatorId): Promise<Operator | null>;
  operators(org: OrgId): Promise<Operator[]>;
  /**
   * Reads an operator who gets a message, with their devices. The result may be about a second old, because nothing is decided
   * on it: a push reads the devices again.
   */
  recipient(org: OrgId, id: OperatorId): Promise<Recipient | null>;
  saveOperator(operator: Operator, permit: Permit, options?: OperatorWriteOptions): Promise<'saved' | 'conflict'>;
  /** All or none. `conflict`: an id is used, or the permit is no longer valid. */
  saveNewOperators(
    operators: readonly Operator[],
    permit: Permit,
    options: Pick<OperatorWriteOptions, 'beginsRule'>,
  ): Promise<'saved' | 'conflict'>;
  /** Whether the organization ever had two enabled admins, according to the mark (docs/decisions/four-eyes.md). */
  ruleBegan(org: OrgId): Promise<boolean>;

  action(org: OrgId, id: ActionId): Promise<StoredPolicy | null>;
  actions(org: OrgId): Promise<StoredPolicy[]>;
  actionVersion(org: OrgId, id: ActionId, version: number): Promise<Policy | null>;
  saveAction(org: OrgId, action: StoredPolicy, permit: Permit): Promise<'saved' | 'conflict'>;

  /** Also deleted groups. */
  group(org: OrgId, id: GroupId): Promise<Group | null>;
  groups(org: OrgId): Promise<Group[]>;
  saveGroup(group: Group, permit: Permit): Promise<'saved' | 'conflict'>;

  apiKeys(org: OrgId): Promise<ApiKey[]>;
  /** `token`: a number that the key must have. An instance that remembers the key reads it again if it does not know it. */
  apiKey(org: OrgId, id: ApiKeyId, token?: number): Promise<ApiKey | null>;
  /** `conflict`: the key was edited since, or its signing key is or was registered with another one. */
  saveApiKey(key: ApiKey, permit: Permit): Promise<'saved' | 'conflict'>;
  /** The API key with which this signing key is or was registered. Strongly consistent. */
  signingKeyOwner(org: OrgId, signingKey: string): Promise<ApiKeyId | null>;
  /**
   * The only read of the key check. Revoked keys are not found; ended tokens are. With `request`, the same call also
   * reads the intent of that request, if an earlier call has shown which organization the token belongs to.
   */
  liveKey(tokenHash: string, request?: RequestId): Promise<LiveKey | null>;
  /** Stores the day of the last use. This is not a transition and makes no revision. */
  touchApiKey(org: OrgId, id: ApiKeyId, tokenHash: string, nowMs: number): Promise<void>;

  /** Null if it was never set. */
  setting<T extends Setting>(org: OrgId, name: SettingName<T>): Promise<T | null>;
  saveSetting<T extends Setting>(name: SettingName<T>, setting: T, permit: Permit): Promise<'saved' | 'conflict'>;
  /** What people call it: its name, or its id. For pages and mails, which decide nothing by it: not strongly consistent. */
  calledOrganization(org: OrgId): Promise<string>;

  /** Also identities that were disconnected. */
  identity(org: OrgId, id: string): Promise<Identity | null>;
  identities(org: OrgId): Promise<Identity[]>;
  /**
   * All or none. `struck`: their operator, whose seats in open requests the same write strikes; null if operators edit
   * their own. `conflict`: one of them was edited since it was read.
   */
  saveIdentities(
    identities: readonly Identity[],
    struck: { readonly operator: Operator; readonly permit: Permit } | null,
  ): Promise<'saved' | 'conflict'>;

  saveRescue(rescue: Rescue): Promise<'saved' | 'conflict'>;
  /** `conflict`: an incident with this id exists. */
  saveIncident(incident: Incident): Promise<'saved' | 'conflict'>;
  /** Strongly consistent. */
  incident(org: OrgId, id: string): Promise<Incident | null>;

  endpoints(org: OrgId): Promise<Endpoint[]>;
  endpoint(org: OrgId, id: EndpointId): Promise<Endpoint | null>;
  saveEndpoint(endpoint: Endpoint, permit: Permit): Promise<'saved' | 'conflict'>;
}

/** Writes an admin's edit of a request at once. */
export interface RequestWriter {
  /** `base_moved`: the permit is no longer valid. */
  write(change: Change, permit: Permit, writeId: string): Promise<Applied>;
}

export type Applied = Extract<Saved, { kind: 'saved' | 'conflict' | 'contention' }> | { readonly kind: 'base_moved' };

declare const granted: unique symbol;

/**
 * The reason why an edit may be written. Only `service/configuration/use-cases/permit.ts` creates permits, and every write needs
 * one.
 */
export type Permit = Granted & { readonly [granted]: true };

export type Granted =
  /** The organization never had two enabled admins. The write checks it. */
  | { readonly rule: 'off'; readonly revision?: undefined }
  /**
   * The edit makes things safer. This was decided on this revision of the item; null if every edit of its kind is
   * safer.
   */
  | { readonly rule: 'safer'; readonly revision: number | null }
  /** A second admin approved the edit, or the administration command recorded a rescue first. */
  | { readonly rule: 'approved' | 'rescued'; readonly revision?: undefined }
  /**
   * The service found it itself: an endpoint accepts nothing, every admin can sign now, or an operator requested a link
   * that their organization allows.
   */
  | { readonly rule: 'found'; readonly revision?: undefined };

export interface LiveKey extends Caller {
  readonly id: ApiKeyId;
  readonly scopes: readonly Scope[];
  /** The public key for reports that the worker signs; null if it signs none. */
  readonly signingKey: string | null;
  /** The number of the token in the call. */
  readonly token: number;
  /** When that token ends; null if it does not end. The key check compares it with the time. */
  readonly endsAtMs: number | null;
  /** How many requests of the key may be open at once; null means no limit. */
  readonly maxOpen: number | null;
  readonly lastUsedAtMs: number | null;
  /** Undefined if it was not read. Still encoded, because the key has not been checked yet. */
  readonly intent?: StoredIntent;
}

/**
 * Seals secrets that must be read again: callback keys and endpoint secrets. `place` binds the sealed text to its item.
 */
export interface SecretBox {
  seal(org: OrgId, place: string, secret: Uint8Array): Promise<string>;
  open(org: OrgId, place: string, sealed: string): Promise<Uint8Array>;
}

/** The server secrets from which operator codes are computed. */
export interface CodeKeys {
  /** The id of the secret for new requests. */
  currentId(): Promise<string>;
  secret(id: string): Promise<Uint8Array>;
}
