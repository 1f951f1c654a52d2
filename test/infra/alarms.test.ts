import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, environmentOf, functionIdOf, type Resource, resourcesOf, synthesize } from './host/stack';

const prod = synthesize('prod');
const resources = resourcesOf(prod);
const ofType = (type: string) => resources.filter(([, resource]) => resource.Type === type);

const ROOT = join(__dirname, '../..');

describe('the alarms', () => {
  it('links every alarm to its entry in the runbook', () => {
    const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');
    const anchors = new Set([...runbook.matchAll(/^## ([a-z0-9-]+)$/gm)].map((match) => match[1]));
    const alarms = ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThanOrEqual(15);
    for (const [, { Properties }] of alarms) {
      const anchor = /docs\/runbook\.md#(.+)$/.exec(Properties.AlarmDescription)?.[1];
      expect(anchors).toContain(anchor);
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });

  it('alarms on silence where silence is the fault: a sweep that does not run', () => {
    const silent = ofType('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties)
      .filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(silent).toContainEqual(
      expect.objectContaining({
        MetricName: 'Invocations',
        ComparisonOperator: 'LessThanThreshold',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionIdOf(prod, 'sweep') } }],
      }),
    );
  });

  it('lets CloudWatch publish to the topic, for the alarms of this account and over TLS alone', () => {
    const [[, { Properties }]] = ofType('AWS::SNS::TopicPolicy') as [[string, Resource]];
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
    const [[, subscription]] = ofType('AWS::SNS::Subscription') as [[string, Resource]];
    expect(subscription.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'oncall@example.com' });
  });

  it('counts the mails that do not arrive, of exactly the set that mails are sent with', () => {
    const [[setId]] = ofType('AWS::SES::ConfigurationSet') as [[string, Resource]];
    expect(environmentOf(prod, 'notice').MAIL_CONFIGURATION_SET).toBe(setId);
    const counted = ofType('AWS::SES::ConfigurationSetEventDestination').flatMap(
      ([, { Properties }]) => Properties.EventDestination.MatchingEventTypes,
    );
    expect(counted).toEqual(expect.arrayContaining(['bounce', 'complaint', 'reject']));
    const watched = ofType('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties)
      .filter(({ Namespace }) => Namespace === 'AWS/SES');
    expect(watched.map(({ MetricName }) => MetricName).sort()).toEqual(['Bounce', 'Complaint', 'Reject']);
    for (const { Dimensions } of watched)
      expect(Dimensions).toEqual([{ Name: 'ses:configuration-set', Value: { Ref: setId } }]);
  });

  it('watches what runs out: the API’s and the console’s own calls, the timer, the audit, the account’s concurrency, and the canary', () => {
    const ids = ofType('AWS::CloudWatch::Alarm').map(([id]) => id);
    for (const name of [
      'ApiThrottled',
      'ConsoleThrottled',
      'TimerFunctionErrors',
      'AuditFunctionErrors',
      'AccountConcurrency',
      'CanaryFails',
      'CanaryMissing',
    ])
      expect(ids).toContainEqual(expect.stringMatching(new RegExp(`^Alarms${name}[0-9A-F]{8}$`)));
  });

  it('counts only lines that the functions write', () => {
    const filters = ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties.FilterPattern as string);
    expect(filters.length).toBeGreaterThanOrEqual(5);
    const source = sourceText(join(ROOT, 'src'));
    for (const pattern of filters) {
      const message = /\$\.message = "([^"]+)"/.exec(pattern)?.[1];
      const field = /\{ \$\.(\w+) = "\*" \}/.exec(pattern)?.[1];
      expect(source).toContain(message === undefined ? `${field}:` : `'${message}'`);
    }
  });

  it('has an entry in the runbook for no alarm that is gone', () => {
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
    const described = ofType('AWS::CloudWatch::Alarm').map(
      ([, { Properties }]) => Properties.AlarmDescription as string,
    );
    const gone = [...runbook.matchAll(/^## ([a-z0-9-]+)$/gm)].filter(
      ([, anchor]) => !described.some((text) => text.endsWith(`#${anchor}`)),
    );
    expect(gone.map(([, anchor]) => anchor)).toEqual([]);
  });
});

function sourceText(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
}
