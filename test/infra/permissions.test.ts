import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isGranted } from './host/permissions';
import { plain, resourcesOf, statementsOf, synthesize } from './host/stack';

const prod = synthesize('prod');
/** Without those that the library makes for itself: they hold what infra/nag.ts acknowledges. */
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
];

const ROOT = join(__dirname, '../..');

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
        (statement: { Action: string | string[]; Resource: unknown; Condition?: object }) => ({
          id,
          actions: [statement.Action].flat(),
          resources: [statement.Resource].flat().map((resource) => plain(resource)),
          condition: statement.Condition ?? null,
          via: JSON.stringify(statement.Condition?.['StringEquals' as never]?.['kms:ViaService'] ?? null),
        }),
      ),
    ) as { id: string; actions: string[]; resources: string[]; condition: object | null; via: string }[];
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
    // Heads of any organization, in their own bucket.
    [/^s3:(Put|Get)Object$/, /^Heads\w+\/heads\/\*$/],
    // From one sender alone, by a condition.
    [/^ses:SendEmail$/, /^arn:aws:ses:[\w-]+:\d+:identity\/\*$/],
    // Executions of the one machine: their names are the deliveries'.
    [/^states:DescribeExecution$/, /:execution:FunctionsLoopMachine\w+:\*$/],
  ];
  const mayStar = (action: string, resource: string) =>
    (resource === '*' && ON_ANYTHING.test(action)) ||
    STARS.some(([actions, resources]) => actions.test(action) && resources.test(resource));

  it('grants no action with a star', () => {
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  it('grants nothing on a star but what takes no resource or has its reason here', () => {
    const open = statements.flatMap(({ id, actions, resources: all }) =>
      all
        .filter((resource) => resource.includes('*'))
        .flatMap((resource) =>
          actions.filter((action) => !mayStar(action, resource)).map((action) => `${id}: ${action} on ${resource}`),
        ),
    );
    expect(open).toEqual([]);
  });

  it('attaches no managed policy, whose content is not ours', () => {
    const managed = ofType('AWS::IAM::Role').filter(([, { Properties }]) => Properties.ManagedPolicyArns !== undefined);
    expect(managed.map(([id]) => id)).toEqual([]);
  });

  it('lets only those use the organizations’ keys directly that make, open or sign with them', () => {
    const direct = statements.filter(
      ({ actions, resources: on, via }) =>
        via === 'null' &&
        on.some((resource) => resource.startsWith('SecretsDataKey')) &&
        actions.some((action) => /^kms:(Decrypt|Encrypt|GenerateDataKey|ReEncrypt)/.test(action)),
    );
    const holders = direct.map(({ id }) => /^Functions(\w+?)Role/.exec(id)?.[1]);
    expect([...new Set(holders)].sort()).toEqual(['CanarySetUp', 'Console', 'Deliver', 'DeliverTry', 'Notice']);
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
  ])('gives %s nothing of the others’ work', (name, others) => {
    const own = statements.filter(({ id }) => id.startsWith(`Functions${name}Role`)).flatMap(({ actions }) => actions);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((action) => others.test(action))).toEqual([]);
  });

  function resourcesOf(name: string, action: RegExp): string[] {
    return statements
      .filter(({ id, actions }) => id.startsWith(`Functions${name}Role`) && actions.some((each) => action.test(each)))
      .flatMap(({ resources: on }) => on);
  }

  it('lets the retry loop call the function that makes its attempts, and no function call another one', () => {
    expect(resourcesOf('LoopMachine', /^lambda:/)).toEqual([expect.stringMatching(/^FunctionsDeliverTryFunction\w+$/)]);
    expect(holders('lambda:InvokeFunction')).toEqual(['LoopMachine']);
  });

  it('lets the notice function alone send mail, and from one address alone, whichever identities SES judges', () => {
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
    ['Console', ['Events']],
    ['Sweep', ['Timers']],
    ['Heads', ['Heads', 'Timers']],
  ])('lets %s send to the queues that it needs and no other: %j', (name, queues) => {
    expect(resourcesOf(name, /^sqs:SendMessage$/)).toEqual(
      queues.map((queue) => expect.stringMatching(`^Queues${queue}[0-9A-F]{8}$`)),
    );
  });

  it('lets no other function send messages', () => {
    expect(holders('sqs:SendMessage')).toEqual(['Console', 'Dispatch', 'Heads', 'Sweep', 'Timer']);
  });

  it('keeps the functions of the canary to the items and the key of its organization', () => {
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

  it('lets CodeDeploy move the three aliases, and no other', () => {
    const moving = statements.filter(({ actions }) => actions.includes('lambda:UpdateAlias'));
    expect(moving).toHaveLength(1);
    const moved = moving[0]!.resources.map((resource) => resource.replace(/Function[0-9A-F]{8}/, ''));
    const names = ['FunctionsApi', 'FunctionsConsole', 'FunctionsFeed'];
    expect(moved.sort()).toEqual(names.flatMap((name) => [name, `${name}:live`]));
  });

  const holders = (action: string, resource = '') => {
    const found = statements.filter(
      ({ actions, resources: on }) => actions.includes(action) && on.some((each) => each.startsWith(resource)),
    );
    return found.map(({ id }) => /^Functions(\w+?)Role/.exec(id)?.[1] ?? id).sort();
  };

  it('lets one function sign and publish heads', () => {
    expect([holders('kms:Sign', 'SecretsHeadKey'), holders('s3:PutObject', 'Heads')]).toEqual([['Heads'], ['Heads']]);
  });

  it('lets the function that signs heads report to the timers, and send nothing to the audit chain or to people', () => {
    const queues = ['QueuesTimers', 'QueuesHeads', 'QueuesAudit', 'QueuesNotices', 'QueuesEvents'];
    const senders = queues.map((queue) => holders('sqs:SendMessage', queue).includes('Heads'));
    expect(senders).toEqual([true, true, false, false, false]);
    expect(holders('sqs:SendMessage', 'QueuesHeads')).toEqual(['Heads']);
    const receivers = queues.map((queue) => holders('sqs:ReceiveMessage', queue).includes('Heads'));
    expect(receivers).toEqual([false, true, false, false, false]);
  });

  it('lets those two sign verdicts that answer with a proof, and nobody sign under another key', () => {
    expect(holders('kms:Sign', 'SecretsVerdictKey')).toEqual(['Api', 'Console']);
    expect(holders('kms:Sign')).toEqual(['Api', 'Console', 'Heads']);
  });

  it.each([
    ['an entry of the audit chain', 'org_a#AUDIT', ['audit']],
    ['the place of an entry', 'org_a#CAUSE#req_1', ['audit']],
    ['an operator, a policy, an endpoint', 'org_a', ['console', 'timer']],
    ['a version of a policy', 'org_a#ACTION#deploy', ['console', 'timer']],
    ['the mark of the second admin', 'org_a#FOUR_EYES', ['console', 'timer']],
    ['an API key’s token', 'KEY#abc', ['api', 'canary-set-up', 'console', 'feed']],
    ['the registration of a worker’s signing key', 'org_a#SIGNINGKEY#SHA256:abc', ['console']],
    ['a passkey', 'CREDENTIAL#abc', ['canary-set-up', 'console']],
    ['a request', 'org_a#REQ#req_1', ['api', 'console', 'deliver', 'deliver-try', 'dispatch', 'timer']],
    ['a delivery', 'org_a#DLV#dlv_1', ['console', 'deliver', 'deliver-try', 'timer']],
    ['what attempts found about an endpoint', 'org_a#HEALTH#whe_1', ['console', 'deliver', 'deliver-try', 'timer']],
    ['a message', 'org_a#NOTICE#req_1', ['console', 'notice']],
  ])('lets only these functions write or delete %s: %s', (_, leadingKey, writers) => {
    const [main] = ofType('AWS::DynamoDB::GlobalTable')
      .map(([id]) => id)
      .filter((id) => /^TablesMain/.test(id));
    if (main === undefined) throw new Error('there is no main table');
    const may = (entry: string) =>
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'].some((action) =>
        isGranted(statementsOf(prod, entry), { action, resource: main, keys: [leadingKey] }),
      );
    expect(ENTRIES.filter(may)).toEqual(writers);
  });

  it('lets the writer of the chains put the places of entries in batches, and no batch touch an entry', () => {
    const [main] = ofType('AWS::DynamoDB::GlobalTable')
      .map(([id]) => id)
      .filter((id) => /^TablesMain/.test(id));
    const action = 'dynamodb:BatchWriteItem';
    const may = (entry: string, ...keys: string[]) =>
      isGranted(statementsOf(prod, entry), { action, resource: main!, keys });
    expect(ENTRIES.filter((entry) => may(entry, 'org_a#CAUSE#req_1', 'org_a#CAUSE#req_2'))).toEqual(['audit']);
    expect(ENTRIES.filter((entry) => may(entry, 'org_a#CAUSE#req_1', 'org_a#AUDIT'))).toEqual([]);
  });

  it('lets nobody scan or delete a table', () => {
    expect(
      statements
        .flatMap(({ actions }) => actions)
        .filter((action) => /dynamodb:(Scan|DeleteTable|UpdateTable|\*)/.test(action)),
    ).toEqual([]);
  });
});

describe('infra', () => {
  it('imports of the service only the data that .dependency-cruiser.cjs names', () => {
    const depcruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [depcruise, 'infra', '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(JSON.parse(stdout).summary.violations).toEqual([]);
  });
});
