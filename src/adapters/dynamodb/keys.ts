/**
 * All keys of the tables. A partition key of tenant data begins with the organization's id, which comes only from the
 * API key or the session. So an item of another organization cannot be addressed
 * (docs/design.md#a-tenant-is-a-key-prefix). docs/storage.md#items says what each item is.
 */
import { sha256Hex } from '../../protocol/hash';
import { assertNever } from '../../protocol/result';
import * as partition from './partitions';
import { DUE_SHARDS } from './table';

export const REQUEST_SK = 'REQUEST';
const INTENT_SK = 'INTENT';
export const DELIVERY_SK = 'DELIVERY';
const ORG_SK = 'ORG';

/** How the sort keys of configuration begin. */
export const CONFIG_PREFIX = {
  action: 'ACTION#',
  group: 'GROUP#',
  operator: 'OPERATOR#',
  apiKey: 'APIKEY#',
  endpoint: 'ENDPOINT#',
  passkey: 'PASSKEY#',
  rescue: 'RESCUE#',
  setting: 'SETTING#',
  incident: 'INCIDENT#',
  identity: 'IDENTITY#',
} as const;

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const requestKey = (org: string, id: string): Key => ({ pk: `${org}${partition.REQUEST}${id}`, sk: REQUEST_SK });
export const intentKey = (org: string, id: string): Key => ({ pk: `${org}${partition.REQUEST}${id}`, sk: INTENT_SK });

export const signedPk = (org: string, request: string): string => `${org}${partition.SIGNED}${request}`;
export const signedKey = (
  org: string,
  request: string,
  { round, operator, takenBack }: { readonly round: number; readonly operator: string; readonly takenBack: number },
): Key => ({ pk: signedPk(org, request), sk: `${padded(round, 6)}#${operator}#${padded(takenBack, 6)}` });
export const keyStatementKey = (org: string, passkey: string, what: 'ENROLMENT' | 'COUNTERSIGNATURE'): Key => ({
  pk: signedPk(org, passkey),
  sk: what,
});
export const changeKey = (org: string, id: string): Key => ({ pk: `${org}${partition.CHANGE}${id}`, sk: 'CHANGE' });
export const verdictKey = (org: string, request: string): Key => ({
  pk: `${org}${partition.VERDICT}${request}`,
  sk: 'VERDICT',
});

export const questionsPk = (org: string, request: string): string => `${org}${partition.QUESTIONS}${request}`;
export const questionKey = (org: string, request: string, number: number): Key => ({
  pk: questionsPk(org, request),
  sk: padded(number, 3),
});

export const deliveryKey = (org: string, id: string): Key => ({
  pk: `${org}${partition.DELIVERY}${id}`,
  sk: DELIVERY_SK,
});
export const attemptKey = (org: string, id: string, n: number): Key => ({
  pk: `${org}${partition.DELIVERY}${id}`,
  sk: `TRY#${padded(n, 6)}`,
});

/** Stored like a configuration item, because it is checked in the same way. */
export const entriesKey = (org: string, delivery: string, revision: number): Key => ({
  pk: org,
  sk: `ENTRIES#${delivery}#${padded(revision, 9)}`,
});

const HEALTH_SK = 'HEALTH';
export const healthKey = (org: string, endpoint: string): Key => ({
  pk: `${org}${partition.HEALTH}${endpoint}`,
  sk: HEALTH_SK,
});

export const noticeKey = (org: string, request: string, cause: string): Key => ({
  pk: `${org}${partition.NOTICE}${request}`,
  sk: cause,
});

const COMBINED_SK = 'COMBINED';
export const WAITING_PREFIX = 'WAITING#';
const mailsPk = (org: string, operator: string): string => `${org}${partition.MAILS}${operator}`;
export const combinedMailKey = (org: string, operator: string): Key => ({
  pk: mailsPk(org, operator),
  sk: COMBINED_SK,
});
/** Sorted by time. A cause can wait only once, because the same write takes its notice. */
export const waitingKey = (org: string, operator: string, atMs: number, request: string, cause: string): Key => ({
  pk: mailsPk(org, operator),
  sk: `${WAITING_PREFIX}${padded(atMs, 15)}#${request}#${cause}`,
});

export const auditPk = (org: string): string => `${org}${partition.AUDIT}`;
/** The organization whose audit chain this partition holds, or null for other partitions. */
export const auditOrgOf = (pk: string): string | null =>
  pk.endsWith(partition.AUDIT) ? pk.slice(0, -partition.AUDIT.length) : null;
export const auditKey = (org: string, seq: number): Key => ({ pk: auditPk(org), sk: padded(seq, 12) });
export const causeKey = (org: string, subject: string, revision: number): Key => ({
  pk: `${org}${partition.CAUSE}${subject}`,
  sk: padded(revision, 9),
});

/** The mark that the organization once had two enabled admins. It is never removed. */
export const ruleKey = (org: string): Key => ({ pk: `${org}${partition.FOUR_EYES}`, sk: 'RULE' });
/** The mark that the organization had two admins with a countersigned key. It is never removed. */
export const bootstrapKey = (org: string): Key => ({ pk: `${org}${partition.FOUR_EYES}`, sk: 'KEYS' });
export const orgKey = (org: string): Key => ({ pk: org, sk: ORG_SK });
export type ConfigKind = keyof typeof CONFIG_PREFIX;
export const configKey = (org: string, kind: ConfigKind, id: string): Key => ({
  pk: org,
  sk: `${CONFIG_PREFIX[kind]}${id}`,
});
export const actionVersionKey = (org: string, action: string, version: number): Key => ({
  pk: `${org}${partition.ACTION_VERSIONS}${action}`,
  sk: padded(version, 9),
});
/** The API key that first registered a worker's signing key. The item stays when that API key is revoked. */
export const signingKeyKey = (org: string, fingerprint: string): Key => ({
  pk: `${org}${partition.SIGNING_KEY}${fingerprint}`,
  sk: 'SIGNINGKEY',
});
export const tokenKey = (hash: string): Key => ({ pk: `${partition.TOKEN}${hash}`, sk: 'KEY' });
export const enrolmentsKey = (org: string, operator: string): Key => ({
  pk: `${org}${partition.ENROLMENTS}${operator}`,
  sk: 'ENROLMENTS',
});
/** When an operator last signed in. One partition for each organization, so that one query reads all of them. */
export const seenKey = (org: string, operator: string): Key => ({ pk: seenPk(org), sk: operator });
export const seenPk = (org: string): string => `${org}${partition.SEEN}`;
export const credentialKey = (hash: string): Key => ({ pk: `${partition.CREDENTIAL}${hash}`, sk: 'CREDENTIAL' });

export const pushEndpointKey = (hash: string): Key => ({ pk: `${partition.PUSH}${hash}`, sk: 'DEVICE' });
export const pushKeyKey = (): Key => ({ pk: `${partition.PUSH_KEY}CURRENT`, sk: 'KEY' });

export const openPk = (org: string): string => `${org}#OPEN`;
export const executablePk = (org: string): string => `${org}#EXECUTABLE`;
export const leasedPk = (org: string): string => `${org}#LEASED`;
/** The partition key of the index `recent`, in which nothing else follows an organization's id. */
export const recentPk = (org: string): string => org;
/**
 * A key of the index `receiver`, which holds lookups of an organization by time and by something other than a request.
 */
export const digestPk = (org: string, digest: string): string => `${org}#DIGEST#${digest}`;
export const receiverPk = (org: string, endpoint: string): string => `${org}#RECEIVER#${endpoint}`;

export const duePk = (shard: number): string => `DUE#${shard}`;
/** The shard comes from a hash of the item's key, so that requests made at the same time are spread over the shards. */
export const dueShardOf = (key: Key): string => duePk(shardOf(key));
/** Hourly attempts of deliveries, apart from all else that is due, because there may be a great many of them. */
export const retryPk = (shard: number): string => `RETRY#${shard}`;
export const retryShardOf = (key: Key): string => retryPk(shardOf(key));
const shardOf = ({ pk, sk }: Key): number => Number.parseInt(sha256Hex(`${pk}|${sk}`).slice(0, 8), 16) % DUE_SHARDS;

export const sessionPk = (tokenHash: string): string => `${partition.SESSION}${tokenHash}`;
export const signInPk = (tokenHash: string): string => `${partition.SIGN_IN}${tokenHash}`;
export const challengePk = (id: string): string => `${partition.CHALLENGE}${id}`;
export const mailboxPk = (name: string): string => `${partition.MAILBOX}${name}`;
export const holdPk = (shard: number): string => `${partition.HOLD}${shard}`;
export const watchesPk = (org: string): string => `${partition.WATCHES}${org}`;
export const callsPk = (org: string, windowEndsAtMs: number): string => `${partition.CALLS}${org}#${windowEndsAtMs}`;
export const countedPk = (what: keyof typeof partition.COUNTED, of: string): string =>
  `${partition.COUNTED[what]}${of}`;
export const operatorSessionsPk = (org: string, operator: string): string => `${org}#${operator}`;

export interface DescribedKey {
  readonly org: string;
  readonly kind: 'request' | 'delivery' | 'config' | 'combined_mail' | 'health';
  /**
   * For a request or a delivery, its id. For a combined mail, the operator. For health, the endpoint. For a configuration
   * item, its name inside the organization.
   */
  readonly id: string;
}

/** Returns the kind of item that a key belongs to, for readers of the stream and of the due index. */
export function describeKey({ pk, sk }: Key): DescribedKey | null {
  const [org, section, id] = pk.split('#');
  if (org === undefined || `${org}#` === partition.TOKEN) return null;
  const named = `#${section}#`;
  if (named === partition.REQUEST && sk === REQUEST_SK && id !== undefined) return { org, kind: 'request', id };
  if (named === partition.DELIVERY && sk === DELIVERY_SK && id !== undefined) return { org, kind: 'delivery', id };
  if (named === partition.MAILS && sk === COMBINED_SK && id !== undefined) return { org, kind: 'combined_mail', id };
  if (named === partition.HEALTH && sk === HEALTH_SK && id !== undefined) return { org, kind: 'health', id };
  if (section === undefined && sk !== ORG_SK) return { org, kind: 'config', id: sk };
  return null;
}

/** The inverse of `describeKey`. */
export function itemKeyOf({ org, kind, id }: DescribedKey): Key {
  switch (kind) {
    case 'request':
      return requestKey(org, id);
    case 'delivery':
      return deliveryKey(org, id);
    case 'combined_mail':
      return combinedMailKey(org, id);
    case 'health':
      return healthKey(org, id);
    case 'config':
      return { pk: org, sk: id };
    default:
      return assertNever(kind);
  }
}

function padded(n: number, width: number): string {
  return String(n).padStart(width, '0');
}
