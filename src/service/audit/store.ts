/** The audit chain on DynamoDB (docs/design.md#audit-chain; docs/design.md#audit-chain). */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../adapters/dynamodb/client';
import { isNew, writeIf } from '../../adapters/dynamodb/conditions';
import { batchGet, batchPut, type Item } from '../../adapters/dynamodb/items';
import { auditKey, auditPk, causeKey } from '../../adapters/dynamodb/keys';
import { allItems } from '../../adapters/dynamodb/pages';
import type { AuditStore, CauseLocation } from './ports';
import { type AuditEntry, genesis } from './rules/chain';

export function createAuditStore(tables: Tables): AuditStore {
  const { client, main: TableName } = tables;
  return {
    async tail(org) {
      const last = await lastBlock(tables, org, null);
      if (last === undefined) return { head: genesis(org), block: [] };
      const { seq, hash } = entriesOf(last).at(-1)!;
      return { head: { seq, hash }, block: JSON.parse(last.shares as string) };
    },

    async recorded(org, causes) {
      const items = await batchGet(
        tables,
        causes.map(({ subject, revision }) => causeKey(org, subject, revision)),
      );
      return new Set(items.map((item) => `${item.subject}#${item.revision}`));
    },

    async append(org, entries, shares) {
      const block = { entries: packed(entries), shares: JSON.stringify(shares) };
      const Item = { ...auditKey(org, entries[0]!.seq), ...block };
      return (await writeIf(client.send(new PutCommand({ TableName, Item, ConditionExpression: isNew })))).written;
    },

    async mark(org, shares) {
      await batchPut(
        tables,
        shares.map((share) => ({ ...causeKey(org, share.subject, share.revision), ...share })),
      );
    },

    async entries(org, afterSeq, limit) {
      const first = await lastBlock(tables, org, afterSeq + 1);
      // A copy of the table may lack the block in which this place is, and have later ones.
      let page = first === undefined ? [] : entriesOf(first);
      const found = page.filter(({ seq }) => seq > afterSeq);
      let [from, blocks]: [unknown, number] = [first?.sk ?? auditKey(org, afterSeq).sk, 1];
      // A block has between one entry and hundreds. Each read asks for as many blocks as are needed if they are like
      // those before them.
      while (found.length < limit) {
        const Limit = Math.ceil(((limit - found.length) * blocks) / Math.max(1, page.length));
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :pk AND sk > :from',
            ExpressionAttributeValues: { ':pk': auditPk(org), ':from': from },
            ConsistentRead: true,
            Limit,
          }),
        );
        page = Items.flatMap(entriesOf);
        found.push(...page);
        if (LastEvaluatedKey === undefined || page.length === 0) break;
        [from, blocks] = [Items.at(-1)!.sk, Items.length];
      }
      return found.slice(0, limit);
    },

    async grew(org, afterSeq) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk > :after',
          ExpressionAttributeValues: { ':pk': auditPk(org), ':after': auditKey(org, afterSeq).sk },
          ProjectionExpression: 'sk',
          Limit: 1,
        }),
      );
      return Items.length > 0;
    },

    async ofSubject(org, subject) {
      const marks = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': causeKey(org, subject, 0).pk },
        ConsistentRead: true,
      });
      const causes = marks as unknown as readonly CauseLocation[];
      const blocks = await batchGet(
        tables,
        causes.map(({ block }) => auditKey(org, block)),
      );
      const own = (seq: number) => causes.some(({ first, count }) => seq >= first && seq < first + count);
      return blocks.flatMap((block) => entriesOf(block).filter(({ seq }) => own(seq))).sort((a, b) => a.seq - b.seq);
    },
  };
}

/** Returns the last block, or with `seq` the last block that begins at or before it. */
async function lastBlock({ client, main: TableName }: Tables, org: string, seq: number | null) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: seq === null ? 'pk = :pk' : 'pk = :pk AND sk <= :seq',
      ExpressionAttributeValues: { ':pk': auditPk(org), ...(seq === null ? {} : { ':seq': auditKey(org, seq).sk }) },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return Items[0] as Item | undefined;
}

/** Entries and the positions of their causes are stored as text, so that people can read them in the table. */
export function entriesOf(block: Item): AuditEntry[] {
  const stored = JSON.parse(block.entries as string) as (Omit<AuditEntry, 'prev'> & { readonly prev?: string })[];
  return stored.map(({ hash, prev, ...entry }, place) => ({ ...entry, prev: prev ?? stored[place - 1]!.hash, hash }));
}

/** Only the first entry of a block has the hash before it, so that the three entries of a last key fit in a KiB. */
function packed(entries: readonly AuditEntry[]): string {
  return JSON.stringify(entries.map(({ prev, ...entry }, place) => (place === 0 ? { prev, ...entry } : entry)));
}
