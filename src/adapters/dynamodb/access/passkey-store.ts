/**
 * Passkeys on DynamoDB: a configuration item, an entry by the hash of the credential id, and challenges that are used
 * once.
 */
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Countersignature, KeyStatements, PasskeyStore, SignedText } from '../../../app/ports';
import type { Passkey } from '../../../core/access/passkey';
import { sha256Hex } from '../../../protocol/hash';
import { fromConfigItem, toConfigItem } from '../administration/config-item';
import type { Tables } from '../client';
import { conflictImage, transactionFailure } from '../conditions';
import {
  bootstrapKey,
  CONFIG_PREFIX,
  challengePk,
  configKey,
  credentialKey,
  enrolmentsKey,
  keyStatementKey,
  signedPk,
} from '../keys';
import { queryAll } from '../pages';
import { signerItem } from '../request/signed-decisions';

const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
const fromRevision = (revision: number) => ({
  ConditionExpression: 'revision = :before',
  ExpressionAttributeValues: { ':before': revision - 1 },
});

export function createPasskeyStore(tables: Tables): PasskeyStore {
  const { client, main, transient } = tables;
  const passkey: PasskeyStore['passkey'] = async (org, id) => {
    const Key = configKey(org, 'passkey', id);
    const { Item } = await client.send(new GetCommand({ TableName: main, Key, ConsistentRead: true }));
    return Item === undefined ? null : fromConfigItem<Passkey>(Item);
  };
  return {
    passkey,
    ofOrganization: (org) => ofOrganization(tables, org),
    ofOperator: async (org, operator) =>
      (await ofOrganization(tables, org)).filter((each) => each.operator === operator),

    async byCredential(credentialId) {
      const Key = credentialKey(sha256Hex(credentialId));
      const { Item } = await client.send(new GetCommand({ TableName: main, Key, ConsistentRead: true }));
      const found = Item === undefined ? null : await passkey(Item.org as Passkey['org'], Item.id as string);
      return found === null || found.deletedAtMs !== null ? null : found;
    },

    enrolments: (org, operator) => enrolments(tables, org, operator),
    enrol: (added, after) => enrol(tables, added, after),
    save: (saved) => save(tables, saved),

    async bootstrap(org) {
      const Key = bootstrapKey(org);
      const { Item } = await client.send(new GetCommand({ TableName: main, Key, ConsistentRead: true }));
      return { endedAtMs: (Item?.ended_at as number | undefined) ?? null };
    },
    keepEnrolment: (saved, signed) => transact(tables, [edit(tables, saved), kept(tables, saved, 'ENROLMENT', signed)]),
    keepCountersignature: (given) => keepCountersignature(tables, given),
    keyStatements: (org, id) => keyStatements(tables, org, id),

    async useChallenge(challenge, expiresAtMs, usedBy) {
      const ttl = Math.ceil(expiresAtMs / 1000) + 3600;
      const Item = { pk: challengePk(sha256Hex(challenge)), used_by: usedBy, ttl };
      try {
        const put = { TableName: transient, Item, ...isNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
        await client.send(new PutCommand(put));
        return true;
      } catch (error) {
        const earlier = conflictImage(error);
        if (earlier === undefined) throw error;
        // The SDK retried a write whose answer was lost, so the condition failed because of our own write.
        return earlier?.used_by === usedBy;
      }
    },
  };
}

async function ofOrganization(tables: Tables, org: string): Promise<Passkey[]> {
  const passkeys: Passkey[] = [];
  for await (const item of queryAll(tables, {
    KeyConditionExpression: 'pk = :org AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':org': org, ':prefix': CONFIG_PREFIX.passkey },
    ConsistentRead: true,
  })) {
    passkeys.push(fromConfigItem<Passkey>(item));
  }
  return passkeys;
}

async function enrolments(tables: Tables, org: string, operator: string): Promise<number> {
  const Key = enrolmentsKey(org, operator);
  const { Item } = await tables.client.send(new GetCommand({ TableName: tables.main, Key, ConsistentRead: true }));
  return (Item?.enrolments as number | undefined) ?? 0;
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
      ? isNew
      : { ConditionExpression: 'enrolments = :after', ExpressionAttributeValues: { ':after': after } };
  const TransactItems = [
    { Put: { TableName, Item: entry, ...isNew } },
    { Put: { TableName, Item: count, ...counted } },
    { Put: { TableName, Item: toConfigItem('passkey', passkey.id, passkey), ...isNew } },
  ];
  try {
    await tables.client.send(new TransactWriteCommand({ TransactItems }));
    return 'saved';
  } catch (error) {
    const failure = transactionFailure(error);
    if (failure === undefined) throw error;
    return failure.kind === 'condition' && failure.index === 0 ? 'taken' : 'overtaken';
  }
}

/** Writes the record. If the passkey is deleted, the entry by its credential id is deleted with it. */
async function save(tables: Tables, passkey: Passkey): Promise<'saved' | 'conflict'> {
  const Key = credentialKey(sha256Hex(passkey.credentialId));
  const lookUp = passkey.deletedAtMs === null ? [] : [{ Delete: { TableName: tables.main, Key } }];
  return transact(tables, [edit(tables, passkey), ...lookUp]);
}

function edit({ main: TableName }: Tables, passkey: Passkey): Write {
  const Item = toConfigItem('passkey', passkey.id, passkey);
  return { Put: { TableName, Item, ...fromRevision(passkey.revision) } };
}

/** Stores what was signed, once for each passkey. */
function kept(
  { main: TableName }: Tables,
  { org, id }: Passkey,
  what: Parameters<typeof keyStatementKey>[2],
  signed: SignedText,
): Write {
  return { Put: { TableName, Item: { ...keyStatementKey(org, id, what), body: JSON.stringify(signed) }, ...isNew } };
}

/** If two admins countersign each other at the same moment, the second one is decided again and ends the bootstrap. */
function keepCountersignature(
  tables: Tables,
  { passkey, signed, signer, endsBootstrapAtMs }: Countersignature,
): Promise<'saved' | 'conflict'> {
  const { main: TableName } = tables;
  const mark = { ...bootstrapKey(passkey.org), ended_at: endsBootstrapAtMs };
  return transact(tables, [
    edit(tables, passkey),
    kept(tables, passkey, 'COUNTERSIGNATURE', signed),
    signerItem(TableName, signer),
    ...(endsBootstrapAtMs === null ? [] : [{ Put: { TableName, Item: mark, ...isNew } }]),
  ]);
}

async function keyStatements({ client, main }: Tables, org: string, id: string): Promise<KeyStatements> {
  const read = new QueryCommand({
    TableName: main,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': signedPk(org, id) },
    ConsistentRead: true,
  });
  const { Items = [] } = await client.send(read);
  const of = (what: string): SignedText | null => {
    const item = Items.find(({ sk }) => sk === what);
    return item === undefined ? null : (JSON.parse(item.body as string) as SignedText);
  };
  return { enrolment: of('ENROLMENT'), countersignature: of('COUNTERSIGNATURE') };
}

type Write = NonNullable<ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']>[number];

async function transact(tables: Tables, TransactItems: Write[]): Promise<'saved' | 'conflict'> {
  try {
    await tables.client.send(new TransactWriteCommand({ TransactItems }));
    return 'saved';
  } catch (error) {
    if (transactionFailure(error) !== undefined) return 'conflict';
    throw error;
  }
}
