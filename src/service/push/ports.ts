/** What push needs from outside: the push services, the stored devices, and the published key. */

import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { DeviceChange, DeviceList } from './rules/changes';
import type { PushDevice, PushShows } from './rules/device';
import type { PushedCount } from './rules/payload';

export interface PushSender {
  /**
   * Seals the text for the device and posts it to its push service. Never throws because of what the push service answers.
   */
  send(device: PushDevice, push: OutgoingPush): Promise<PushOutcome>;
  /** base64url of the VAPID public key, as it is now: another instance may have used a new one first. */
  publicKey(): Promise<string>;
}

export interface OutgoingPush {
  /** At most `MAX_PLAINTEXT_BYTES` (rules/payload.ts). */
  readonly plaintext: Uint8Array;
  /** At most 32 characters of base64url. A push that still waits is replaced by a later one with the same topic. */
  readonly topic: string;
  /** How long the push service keeps it for a device that is not connected. */
  readonly ttlSeconds: number;
  readonly urgency: 'high' | 'normal';
}

export type PushOutcome =
  /** The push service has it. Whether the device gets it is not known. */
  | { readonly kind: 'accepted' }
  /** The subscription has ended: 404, 410, or it was made with an earlier VAPID key. */
  | { readonly kind: 'gone' }
  /** Not now: 429, 5xx, no connection, no answer. Null: it did not say when. */
  | { readonly kind: 'later'; readonly afterSeconds: number | null }
  /** It would be refused again. 0: its address is refused, and nothing was sent. */
  | { readonly kind: 'refused'; readonly status: number };

/** The public key with which browsers subscribe. The function that has the private half publishes it for the console. */
export interface PushKeyStore {
  /** Strongly consistent. Null: not published yet. */
  publicKey(): Promise<string | null>;
  publish(key: string): Promise<void>;
}

/** Whose device has an endpoint. */
export interface EndpointHolder {
  readonly org: OrgId;
  readonly operator: OperatorId;
}

export interface DeviceStore {
  /** Strongly consistent. Null: there is no such operator. */
  read(org: OrgId, operator: OperatorId): Promise<DeviceList | null>;
  /** Looks in all organizations, because the browser does not say whose it was. Null: nobody's. Strongly consistent. */
  holder(endpoint: string): Promise<EndpointHolder | null>;
  /**
   * Writes all lists with their entries, or none. `conflict`: one of them has changed since it was read. `entryIds`: an id
   * for each entry, which is written once.
   */
  save(changes: readonly DeviceChange[], entryIds: readonly string[]): Promise<'saved' | 'conflict'>;
  setShows(org: OrgId, operator: OperatorId, shows: PushShows): Promise<void>;
}

/** What `notice` found about a device and may not write itself. */
export interface FoundDevice {
  readonly kind: 'push_device';
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly device: string;
  /** What its push service answered, or that it subscribed with an earlier key (`PushOutcome`). */
  readonly found: 'accepted' | 'gone';
  /** Epoch ms. */
  readonly at: number;
}

/** What a push is about, and from what it is composed again. */
export type PushAbout =
  | { readonly test: true }
  /** `cause`: the name of the notice (`noticeName`). */
  | { readonly request_id: RequestId; readonly cause: string }
  | PushedCount;

/** Sends one push to one device, on the notices' queue: a test, or one that was not taken for now. */
export interface PushTask {
  readonly org: OrgId;
  readonly push: {
    readonly operator: OperatorId;
    readonly device: string;
    /** How often it was attempted before. */
    readonly attempt: number;
    readonly about: PushAbout;
  };
}

/** The console found no published key. */
export interface PublishPushKey {
  readonly publish_push_key: true;
}
