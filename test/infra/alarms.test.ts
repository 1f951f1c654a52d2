import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alarmNameOf, named } from './host/cloud-watch';
import { ACCOUNT, environmentOf, type Resource, resourcesOf, synthesize } from './host/stack';

const prod = synthesize('prod');
const resources = resourcesOf(prod);
const ofType = (type: string) => resources.filter(([, resource]) => resource.Type === type);

const ROOT = join(__dirname, '../..');

const DEAD_LETTERS = ['events', 'retries', 'heads', 'notices', 'audit', 'timers'];
const CALLED = ['Api', 'Feed', 'Console', 'Watch'];
const GAVE_UP = '{ ($.message = "a delivery failed for good") && ($.reason != "endpoint_*") }';
const SKEWED = '{ $.message = "clock_skew: claims and turns are refused on this instance" }';
const said = (message: string) => `{ $.message = "${message}" }`;

const ratio = (least: number, when: string) => {
  const failed = '(FILL(errors, 0) - FILL(throttles, 0))';
  const of = ['5xx of HttpApi', 'Throttles of FunctionsWatchFunction', 'Count of HttpApi'];
  return `IF(${failed} >= ${least}, 100 * ${failed} / calls, 0), ${of.map((each) => `Sum of ${each}, ${when}`).join(' and ')}`;
};

/** The resource that each alarm watches, the period, the number of periods in a row, and the value that triggers it. */
const GOES_OFF: Readonly<Record<string, string>> = {
  ApiErrors:
    'FILL(errors, 0) - FILL(throttles, 0), Sum of 5xx of HttpApi, 1 x 60 s: 5 and Sum of Throttles of FunctionsWatchFunction, 1 x 60 s: 5',
  ApiErrorRatio: ratio(2, '2 x 300 s: 5'),
  ApiObjective: ratio(10, '1 x 3600 s: 1.44'),
  PostObjective:
    'IF(late >= 10, 100 * late / posted, 0), Sum of PostedLate, 1 x 3600 s: 1.44 and SampleCount of PostedLate, 1 x 3600 s: 1.44',
  ApiSlow: 'p99 of Duration of FunctionsApiFunction, 3 x 60 s: 3000',
  ConsoleSlow: 'p99 of Duration of FunctionsConsoleFunction, 3 x 60 s: 3000',
  TableThrottles:
    'FILL(m0, 0) + FILL(m1, 0), Sum of ReadThrottleEvents of TablesMain, 1 x 300 s: 10 and Sum of WriteThrottleEvents of TablesMain, 1 x 300 s: 10',
  IndexThrottles:
    'FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0) + FILL(m3, 0), Sum of WriteThrottleEvents of TablesMain, 1 x 300 s: 10',
  ClockSkew: `Sum of 1 for each ${SKEWED} of FunctionsApiLogs and FunctionsConsoleLogs, 1 x 60 s: 1`,
  EventsLate: 'Maximum of ApproximateAgeOfOldestMessage of QueuesEvents, 2 x 60 s: 420',
  RetriesLate: 'Maximum of ApproximateAgeOfOldestMessage of QueuesRetries, 2 x 60 s: 900',
  NoticesLate: 'Maximum of ApproximateAgeOfOldestMessage of QueuesNotices, 2 x 60 s: 420',
  AuditLag: 'Maximum of ApproximateAgeOfOldestMessage of QueuesAudit, 2 x 60 s: 600',
  ...Object.fromEntries(
    ['Events', 'Notices', 'Audit', 'Timers'].map((queue) => [
      `${queue}Failing`,
      `FILL(received, 0) - FILL(deleted, 0), Sum of NumberOfMessagesReceived of Queues${queue}, 2 x 300 s: 3 and Sum of NumberOfMessagesDeleted of Queues${queue}, 2 x 300 s: 3`,
    ]),
  ),
  ...Object.fromEntries(
    DEAD_LETTERS.map((name) => [
      `DeadLetters${name}`,
      `Maximum of ApproximateNumberOfMessagesVisible of Queues${pascal(name)}DeadLetters, 1 x 60 s: 1`,
    ]),
  ),
  // In milliseconds, and those of a queue in seconds.
  HeadsLag: 'Maximum of IteratorAge of FunctionsHeadsFunction, 2 x 60 s: 1800000',
  StreamLag: 'Maximum of IteratorAge of FunctionsDispatchFunction, 2 x 60 s: 120000',
  StreamMissing: 'Sum of Invocations of FunctionsDispatchFunction, 1 x 900 s: below 1',
  HeadsMissing: 'Sum of Invocations of FunctionsHeadsFunction, 1 x 900 s: below 1',
  StreamGivenUp: 'Sum of OnFailureDestinationDeliveredEventCount of the stream, 1 x 60 s: 1',
  StreamDropped: 'Sum of DroppedEventCount of the stream, 1 x 60 s: 1',
  SweepFails: 'Sum of Errors of FunctionsSweepFunction, 1 x 300 s: 3',
  SweepMissing: 'Sum of Invocations of FunctionsSweepFunction, 1 x 300 s: below 1',
  SweepLate:
    'Maximum of $.oldest_lateness_ms for each { $.oldest_lateness_ms >= 0 } of FunctionsSweepLogs, 1 x 60 s: 180000',
  DeliveryFaults: 'Sum of Errors of FunctionsDeliverFunction, 1 x 300 s: 5',
  LoopFails: 'Sum of ExecutionsFailed of FunctionsLoopMachine, 1 x 300 s: 1',
  TryThrottled: 'Sum of Throttles of FunctionsDeliverTryFunction, 1 x 300 s: 10',
  DeliveriesGaveUp: `Sum of 1 for each ${GAVE_UP} of FunctionsDeliverLogs and FunctionsDeliverTryLogs, 1 x 60 s: 1`,
  ...Object.fromEntries(
    ['Bounce', 'Complaint', 'Reject'].map((event) => [`Mail${event}`, `Sum of ${event} of MailsSet, 1 x 300 s: 1`]),
  ),
  MailsMissing: 'Sum of Delivery of MailsSet, 1 x 900 s: below 1',
  HeadRefused: `Sum of 1 for each ${said('the audit chain does not extend its last published head; no head was signed')} of FunctionsHeadsLogs, 1 x 60 s: 1`,
  RescueUsed: `Sum of 1 for each ${said('a rescue changed the configuration without a second admin')} of FunctionsAuditLogs, 1 x 60 s: 1`,
  PolicyLoosened: `Sum of 1 for each ${said('a policy was loosened')} of FunctionsAuditLogs, 1 x 60 s: 1`,
  AuditGap: `Sum of 1 for each ${said('audit gap: a revision is recorded before the one it follows')} of FunctionsAuditLogs, 1 x 60 s: 1`,
  CanaryFails: 'Sum of Errors of FunctionsCanaryFunction, 2 of 3 x 300 s: 1',
  CanaryMissing: 'Sum of Invocations of FunctionsCanaryFunction, 1 x 900 s: below 1',
  ...Object.fromEntries(
    // Those of Watch are expected: open inboxes ask again.
    CALLED.filter((name) => name !== 'Watch').map((name) => [
      `${name}Throttled`,
      `Sum of Throttles of Functions${name}Function, 2 x 60 s: 1`,
    ]),
  ),
  ...Object.fromEntries(
    CALLED.map((name) => [`${name}FunctionErrors`, `Sum of Errors of Functions${name}Function, 1 x 300 s: 3`]),
  ),
  AccountConcurrency:
    '100 * used / SERVICE_QUOTA(used), Maximum of ResourceCount of ConcurrentExecutions, 3 x 60 s: 80',
};

/** Where each alarm publishes, and what it says besides that it went off. */
const TELLS: Readonly<Record<string, readonly string[]>> = {
  'page, and when it is over': [
    ...['ApiErrors', 'ApiErrorRatio', 'ApiSlow', 'ConsoleSlow', 'TableThrottles', 'IndexThrottles'],
    ...['EventsLate', 'NoticesLate', 'AuditLag', 'EventsFailing', 'NoticesFailing', 'AuditFailing', 'TimersFailing'],
    ...['StreamLag', 'SweepFails', 'DeliveryFaults', 'CanaryFails', 'ApiObjective', 'PostObjective'],
    ...CALLED.filter((name) => name !== 'Watch').map((name) => `${name}Throttled`),
    ...CALLED.map((name) => `${name}FunctionErrors`),
  ],
  // A new alarm begins in the state without data, so it notifies only when data stops.
  'page, and when it has no data, and when it is over': [
    'SweepMissing',
    'CanaryMissing',
    'StreamMissing',
    'MailsMissing',
  ],
  'page, which has no end': ['HeadRefused', 'RescueUsed', 'AuditGap'],
  ticket: [
    ...DEAD_LETTERS.map((name) => `DeadLetters${name}`),
    ...[
      'HeadsLag',
      'SweepLate',
      'RetriesLate',
      'StreamGivenUp',
      'StreamDropped',
      'LoopFails',
      'TryThrottled',
      'DeliveriesGaveUp',
    ],
    ...['MailBounce', 'MailComplaint', 'MailReject', 'PolicyLoosened', 'ClockSkew', 'AccountConcurrency'],
  ],
  'ticket, and when it has no data, and when it is over': ['HeadsMissing'],
};

describe('the alarms', () => {
  it('every alarm links to its entry in the runbook, which has no other entry', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
    const described = ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.AlarmDescription);
    const linked = described.map((text) => /docs\/runbook\.md#(.+)$/.exec(text)?.[1]);
    const entries = [...runbook.matchAll(/^## ([a-z0-9-]+)$/gm)].map(([, anchor]) => anchor);
    expect([...new Set(linked)].sort()).toEqual(entries.sort());
  });

  it('each alarm goes off at its value, over its time, for its resource', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [
      alarmNameOf(id),
      goesOff(Properties),
    ]);
    expect(Object.fromEntries(alarms)).toEqual(GOES_OFF);
    // Missing data is an alarm for what must always run, and no alarm for counts of failures.
    for (const [, { Properties }] of ofType('AWS::CloudWatch::Alarm'))
      expect([Properties.ComparisonOperator, Properties.TreatMissingData]).toEqual(
        ['Invocations', 'Delivery'].includes(Properties.MetricName)
          ? ['LessThanThreshold', 'missing']
          : ['GreaterThanOrEqualToThreshold', 'notBreaching'],
      );
  });

  it('CodeDeploy takes every alarm that rolls a release back', () => {
    // The exception of CodeDeploy: "The maximum number of alarms for a deployment group (10) was exceeded."
    for (const [, { Properties }] of ofType('AWS::CodeDeploy::DeploymentGroup'))
      expect(Properties.AlarmConfiguration.Alarms.length).toBeLessThanOrEqual(10);
  });

  it('each alarm publishes by itself to one topic, and a page also says when it is over', () => {
    const told = ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => {
      const {
        AlarmActions: [topic],
        OKActions,
        InsufficientDataActions,
      } = Properties;
      for (const actions of [OKActions, InsufficientDataActions]) expect(actions ?? [topic]).toEqual([topic]);
      const urgency = named(topic)
        .replace(/^Alarms/, '')
        .toLowerCase();
      const end = urgency === 'page' && OKActions === undefined ? ', which has no end' : '';
      const silence = InsufficientDataActions === undefined ? '' : ', and when it has no data';
      return [alarmNameOf(id), `${urgency}${end}${silence}${OKActions === undefined ? '' : ', and when it is over'}`];
    });
    const expected = Object.entries(TELLS).flatMap(([how, alarms]) => alarms.map((alarm) => [alarm, how]));
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
    // In a group, one alarm that stays on hides those that come after it.
    expect(ofType('AWS::CloudWatch::CompositeAlarm')).toEqual([]);
  });

  it('an alarm about security says so', () => {
    const marked = ofType('AWS::CloudWatch::Alarm').flatMap(([id, { Properties }]) =>
      Properties.AlarmDescription.startsWith('security: ') ? [alarmNameOf(id)] : [],
    );
    expect(marked.sort()).toEqual(['HeadRefused', 'PolicyLoosened', 'RescueUsed']);
  });

  it('the runbook has a table of all alarms, each with its topic', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
    const section = runbook.slice(runbook.indexOf('\n## All alarms\n'), runbook.indexOf('\n## api-5xx\n'));
    const rows = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (page|ticket) \|/gm)].flatMap(([, names, urgency]) =>
      names!.split(', ').map((name) => [name.replaceAll('`', ''), urgency]),
    );
    const made = Object.entries(TELLS).flatMap(([how, alarms]) => alarms.map((alarm) => [alarm, how.split(',')[0]]));
    // Only where heads are replicated (data.test.ts).
    expect(rows.sort()).toEqual([...made, ['HeadsNotReplicated', 'ticket']].sort());
  });

  it('only CloudWatch can publish to the topics, for the alarms of this account and over TLS', () => {
    const policies = ofType('AWS::SNS::TopicPolicy');
    expect(policies).toHaveLength(2);
    for (const [, { Properties }] of policies) {
      const statements = Properties.PolicyDocument.Statement;
      expect(statements).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': ACCOUNT } },
        }),
      );
      const denied = statements.filter(({ Effect }: { Effect: string }) => Effect === 'Deny');
      expect(denied).toHaveLength(1);
      expect(denied[0].Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    }
    // Without an address for tickets, the address of pages gets them too.
    const subscribed = ofType('AWS::SNS::Subscription').map(([, { Properties }]) => [
      named(Properties.TopicArn),
      Properties.Protocol,
      Properties.Endpoint,
    ]);
    expect(subscribed.sort()).toEqual([
      ['AlarmsPage', 'email', 'oncall@example.com'],
      ['AlarmsTicket', 'email', 'oncall@example.com'],
    ]);
  });

  it('mails that arrive or do not are counted for exactly the configuration set that mails are sent with', () => {
    const [[setId]] = ofType('AWS::SES::ConfigurationSet') as [[string, Resource]];
    expect(environmentOf(prod, 'notice').MAIL_CONFIGURATION_SET).toBe(setId);
    const counted = ofType('AWS::SES::ConfigurationSetEventDestination').flatMap(
      ([, { Properties }]) => Properties.EventDestination.MatchingEventTypes,
    );
    expect(counted).toEqual(expect.arrayContaining(['bounce', 'complaint', 'reject', 'delivery']));
  });

  it('the alarms count only log lines that the functions write', () => {
    const filters = ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties.FilterPattern as string);
    expect(filters.length).toBeGreaterThanOrEqual(5);
    const source = sourceText(join(ROOT, 'src'));
    for (const pattern of filters) {
      const message = /\$\.message = "([^"]+)"/.exec(pattern)?.[1];
      const field = /\{ \$\.(\w+) >= 0 \}/.exec(pattern)?.[1];
      expect(source).toContain(message === undefined ? `${field}:` : `'${message}'`);
    }
  });

  it('the runbook closes every function that callers reach, and takes each of them back to an earlier version', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
    const loops = [...runbook.matchAll(/^for name in (.+); do\n([\s\S]+?)^done$/gm)];
    expect(loops.map(([, , body]) => /aws lambda (update-alias|put-function-concurrency)/.exec(body!)?.[1])).toEqual([
      'update-alias',
      'put-function-concurrency',
    ]);
    for (const [, names] of loops) {
      expect(names!.split(' ').sort()).toEqual(CALLED.map((name) => `Functions${name}Function`).sort());
      for (const name of names!.split(' ')) {
        // The prefix of one resource of the stack, and of no other.
        const ids = Object.keys(prod.Stacks.service.Resources).filter((id) => id.startsWith(name));
        expect(ids.filter((id) => !/CurrentVersion/.test(id))).toHaveLength(1);
      }
    }
  });
});

function sourceText(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
}

function goesOff(alarm: Resource['Properties']): string {
  const { Metrics, EvaluationPeriods, DatapointsToAlarm, ComparisonOperator, Threshold } = alarm;
  const periods = DatapointsToAlarm === undefined ? EvaluationPeriods : `${DatapointsToAlarm} of ${EvaluationPeriods}`;
  const from = `${ComparisonOperator === 'LessThanThreshold' ? 'below ' : ''}${Threshold}`;
  if (Metrics === undefined) return `${watched(alarm)}, ${periods} x ${alarm.Period} s: ${from}`;
  const [{ Expression }, ...parts] = Metrics as [{ Expression: string }, ...Resource['Properties'][]];
  const texts = parts.map(({ MetricStat: { Metric, Stat, Period } }) => {
    return `${watched({ ...Metric, Statistic: Stat })}, ${periods} x ${Period} s: ${from}`;
  });
  return `${Expression}, ${[...new Set(texts)].join(' and ')}`;
}

function watched({ MetricName, Statistic, ExtendedStatistic, Dimensions = [] }: Resource['Properties']): string {
  const statistic = Statistic ?? ExtendedStatistic;
  const filters = ofType('AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
    Properties.MetricTransformations[0].MetricName === MetricName ? [Properties] : [],
  );
  if (filters.length > 0) {
    const counted = filters.map(
      ({ FilterPattern, MetricTransformations: [{ MetricValue }] }) => `${MetricValue} for each ${FilterPattern}`,
    );
    const groups = filters.map(({ LogGroupName }) => named(LogGroupName)).sort();
    return `${statistic} of ${[...new Set(counted)].join()} of ${groups.join(' and ')}`;
  }
  const of = (Dimensions as { Name: string; Value: object }[]).find(({ Name }) => RESOURCES.test(Name));
  // One of the deployment's own, which has no dimension.
  if (of === undefined) return `${statistic} of ${MetricName}`;
  return `${statistic} of ${MetricName} of ${of.Name === 'EventSourceMappingUUID' ? 'the stream' : named(of.Value)}`;
}

/** The dimensions that name what is watched. */
const RESOURCES = /^(ApiId|TableName|QueueName|FunctionName|StateMachineArn|EventSourceMappingUUID|Resource|ses:.*)$/;

function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
