/**
 * Every documented step as an update from the template that runs to the template that is deployed (docs/deploy.md). Its
 * output is the table of the steps: `npx jest test/infra/updates`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import prodFile from '../../deployments/prod.json';
import { type Config, type ConfigInput, checkedConfig } from '../../infra/config';
import { importOf } from '../../scripts/restore/import-tables';
import { TYPESCRIPT } from '../support/typescript';
import type { Resource, StackTemplate } from './host/stack';
import type { Deployment } from './host/synthesize-pairs';
import { namesOf, type Pair, problemsOf, referencesOf } from './host/update';

const FIRST = prodFile as unknown as ConfigInput;
const RESTORED = {
  main: 'prod-at-20260131120000',
  mainStreamArn:
    'arn:aws:dynamodb:eu-central-1:000000000000:table/prod-at-20260131120000/stream/2026-01-31T13:00:00.000',
  transient: 'prod-transient-at-20260131120000',
};

/** Each setting that an update may change, as it is set. */
const SETTINGS: { readonly [Field in Changeable]: Config[Field] } = {
  domain: null,
  mailFrom: 'other@example.com',
  alarmEmail: 'others@example.com',
  operatorTrust: ['arn:aws:iam::111122223333:role/on-call'],
  ticketEmail: 'tickets@example.com',
  tags: { team: 'payments' },
  logRetentionDays: 30,
  protectData: false,
  throttle: { rate: 10, burst: 20 },
  organizationThrottle: 50,
  reserveConcurrency: true,
  holdAnswers: true,
  monthlyBudget: 50,
  platformActions: ['bank.transfer=transfer'],
  provisionedCapacity: { reads: 4000, writes: 2000 },
  warmThroughput: { reads: 20_000, writes: 8000 },
  existingTables: RESTORED,
  frozen: true,
  destinations: [{ account: '111122223333', regions: ['eu-central-1'] }],
  pushHosts: ['push.acme.io'],
  edgeOnly: true,
  edgeSecretVersion: '0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f',
  headIntervalSeconds: 60,
  headComplianceDays: 3650,
  evidenceDays: 30,
  headsReplica: 'standby-heads',
  secretsReplica: { region: 'eu-west-1', key: `arn:aws:kms:eu-west-1:000000000000:key/mrk-${'0'.repeat(32)}` },
  gradualRelease: false,
  detailedMetrics: true,
  alarms: false,
  dashboard: true,
  canaryMinutes: null,
  dataEvents: true,
  tracing: true,
};
/** Other settings that a setting needs. What only prod requires is left out for other stages. */
const BASES: Readonly<Record<string, Partial<Config>>> = {
  domain: { stage: 'open' },
  alarms: { stage: 'open', alarmEmail: null, gradualRelease: false },
  holdAnswers: { reserveConcurrency: true },
};
/** The others are decided at the first deployment. */
const FIXED = ['stage', 'account', 'region', 'primaryKeys', 'primarySecrets'] as const;
type Changeable = Exclude<keyof Config, (typeof FIXED)[number]>;

/** A standby, whose name another distribution holds until the day. */
const WAITING: Partial<Config> = {
  existingTables: RESTORED,
  frozen: true,
  domain: { ...FIRST.domain!, alias: false },
};

/** Each takes two templates. */
const TRIED = Object.keys(SETTINGS);

type Whose = Deployment['app'];

/** The templates of each deployment before or after a step. */
const pairs = new Map<string, Pair>();

function deploymentOf(own: Partial<Config>, app: Whose): Deployment {
  // The requirements of prod would hide the steps without a domain.
  return { app, config: { ...FIRST, stage: own.domain === null ? 'open' : 'prod', ...own } };
}

function templatesOf(own: Partial<Config>, app: Whose = 'ours'): Pair {
  const pair = pairs.get(JSON.stringify(deploymentOf(own, app)));
  if (pair === undefined) throw new Error(`not synthesized: ${JSON.stringify(own)}`);
  return pair;
}

function synthesizeAll(): void {
  const [frozen, thawed] = [{ existingTables: RESTORED, frozen: true }, { existingTables: RESTORED }];
  const settings = TRIED.flatMap((setting) => [withoutSetting(setting), withSetting(setting)]);
  const all = [
    ...[{}, frozen, WAITING, thawed, { stage: 'open' }, ...settings].map((own) => deploymentOf(own, 'ours')),
    ...[{}, frozen, thawed].map((own) => deploymentOf(own, 'theirs')),
  ];
  const deployments = new Map(all.map((each) => [JSON.stringify(each), each]));
  const program = [...TYPESCRIPT, join(__dirname, 'host/synthesize-pairs.ts')];
  const input = JSON.stringify([...deployments.values()]);
  const lines = execFileSync(process.execPath, program, { input, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
  const templates = lines.split('\n');
  for (const [n, name] of [...deployments.keys()].entries()) pairs.set(name, JSON.parse(templates[n]!));
}

function withoutSetting(setting: string): Partial<Config> {
  return { ...BASES[setting], ...(setting === 'domain' ? { domain: FIRST.domain! } : {}) };
}

function withSetting(setting: string): Partial<Config> {
  return { ...BASES[setting], [setting]: SETTINGS[setting as Changeable] };
}

interface Step {
  readonly step: string;
  readonly from: Pair;
  readonly to: Pair;
}

function stepsOf(app: Whose, named: string): Step[] {
  const first = templatesOf({}, app);
  const frozen = templatesOf({ existingTables: RESTORED, frozen: true }, app);
  const thawed = templatesOf({ existingTables: RESTORED }, app);
  return [
    { step: 'first', from: { data: NOTHING, service: NOTHING }, to: first },
    { step: 'upgrade that adds an index', from: withoutIndex(first, 'receiver'), to: first },
    { step: 'rollback of it', from: first, to: withoutIndex(first, 'receiver') },
    { step: 'restore: attach', from: first, to: frozen },
    { step: 'restore: thaw', from: frozen, to: thawed },
    { step: 'restore again', from: thawed, to: frozen },
    ...(app === 'ours' ? [{ step: 'standby: the host name', from: templatesOf(WAITING), to: frozen }] : []),
    ...imported(first, thawed),
  ].map((step) => ({ ...step, step: `${named}${step.step}` }));
}

/** The old tables leave their stack, where they are retained, and the restored ones take their places. */
function imported(first: Pair, thawed: Pair): Step[] {
  const made = importOf(thawed.data, RESTORED);
  const [without, within] = [made.without, made.with] as unknown as [StackTemplate, StackTemplate];
  const names = made.resources.map(({ LogicalResourceId: id, ResourceIdentifier }) => [
    id,
    ResourceIdentifier.TableName,
  ]);
  const named = { imported: Object.fromEntries(names) as Record<string, string> };
  const release = { ...thawed, data: withoutTables(thawed.data) };
  return [
    { step: 'tables leave the stack', from: release, to: { ...thawed, data: without } },
    {
      step: 'import of the restored tables',
      from: { ...thawed, data: without },
      to: { ...thawed, ...named, data: within },
    },
    {
      step: 'service on the tables of the stack',
      from: { ...thawed, ...named, data: within },
      to: { ...first, ...named },
    },
  ];
}

const isTable = ({ Type }: Resource): boolean => Type === 'AWS::DynamoDB::GlobalTable';

const withoutTables = (data: StackTemplate): StackTemplate => ({
  ...data,
  Resources: Object.fromEntries(Object.entries(data.Resources).filter(([, resource]) => !isTable(resource))),
});

const NOTHING: StackTemplate = { Resources: {}, Outputs: {} };

function withoutIndex(pair: Pair, name: string): Pair {
  const data = JSON.parse(JSON.stringify(pair.data)) as StackTemplate;
  const table = data.Resources.TablesMainBB1D2EBD!.Properties;
  const others = table.GlobalSecondaryIndexes.filter((index: { IndexName: string }) => index.IndexName !== name);
  expect(others).toHaveLength(table.GlobalSecondaryIndexes.length - 1);
  table.GlobalSecondaryIndexes = others;
  return { ...pair, data };
}

describe('an update of a deployment', () => {
  const steps: Step[] = [];
  beforeAll(() => {
    synthesizeAll();
    steps.push(...stepsOf('ours', ''));
    for (const setting of TRIED) {
      const [without, set] = [templatesOf(withoutSetting(setting)), templatesOf(withSetting(setting))];
      steps.push(
        { step: `with ${setting}`, from: without, to: set },
        { step: `without ${setting}`, from: set, to: without },
      );
    }
    steps.push(...stepsOf('theirs', 'without our cdk.json: '));
  }, 240_000);

  it('an update loses no used output, replaces no table, makes one index at a time and takes no name twice', () => {
    const rows = steps.map(({ step, from, to }) => ({ step, problems: problemsOf(from, to) }));
    expect(rows.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it('restored tables return to their stack under the same logical ids, and the import changes nothing else', () => {
    const { data } = steps.find(({ step }) => step === 'restore: thaw')!.to;
    const made = importOf(data as never, RESTORED);
    const left = Object.entries(data.Resources).filter(([id]) => !(id in made.without.Resources));
    expect(left.map(([, { Type, DeletionPolicy }]) => [Type, DeletionPolicy])).toEqual([
      ['AWS::DynamoDB::GlobalTable', 'RetainExceptOnCreate'],
      ['AWS::DynamoDB::GlobalTable', 'RetainExceptOnCreate'],
    ]);
    const ids = left.map(([id]) => id);
    expect(made.resources).toEqual([
      {
        ResourceType: 'AWS::DynamoDB::GlobalTable',
        LogicalResourceId: 'TablesTransientDF16FEB7',
        ResourceIdentifier: { TableName: RESTORED.transient },
      },
      {
        ResourceType: 'AWS::DynamoDB::GlobalTable',
        LogicalResourceId: 'TablesMainBB1D2EBD',
        ResourceIdentifier: { TableName: RESTORED.main },
      },
    ]);
    for (const id of ids) {
      const { DeletionPolicy, UpdateReplacePolicy, Properties } = made.with.Resources[id]!;
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
      expect(Properties).toEqual(data.Resources[id]!.Properties);
    }
    const { without, with: within } = made;
    expect(within.Outputs).toEqual(without.Outputs);
    const others = Object.fromEntries(Object.entries(within.Resources).filter(([id]) => !ids.includes(id)));
    expect(others).toEqual(without.Resources);
    // Nothing that stays refers to a table that leaves.
    for (const id of ids) expect(JSON.stringify(without)).not.toContain(`"${id}"`);
    const unprotected = JSON.parse(JSON.stringify(data).replaceAll('RetainExceptOnCreate', 'Delete'));
    expect(() => importOf(unprotected, RESTORED)).toThrow('would be deleted: deploy with "protectData": true first');
  });

  it('the steps of these tests change every setting', () => {
    const all = Object.keys(checkedConfig(FIRST, { allowPlaceholders: true }));
    expect([...FIXED, ...Object.keys(SETTINGS)].sort()).toEqual(all.sort());
    const same = steps.filter(
      ({ step, from, to }) => /^with /.test(step) && JSON.stringify(from) === JSON.stringify(to),
    );
    expect(same.map(({ step }) => step)).toEqual([]);
  });

  it('a standby has the certificate of its host name and does not claim it, and then changes its distribution alone', () => {
    const { from, to } = steps.find(({ step }) => step === 'standby: the host name')!;
    const distribution = ({ service }: Pair) =>
      Object.values(service.Resources).find(({ Type }) => Type === 'AWS::CloudFront::Distribution')!.Properties
        .DistributionConfig;
    const { name, certificateArn } = FIRST.domain!;
    expect([distribution(from).Aliases, distribution(to).Aliases]).toEqual([undefined, [name]]);
    for (const { ViewerCertificate } of [distribution(from), distribution(to)])
      expect(ViewerCertificate.AcmCertificateArn).toBe(certificateArn);
    expect(countsOf(from, to)).toEqual({ added: 0, removed: 0, changed: 1 });
  });

  it('an application without our cdk.json reads the same outputs', () => {
    const [own, other] = [steps.find(({ step }) => step === 'first')!.to, templatesOf({}, 'theirs')];
    expect(other.data.Outputs).toEqual(own.data.Outputs);
    const read = (pair: Pair) => [...new Set(referencesOf(pair.service))].sort();
    expect(read(other)).toEqual(read(own));
    // The third stack reads the last one (test/infra/data.test.ts).
    expect(Object.keys(own.data.Outputs).sort()).toEqual([...read(own), 'AccessLogsBucket'].sort());
    expect(JSON.stringify(other)).not.toContain('Fn::ImportValue');
  });

  it('two deployments with different stages can share an account and region', () => {
    const [one, other] = [templatesOf({}), templatesOf({ stage: 'open' })];
    const names = ({ data, service }: Pair) => [...namesOf(data), ...namesOf(service)].map(([name]) => name);
    expect(names(one).filter((name) => names(other).includes(name))).toEqual([]);
  });
});

describe('the test of an update', () => {
  const table = (own: object = {}, indexes: readonly string[] = ['due']) => ({
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: { KeySchema: 'pk', GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName })), ...own },
  });
  const role = { Type: 'AWS::IAM::Role', Properties: { RoleName: 'sender' } };
  const pair = (resources: object, outputs: object = { Main: { Value: 1 } }, service: object = {}): Pair =>
    ({
      data: { Resources: resources, Outputs: outputs },
      service: { Resources: service, Outputs: { Url: { Value: { 'Fn::GetStackOutput': { OutputName: 'Main' } } } } },
    }) as never;
  const before = pair({ Table: table() }, undefined, { Role: role });
  const api = (version: string, table: unknown, own: object = {}) => ({
    Role: role,
    Api: { Type: 'AWS::Lambda::Function', Properties: { Environment: { MAIN_TABLE: table }, ...own } },
    [version]: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Api' } } },
  });
  const output = { 'Fn::GetStackOutput': { OutputName: 'Main' } };
  const ran = pair({ Table: table() }, { Main: { Value: 'restored' } }, api('One', 'restored'));
  const then = (value: unknown, service: object): Pair => ({
    ...pair({ Table: table() }, { Main: { Value: value } }, service),
    imported: { Table: 'restored' },
  });

  it.each<[string, Pair, RegExp]>([
    ['an output that the service reads', pair({ Table: table() }, {}, { Role: role }), /the output Main, which/],
    [
      'an output of the service',
      { ...before, service: { ...before.service, Outputs: {} } },
      /the output Url of the service disappears/,
    ],
    ['a table that leaves its stack', pair({}, undefined, { Role: role }), /Table .* is not in the stack any more/],
    ['a table with another key', pair({ Table: table({ KeySchema: 'id' }) }, undefined, { Role: role }), /KeySchema/],
    [
      'two new indexes of one table',
      pair({ Table: table({}, ['due', 'work', 'recent']) }, undefined, { Role: role }),
      /Table: .*: \+work \+recent$/,
    ],
    [
      'an index with another key',
      pair({ Table: table({ GlobalSecondaryIndexes: [{ IndexName: 'due', KeySchema: 'x' }] }) }, undefined, {
        Role: role,
      }),
      /±due/,
    ],
    [
      'a name that moves to another resource',
      pair({ Table: table() }, undefined, { Other: role }),
      /"sender" is the name of/,
    ],
    [
      'a name of both stacks',
      pair({ Table: table(), Role: role }, undefined, { Role: role }),
      /is the name of data Role and of service Role/,
    ],
    ['an export', pair({ Table: table() }, { Main: { Value: 1, Export: { Name: 'x' } } }, { Role: role }), /an export/],
  ])('the check of updates finds %s', (_, after, problem) => {
    expect(problemsOf(before, after)).toEqual([expect.stringMatching(problem)]);
  });

  it('the check of updates finds nothing in an update that changes nothing or adds an index', () => {
    expect(problemsOf(before, before)).toEqual([]);
    expect(problemsOf(before, pair({ Table: table({}, ['due', 'work']) }, undefined, { Role: role }))).toEqual([]);
  });

  it.each<[string, Pair, number]>([
    ['by an output with the same name', then('restored', api('Two', output)), 1],
    ['by an output of the table that was imported', then({ Ref: 'Table' }, api('Two', output)), 1],
    [
      'with another reserved concurrency',
      then('restored', api('Two', 'restored', { ReservedConcurrentExecutions: 1 })),
      1,
    ],
    ['with another table', then({ Ref: 'Other' }, api('Two', output)), 0],
    ['with another size', then({ Ref: 'Table' }, api('Two', output, { MemorySize: 512 })), 0],
    ['and has no new version', then('restored', api('One', output)), 0],
  ])(
    'the check of updates finds a new version of a function only if that function stays the same: %s',
    (_, to, found) => {
      const problem = 'Two is a new version of Api, which does not change';
      expect(problemsOf(ran, to)).toEqual(found === 1 ? [problem] : []);
      expect(problemsOf(before, to)).toEqual([]);
    },
  );
});

function countsOf(from: Pair, to: Pair) {
  const all = (pair: Pair) =>
    new Map(
      (['data', 'service'] as const).flatMap((stack) =>
        Object.entries(pair[stack].Resources).map(([id, own]) => [`${stack} ${id}`, JSON.stringify(own)] as const),
      ),
    );
  const [old, own] = [all(from), all(to)];
  const ids = [...own.keys()];
  return {
    added: ids.filter((id) => !old.has(id)).length,
    removed: [...old.keys()].filter((id) => !own.has(id)).length,
    changed: ids.filter((id) => old.has(id) && old.get(id) !== own.get(id)).length,
  };
}
