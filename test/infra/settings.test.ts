import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { checkedConfig } from '../../infra/config';
import { deploymentStacks } from '../../infra/stacks';
import { HOLD_SHARDS, HOLDS_PER_SHARD } from '../../src/service/delivery/rules/hold-limits';
import { anApp } from './host/context';
import { plain, type Resource } from './host/stack';

const read = (path: string) => JSON.parse(readFileSync(join(__dirname, '../..', path), 'utf8'));
const RESTORED = 'arn:aws:dynamodb:eu-central-1:000000000000:table/restored';
const VERSION = '01234567-89ab-cdef-0123-456789abcdef';

describe('a deployment whose settings are all changed', () => {
  const config = checkedConfig(
    {
      ...read('deployments/prod.json'),
      reserveConcurrency: true,
      holdAnswers: true,
      monthlyBudget: 50,
      provisionedCapacity: { reads: 4000, writes: 2000 },
      warmThroughput: { reads: 20_000, writes: 8000 },
      existingTables: { main: 'restored', mainStreamArn: `${RESTORED}/stream/2026`, transient: 'restored-transient' },
      edgeOnly: true,
      pushHosts: ['push.acme.io', '*.push.acme.io'],
      organizationThrottle: 50,
      edgeSecretVersion: VERSION,
      gradualRelease: false,
      detailedMetrics: true,
      dashboard: true,
      canaryMinutes: 60,
      dataEvents: true,
      tracing: true,
      headIntervalSeconds: 60,
    },
    { allowPlaceholders: true },
  );
  const app = anApp();
  const stacks = deploymentStacks(app, config);
  const assembly = app.synth();
  const resourcesOf = (stack: keyof typeof stacks): [string, Resource][] =>
    Object.entries(assembly.getStackArtifact(stacks[stack].artifactId).template.Resources);
  const service = resourcesOf('service');
  const ofType = (type: string) =>
    service.filter(([, { Type }]) => Type === type).map(([, resource]) => resource.Properties);
  const functions = service
    .filter(([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Functions'))
    .map(([, { Properties }]) => Properties);

  it('the stacks of data and service are protected from deletion, unless the configuration says otherwise', () => {
    expect([stacks.data, stacks.service].map(({ terminationProtection }) => terminationProtection)).toEqual([
      true,
      true,
    ]);
    const unprotected = deploymentStacks(anApp(), { ...config, stage: 'dev', protectData: false });
    expect(unprotected.data.terminationProtection || unprotected.service.terminationProtection).toBe(false);
  });

  it('a deployment uses the tables of a restore, and its data stack keeps its own', () => {
    const made = resourcesOf('data').filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');
    expect(made.map(([id]) => id).sort()).toEqual(['TablesMainBB1D2EBD', 'TablesTransientDF16FEB7']);
    // The canary alone knows no table.
    const withTables = functions.filter(({ Environment }) => 'MAIN_TABLE' in Environment.Variables);
    expect(withTables).toHaveLength(functions.length - 1);
    for (const { Environment } of withTables) {
      expect(plain(Environment.Variables.MAIN_TABLE)).toBe('restored');
      expect(plain(Environment.Variables.TRANSIENT_TABLE)).toBe('restored-transient');
    }
    const sources = ofType('AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) => EventSourceArn);
    expect(sources).toContain(`${RESTORED}/stream/2026`);
    const granted = JSON.stringify(ofType('AWS::IAM::Policy'));
    expect(granted).toContain(`${RESTORED}/index/due`);
    expect(granted).not.toContain('TablesMain');
  });

  it('only functions that hold answers or limit the calls of an organization can write the items for it', () => {
    const writers = (keys: string) =>
      ofType('AWS::IAM::Policy')
        .filter(({ PolicyDocument }) => JSON.stringify(PolicyDocument).includes(keys))
        .map(({ PolicyName }) => /^Functions(\w+?)Role/.exec(PolicyName)?.[1]);
    expect([writers('CALLS#*'), writers('HOLD#*')]).toEqual([['Api', 'Feed'], ['Feed']]);
  });

  it('audit blocks are collected for the interval of heads, and the publishing function knows it', () => {
    const windows = ofType('AWS::Lambda::EventSourceMapping').map((each) => each.MaximumBatchingWindowInSeconds);
    expect(windows.filter((seconds) => seconds !== undefined)).toEqual([60]);
    const told = functions.map(({ Environment }) => Environment.Variables.HEAD_INTERVAL_SECONDS);
    expect(told.filter((seconds) => seconds !== undefined)).toEqual(['60']);
  });

  it('the main table and each of its indexes are prepared for the given rate', () => {
    const [, main] = resourcesOf('data').find(([id]) => id.startsWith('TablesMain'))!;
    const warm = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8000 };
    expect(main.Properties.WarmThroughput).toEqual(warm);
    for (const index of main.Properties.GlobalSecondaryIndexes) expect(index.WarmThroughput).toEqual(warm);
  });

  it('provisioned capacity of the main table and each index follows the load', () => {
    const [, main] = resourcesOf('data').find(([id]) => id.startsWith('TablesMain'))!;
    const scaled = (kind: string, most: number) => ({
      [`${kind}CapacityAutoScalingSettings`]: {
        MinCapacity: 5,
        MaxCapacity: most,
        SeedCapacity: most,
        TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
      },
    });
    const { BillingMode, WriteProvisionedThroughputSettings, Replicas, GlobalSecondaryIndexes } = main.Properties;
    expect(BillingMode).toBe('PROVISIONED');
    expect(WriteProvisionedThroughputSettings).toEqual(scaled('Write', 2000));
    expect(Replicas[0].ReadProvisionedThroughputSettings).toEqual(scaled('Read', 4000));
    expect(GlobalSecondaryIndexes).toHaveLength(4);
    for (const index of GlobalSecondaryIndexes) {
      expect(index.WriteProvisionedThroughputSettings).toEqual(scaled('Write', 2000));
    }
    for (const index of Replicas[0].GlobalSecondaryIndexes) {
      expect(index.ReadProvisionedThroughputSettings).toEqual(scaled('Read', 4000));
    }
    const [, transient] = resourcesOf('data').find(([id]) => id.startsWith('TablesTransient'))!;
    expect(transient.Properties.BillingMode).toBe('PAY_PER_REQUEST');
  });

  it('the version of the edge secret is in the template, so that a rotation changes the template', () => {
    const [{ DistributionConfig }] = ofType('AWS::CloudFront::Distribution') as [Resource['Properties']];
    const shown = DistributionConfig.Origins.flatMap(
      (origin: Resource['Properties']) => origin.OriginCustomHeaders ?? [],
    );
    expect(plain(shown[0].HeaderValue)).toMatch(
      new RegExp(`^{{resolve:secretsmanager:EdgeSecret\\w+:SecretString:::${VERSION}}}$`),
    );
  });

  it('/v1 can be closed to calls that bypass CloudFront', () => {
    const told = functions.flatMap(({ Environment }) => Environment.Variables.EDGE_ONLY ?? []);
    expect(told).toEqual(['true', 'true']);
  });

  it('the functions that accept a device and push to it know the push services that a deployment adds', () => {
    const told = functions.flatMap(({ Environment }) => Environment.Variables.PUSH_HOSTS ?? []);
    expect(told).toEqual(['push.acme.io,*.push.acme.io', 'push.acme.io,*.push.acme.io']);
  });

  it('a deployment can release every function at once', () => {
    expect(ofType('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(ofType('AWS::Lambda::Alias')).toHaveLength(4);
  });

  it('a deployment can record who writes to the tables in use, to the heads and to the documents', () => {
    const [{ AdvancedEventSelectors, EventSelectors }] = ofType('AWS::CloudTrail::Trail') as [Resource['Properties']];
    expect(EventSelectors).toBeUndefined();
    const fields = AdvancedEventSelectors.map(({ FieldSelectors }: Resource['Properties']) =>
      Object.fromEntries(
        FieldSelectors.map(({ Field, Equals, StartsWith }: Resource['Properties']) => [Field, Equals ?? StartsWith]),
      ),
    );
    const objects = {
      eventCategory: ['Data'],
      readOnly: ['false'],
      'resources.type': ['AWS::S3::Object'],
      'resources.ARN': [expect.anything()],
    };
    expect(fields).toEqual([
      {
        eventCategory: ['Data'],
        readOnly: ['false'],
        'resources.type': ['AWS::DynamoDB::Table'],
        'resources.ARN': [expect.anything(), expect.anything()],
      },
      objects,
      objects,
    ]);
    expect(fields[0]['resources.ARN'].map(plain)).toEqual([RESTORED, expect.stringMatching(/restored-transient$/)]);
  });

  it('a deployment can limit the calls of each organization', () => {
    const told = functions.flatMap(({ Environment }) => Environment.Variables.ORGANIZATION_THROTTLE ?? []);
    expect(told).toEqual(['50', '50']);
  });

  it('a deployment can reserve concurrency for functions that could run away', () => {
    const reserved = functions.flatMap(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions ?? []);
    expect(reserved.sort((a, b) => a - b)).toEqual([1, 10, 100, 100, 100]);
  });

  it('a budget tells the address of tickets before the month costs more than planned, and there is none without an amount', () => {
    const [{ Budget, NotificationsWithSubscribers }] = ofType('AWS::Budgets::Budget') as [Resource['Properties']];
    expect(Budget).toMatchObject({ BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY', BudgetType: 'COST' });
    const told = NotificationsWithSubscribers.map(({ Notification, Subscribers }: Resource['Properties']) => [
      ...[Notification.NotificationType, Notification.ComparisonOperator, Notification.Threshold],
      ...Subscribers.map(({ Address }: Resource['Properties']) => Address),
    ]);
    expect(told).toEqual([
      ['ACTUAL', 'GREATER_THAN', 80, 'oncall@example.com'],
      ['FORECASTED', 'GREATER_THAN', 100, 'oncall@example.com'],
    ]);
    const { service: without } = deploymentStacks(anApp(), { ...config, monthlyBudget: null });
    expect(Template.fromStack(without).findResources('AWS::Budgets::Budget')).toEqual({});
  });

  it('reserved concurrency alone holds no answer, and grants nothing that only a held answer needs', () => {
    const { service: stack } = deploymentStacks(anApp(), { ...config, holdAnswers: false });
    const template = Template.fromStack(stack);
    const held = Object.values(template.findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties: { Environment } }) => Environment?.Variables?.HELD_ANSWERS ?? [],
    );
    expect(held).toEqual(['false', 'false']);
    expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toMatch(/HOLD#|WATCHES/);
    expect(JSON.stringify(ofType('AWS::IAM::Policy'))).toMatch(/HOLD#.*WATCHES|WATCHES.*HOLD#/);
  });

  it('held answers of the feed have their own concurrency, with a rest for calls that do not wait', () => {
    const [feed] = functions.filter(({ Environment }) => Environment.Variables.HELD_ANSWERS === 'true');
    expect(feed!.ReservedConcurrentExecutions).toBeGreaterThan(HOLD_SHARDS * HOLDS_PER_SHARD);
  });

  it('a deployment can pay for metrics by route, and for sampled traces', () => {
    expect(ofType('AWS::ApiGatewayV2::Stage')[0].DefaultRouteSettings.DetailedMetricsEnabled).toBe(true);
    // Lambda samples one request a second and 5 % of the others; it has no other rate.
    for (const { TracingConfig } of functions) expect(TracingConfig).toEqual({ Mode: 'Active' });
    const [[machine]] = service.filter(([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine') as [
      [string, Resource],
    ];
    const [{ SamplingRule }] = ofType('AWS::XRay::SamplingRule') as [Resource['Properties']];
    expect(SamplingRule).toMatchObject({ FixedRate: 0.05, ReservoirSize: 1, Version: 1 });
    expect(plain(SamplingRule.ResourceARN)).toBe(machine);
    expect(SamplingRule.RuleName.length).toBeLessThanOrEqual(32);
  });
});
