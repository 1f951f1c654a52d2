import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourcesOf, synthesize } from './host/stack';

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
    prod.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'Invocations',
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
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
