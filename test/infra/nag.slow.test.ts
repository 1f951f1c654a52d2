import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type Config, checkedConfig } from '../../infra/config';
import { acknowledgedOf, check } from '../../infra/nag';
import { deploymentStacks } from '../../infra/stacks';
import { anApp } from './host/context';

const read = (path: string) => JSON.parse(readFileSync(join(__dirname, '../..', path), 'utf8'));
const prod = checkedConfig(read('deployments/prod.json'), { allowPlaceholders: true });

const keyIn = (region: string, digit = '0') => `arn:aws:kms:${region}:${prod.account}:key/mrk-${digit.repeat(32)}`;
const secretsReplica = { region: 'eu-west-1', key: keyIn('eu-west-1') };
const secretOf = (name: string) => `arn:aws:secretsmanager:eu-west-1:${prod.account}:secret:${name}-AbCdEf`;
const standby: Config = {
  ...prod,
  stage: 'standby',
  region: 'eu-west-1',
  frozen: true,
  domain: { ...prod.domain!, alias: false },
  primaryKeys: { dataKey: keyIn(prod.region), headKey: keyIn(prod.region, '1'), verdictKey: keyIn(prod.region, '2') },
  primarySecrets: { codes: secretOf('codes'), push: secretOf('push'), integrations: secretOf('integrations') },
};

describe('cdk-nag’s AwsSolutions', () => {
  it.each<[string, Config, Readonly<Record<string, unknown>>?]>([
    [
      'in prod',
      {
        ...prod,
        platformActions: ['bank.transfer=transfer'],
        destinations: [{ account: '111122223333', regions: ['eu-central-1'] }],
        headsReplica: 'standby-heads',
        operatorTrust: ['arn:aws:iam::111122223333:role/on-call'],
      },
    ],
    [
      'without a domain, alarms, a canary and gradual releases',
      { ...prod, domain: null, alarms: false, alarmEmail: null, canaryMinutes: null, gradualRelease: false },
    ],
    ['with tracing, a dashboard and data events', { ...prod, tracing: true, dashboard: true, dataEvents: true }],
    [
      'with held answers and a replica of the secrets',
      { ...prod, reserveConcurrency: true, holdAnswers: true, secretsReplica },
    ],
    ['in a standby', standby],
    ['with a bootstrap of its own name', prod, { '@aws-cdk/core:bootstrapQualifier': 'acme' }],
  ])('cdk-nag finds exactly what is acknowledged with its reason, %s', (_, config, context = {}) => {
    const app = anApp(context);
    const stacks = deploymentStacks(app, config);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const found = findings(() => app.synth());
    const acknowledged = acknowledgedOf(config, stacks).map(([stack, [path, id, reason]]) => {
      expect(reason.length).toBeGreaterThan(8);
      return { id, at: `${stacks[stack].stackName}${path.startsWith('/') ? '' : '/Default/'}${path}/` };
    });
    const covers = (one: (typeof acknowledged)[number], finding: (typeof found)[number]) =>
      finding.id === one.id && finding.path.startsWith(one.at);
    expect(found.filter((finding) => !acknowledged.some((one) => covers(one, finding)))).toEqual([]);
    expect(acknowledged.filter((one) => !found.some((finding) => covers(one, finding)))).toEqual([]);
  });

  it.each([true, false])(
    'a finding is accepted because of CloudTrail only where data events are on: %s',
    (dataEvents) => {
      const config = { ...prod, dataEvents };
      const reasons = acknowledgedOf(config, deploymentStacks(anApp(), config)).map(([, [path, , reason]]) => [
        path,
        reason,
      ]);
      const trusting = reasons.filter(([, reason]) => /trail/i.test(reason!)).map(([path]) => path);
      expect(trusting).toEqual(dataEvents ? ['Evidence', 'Heads'] : []);
    },
  );

  it('cdk-nag stops the synthesis if something is added that it does not accept', () => {
    const app = anApp();
    const stacks = deploymentStacks(app, prod);
    new Queue(stacks.service, 'Planted');
    check(app, stacks, prod);
    expect(findings(() => app.synth()).map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringContaining('/Planted/')]),
    );
  });
});

function findings(synthesize: () => unknown): { readonly path: string; readonly id: string }[] {
  try {
    synthesize();
  } catch (error) {
    const lines = /^ {3}(\S+) aws-cdk-lib\.\S+\n {3}Acknowledge with 'AwsSolutions::(.*)'$/gm;
    return [...(error as Error).message.matchAll(lines)].map(([, path, id]) => ({ path: path!, id: id! }));
  }
  throw new Error('nothing was found');
}
