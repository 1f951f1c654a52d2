/**
 * Sessions, sign-in links and the counter of refused attempts are in the transient table. The time of an operator's
 * last sign-in is in the main table, because a session is deleted soon after it ends.
 */
import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { writeIf } from '../../../adapters/dynamodb/conditions';
import { createCounter, refusedOf, ttlOf } from '../../../adapters/dynamodb/counters';
import { getTransient, type Item } from '../../../adapters/dynamodb/items';
import { operatorSessionsPk, seenKey, seenPk, sessionPk, signInPk } from '../../../adapters/dynamodb/keys';
import { allItems } from '../../../adapters/dynamodb/pages';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { PeerLimiter, Session, SessionStore } from '../ports';

const isNotExpired = 'attribute_exists(pk) AND :now < expires_at';
/** A link from an admin works in every browser. */
const isOfThisBrowser = '(attribute_not_exists(browser) OR browser = :browser)';

export function createSessionStore(tables: Tables): SessionStore {
  const { client, main, transient: TableName } = tables;
  return {
    async createSignInLink(tokenHash, { org, operator, accessEpoch, browserHash }, expiresAtMs) {
      const lasts = { expires_at: expiresAtMs, ttl: ttlOf(expiresAtMs) };
      const bound = browserHash === null ? {} : { browser: browserHash };
      const Item = { pk: signInPk(tokenHash), org, operator, access_epoch: accessEpoch, ...bound, ...lasts };
      await client.send(new PutCommand({ TableName, Item }));
    },

    async spendSignInLink(tokenHash, browserHash, nowMs) {
      const spend = new DeleteCommand({
        TableName,
        Key: { pk: signInPk(tokenHash) },
        ConditionExpression: `${isNotExpired} AND ${isOfThisBrowser}`,
        ExpressionAttributeValues: { ':now': nowMs, ':browser': browserHash ?? 'none' },
        ReturnValues: 'ALL_OLD',
      });
      const spent = await writeIf(client.send(spend));
      if (!spent.written) return null;
      const link = spent.answer.Attributes!;
      return {
        org: link.org as OrgId,
        operator: link.operator as OperatorId,
        accessEpoch: link.access_epoch as number,
        browserHash: (link.browser as string | undefined) ?? null,
      };
    },

    async create(tokenHash, session) {
      const Item = {
        pk: sessionPk(tokenHash),
        org: session.org,
        operator: session.operator,
        id: session.id,
        access_epoch: session.accessEpoch,
        began: session.began,
        device: session.device,
        operator_pk: operatorSessionsPk(session.org, session.operator),
        created_at: session.createdAtMs,
        expires_at: session.expiresAtMs,
        ttl: ttlOf(session.expiresAtMs),
      };
      const seen = { ...seenKey(session.org, session.operator), seen_at: session.createdAtMs };
      await Promise.all([
        client.send(new PutCommand({ TableName, Item })),
        client.send(new PutCommand({ TableName: main, Item: seen })),
      ]);
    },

    async lastSignIns(org) {
      const seen = await allItems(tables, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': seenPk(org) },
      });
      return new Map(seen.map(({ sk, seen_at }) => [sk as OperatorId, seen_at as number]));
    },

    async find(tokenHash, nowMs) {
      const item = await getTransient(tables, sessionPk(tokenHash));
      return item === null ? null : live(toSession(item), nowMs);
    },

    async end(tokenHash) {
      await client.send(new DeleteCommand({ TableName, Key: { pk: sessionPk(tokenHash) } }));
    },

    async carryOver(tokenHash, accessEpoch) {
      const carry = new UpdateCommand({
        TableName,
        Key: { pk: sessionPk(tokenHash) },
        UpdateExpression: 'SET access_epoch = :epoch',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':epoch': accessEpoch },
      });
      await writeIf(client.send(carry));
    },

    async list(org, operator, nowMs) {
      const items = await sessionItems(tables, org, operator);
      return items.map(toSession).filter((session) => live(session, nowMs) !== null);
    },

    async revoke(org, operator, id) {
      const items = await sessionItems(tables, org, operator);
      const item = items.find((candidate) => candidate.id === id);
      if (item === undefined) return false;
      await client.send(new DeleteCommand({ TableName, Key: { pk: item.pk } }));
      return true;
    },
  };
}

async function sessionItems(tables: Tables, org: OrgId, operator: OperatorId): Promise<Item[]> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.transient,
      IndexName: 'by_operator',
      KeyConditionExpression: 'operator_pk = :pk',
      ExpressionAttributeValues: { ':pk': operatorSessionsPk(org, operator) },
    }),
  );
  // The index has only keys, so the records are read.
  const found = await Promise.all(Items.map(({ pk }) => getTransient(tables, pk as string)));
  return found.filter((item) => item !== null);
}

function toSession(item: Item): Session {
  return {
    org: item.org as OrgId,
    operator: item.operator as OperatorId,
    id: item.id as string,
    accessEpoch: item.access_epoch as number,
    began: item.began as Session['began'],
    device: item.device as Session['device'],
    createdAtMs: item.created_at as number,
    expiresAtMs: item.expires_at as number,
  };
}

function live(session: Session, nowMs: number): Session | null {
  return nowMs < session.expiresAtMs ? session : null;
}

/**
 * After 20 refused attempts in 5 minutes, further refused attempts of the peer are locked until the window ends
 * (docs/design.md#refused-attempts).
 */
const MAX_REFUSED = 20;

export function createPeerLimiter(tables: Tables): PeerLimiter {
  const counter = createCounter(tables);
  return {
    async refused(peer, nowMs) {
      const { count, endsAtMs } = await counter.count(refusedOf(peer), nowMs);
      return count <= MAX_REFUSED ? null : Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
    },
  };
}
