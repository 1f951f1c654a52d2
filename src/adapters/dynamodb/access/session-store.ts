/**
 * Sessions, sign-in links and the counter of refused attempts are in the transient table. The time of an operator's
 * last sign-in is in the main table, because a session is deleted soon after it ends.
 */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MailedLinkMeter, PeerLimiter, Session, SessionStore } from '../../../app/ports';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { Tables } from '../client';
import { conflictImage } from '../conditions';
import type { Item } from '../item';
import { mailedLinksPk, operatorSessionsPk, peerPk, seenKey, seenPk, sessionPk, signInPk } from '../keys';
import { queryAll } from '../pages';
import { countInWindow, ttlOf } from './window-counter';

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
      try {
        const { Attributes } = await client.send(
          new DeleteCommand({
            TableName,
            Key: { pk: signInPk(tokenHash) },
            ConditionExpression: `${isNotExpired} AND ${isOfThisBrowser}`,
            ExpressionAttributeValues: { ':now': nowMs, ':browser': browserHash ?? 'none' },
            ReturnValues: 'ALL_OLD',
          }),
        );
        return {
          org: Attributes!.org as OrgId,
          operator: Attributes!.operator as OperatorId,
          accessEpoch: Attributes!.access_epoch as number,
          browserHash: (Attributes!.browser as string | undefined) ?? null,
        };
      } catch (error) {
        if (conflictImage(error) !== undefined) return null;
        throw error;
      }
    },

    async create(tokenHash, session) {
      const Item = {
        pk: sessionPk(tokenHash),
        org: session.org,
        operator: session.operator,
        id: session.id,
        access_epoch: session.accessEpoch,
        began: session.began,
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
      const found = new Map<OperatorId, number>();
      const KeyConditionExpression = 'pk = :pk';
      const ExpressionAttributeValues = { ':pk': seenPk(org) };
      for await (const item of queryAll(tables, { KeyConditionExpression, ExpressionAttributeValues })) {
        found.set(item.sk as OperatorId, item.seen_at as number);
      }
      return found;
    },

    async find(tokenHash, nowMs) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: { pk: sessionPk(tokenHash) }, ConsistentRead: true }),
      );
      return Item === undefined ? null : live(toSession(Item), nowMs);
    },

    async end(tokenHash) {
      await client.send(new DeleteCommand({ TableName, Key: { pk: sessionPk(tokenHash) } }));
    },

    async carryOver(tokenHash, accessEpoch) {
      try {
        await client.send(
          new UpdateCommand({
            TableName,
            Key: { pk: sessionPk(tokenHash) },
            UpdateExpression: 'SET access_epoch = :epoch',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':epoch': accessEpoch },
          }),
        );
      } catch (error) {
        if (conflictImage(error) === undefined) throw error;
      }
    },

    async list(org, operator, nowMs) {
      const items = await sessionItems(client, TableName, org, operator);
      return items.map(toSession).filter((session) => live(session, nowMs) !== null);
    },

    async revoke(org, operator, id) {
      const items = await sessionItems(client, TableName, org, operator);
      const item = items.find((candidate) => candidate.id === id);
      if (item === undefined) return false;
      await client.send(new DeleteCommand({ TableName, Key: { pk: item.pk } }));
      return true;
    },
  };
}

async function sessionItems(
  client: Tables['client'],
  TableName: string,
  org: OrgId,
  operator: OperatorId,
): Promise<Item[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: 'by_operator',
      KeyConditionExpression: 'operator_pk = :pk',
      ExpressionAttributeValues: { ':pk': operatorSessionsPk(org, operator) },
    }),
  );
  // The index has only keys, so the records are read.
  const found = await Promise.all(
    Items.map(({ pk }) => client.send(new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }))),
  );
  return found.flatMap(({ Item }) => (Item === undefined ? [] : [Item]));
}

function toSession(item: Item): Session {
  return {
    org: item.org as OrgId,
    operator: item.operator as OperatorId,
    id: item.id as string,
    accessEpoch: item.access_epoch as number,
    began: item.began as Session['began'],
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
const WINDOW_MS = 5 * 60_000;

export function createPeerLimiter(tables: Tables): PeerLimiter {
  return {
    async refused(peer, nowMs) {
      const counting = { pk: peerPk(peer), what: 'refused', add: 1, nowMs, windowMs: WINDOW_MS };
      const { count, endsAtMs } = await countInWindow(tables, counting);
      return count <= MAX_REFUSED ? null : Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
    },
  };
}

const HOUR_MS = 3600_000;

export function createMailedLinkMeter(tables: Tables): MailedLinkMeter {
  return {
    count: (name, nowMs) =>
      countInWindow(tables, { pk: mailedLinksPk(name), what: 'links', add: 1, nowMs, windowMs: HOUR_MS }),
  };
}
