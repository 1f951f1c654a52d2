/**
 * Held answers: one item of the transient table for each shard of the feed, and one for the open inboxes of each organization. A
 * list of a few entries is read, and written only if nobody else has written it since:
 *
 * ```text
 * A  read v1 ──────── write v2 if v1 ✓
 * B      read v1 ────────── write v2' if v1 ✗  read v2 ── write v3 if v2 ✓
 * ```
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, writeIf } from '../../../adapters/dynamodb/conditions';
import { ttlOf } from '../../../adapters/dynamodb/counters';
import { getTransient } from '../../../adapters/dynamodb/items';
import { holdPk, watchesPk } from '../../../adapters/dynamodb/keys';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { Random } from '../../system/ports';
import type { HoldStore } from '../ports';
import { type Hold, holdShardOf, type WithHold, withHold, withoutHold, withWatch } from '../rules/holds';

/**
 * After this many attempts, the answer is not held. A shard gets about ten holds in several seconds, so writers rarely
 * conflict.
 */
const MAX_ATTEMPTS = 4;

export const createHoldStore = (tables: Tables, random: Pick<Random, 'hex'>): HoldStore =>
  storeOf(tables, random, { pkOf: (org) => holdPk(holdShardOf(org)), withHold });

/** Open inboxes that wait. */
export const createWatchStore = (tables: Tables, random: Pick<Random, 'hex'>): HoldStore =>
  storeOf(tables, random, { pkOf: watchesPk, withHold: withWatch });

interface HoldItem {
  readonly pkOf: (org: OrgId) => string;
  readonly withHold: WithHold;
}

function storeOf(tables: Tables, random: Pick<Random, 'hex'>, item: HoldItem): HoldStore {
  /** `by` returns null for no change. The result says whether the change was written. */
  const change = async (org: OrgId, by: (holds: readonly Hold[]) => readonly Hold[] | null): Promise<boolean> => {
    const pk = item.pkOf(org);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const { holds, version } = await read(tables, pk);
      const after = by(holds);
      if (after === null) return false;
      if (await write(tables, { pk, holds: after, version: random.hex(8) }, version)) return true;
    }
    return false;
  };
  return {
    begin: (hold, nowMs) => change(hold.org, (holds) => item.withHold(holds, hold, nowMs)),
    async end(org, id) {
      await change(org, (holds) => withoutHold(holds, id));
    },
  };
}

interface Shard {
  readonly pk: string;
  readonly holds: readonly Hold[];
  readonly version: string;
}

async function read(tables: Tables, pk: string) {
  const item = await getTransient(tables, pk);
  const stored = (item?.holds ?? []) as {
    readonly id: string;
    readonly org: OrgId;
    readonly operator?: OperatorId;
    readonly until: number;
  }[];
  return {
    holds: stored.map(({ until, ...hold }): Hold => ({ ...hold, untilMs: until })),
    version: (item?.version ?? null) as string | null,
  };
}

async function write({ client, transient: TableName }: Tables, { pk, holds, version }: Shard, before: string | null) {
  const stored = holds.map(({ untilMs, ...hold }) => ({ ...hold, until: untilMs }));
  const ttl = ttlOf(Math.max(0, ...holds.map(({ untilMs }) => untilMs)));
  const put = new PutCommand({
    TableName,
    Item: { pk, holds: stored, version, ttl },
    ConditionExpression: before === null ? isNew : 'version = :before',
    ...(before === null ? {} : { ExpressionAttributeValues: { ':before': before } }),
  });
  return (await writeIf(client.send(put))).written;
}
