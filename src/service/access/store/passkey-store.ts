/**
 * Passkeys on DynamoDB: a configuration item, an entry by the hash of the credential id, and challenges that are used
 * once.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { isNew, type TransactItem, writeIf } from '../../../adapters/dynamodb/conditions';
import { getItem } from '../../../adapters/dynamodb/items';
import {
  bootstrapKey,
  challengePk,
  configKey,
  credentialKey,
  enrolmentsKey,
  keyStatementKey,
  signedPk,
} from '../../../adapters/dynamodb/keys';
import { allItems } from '../../../adapters/dynamodb/pages';
import { sha256Hex } from '../../../protocol/hash';
import { commit, editOf, getAll, getOne, write } from '../../configuration/store';
import type { SignedText } from '../../request/ports';
import { signerItem } from '../../request/store/beside-request';
import type { Countersignature, KeyStatements, PasskeyStore } from '../ports';
import type { Passkey } from '../rules/passkey';

const ifNew = { ConditionExpression: isNew };

export function createPasskeyStore(tables: Tables): PasskeyStore {
  const passkey = (org: string, id: string) => getOne<Passkey>(tables, configKey(org, 'passkey', id));
  const ofOrganization = (org: string) => getAll<Passkey>(tables, 'passkey', org);
  return {
    passkey,
    ofOrganization,
    ofOperator: async (org, operator) => (await ofOrganization(org)).filter((each) => each.operator === operator),

    async byCredential(credentialId) {
      const entry = await getItem(tables, credentialKey(sha256Hex(credentialId)));
      const found = entry === null ? null : await passkey(entry.org as string, entry.id as string);
      return found === null || found.deletedAtMs !== null ? null : found;
    },

    async enrolments(org, operator) {
      return ((await getItem(tables, enrolmentsKey(org, operator)))?.enrolments as number | undefined) ?? 0;
    },
    enrol: (added, after) => enrol(tables, added, after),
    save: (saved) => save(tables, saved),

    async bootstrap(org) {
      return { endedAtMs: ((await getItem(tables, bootstrapKey(org)))?.ended_at as number | undefined) ?? null };
    },
    keepEnrolment: (saved, signed) => write(tables, [edit(tables, saved), kept(tables, saved, 'ENROLMENT', signed)]),
    keepCountersignature: (given) => keepCountersignature(tables, given),
    keyStatements: (org, id) => keyStatements(tables, org, id),

    async spendChallenge(challenge, expiresAtMs, usedBy) {
      const ttl = Math.ceil(expiresAtMs / 1000) + 3600;
      const Item = { pk: challengePk(sha256Hex(challenge)), used_by: usedBy, ttl };
      const put = { TableName: tables.transient, Item, ...ifNew };
      const used = await writeIf(
        tables.client.send(new PutCommand({ ...put, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
      );
      // The SDK may have retried a write whose answer was lost, so the condition failed because of our own write.
      return used.written || used.stored?.used_by === usedBy;
    },
  };
}

/**
 * Writes the passkey's record, the entry by its credential id and the count together. A credential belongs to one
 * operator of one organization. If two enrolments both saw nine passkeys, they also saw the same count, and only one of
 * them can increase it.
 */
async function enrol(tables: Tables, passkey: Passkey, after: number): Promise<'saved' | 'taken' | 'overtaken'> {
  const { main: TableName } = tables;
  const entry = { ...credentialKey(sha256Hex(passkey.credentialId)), org: passkey.org, id: passkey.id };
  const count = { ...enrolmentsKey(passkey.org, passkey.operator), enrolments: after + 1 };
  const counted =
    after === 0
      ? ifNew
      : { ConditionExpression: 'enrolments = :after', ExpressionAttributeValues: { ':after': after } };
  const failure = await commit(tables, [
    { Put: { TableName, Item: entry, ...ifNew } },
    { Put: { TableName, Item: count, ...counted } },
    edit(tables, passkey),
  ]);
  if (failure === null) return 'saved';
  return failure.index === 0 ? 'taken' : 'overtaken';
}

/** Writes the record. If the passkey is deleted, the entry by its credential id is deleted with it. */
function save(tables: Tables, passkey: Passkey): Promise<'saved' | 'conflict'> {
  const Key = credentialKey(sha256Hex(passkey.credentialId));
  const lookUp = passkey.deletedAtMs === null ? [] : [{ Delete: { TableName: tables.main, Key } }];
  return write(tables, [edit(tables, passkey), ...lookUp]);
}

const edit = (tables: Tables, passkey: Passkey): TransactItem => editOf(tables, 'passkey', passkey.id, passkey);

/** Stores what was signed, once for each passkey. */
function kept(
  { main: TableName }: Tables,
  { org, id }: Passkey,
  what: Parameters<typeof keyStatementKey>[2],
  signed: SignedText,
): TransactItem {
  return { Put: { TableName, Item: { ...keyStatementKey(org, id, what), body: JSON.stringify(signed) }, ...ifNew } };
}

/** If two admins countersign each other at the same moment, the second one is decided again and ends the bootstrap. */
function keepCountersignature(
  tables: Tables,
  { passkey, signed, signer, endsBootstrapAtMs }: Countersignature,
): Promise<'saved' | 'conflict'> {
  const { main: TableName } = tables;
  const mark = { ...bootstrapKey(passkey.org), ended_at: endsBootstrapAtMs };
  return write(tables, [
    edit(tables, passkey),
    kept(tables, passkey, 'COUNTERSIGNATURE', signed),
    signerItem(TableName, signer),
    ...(endsBootstrapAtMs === null ? [] : [{ Put: { TableName, Item: mark, ...ifNew } }]),
  ]);
}

async function keyStatements(tables: Tables, org: string, id: string): Promise<KeyStatements> {
  const items = await allItems(tables, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': signedPk(org, id) },
    ConsistentRead: true,
  });
  const of = (what: string): SignedText | null => {
    const item = items.find(({ sk }) => sk === what);
    return item === undefined ? null : (JSON.parse(item.body as string) as SignedText);
  };
  return { enrolment: of('ENROLMENT'), countersignature: of('COUNTERSIGNATURE') };
}
