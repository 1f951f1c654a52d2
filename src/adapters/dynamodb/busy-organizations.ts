/**
 * Organizations whose lists of requests are spread over several partitions of their indexes, because one partition takes
 * 1,000 writes a second (docs/decisions/busy-organizations.md). All others have one partition for each list.
 */
import { listShardOf } from './keys';

export interface Shards {
  /** How many partitions of each list are written to. */
  readonly shards: number;
  /** How many are read: never fewer than were ever written to. */
  readonly readShards: number;
}

export type BusyOrganizations = ReadonlyMap<string, Shards>;

/** Each list is one query for each shard, all at the same time. */
export const MAX_SHARDS = 64;

const isCount = (n: number, least: number): boolean => Number.isInteger(n) && n >= least && n <= MAX_SHARDS;

export const isShards = ({ shards, readShards }: Shards): boolean => isCount(shards, 1) && isCount(readShards, shards);

interface Listing {
  readonly busy?: BusyOrganizations | undefined;
}

/** The shard in which the entries of a request are written. */
export function shardWritten({ busy }: Listing, org: string, id: string): number {
  const shards = busy?.get(org)?.shards;
  return shards === undefined ? 0 : listShardOf(id, shards);
}

/** All shards that may have entries of an organization. */
export function shardsRead({ busy }: Listing, org: string): readonly number[] {
  return Array.from({ length: busy?.get(org)?.readShards ?? 1 }, (_, shard) => shard);
}

/** Where not, each list is one query of one partition. */
export const isSharded = (listing: Listing, org: string): boolean => shardsRead(listing, org).length > 1;

/** `org=shards/readShards,…` */
export const busyOrganizationsText = (busy: BusyOrganizations): string =>
  [...busy].map(([org, { shards, readShards }]) => `${org}=${shards}/${readShards}`).join(',');

const ENTRY = /^([a-z][a-z0-9_.-]{0,63})=(\d+)\/(\d+)$/;

/** Throws for what `busyOrganizationsText` does not write: a function that read fewer shards would hide requests. */
export function readBusyOrganizations(text: string): BusyOrganizations {
  return new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((entry) => {
        const [, org, written, read] = ENTRY.exec(entry) ?? [];
        const shards = { shards: Number(written), readShards: Number(read) };
        if (org === undefined || !isShards(shards)) throw new Error(`busy organizations: ${entry} is not valid`);
        return [org, shards];
      }),
  );
}
