/**
 * The two tables, as data. The deployment, the local runner and the tests build them from this one definition.
 *
 * `main` holds everything that lasts and has the stream. `transient` holds sessions, sign-in links, challenges and the
 * counters of refused attempts, so that a flood of them does not affect the rest (docs/storage.md).
 */

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  /** Always a number. */
  readonly sortKey: string;
  /** Projected attributes besides the keys; empty means only keys. */
  readonly include: readonly string[];
}

export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey: string | null;
  readonly timeToLive: string | null;
  readonly stream: boolean;
  readonly indexes: readonly IndexDefinition[];
}

/** All indexes are sparse: an item is in one only while it carries the index's keys. */
export const MAIN_TABLE: TableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: null,
  stream: true,
  indexes: [
    // Open, executable and leased requests of an organization. One query can count them. Nothing of an open request's
    // entry ever changes, so a turn writes nothing here.
    {
      name: 'work',
      partitionKey: 'work_pk',
      sortKey: 'work_at',
      include: ['created_at', 'action', 'sent_by', 'asked', 'expires_at'],
    },
    // Everything that is due later, sharded by a hash of the key and never by time.
    { name: 'due', partitionKey: 'due_pk', sortKey: 'due_at', include: [] },
    // An organization's requests, by time.
    { name: 'recent', partitionKey: 'recent_pk', sortKey: 'created_at', include: ['action', 'requester'] },
    // Deliveries of an endpoint, and requests that carry an intent with a given digest, by time.
    { name: 'receiver', partitionKey: 'receiver_pk', sortKey: 'created_at', include: [] },
  ],
};

export const TRANSIENT_TABLE: TableDefinition = {
  partitionKey: 'pk',
  sortKey: null,
  timeToLive: 'ttl',
  stream: false,
  indexes: [
    // An operator's sessions, for listing and revoking them.
    { name: 'by_operator', partitionKey: 'operator_pk', sortKey: 'created_at', include: [] },
  ],
};

export const DUE_SHARDS = 8;
