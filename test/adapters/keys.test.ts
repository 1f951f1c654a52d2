/** The keys of the tables and of their indexes (docs/storage.md#items). */
import { createHash } from 'node:crypto';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import * as keys from '../../src/adapters/dynamodb/keys';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import type { Limited } from '../../src/service/access/ports';

describe('the key of', () => {
  it.each<[string, keys.Key, string, string]>([
    ['a request', keys.requestKey('o', 'r'), 'o#REQ#r', 'REQUEST'],
    ['its intent', keys.intentKey('o', 'r'), 'o#REQ#r', 'INTENT'],
    ['a change', keys.changeKey('o', 'r'), 'o#CHANGE#r', 'CHANGE'],
    ['a signed verdict', keys.verdictKey('o', 'r'), 'o#VERDICT#r', 'VERDICT'],
    [
      'a signed decision',
      keys.signedKey('o', 'r', { round: 2, operator: 'p', takenBack: 3 }),
      'o#SIGNED#r',
      '000002#p#000003',
    ],
    ['a signed enrolment', keys.keyStatementKey('o', 'k', 'ENROLMENT'), 'o#SIGNED#k', 'ENROLMENT'],
    ['a delivery', keys.deliveryKey('o', 'd'), 'o#DLV#d', 'DELIVERY'],
    ['an attempt', keys.attemptKey('o', 'd', 12), 'o#DLV#d', 'TRY#000012'],
    ['an endpoint’s health', keys.healthKey('o', 'e'), 'o#HEALTH#e', 'HEALTH'],
    ['a notice', keys.noticeKey('o', 'r', 'c'), 'o#NOTICE#r', 'c'],
    ['a combined mail', keys.combinedMailKey('o', 'p'), 'o#MAILS#p', 'COMBINED'],
    ['a waiting message', keys.waitingKey('o', 'p', 7, 'r', 'c'), 'o#MAILS#p', 'WAITING#000000000000007#r#c'],
    ['a block of the audit chain', keys.auditKey('o', 7), 'o#AUDIT', '000000000007'],
    ['a cause', keys.causeKey('o', 's', 7), 'o#CAUSE#s', '000000007'],
    ['the rule of two admins', keys.ruleKey('o'), 'o#FOUR_EYES', 'RULE'],
    ['the end of the bootstrap', keys.bootstrapKey('o'), 'o#FOUR_EYES', 'KEYS'],
    ['an organization', keys.orgKey('o'), 'o', 'ORG'],
    ['an action', keys.configKey('o', 'action', 'a'), 'o', 'ACTION#a'],
    ['an operator', keys.configKey('o', 'operator', 'a'), 'o', 'OPERATOR#a'],
    ['an API key', keys.configKey('o', 'apiKey', 'a'), 'o', 'APIKEY#a'],
    ['an endpoint', keys.configKey('o', 'endpoint', 'a'), 'o', 'ENDPOINT#a'],
    ['a passkey', keys.configKey('o', 'passkey', 'a'), 'o', 'PASSKEY#a'],
    ['a rescue', keys.configKey('o', 'rescue', 'a'), 'o', 'RESCUE#a'],
    ['a setting', keys.configKey('o', 'setting', 'a'), 'o', 'SETTING#a'],
    ['an incident', keys.configKey('o', 'incident', 'a'), 'o', 'INCIDENT#a'],
    ['a version of a policy', keys.actionVersionKey('o', 'a', 7), 'o#ACTION#a', '000000007'],
    ['a token', keys.tokenKey('h'), 'KEY#h', 'KEY'],
    ['a count of enrolments', keys.enrolmentsKey('o', 'p'), 'o#PASSKEYS#p', 'ENROLMENTS'],
    ['a last sign-in', keys.seenKey('o', 'p'), 'o#SEEN', 'p'],
    ['an endpoint of a push service', keys.pushEndpointKey('h'), 'PUSH#h', 'DEVICE'],
    ['the public key for pushes', keys.pushKeyKey(), 'PUSHKEY#CURRENT', 'KEY'],
    ['a credential', keys.credentialKey('h'), 'CREDENTIAL#h', 'CREDENTIAL'],
  ])('the key of %s never changes', (_, key, pk, sk) => expect(key).toEqual({ pk, sk }));

  it('the key of a place in an index or in the other table never changes', () => {
    expect([keys.openPk('o'), keys.executablePk('o'), keys.leasedPk('o')]).toEqual([
      'o#OPEN',
      'o#EXECUTABLE',
      'o#LEASED',
    ]);
    expect(keys.receiverPk('o', 'e')).toBe('o#RECEIVER#e');
    expect([keys.recentPk('o'), keys.digestPk('o', 'd'), keys.duePk(3)]).toEqual(['o', 'o#DIGEST#d', 'DUE#3']);
    expect([keys.sessionPk('h'), keys.signInPk('h')]).toEqual(['SESSION#h', 'SIGNIN#h']);
    expect(keys.challengePk('c')).toBe('CHALLENGE#c');
    expect([keys.mailboxPk('m'), keys.holdPk(2), keys.callsPk('o', 9)]).toEqual(['CANARY#m', 'HOLD#2', 'CALLS#o#9']);
    expect(keys.operatorSessionsPk('o', 'p')).toBe('o#p');
  });

  it.each<[Limited['what'], string]>([
    ['mails', 'MAILS#o#p'],
    ['posts', 'POSTS#o#p'],
    ['questions', 'QUESTIONS#o#p'],
    ['searches', 'SEARCHES#o#p'],
    ['powers', 'POWERS#o#p'],
    ['links', 'LINKS#o#p'],
    ['refused', 'PEER#o#p'],
  ])('the key of the counter of %s never changes', (what, pk) => expect(keys.countedPk(what, 'o#p')).toBe(pk));

  it('the key of an item contains its kind, its organization and its id, and all can be read back', () => {
    for (const described of [
      { org: 'o', kind: 'request', id: 'r' },
      { org: 'o', kind: 'delivery', id: 'd' },
      { org: 'o', kind: 'combined_mail', id: 'p' },
      { org: 'o', kind: 'health', id: 'e' },
      { org: 'o', kind: 'config', id: 'OPERATOR#p' },
    ] as const) {
      expect(keys.describeKey(keys.itemKeyOf(described))).toEqual(described);
    }
  });

  it.each<[string, keys.Key]>([
    ['a token', keys.tokenKey('h')],
    ['a token with another sort key', { pk: 'KEY', sk: 'ACTION#a' }],
    ['an organization itself', keys.orgKey('o')],
    ['an intent', keys.intentKey('o', 'r')],
    ['a change', keys.changeKey('o', 'r')],
    ['an attempt', keys.attemptKey('o', 'd', 1)],
    ['a waiting message', keys.waitingKey('o', 'p', 1, 'r', 'c')],
    ['a notice', keys.noticeKey('o', 'r', 'c')],
    ['a block of the audit chain', keys.auditKey('o', 1)],
    ['a version of a policy', keys.actionVersionKey('o', 'a', 1)],
    ['a signed decision', { pk: 'o#SIGNED#r', sk: 'REQUEST' }],
    ['something else below health', { pk: 'o#HEALTH#e', sk: 'OTHER' }],
    ['something else that is called health', { pk: 'o#ILLNESS#e', sk: 'HEALTH' }],
    ['something else that is called combined', { pk: 'o#POST#e', sk: 'COMBINED' }],
    ['something else that is called delivery', { pk: 'o#REQ#e', sk: 'DELIVERY' }],
    ['a delivery without an id', { pk: 'o#DLV', sk: 'DELIVERY' }],
    ['a request without an id', { pk: 'o#REQ', sk: 'REQUEST' }],
    ['health without an id', { pk: 'o#HEALTH', sk: 'HEALTH' }],
    ['a combined mail without an id', { pk: 'o#MAILS', sk: 'COMBINED' }],
  ])('the key of %s is ignored by the consumers of the stream', (_, key) => expect(keys.describeKey(key)).toBeNull());

  it('only the key of a block of the audit chain names the organization of a chain', () => {
    expect(keys.auditOrgOf('org_a#AUDIT')).toBe('org_a');
    for (const pk of ['org_a', 'org_a#OPEN', 'org_a#REQ#r', 'org_a#AUDIT#x', 'org_a#CAUSE#s'])
      expect(keys.auditOrgOf(pk)).toBeNull();
  });

  it('the shard of a due item is one of eight, by the first half word of its hash', () => {
    const shards = new Set<string>();
    for (let n = 0; n < 100; n++) {
      const key = keys.requestKey('org_a', `req_${n}`);
      const hash = createHash('sha256').update(`${key.pk}|${key.sk}`).digest('hex');
      expect(keys.dueShardOf(key)).toBe(`DUE#${Number.parseInt(hash.slice(0, 8), 16) % 8}`);
      shards.add(keys.dueShardOf(key));
    }
    expect(shards.size).toBe(8);
  });
});

it('the tables have these keys, indexes, stream and time to live', () => {
  const index = (IndexName: string, HASH: string, RANGE: string, ...NonKeyAttributes: string[]) => ({
    IndexName,
    KeySchema: [
      { AttributeName: HASH, KeyType: 'HASH' },
      { AttributeName: RANGE, KeyType: 'RANGE' },
    ],
    Projection:
      NonKeyAttributes.length === 0 ? { ProjectionType: 'KEYS_ONLY' } : { ProjectionType: 'INCLUDE', NonKeyAttributes },
  });
  const typed = (AttributeType: string, ...names: string[]) =>
    names.map((AttributeName) => ({ AttributeName, AttributeType }));
  expect(createTableInput('main', MAIN_TABLE)).toEqual({
    TableName: 'main',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      ...typed('S', 'pk', 'sk', 'work_pk', 'due_pk', 'recent_pk', 'receiver_pk'),
      ...typed('N', 'work_at', 'due_at', 'created_at'),
    ],
    GlobalSecondaryIndexes: [
      index('work', 'work_pk', 'work_at', 'created_at', 'action', 'sent_by', 'asked', 'expires_at'),
      index('due', 'due_pk', 'due_at'),
      index('recent', 'recent_pk', 'created_at', 'action', 'requester'),
      index('receiver', 'receiver_pk', 'created_at'),
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  expect(createTableInput('transient', TRANSIENT_TABLE)).toEqual({
    TableName: 'transient',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [...typed('S', 'pk', 'operator_pk'), ...typed('N', 'created_at')],
    GlobalSecondaryIndexes: [index('by_operator', 'operator_pk', 'created_at')],
  });
  expect([MAIN_TABLE.timeToLive, TRANSIENT_TABLE.timeToLive]).toEqual([null, 'ttl']);
});
