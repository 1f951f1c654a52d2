/**
 * The configuration of organizations, on DynamoDB. Every read is strongly consistent
 * (docs/design.md#policy-of-an-action).
 */
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ConfigStore, LiveKey, StoredPolicy } from '../../app/ports';
import type { ApiKey, Endpoint, Journaled, Operator } from '../../core/config/config';
import type { Policy } from '../../core/policy/policy';
import type { Tables } from './client';
import { conflictImage, transactionFailure } from './conditions';
import { fromConfigItem, toConfigItem } from './config-item';
import { actionVersionKey, CONFIG_PREFIX, type ConfigKind, configKey, type Key, tokenKey } from './keys';
import { queryAll } from './pages';
import type { Item } from './request-item';

/** The edit was made from the stored revision; the first one from no item. */
const fromRevision = (revision: number) =>
  revision === 1
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'revision = :before', ExpressionAttributeValues: { ':before': revision - 1 } };

export function createConfigStore(tables: Tables): ConfigStore {
  const one = <T extends Journaled>(kind: ConfigKind, org: string, id: string) =>
    getOne<T>(tables, configKey(org, kind, id));
  const all = <T extends Journaled>(kind: ConfigKind, org: string) => getAll<T>(tables, kind, org);
  return {
    operator: async (org, id) => {
      const operator = await one<Operator>('operator', org, id);
      return operator === null ? null : withDefaults(operator);
    },
    operators: async (org) => (await all<Operator>('operator', org)).map(withDefaults),
    saveOperator: (operator, { whileUnchanged } = {}) => saveOperator(tables, operator, whileUnchanged),

    action: (org, id) => one<StoredPolicy>('action', org, id),
    actions: (org) => all<StoredPolicy>('action', org),
    actionVersion: (org, id, version) => actionVersion(tables, org, id, version),
    saveAction: (org, action) => saveAction(tables, org, action),

    apiKeys: async (org) =>
      Promise.all((await all<ApiKey>('apiKey', org)).map(async (key) => withLastUse(tables, key))),
    apiKey: (org, id) => one<ApiKey>('apiKey', org, id),
    saveApiKey: (key) => saveApiKey(tables, key),
    liveKey: (tokenHash) => liveKey(tables, tokenHash),
    touchApiKey: (org, id, tokenHash, nowMs) => touchApiKey(tables, org, id, tokenHash, nowMs),

    endpoints: (org) => all<Endpoint>('endpoint', org),
    endpoint: (org, id) => one<Endpoint>('endpoint', org, id),
    saveEndpoint: (endpoint) => putOne(tables, toConfigItem('endpoint', endpoint.id, endpoint), endpoint.revision),
  };
}

async function get(tables: Tables, key: Key): Promise<Item | null> {
  const { Item } = await tables.client.send(new GetCommand({ TableName: tables.main, Key: key, ConsistentRead: true }));
  return Item ?? null;
}

async function getOne<T extends Journaled>(tables: Tables, key: Key): Promise<T | null> {
  const item = await get(tables, key);
  return item === null ? null : fromConfigItem<T>(item);
}

async function getAll<T extends Journaled>(tables: Tables, kind: ConfigKind, org: string): Promise<T[]> {
  const values: T[] = [];
  for await (const item of queryAll(tables, {
    KeyConditionExpression: 'pk = :org AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':org': org, ':prefix': CONFIG_PREFIX[kind] },
    ConsistentRead: true,
  })) {
    values.push(fromConfigItem<T>(item));
  }
  return values;
}

async function putOne(tables: Tables, item: Item, revision: number): Promise<'saved' | 'conflict'> {
  try {
    await tables.client.send(new PutCommand({ TableName: tables.main, Item: item, ...fromRevision(revision) }));
    return 'saved';
  } catch (error) {
    if (conflictImage(error) !== undefined) return 'conflict';
    throw error;
  }
}

/** Fills in what operators of earlier releases do not have. */
function withDefaults(operator: Operator): Operator {
  const { accessEpoch = 0, lastDisabledAtMs = null } = operator as Partial<Operator>;
  return { ...operator, accessEpoch, lastDisabledAtMs };
}

/** `enabled` and `access_epoch` are separate attributes, because a turn's transaction checks them. */
async function saveOperator(
  tables: Tables,
  operator: Operator,
  whileUnchanged: Operator | undefined,
): Promise<'saved' | 'conflict'> {
  const { enabled, accessEpoch, revision } = operator;
  const item = { ...toConfigItem('operator', operator.id, operator), enabled, access_epoch: accessEpoch };
  if (revision === 1) return putOne(tables, item, revision);
  const edit = editOf(tables, item, revision);
  if (whileUnchanged === undefined) return updateOne(tables, edit);
  const check = {
    TableName: tables.main,
    Key: configKey(whileUnchanged.org, 'operator', whileUnchanged.id),
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': whileUnchanged.revision },
  };
  return transact(tables, [{ Update: edit }, { ConditionCheck: check }]);
}

async function updateOne(tables: Tables, edit: ReturnType<typeof editOf>): Promise<'saved' | 'conflict'> {
  try {
    await tables.client.send(new UpdateCommand(edit));
    return 'saved';
  } catch (error) {
    if (conflictImage(error) !== undefined) return 'conflict';
    throw error;
  }
}

/** Sets the attributes of an edit and leaves the others alone: an edit does not reset the count of wrong codes. */
function editOf({ main: TableName }: Tables, { pk, sk, ...attributes }: Item, revision: number) {
  const set = Object.entries(attributes);
  const { ConditionExpression, ExpressionAttributeValues } = fromRevision(revision);
  return {
    TableName,
    Key: { pk, sk },
    UpdateExpression: `SET ${set.map((_, n) => `#a${n} = :a${n}`).join(', ')}`,
    ConditionExpression,
    ExpressionAttributeNames: Object.fromEntries(set.map(([name], n) => [`#a${n}`, name])),
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ...Object.fromEntries(set.map(([, v], n) => [`:a${n}`, v])),
    },
  };
}

/** Writes the current policy together with the version that requests refer to. */
async function saveAction(tables: Tables, org: string, action: StoredPolicy): Promise<'saved' | 'conflict'> {
  const { policy, revision } = action;
  const current = toConfigItem('action', policy.id, { ...action, org });
  const version = { ...actionVersionKey(org, policy.id, policy.version), body: JSON.stringify(policy) };
  return transact(tables, [
    { Put: { TableName: tables.main, Item: current, ...fromRevision(revision) } },
    { Put: { TableName: tables.main, Item: version } },
  ]);
}

async function actionVersion(tables: Tables, org: string, id: string, version: number): Promise<Policy | null> {
  const item = await get(tables, actionVersionKey(org, id, version));
  return item === null ? null : (JSON.parse(item.body as string) as Policy);
}

/**
 * Writes the key's record and the entry by its token's hash together, so a revoked key stops working at the next
 * request.
 */
async function saveApiKey(tables: Tables, key: ApiKey): Promise<'saved' | 'conflict'> {
  const record = toConfigItem('apiKey', key.id, key);
  const token = tokenKey(key.tokenHash);
  const lookUp =
    key.revokedAtMs === null
      ? { Put: { TableName: tables.main, Item: { ...token, org: key.org, id: key.id, scopes: key.scopes } } }
      : { Delete: { TableName: tables.main, Key: token } };
  return transact(tables, [{ Put: { TableName: tables.main, Item: record, ...fromRevision(key.revision) } }, lookUp]);
}

async function transact(
  tables: Tables,
  TransactItems: NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>,
): Promise<'saved' | 'conflict'> {
  try {
    await tables.client.send(new TransactWriteCommand({ TransactItems }));
    return 'saved';
  } catch (error) {
    if (transactionFailure(error) !== undefined) return 'conflict';
    throw error;
  }
}

async function liveKey(tables: Tables, tokenHash: string): Promise<LiveKey | null> {
  const item = await get(tables, tokenKey(tokenHash));
  if (item === null) return null;
  return {
    org: item.org as LiveKey['org'],
    id: item.id as LiveKey['id'],
    scopes: item.scopes as LiveKey['scopes'],
    lastUsedAtMs: (item.last_used_at as number | undefined) ?? null,
  };
}

async function withLastUse(tables: Tables, key: ApiKey): Promise<ApiKey> {
  const item = await get(tables, tokenKey(key.tokenHash));
  return { ...key, lastUsedAtMs: (item?.last_used_at as number | undefined) ?? key.lastUsedAtMs };
}

async function touchApiKey(tables: Tables, org: string, id: string, tokenHash: string, nowMs: number): Promise<void> {
  try {
    await tables.client.send(
      new UpdateCommand({
        TableName: tables.main,
        Key: tokenKey(tokenHash),
        UpdateExpression: 'SET last_used_at = :now',
        // The key was revoked in the meantime. An update must not create the entry again.
        ConditionExpression: 'attribute_exists(pk) AND org = :org AND id = :id',
        ExpressionAttributeValues: { ':now': nowMs, ':org': org, ':id': id },
      }),
    );
  } catch (error) {
    if (conflictImage(error) === undefined) throw error;
  }
}
