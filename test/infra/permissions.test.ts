import type { Tables } from '../../src/adapters/dynamodb/client';
import type { Key } from '../../src/adapters/dynamodb/keys';
import * as keys from '../../src/adapters/dynamodb/keys';
import * as partitions from '../../src/adapters/dynamodb/partitions';
import type { ActionId, OrgId } from '../../src/protocol/identifiers';
import type { Limited } from '../../src/service/access/ports';
import { writesOf } from '../../src/service/administration/store/config-store';
import { anApiKey } from '../store/conformance/config-items';
import { PERMIT } from '../support/permit';
import { isGranted, neededFor } from './host/permissions';
import { plain, resourcesOf, statementsOf, synthesize } from './host/stack';

const prod = synthesize('prod');
/** Without the roles of the library’s own functions, whose permissions infra/nag.ts accepts. */
const resources = resourcesOf(prod).filter(([id]) => !id.startsWith('Custom'));
const ofType = (type: string) => resources.filter(([, resource]) => resource.Type === type);

const ENTRIES = [
  'api',
  'audit',
  'canary',
  'canary-set-up',
  'console',
  'deliver',
  'deliver-try',
  'dispatch',
  'feed',
  'heads',
  'notice',
  'receiver',
  'sweep',
  'timer',
  'watch',
];

type Keys = typeof keys;
type Building<Made> = { [Name in keyof Keys]: Keys[Name] extends (...of: never) => Made ? Name : never }[keyof Keys];

/** Every kind of item of the main table, with the functions that may write or delete it. A new kind does not compile before it is here. */
const ITEMS: Readonly<Record<Exclude<Building<Key>, 'itemKeyOf'>, readonly [key: Key, writers: readonly string[]]>> = {
  requestKey: [keys.requestKey('org_a', 'req_1'), ['api', 'console', 'deliver', 'deliver-try', 'dispatch', 'timer']],
  intentKey: [keys.intentKey('org_a', 'req_1'), ['api', 'console', 'deliver', 'deliver-try', 'dispatch', 'timer']],
  changeKey: [keys.changeKey('org_a', 'req_1'), ['console']],
  signedKey: [keys.signedKey('org_a', 'req_1', { round: 1, operator: 'op_a', takenBack: 0 }), ['console']],
  keyStatementKey: [keys.keyStatementKey('org_a', 'psk_1', 'ENROLMENT'), ['console']],
  questionKey: [keys.questionKey('org_a', 'req_1', 1), ['console']],
  verdictKey: [keys.verdictKey('org_a', 'req_1'), ['api', 'console']],
  deliveryKey: [keys.deliveryKey('org_a', 'dlv_1'), ['console', 'deliver', 'deliver-try', 'timer']],
  attemptKey: [keys.attemptKey('org_a', 'dlv_1', 1), ['console', 'deliver', 'deliver-try', 'timer']],
  entriesKey: [keys.entriesKey('org_a', 'dlv_1', 1), ['console', 'timer']],
  healthKey: [keys.healthKey('org_a', 'whe_1'), ['console', 'deliver', 'deliver-try', 'timer']],
  noticeKey: [keys.noticeKey('org_a', 'req_1', 'op_a#asked#1.0'), ['console', 'notice']],
  combinedMailKey: [keys.combinedMailKey('org_a', 'op_a'), ['console', 'notice']],
  waitingKey: [keys.waitingKey('org_a', 'op_a', 1, 'req_1', 'cause'), ['console', 'notice']],
  auditKey: [keys.auditKey('org_a', 1), ['audit']],
  causeKey: [keys.causeKey('org_a', 'req_1', 1), ['audit']],
  ruleKey: [keys.ruleKey('org_a'), ['console', 'timer']],
  bootstrapKey: [keys.bootstrapKey('org_a'), ['console', 'timer']],
  orgKey: [keys.orgKey('org_a'), ['console', 'timer']],
  configKey: [keys.configKey('org_a', 'operator', 'op_a'), ['console', 'timer']],
  actionVersionKey: [keys.actionVersionKey('org_a', 'deploy', 1), ['console', 'timer']],
  signingKeyKey: [keys.signingKeyKey('org_a', 'SHA256:abc'), ['console']],
  tokenKey: [keys.tokenKey('abc'), ['api', 'canary-set-up', 'console', 'feed', 'timer']],
  enrolmentsKey: [keys.enrolmentsKey('org_a', 'op_a'), ['console']],
  seenKey: [keys.seenKey('org_a', 'op_a'), ['console']],
  pushEndpointKey: [keys.pushEndpointKey('abc'), ['console', 'timer']],
  pushKeyKey: [keys.pushKeyKey(), ['notice']],
  credentialKey: [keys.credentialKey('abc'), ['canary-set-up', 'console']],
};

/** Every other partition key. Null for an index or an item listed above. The rest are items of the second table. */
const PARTITIONS: Readonly<Record<Building<string>, readonly [key: string, writers: readonly string[]] | null>> = {
  signedPk: null,
  questionsPk: null,
  auditPk: null,
  seenPk: null,
  openPk: null,
  executablePk: null,
  leasedPk: null,
  recentPk: null,
  digestPk: null,
  receiverPk: null,
  duePk: null,
  dueShardOf: null,
  retryPk: null,
  retryShardOf: null,
  operatorSessionsPk: null,
  countedPk: null,
  sessionPk: [keys.sessionPk('abc'), ['console']],
  signInPk: [keys.signInPk('abc'), ['console', 'notice']],
  challengePk: [keys.challengePk('abc'), ['console']],
  mailboxPk: [keys.mailboxPk('abc'), ['console', 'receiver']],
  // This deployment holds no answers and does not limit the calls of an organization (settings.test.ts has one that does).
  holdPk: [keys.holdPk(1), ['console']],
  watchesPk: [keys.watchesPk('org_a'), ['console']],
  callsPk: [keys.callsPk('org_a', 1), ['console']],
};

/** The counters, which `countedPk` builds. */
const COUNTERS: Readonly<Record<keyof typeof partitions.COUNTED, readonly string[]>> = {
  mails: ['console', 'notice'],
  posts: ['console', 'notice'],
  questions: ['console'],
  searches: ['console'],
  powers: ['console'],
  links: ['console'],
  pushTests: ['console'],
  refused: ['api', 'console', 'feed'],
};
const SECOND = [
  ...Object.values(PARTITIONS).flatMap((use) => (use === null ? [] : [use])),
  ...Object.entries(COUNTERS).map(
    ([what, writers]) => [keys.countedPk(what as Limited['what'], 'x'), writers] as const,
  ),
];

describe('least privilege', () => {
  const statements = resources
    .flatMap(([id, { Type, Properties }]) => {
      if (Type === 'AWS::IAM::Policy') return [[id, Properties.PolicyDocument]];
      if (Type === 'AWS::IAM::Role')
        return (Properties.Policies ?? []).map((inline: { PolicyDocument: object }) => [id, inline.PolicyDocument]);
      return [];
    })
    .flatMap(([id, { Statement }]) =>
      Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow').map(
        (statement: {
          Action: string | string[];
          Resource: unknown;
          Condition?: Record<string, Record<string, unknown>>;
        }) => ({
          id,
          actions: [statement.Action].flat(),
          resources: [statement.Resource].flat().map((resource) => plain(resource).replace('arn:aws:s3:::', '')),
          condition: statement.Condition ?? null,
          via: JSON.stringify(statement.Condition?.StringEquals?.['kms:ViaService'] ?? null),
        }),
      ),
    ) as { id: string; actions: string[]; resources: string[]; condition: object | null; via: string }[];
  const dataKey = ofType('AWS::KMS::Key').find(([id]) => id.startsWith('SecretsDataKey'))![0];
  const conditionsOf = (name: string, action: string) =>
    statements
      .filter(({ id, actions }) => id.startsWith(`Functions${name}Role`) && actions.includes(action))
      .map(({ condition }) => condition as Record<string, Record<string, unknown>>);

  it('the organizations’ keys can be used directly only with the organization that they are bound to', () => {
    for (const entry of ['console', 'deliver', 'deliver-try', 'notice', 'canary-set-up']) {
      const may = (action: string, context?: Record<string, string>) =>
        isGranted(statementsOf(prod, entry), {
          action,
          resource: dataKey,
          ...(context === undefined ? {} : { context }),
        });
      const decrypts = (context?: Record<string, string>) => may('kms:Decrypt', context);
      expect([entry, decrypts({ org: 'canary' }), decrypts(), decrypts({})]).toEqual([entry, true, false, false]);
      // What S3, Secrets Manager and DynamoDB bind their data keys to.
      for (const name of ['aws:s3:arn', 'SecretARN', 'aws:dynamodb:tableName', 'organization']) {
        expect([entry, name, decrypts({ [name]: 'x' })]).toEqual([entry, name, false]);
      }
      expect([entry, may('kms:GenerateDataKey')]).toEqual([entry, false]);
    }
    expect(conditionsOf('Console', 'kms:GenerateDataKey').map((each) => Object.keys(each))).toEqual([
      ['StringEquals'],
      ['Null'],
    ]);
  });

  /** The roles with a permission on a resource whose name begins so. */
  const holders = (action: string, resource: string) => {
    const found = statements.filter(
      ({ actions, resources: on }) => actions.includes(action) && on.some((each) => each.startsWith(resource)),
    );
    return [...new Set(found.map(({ id }) => /^Functions(\w+?)Role/.exec(id)?.[1] ?? id))].sort();
  };

  it.each<[action: string, resource: string, roles: readonly string[]]>([
    ['lambda:InvokeFunction', '', ['LoopMachine']],
    ['ses:SendEmail', '', ['Notice']],
    ['kms:Sign', 'SecretsHeadKey', ['Heads']],
    ['kms:Sign', 'SecretsVerdictKey', ['Api', 'Console']],
    ['kms:Sign', '', ['Api', 'Console', 'Heads']],
    ['secretsmanager:GetSecretValue', 'SecretsPush', ['Notice']],
    ['secretsmanager:GetSecretValue', 'SecretsCodes', ['Api', 'Console', 'Notice']],
    ['s3:PutObject', 'Heads', ['Heads']],
    ['s3:PutObject', 'CanaryHeads', ['Heads']],
    ['sqs:SendMessage', 'QueuesEvents', ['Console', 'Dispatch', 'Timer']],
    ['sqs:SendMessage', 'QueuesRetries', ['Deliver', 'Sweep']],
    ['sqs:SendMessage', 'QueuesTimers', ['Console', 'Dispatch', 'Heads', 'Notice', 'Sweep', 'Timer']],
    ['sqs:SendMessage', 'QueuesNotices', ['Console', 'Dispatch', 'Notice', 'Timer']],
    ['sqs:SendMessage', 'QueuesAudit', ['Audit', 'Dispatch', 'Timer']],
    ['sqs:SendMessage', 'QueuesHeads', ['Heads']],
    ['sqs:ReceiveMessage', 'QueuesAudit', ['Audit']],
    ['sqs:ReceiveMessage', 'QueuesHeads', ['Heads']],
  ])('%s on %s… is granted to no function without this work', (action, resource, roles) => {
    expect(holders(action, resource)).toEqual(roles);
  });

  it('the retry loop can call only the function of its attempts', () => {
    const called = statements.filter(({ actions }) => actions.includes('lambda:InvokeFunction'));
    expect(called.flatMap(({ resources: on }) => on)).toEqual([
      expect.stringMatching(/^FunctionsDeliverTryFunction\w+$/),
    ]);
  });

  it('mail can be sent only from one address, with the configuration set of the deployment', () => {
    const [mails] = statements.filter(({ actions }) => actions.includes('ses:SendEmail'));
    expect(mails!.resources[1]).toMatch(/:configuration-set\/[^*]+$/);
    expect(mails!.condition).toEqual({ StringEquals: { 'ses:FromAddress': 'authorization@example.com' } });
  });

  it('the functions of the canary can use only the items and the key of its organization', () => {
    const limited = (name: string, action: string) =>
      conditionsOf(name, action).map((condition) => Object.values(condition).flatMap((each) => Object.values(each)));
    expect(limited('Receiver', 'dynamodb:UpdateItem')).toEqual([[['CANARY#*']]]);
    expect(limited('CanarySetUp', 'dynamodb:PutItem')).toEqual([[['canary', 'canary#*', 'KEY#*', 'CREDENTIAL#*']]]);
    expect(conditionsOf('CanarySetUp', 'kms:Decrypt')).toContainEqual({
      StringEquals: { 'kms:EncryptionContext:org': 'canary' },
    });
    const onTables = statements.filter(
      ({ id, actions }) =>
        /^Functions(Canary|CanarySetUp|Receiver)Role/.test(id) && actions.some((action) => /^dynamodb:/.test(action)),
    );
    expect(onTables).toHaveLength(2);
    for (const { condition } of onTables) expect(JSON.stringify(condition)).toContain('dynamodb:LeadingKeys');
    // It acts with its own credentials, and never gets the secret that codes are made from.
    const read = statements.filter(
      ({ id, actions }) =>
        /^Functions(Canary|CanarySetUp|Receiver)Role/.test(id) &&
        actions.some((action) => /^secretsmanager:Get/.test(action)),
    );
    expect(
      read
        .flatMap(({ id, resources }) =>
          resources.map((secret) => `${id}: ${secret}`.replace(/Functions(\w+?)Role\w+: (\w+)[0-9A-F]{8}/, '$1: $2')),
        )
        .sort(),
    ).toEqual([
      'Canary: CanaryCredentials',
      'CanarySetUp: CanaryCredentials',
      'CanarySetUp: CanaryMailbox',
      'Receiver: CanaryMailbox',
    ]);
    // None of its rights on the key is without a condition.
    expect(conditionsOf('CanarySetUp', 'kms:Decrypt').filter((condition) => condition === null)).toEqual([]);
  });

  it('CodeDeploy can move the four aliases and no other', () => {
    const moving = statements.filter(({ actions }) => actions.includes('lambda:UpdateAlias'));
    expect(moving).toHaveLength(1);
    const moved = moving[0]!.resources.map((resource) => resource.replace(/Function[0-9A-F]{8}/, ''));
    const names = ['FunctionsApi', 'FunctionsConsole', 'FunctionsFeed', 'FunctionsWatch'];
    expect(moved.sort()).toEqual(names.flatMap((name) => [name, `${name}:live`]));
  });

  const tableOf = (name: RegExp) => ofType('AWS::DynamoDB::GlobalTable').find(([id]) => name.test(id))![0];
  const writersOf = (table: string, key: string) =>
    ENTRIES.filter((entry) =>
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'].some((action) =>
        isGranted(statementsOf(prod, entry), { action, resource: table, keys: [key] }),
      ),
    );

  it.each(Object.entries(ITEMS))('only these functions can write or delete an item of %s', (_, [key, writers]) => {
    expect(writersOf(tableOf(/^TablesMain/), key.pk)).toEqual(writers);
  });

  it.each(SECOND)('only these functions can write or delete an item of the second table under %s', (key, writers) => {
    expect(writersOf(tableOf(/^TablesTransient/), key)).toEqual(writers);
  });

  it('besides the console, functions delete only what waits for a mail, and who has the endpoint of a device', () => {
    const deleters = Object.entries(ITEMS).flatMap(([name, [key]]) =>
      ENTRIES.filter((entry) =>
        isGranted(statementsOf(prod, entry), {
          action: 'dynamodb:DeleteItem',
          resource: tableOf(/^TablesMain/),
          keys: [key.pk],
        }),
      ).flatMap((entry) => (entry === 'console' ? [] : [`${entry}: ${name}`])),
    );
    expect(deleters).toEqual([
      'notice: noticeKey',
      'notice: combinedMailKey',
      'notice: waitingKey',
      'timer: pushEndpointKey',
    ]);
  });

  it('every key is of one partition that permissions can name, and each of these has a key', () => {
    const { COUNTED, ...others } = partitions;
    const parts = [...Object.values(others), ...Object.values(COUNTED)];
    const main = Object.values(ITEMS).map(([{ pk }]) => pk);
    const all = [...new Set([...main, ...SECOND.map(([key]) => key)])].filter((pk) => pk !== 'org_a');
    const isOf = (pk: string, part: string) => {
      const start = part.startsWith('#') ? `org_a${part}` : part;
      return part.endsWith('#') ? pk.startsWith(start) : pk === start;
    };
    const named = all.map((pk) => [pk, parts.filter((part) => isOf(pk, part))] as const);
    expect(named.filter(([, its]) => its.length !== 1)).toEqual([]);
    expect(new Set(named.flatMap(([, its]) => its))).toEqual(new Set(parts));
  });

  it('what makes approved changes can write the limits of an API key to a token, and nothing else of it', () => {
    const may = (name: string, ...attributes: string[]) =>
      isGranted(statementsOf(prod, 'timer'), {
        action: `dynamodb:${name}`,
        resource: tableOf(/^TablesMain/),
        keys: [keys.tokenKey('abc').pk],
        attributes,
      });
    expect(may('UpdateItem', 'pk', 'sk', 'actions', 'max_open')).toBe(true);
    for (const other of ['org', 'id', 'scopes', 'token', 'ends_at', 'signing_key', 'last_used_at']) {
      expect([other, may('UpdateItem', 'pk', 'actions', other)]).toEqual([other, false]);
    }
    expect([may('PutItem', 'pk'), may('DeleteItem', 'pk')]).toEqual([false, false]);
  });

  it.each([
    ['none', {}],
    ['one', { maxOpen: 5 }],
    ['both', { maxOpen: 5, actions: ['deploy' as ActionId] }],
  ])('the write of an approved edit to the tokens of a key names no other attribute: limits: %s', (_, limits) => {
    const TableName = tableOf(/^TablesMain/);
    const item = { ...anApiKey('org_a' as OrgId), ...limits };
    const writes = writesOf({ main: TableName } as Tables, 'org_a', { kind: 'key', item }, PERMIT);
    const tokens = writes.flatMap(({ Update }) => (String(Update?.Key?.pk).startsWith('KEY#') ? [Update!] : []));
    expect(tokens).toHaveLength(item.tokens.length);
    for (const update of tokens) {
      const Key = { pk: { S: update.Key!.pk }, sk: { S: update.Key!.sk } };
      const [needed] = neededFor('DynamoDB_20120810.UpdateItem', { ...update, Key });
      expect(isGranted(statementsOf(prod, 'timer'), needed!)).toBe(true);
    }
  });

  it('the writer of the chains can batch the places of entries, and no batch can change an entry', () => {
    const [main] = ofType('AWS::DynamoDB::GlobalTable')
      .map(([id]) => id)
      .filter((id) => /^TablesMain/.test(id));
    const action = 'dynamodb:BatchWriteItem';
    const may = (entry: string, ...keys: string[]) =>
      isGranted(statementsOf(prod, entry), { action, resource: main!, keys });
    expect(ENTRIES.filter((entry) => may(entry, 'org_a#CAUSE#req_1', 'org_a#CAUSE#req_2'))).toEqual(['audit']);
    expect(ENTRIES.filter((entry) => may(entry, 'org_a#CAUSE#req_1', 'org_a#AUDIT'))).toEqual([]);
  });
});
