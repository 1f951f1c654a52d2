/**
 * The configuration of organizations. Every read is strongly consistent (docs/design.md#policy-of-an-action) except the
 * read of a message's recipient, which decides nothing.
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, type TransactItem, writeIf } from '../../../adapters/dynamodb/conditions';
import { toConfigItem } from '../../../adapters/dynamodb/config-item';
import { batchGet, getItem, type Item } from '../../../adapters/dynamodb/items';
import {
  actionVersionKey,
  type ConfigKind,
  configKey,
  ruleKey,
  signingKeyKey,
  tokenKey,
} from '../../../adapters/dynamodb/keys';
import type { ApiKeyId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { fingerprintOf, parsePublicKeyText } from '../../../protocol/ssh/public-key';
import type { Identity } from '../../access/rules/company-sign-in';
import { createKeyReader } from '../../access/store/key-reader';
import type { ConfigStore, Permit } from '../../configuration/ports';
import type { OperatorWriteOptions, Setting } from '../../configuration/rules/declaration';
import type { ApiKey, ApiToken, Endpoint, Incident, Journaled, Operator } from '../../configuration/rules/items';
import type { SettingName } from '../../configuration/rules/setting';
import { editOf, fromRevision, getAll, getOne, write } from '../../configuration/store';
import { ORGANIZATION, type OrganizationName } from '../../organization/rules';
import type { Group } from '../../policy/rules/groups';
import type { Policy, StoredPolicy } from '../../policy/rules/policy';
import { recipientIn } from '../../push/store/stored-devices';
import { CHAT } from '../../receiver/rules';
import type { AnyWrite } from '../rules/edits';

type Stored = Journaled & { readonly org: string };

export function createConfigStore(tables: Tables): ConfigStore {
  const one = <T extends Journaled>(kind: ConfigKind, org: string, id: string) =>
    getOne<T>(tables, configKey(org, kind, id));
  const all = <T extends Journaled>(kind: ConfigKind, org: string) => getAll<T>(tables, kind, org);
  const save = (kind: ConfigKind, value: Stored & { readonly id: string }) =>
    write(tables, [editOf(tables, kind, value.id, value)]);
  const keys = createKeyReader(tables);
  return {
    operator: (org, id) => one<Operator>('operator', org, id),
    recipient: async (org, id) => {
      const item = await getItem(tables, configKey(org, 'operator', id), true);
      return item === null ? null : recipientIn(item);
    },
    operators: (org) => all<Operator>('operator', org),
    saveOperator: (operator, permit, options) => write(tables, operatorWrites(tables, operator, permit, options)),
    saveNewOperators: (operators, permit, options) =>
      write(tables, invitationWrites(tables, operators, permit, options)),
    ruleBegan: async (org) => (await getItem(tables, ruleKey(org))) !== null,

    action: (org, id) => one<StoredPolicy>('action', org, id),
    actions: (org) => all<StoredPolicy>('action', org),
    actionVersion: (org, id, version) => actionVersion(tables, org, id, version),
    saveAction: (org, action, permit) => write(tables, actionWrites(tables, org, action, permit)),

    group: (org, id) => one<Group>('group', org, id),
    groups: (org) => all<Group>('group', org),
    saveGroup: (group, permit) => write(tables, guarded(tables, 'group', group.id, group, permit)),

    apiKeys: async (org) =>
      Promise.all((await all<ApiKey>('apiKey', org)).map(async (key) => withLastUse(tables, key))),
    apiKey: (org, id) => one<ApiKey>('apiKey', org, id),
    saveApiKey: (key, permit) => write(tables, apiKeyWrites(tables, key, permit)),
    signingKeyOwner: async (org, signingKey) => {
      const item = await getItem(tables, signingKeyKey(org, fingerprintOfText(signingKey)));
      return (item?.api_key as ApiKeyId | undefined) ?? null;
    },
    liveKey: keys.liveKey,
    touchApiKey: (org, id, tokenHash, nowMs) => touchApiKey(tables, org, id, tokenHash, nowMs),

    setting: <T extends Setting>(org: string, name: SettingName<T>) => one<T>('setting', org, name),
    saveSetting: (name, setting, permit) => write(tables, guarded(tables, 'setting', name, setting, permit)),
    calledOrganization: async (org) => {
      const setting = await getOne<OrganizationName>(tables, configKey(org, 'setting', ORGANIZATION), true);
      return setting?.name ?? org;
    },

    identity: (org, id) => one<Identity>('identity', org, id),
    identities: (org) => all<Identity>('identity', org),
    saveIdentities: (identities, struck) => write(tables, identityWrites(tables, identities, struck)),

    saveRescue: (rescue) => save('rescue', rescue),
    saveIncident: (incident) => save('incident', incident),
    incident: (org, id) => one<Incident>('incident', org, id),

    endpoints: (org) => all<Endpoint>('endpoint', org),
    endpoint: (org, id) => one<Endpoint>('endpoint', org, id),
    saveEndpoint: (endpoint) => save('endpoint', endpoint),
  };
}

/** Returns the writes of an edit, for a transaction that also writes something else. */
export function writesOf(
  tables: Tables,
  org: string,
  edit: Exclude<AnyWrite, { kind: 'request' }>,
  permit: Permit,
): TransactItem[] {
  switch (edit.kind) {
    case 'action':
      return actionWrites(tables, org, edit.item, permit);
    case 'group':
      return guarded(tables, 'group', edit.item.id, edit.item, permit);
    case 'setting':
      return guarded(tables, 'setting', edit.name, edit.item, permit);
    case 'chat':
      return guarded(tables, 'setting', CHAT, edit.item, permit);
    case 'identities':
      return identityWrites(tables, edit.item, edit.struck === null ? null : { operator: edit.struck, permit });
    case 'operator':
      return operatorWrites(tables, edit.item, permit, edit.options);
    // Of its tokens only the limits: the function that makes approved changes may write nothing else of them.
    case 'key':
      return [
        ...guarded(tables, 'apiKey', edit.item.id, edit.item, permit),
        ...edit.item.tokens.map((token) => limitsWrite(tables, edit.item, token)),
      ];
    case 'endpoint':
      return guarded(tables, 'endpoint', edit.item.id, edit.item, permit);
    case 'operators':
      return invitationWrites(tables, edit.item, permit, edit.options);
    default:
      return assertNever(edit);
  }
}

function identityWrites(
  tables: Tables,
  identities: readonly Identity[],
  struck: { readonly operator: Operator; readonly permit: Permit } | null,
): TransactItem[] {
  return [
    ...identities.map((identity) => editOf(tables, 'identity', identity.id, identity)),
    ...(struck === null ? [] : operatorWrites(tables, struck.operator, struck.permit)),
  ];
}

/** The write of one item, if the permit is still valid. */
function guarded(tables: Tables, kind: ConfigKind, id: string, value: Stored, permit: Permit): TransactItem[] {
  return [editOf(tables, kind, id, value), ...ruleChecks(tables, value.org, permit)];
}

function operatorWrites(
  tables: Tables,
  operator: Operator,
  permit: Permit,
  { whileUnchanged, beginsRule = false }: OperatorWriteOptions = {},
): TransactItem[] {
  return [
    operatorWrite(tables, operator),
    ...(whileUnchanged === undefined ? [] : [isUnchanged(tables, whileUnchanged)]),
    ...ruleWrites(tables, operator.org, permit, beginsRule),
  ];
}

/** At most 50 operators and one rule: a transaction can have 100 writes. */
function invitationWrites(
  tables: Tables,
  operators: readonly Operator[],
  permit: Permit,
  { beginsRule = false }: OperatorWriteOptions,
): TransactItem[] {
  const [first] = operators;
  if (first === undefined) return [];
  return [
    ...operators.map((operator) => operatorWrite(tables, operator)),
    ...ruleWrites(tables, first.org, permit, beginsRule),
  ];
}

/** A transaction allows one operation for each item, so the mark is written or checked, or both by one update. */
const ruleWrites = (tables: Tables, org: string, permit: Permit, beginsRule: boolean): TransactItem[] =>
  beginsRule ? [ruleMark(tables, org, permit)] : ruleChecks(tables, org, permit);

/** `enabled`, `access_epoch` and `role` are separate attributes, because the transaction of a turn checks them. */
function operatorWrite(tables: Tables, operator: Operator): TransactItem {
  const { enabled, role, accessEpoch, revision } = operator;
  const changed = operator.identityChangedAtMs == null ? {} : { identity_changed_at: operator.identityChangedAtMs };
  const item = {
    ...toConfigItem('operator', operator.id, operator),
    enabled,
    role,
    access_epoch: accessEpoch,
    ...changed,
  };
  return revision === 1
    ? { Put: { TableName: tables.main, Item: item, ...fromRevision(revision) } }
    : { Update: attributesOf(tables, item, revision) };
}

function isUnchanged(tables: Tables, { org, id, revision }: Operator): TransactItem {
  const Key = configKey(org, 'operator', id);
  const ConditionExpression = 'revision = :revision';
  const ExpressionAttributeValues = { ':revision': revision };
  return { ConditionCheck: { TableName: tables.main, Key, ConditionExpression, ExpressionAttributeValues } };
}

function ruleMark({ main: TableName }: Tables, org: string, { rule }: Permit): TransactItem {
  const condition = rule === 'off' ? { ConditionExpression: isNew } : {};
  const mark = { UpdateExpression: 'SET began = :true', ExpressionAttributeValues: { ':true': true } };
  return { Update: { TableName, Key: ruleKey(org), ...mark, ...condition } };
}

export function ruleChecks({ main: TableName }: Tables, org: string, { rule }: Permit): TransactItem[] {
  return rule === 'off' ? [{ ConditionCheck: { TableName, Key: ruleKey(org), ConditionExpression: isNew } }] : [];
}

/** Sets only the attributes of the edit. It does not reset the count of wrong codes. */
function attributesOf({ main: TableName }: Tables, { pk, sk, ...attributes }: Item, revision: number) {
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
function actionWrites(tables: Tables, org: string, action: StoredPolicy, permit: Permit): TransactItem[] {
  const { policy } = action;
  const version = { ...actionVersionKey(org, policy.id, policy.version), body: JSON.stringify(policy) };
  return [
    editOf(tables, 'action', policy.id, { ...action, org }),
    { Put: { TableName: tables.main, Item: version } },
    ...ruleChecks(tables, org, permit),
  ];
}

async function actionVersion(tables: Tables, org: string, id: string, version: number): Promise<Policy | null> {
  const item = await getItem(tables, actionVersionKey(org, id, version));
  return item === null ? null : (JSON.parse(item.body as string) as Policy);
}

/**
 * A signing key must always name one API key, even after that key is revoked. So it can never be registered with
 * another API key.
 */
const notRegistered = 'attribute_not_exists(pk) OR api_key = :key';

function registrationOf({ main: TableName }: Tables, { org, id, signingKey }: ApiKey): TransactItem {
  const Item = { ...signingKeyKey(org, fingerprintOfText(signingKey!)), api_key: id };
  return { Put: { TableName, Item, ConditionExpression: notRegistered, ExpressionAttributeValues: { ':key': id } } };
}

/** The key was validated when it arrived. */
const fingerprintOfText = (signingKey: string): string => fingerprintOf(parsePublicKeyText(signingKey)!);

/**
 * Writes the key's record and an entry for each of its tokens together, so a revoked key stops working at the next request,
 * with every token.
 */
function apiKeyWrites(tables: Tables, key: ApiKey, permit: Permit): TransactItem[] {
  const registers = key.revision === 1 && key.signingKey !== undefined;
  return [
    ...(registers ? [registrationOf(tables, key)] : []),
    editOf(tables, 'apiKey', key.id, key),
    ...key.tokens.map((token) => tokenWrite(tables, key, token)),
    ...ruleChecks(tables, key.org, permit),
  ];
}

/**
 * The entry holds everything that the key check needs, so the check reads nothing else. An edit keeps the time of last
 * use.
 */
function tokenWrite({ main: TableName }: Tables, key: ApiKey, { hash, number, endsAtMs }: ApiToken): TransactItem {
  const Key = tokenKey(hash);
  if (key.revokedAtMs !== null) return { Delete: { TableName, Key } };
  const { org, id, scopes, signingKey } = key;
  const ends = endsAtMs === null ? {} : { ends_at: endsAtMs };
  const signs = signingKey === undefined ? {} : { signing_key: signingKey };
  return {
    Update: {
      TableName,
      Key,
      ...setOrRemoved({ org, id, scopes, token: number, ...ends, ...signs, ...limitsOf(key) }),
    },
  };
}

/** Every edit of a key can set its limits, on all its tokens. Undefined: there is none, or none any more. */
const limitsOf = ({ maxOpen, actions }: ApiKey) => ({ max_open: maxOpen, actions });

/** A token that is gone stays so. */
function limitsWrite({ main: TableName }: Tables, key: ApiKey, { hash }: ApiToken): TransactItem {
  const Key = tokenKey(hash);
  return { Update: { TableName, Key, ConditionExpression: 'attribute_exists(pk)', ...setOrRemoved(limitsOf(key)) } };
}

/** Removes the attributes whose value is undefined. */
function setOrRemoved(attributes: Item) {
  const all = Object.entries(attributes);
  const set = all.filter(([, value]) => value !== undefined);
  const removed = all.filter(([, value]) => value === undefined).map(([name]) => name);
  const parts = [
    ...(set.length === 0 ? [] : [`SET ${set.map((_, n) => `#a${n} = :a${n}`).join(', ')}`]),
    ...(removed.length === 0 ? [] : [`REMOVE ${removed.join(', ')}`]),
  ];
  const values = {
    ExpressionAttributeNames: Object.fromEntries(set.map(([name], n) => [`#a${n}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([, value], n) => [`:a${n}`, value])),
  };
  return { UpdateExpression: parts.join(' '), ...(set.length === 0 ? {} : values) };
}

async function withLastUse(tables: Tables, key: ApiKey): Promise<ApiKey> {
  const items = await batchGet(
    tables,
    key.tokens.map(({ hash }) => tokenKey(hash)),
  );
  const tokens = key.tokens.map((token) => {
    const item = items.find(({ pk }) => pk === tokenKey(token.hash).pk);
    return { ...token, lastUsedAtMs: (item?.last_used_at as number | undefined) ?? token.lastUsedAtMs };
  });
  return { ...key, tokens };
}

async function touchApiKey(tables: Tables, org: string, id: string, tokenHash: string, nowMs: number): Promise<void> {
  const used = new UpdateCommand({
    TableName: tables.main,
    Key: tokenKey(tokenHash),
    UpdateExpression: 'SET last_used_at = :now',
    // The key may have been revoked in the meantime. An update must not create the entry again.
    ConditionExpression: 'attribute_exists(pk) AND org = :org AND id = :id',
    ExpressionAttributeValues: { ':now': nowMs, ':org': org, ':id': id },
  });
  await writeIf(tables.client.send(used));
}
