import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Key } from '../../src/adapters/dynamodb/keys';
import * as keys from '../../src/adapters/dynamodb/keys';
import { isGranted } from './host/permissions';
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

const ROOT = join(__dirname, '../..');

type Keys = typeof keys;
type Building<Made> = { [Name in keyof Keys]: Keys[Name] extends (...of: never) => Made ? Name : never }[keyof Keys];

/** Every kind of item of the main table, with the functions that may write or delete it. A new kind does not compile before it is here. */
const ITEMS: Readonly<Record<Exclude<Building<Key>, 'keyOf'>, readonly [key: Key, writers: readonly string[]]>> = {
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
  tokenKey: [keys.tokenKey('abc'), ['api', 'canary-set-up', 'console', 'feed']],
  enrolmentsKey: [keys.enrolmentsKey('org_a', 'op_a'), ['console']],
  seenKey: [keys.seenKey('org_a', 'op_a'), ['console']],
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
  operatorSessionsPk: null,
  searchesPk: [keys.searchesPk('org_a', 'op_a'), ['console']],
  powersPk: [keys.powersPk('org_a', 'op_a'), ['console']],
  mailedLinksPk: [keys.mailedLinksPk('peer#192.0.2.1'), ['console']],
  sessionPk: [keys.sessionPk('abc'), ['console']],
  signInPk: [keys.signInPk('abc'), ['console', 'notice']],
  challengePk: [keys.challengePk('abc'), ['console']],
  peerPk: [keys.peerPk('203.0.113.7'), ['api', 'console', 'feed']],
  mailboxPk: [keys.mailboxPk('abc'), ['console', 'receiver']],
  // This deployment holds no answers and does not limit the calls of an organization (settings.test.ts has one that does).
  holdPk: [keys.holdPk(1), ['console']],
  watchesPk: [keys.watchesPk('org_a'), ['console']],
  callsPk: [keys.callsPk('org_a', 1), ['console']],
  questionCountPk: [keys.questionCountPk('org_a', 'op_a'), ['console']],
  mailCountPk: [keys.mailCountPk('org_a', 'op_a'), ['console', 'notice']],
};

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

  /** Actions that AWS defines on no resource. */
  const ON_ANYTHING =
    /^(xray:Put|xray:Get|logs:(Create|Get|Update|Delete|List)LogDeliver|dynamodb:ListStreams$|logs:(Put|Describe)ResourcePolic|logs:DescribeLogGroups|cloudwatch:DescribeAlarms$)/;
  /** Resources with a star in them, each with its reason. */
  const STARS: readonly [action: RegExp, resource: RegExp][] = [
    // Objects of any name, in the one bucket of given-up records.
    [/^s3:PutObject$/, /^GivenUp\w+\/\*$/],
    // Heads of any organization in their own bucket, and those of the canary in another.
    [/^s3:(Put|Get)Object$/, /^(Canary)?Heads\w+\/heads\/\*$/],
    // Documents of any organization, in their own bucket.
    [/^s3:(Put|Get)Object$/, /^Evidence\w+\/evidence\/\*$/],
    // From one sender alone, by a condition.
    [/^ses:SendEmail$/, /^arn:aws:ses:[\w-]+:\d+:identity\/\*$/],
    // Executions of the one machine: their names are the deliveries'.
    [/^states:DescribeExecution$/, /:execution:FunctionsLoopMachine\w+:\*$/],
  ];
  const mayStar = (action: string, resource: string) =>
    (resource === '*' && ON_ANYTHING.test(action)) ||
    STARS.some(([actions, resources]) => actions.test(action) && resources.test(resource));

  it('no grant has an action with a star', () => {
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  it('no grant has a star as resource, except those that need it or have a reason here', () => {
    const open = statements.flatMap(({ id, actions, resources: all }) =>
      all
        .filter((resource) => resource.includes('*'))
        .flatMap((resource) =>
          actions.filter((action) => !mayStar(action, resource)).map((action) => `${id}: ${action} on ${resource}`),
        ),
    );
    expect(open).toEqual([]);
  });

  it('no function has a managed policy', () => {
    const managed = ofType('AWS::IAM::Role').filter(([, { Properties }]) => Properties.ManagedPolicyArns !== undefined);
    expect(managed.map(([id]) => id)).toEqual([]);
  });

  it('only the functions that make, open or sign with the organizations’ keys can use them', () => {
    const direct = statements.filter(
      ({ actions, resources: on, via }) =>
        via === 'null' &&
        on.some((resource) => resource.startsWith('SecretsDataKey')) &&
        actions.some((action) => /^kms:(Decrypt|Encrypt|GenerateDataKey|ReEncrypt)/.test(action)),
    );
    const holders = direct.map(({ id }) => /^Functions(\w+?)Role/.exec(id)?.[1]);
    expect([...new Set(holders)].sort()).toEqual(['CanarySetUp', 'Console', 'Deliver', 'DeliverTry', 'Notice']);
  });

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

  it.each([
    ['DeliverTry', /sqs:|ses:|states:|kms:Sign|lambda:/],
    ['Deliver', /ses:|kms:Sign|lambda:/],
    ['Api', /sqs:|ses:|states:|lambda:/],
    ['Sweep', /dynamodb:(Put|Update|Delete|Get)|ses:|states:|secretsmanager:/],
    ['Audit', /dynamodb:(Update|Delete)|ses:|states:|secretsmanager:|lambda:/],
    ['Dispatch', /dynamodb:(Delete|ConditionCheck)|ses:|states:|secretsmanager:/],
    ['Timer', /dynamodb:Delete|ses:|states:|secretsmanager:|lambda:/],
    ['Notice', /states:|kms:Sign|lambda:/],
    ['Canary', /dynamodb:|sqs:|ses:|states:|kms:(Sign|GenerateDataKey)|s3:|lambda:|secretsmanager:Put/],
    ['CanarySetUp', /dynamodb:(Delete|Scan|BatchGet)|sqs:|ses:|states:|kms:Sign|s3:|lambda:/],
    ['Receiver', /dynamodb:(Put|Delete|Query|Scan|BatchGet)|sqs:|ses:|states:|kms:Sign|s3:|lambda:|secretsmanager:Put/],
    ['Heads', /dynamodb:(Get|Put|Update|Delete)Item|ses:|states:|secretsmanager:|lambda:/],
  ])('the function %s has no grant for the work of others', (name, others) => {
    const own = statements.filter(({ id }) => id.startsWith(`Functions${name}Role`)).flatMap(({ actions }) => actions);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((action) => others.test(action))).toEqual([]);
  });

  function resourcesOf(name: string, action: RegExp): string[] {
    return statements
      .filter(({ id, actions }) => id.startsWith(`Functions${name}Role`) && actions.some((each) => action.test(each)))
      .flatMap(({ resources: on }) => on);
  }

  it('the retry loop can call the function of its attempts, and no function can call another one', () => {
    expect(resourcesOf('LoopMachine', /^lambda:/)).toEqual([expect.stringMatching(/^FunctionsDeliverTryFunction\w+$/)]);
    expect(holders('lambda:InvokeFunction')).toEqual(['LoopMachine']);
  });

  it('only the notice function can send mail, and only from one address', () => {
    const ses = 'arn:aws:ses:eu-central-1:000000000000';
    expect(resourcesOf('Notice', /^ses:/)).toEqual([
      `${ses}:identity/*`,
      expect.stringMatching(`^${ses}:configuration-set/[^*]+$`),
    ]);
    expect(holders('ses:SendEmail')).toEqual(['Notice']);
    expect(conditionsOf('Notice', 'ses:SendEmail')).toEqual([
      { StringEquals: { 'ses:FromAddress': 'authorization@example.com' } },
    ]);
  });

  it.each([
    ['Dispatch', ['Audit', 'Events', 'Notices', 'Timers']],
    ['Timer', ['Audit', 'Events', 'Notices', 'Timers']],
    ['Console', ['Events', 'Timers']],
    ['Sweep', ['Timers']],
    ['Heads', ['Heads', 'Timers']],
  ])('the function %s can send only to the queues %j', (name, queues) => {
    expect(resourcesOf(name, /^sqs:SendMessage$/)).toEqual(
      queues.map((queue) => expect.stringMatching(`^Queues${queue}[0-9A-F]{8}$`)),
    );
  });

  it('no other function can send messages', () => {
    expect(holders('sqs:SendMessage')).toEqual(['Console', 'Dispatch', 'Heads', 'Sweep', 'Timer']);
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

  const holders = (action: string, resource = '') => {
    const found = statements.filter(
      ({ actions, resources: on }) => actions.includes(action) && on.some((each) => each.startsWith(resource)),
    );
    return found.map(({ id }) => /^Functions(\w+?)Role/.exec(id)?.[1] ?? id).sort();
  };

  it('one function can sign and publish heads', () => {
    expect(holders('kms:Sign', 'SecretsHeadKey')).toEqual(['Heads']);
    for (const bucket of ['Heads', 'CanaryHeads']) expect(holders('s3:PutObject', bucket)).toEqual(['Heads']);
  });

  it('the function that signs heads can report to the timers, and not send to the audit chain or to people', () => {
    const queues = ['QueuesTimers', 'QueuesHeads', 'QueuesAudit', 'QueuesNotices', 'QueuesEvents'];
    const senders = queues.map((queue) => holders('sqs:SendMessage', queue).includes('Heads'));
    expect(senders).toEqual([true, true, false, false, false]);
    expect(holders('sqs:SendMessage', 'QueuesHeads')).toEqual(['Heads']);
    const receivers = queues.map((queue) => holders('sqs:ReceiveMessage', queue).includes('Heads'));
    expect(receivers).toEqual([false, true, false, false, false]);
  });

  it('only the two functions that answer with a proof can sign verdicts, and no function can sign with another key', () => {
    expect(holders('kms:Sign', 'SecretsVerdictKey')).toEqual(['Api', 'Console']);
    expect(holders('kms:Sign')).toEqual(['Api', 'Console', 'Heads']);
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

  it.each(Object.entries(PARTITIONS).flatMap(([name, use]) => (use === null ? [] : [[name, ...use] as const])))(
    'only these functions can write or delete an item of the second table under %s',
    (_, key, writers) => {
      expect(writersOf(tableOf(/^TablesTransient/), key)).toEqual(writers);
    },
  );

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

  it('no function can scan or delete a table', () => {
    expect(
      statements
        .flatMap(({ actions }) => actions)
        .filter((action) => /dynamodb:(Scan|DeleteTable|UpdateTable|\*)/.test(action)),
    ).toEqual([]);
  });
});

describe('infra', () => {
  it('infra imports only the data of the service that .dependency-cruiser.cjs names', () => {
    const depcruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [depcruise, 'infra', '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(JSON.parse(stdout).summary.violations).toEqual([]);
  });
});
