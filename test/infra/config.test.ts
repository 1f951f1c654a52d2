import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import { checkedConfig } from '../../infra/config';
import { aFolder } from '../support/folder';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const own = {
  stage: 'prod',
  account: '123456789012',
  region: 'eu-central-1',
  mailFrom: 'authorization@acme.io',
  alarmEmail: 'oncall@acme.io',
  domain: { name: 'authorize.acme.io', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one' },
};

const restoredWith = (label: string) => ({
  main: 'restored',
  mainStreamArn: `arn:aws:dynamodb:eu-central-1:123456789012:table/restored${label}`,
  transient: 'restored-transient',
});

const secretsNamed = (name: string, region = 'eu-central-1') => {
  const arn = `arn:aws:secretsmanager:${region}:123456789012:secret:${name}`;
  return { codes: arn, push: arn, integrations: arn };
};
const replicaIn = (region: string, digit: string) => {
  return { region, key: `arn:aws:kms:${region}:123456789012:key/mrk-${digit.repeat(32)}` };
};

const keysNamed = (id: string) => {
  const arn = `arn:aws:kms:eu-central-1:123456789012:key/${id}`;
  return { dataKey: arn, headKey: arn, verdictKey: arn };
};

describe('the configuration of a deployment', () => {
  it('the configuration of a deployment has defaults for what is missing', () => {
    expect(checkedConfig(own)).toEqual({
      ...own,
      ticketEmail: null,
      operatorTrust: [],
      monthlyBudget: null,
      tags: {},
      logRetentionDays: 365,
      protectData: true,
      throttle: { rate: 1000, burst: 2000 },
      organizationThrottle: null,
      reserveConcurrency: false,
      holdAnswers: false,
      platformActions: [],
      provisionedCapacity: null,
      warmThroughput: null,
      existingTables: null,
      frozen: false,
      destinations: [],
      pushHosts: [],
      edgeOnly: false,
      edgeSecretVersion: null,
      headIntervalSeconds: 300,
      headComplianceDays: null,
      evidenceDays: 400,
      headsReplica: null,
      primaryKeys: null,
      primarySecrets: null,
      secretsReplica: null,
      gradualRelease: true,
      detailedMetrics: false,
      alarms: true,
      dashboard: false,
      canaryMinutes: 5,
      dataEvents: false,
      tracing: false,
    });
  });

  it.each<[string, unknown, unknown]>([
    ['stage', 'p'.repeat(20), 'p'.repeat(21)],
    ['stage', 'eu-2', '2-eu'],
    ['region', 'mx-central-1', 'eu-central'],
    ['region', 'ap-southeast-7', 'us-gov-east-1'],
    ['region', 'eu-central-2', 'eusc-de-east-1'],
    ['region', 'us-east-1', 'cn-north-1'],
    ['logRetentionDays', 3653, 3654],
    ['monthlyBudget', 1, 0],
    ['monthlyBudget', 5000, 12.5],
    ['canaryMinutes', 2, 1],
    ['canaryMinutes', 480, 481],
    ['throttle', { rate: 1, burst: 1 }, { rate: 0, burst: 1 }],
    ['organizationThrottle', 500, 501],
    ['organizationThrottle', 1, 0],
    ['platformActions', [`${'a'.repeat(128)}=pay`], [`${'a'.repeat(129)}=pay`]],
    ['platformActions', [`pay=${'i'.repeat(64)}`], [`pay=${'i'.repeat(65)}`]],
    ['platformActions', ['Pay.Out_1-a=pay'], ['.pay=pay']],
    ['provisionedCapacity', { reads: 5, writes: 5 }, { reads: 5, writes: 4 }],
    ['warmThroughput', { reads: 12_000, writes: 4000 }, { reads: 12_000, writes: 3999 }],
    ['warmThroughput', { reads: 12_001, writes: 4001 }, { reads: 11_999, writes: 4000 }],
    ['existingTables', restoredWith('/stream/2026-11-02T03:04:05.678'), restoredWith('')],
    [
      'destinations',
      [{ account: '123456789012', regions: ['eu-central-1'] }],
      [{ account: '123456789012', regions: [] }],
    ],
    ['pushHosts', ['push.acme.io', '*.acme.io'], ['push.acme.io', '*.io']],
    ['pushHosts', [], ['https://push.acme.io']],
    ['pushHosts', ['push-1.acme.io'], ['push.acme.io,fcm.acme.io']],
    ['pushHosts', [`${'a'.repeat(63)}.io`], [`${'a'.repeat(64)}.io`]],
    ['pushHosts', ['a.io'], ['A.io']],
    ['pushHosts', ['a.io'], ['10.0.0.1']],
    ['pushHosts', ['a.io'], ['a.io.']],
    ['pushHosts', ['a.io'], ['a.*.io']],
    ['pushHosts', ['a.io'], ['*.*.acme.io']],
    ['pushHosts', ['a.io'], 'a.io'],
    ['edgeSecretVersion', 'a'.repeat(32), 'a'.repeat(31)],
    ['edgeSecretVersion', 'a'.repeat(64), 'a'.repeat(65)],
    ['headIntervalSeconds', 60, 59],
    ['headIntervalSeconds', 300, 301],
    ['headComplianceDays', 1, 0],
    ['headsReplica', 'standby-heads', 'Standby/heads'],
    ['primaryKeys', keysNamed(`mrk-${'0'.repeat(32)}`), keysNamed('0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f')],
    ['primarySecrets', secretsNamed('codes-AbCdEf'), secretsNamed('codes')],
    ['secretsReplica', replicaIn('eu-west-1', '0'), replicaIn('eu-west-1', 'x')],
    ['headComplianceDays', 36_500, 36_501],
    ['domain', { ...own.domain, alias: false }, { ...own.domain, alias: 'no' }],
    ['domain', { ...own.domain, alias: true }, { ...own.domain, other: true }],
    ['operatorTrust', ['arn:aws:iam::111122223333:role/a/b'], ['arn:aws:iam::111122223333:root']],
    ['operatorTrust', ['arn:aws:iam::111122223333:user/ada'], ['*']],
    ['evidenceDays', 1, 0],
    ['evidenceDays', 3650, 3651],
  ])('the configuration accepts the limits %s: %j, and refuses %j', (field, allowed, refused) => {
    const stage = { ...own, stage: 'dev', frozen: true };
    expect(checkedConfig({ ...stage, [field]: allowed })).toMatchObject({ [field]: allowed });
    expect(() => checkedConfig({ ...stage, [field]: refused })).toThrow(`configuration: ${field}: `);
  });

  it.each([
    [{ ...own, stage: undefined }, 'stage: missing, must be lower-case letters, digits and hyphens, at most 20'],
    [{ ...own, account: '1234' }, 'account: "1234", must be twelve digits'],
    [{ ...own, region: undefined }, 'region: missing, must be a region of the partition aws, such as eu-central-1'],
    [{ ...own, domain: null }, 'domain: prod needs one, since passkeys are bound to it'],
    [{ ...own, alarmEmail: null }, 'alarmEmail: prod needs one'],
    [
      { ...own, alarms: false, alarmEmail: null, gradualRelease: false, ticketEmail: 'a@acme.io' },
      'ticketEmail: it needs "alarms": true',
    ],
    [{ ...own, mailFrom: 'authorization@example.com' }, 'mailFrom: "authorization@example.com" is a placeholder'],
    [{ ...own, account: '000000000000' }, 'account: "000000000000" is a placeholder'],
    [{ ...own, domain: { ...own.domain, name: 'a.example.org' } }, 'domain.name: "a.example.org" is a placeholder'],
    [{ ...own, tags: { owner: '<team>' } }, 'tags.owner: "<team>" is a placeholder'],
    [{ ...own, logRetentionDays: 31 }, 'logRetentionDays: 31, must be one of 1, 3, 5,'],
    [{ ...own, throttle: { rate: 10 } }, 'throttle: {"rate":10}, must be {"rate", "burst"}, both above 0'],
    [{ ...own, headIntervalSeconds: 59 }, 'headIntervalSeconds: 59, must be a whole number from 60 to 300'],
    [{ ...own, organizationThrottle: 501 }, 'organizationThrottle: 501, must be a whole number from 1 to 500, or null'],
    [{ ...own, retention: 30 }, 'retention: unknown'],
    [{ ...own, domain: { ...own.domain, alias: false } }, 'domain: "alias": false needs "frozen": true'],
    [
      { ...own, primarySecrets: secretsNamed('codes-AbCdEf', 'us-east-2') },
      'primarySecrets: they are the replicas in eu-central-1',
    ],
    [
      { ...own, secretsReplica: replicaIn('eu-central-1', '0') },
      'secretsReplica: it names the region of this deployment',
    ],
    [
      { ...own, secretsReplica: { ...replicaIn('eu-west-1', '0'), region: 'eu-west-2' } },
      'secretsReplica: the key must be in eu-west-2',
    ],
    [{ ...own, headComplianceDays: 3650, protectData: false }, 'headComplianceDays: it needs "protectData": true'],
    [{ ...own, stage: 'dev', alarmEmail: null, monthlyBudget: 50 }, 'monthlyBudget: it needs "alarmEmail"'],
    [{ ...own, holdAnswers: true }, 'holdAnswers: it needs "reserveConcurrency": true'],
    ['prod', 'it must be a JSON object'],
  ])('an invalid configuration is refused in one line: %#', (input, message) => {
    const checked = () => checkedConfig(input);
    expect(checked).toThrow(`configuration: ${message}`);
    expect(checked).not.toThrow(/\n/);
  });

  it('the configuration names every problem at once', () => {
    expect(() => checkedConfig({ ...own, account: '1', region: 'x' })).toThrow(/account: .*; region: /);
  });

  it('the configuration needs a domain only in prod, because passkeys are bound to the host name', () => {
    expect(checkedConfig({ ...own, stage: 'dev', domain: null }).domain).toBeNull();
    for (const alias of [true, false])
      expect(checkedConfig({ ...own, frozen: !alias, domain: { ...own.domain, alias } }).domain).toEqual({
        ...own.domain,
        alias,
      });
  });
});

describe('the files in deployments/', () => {
  it.each(['dev', 'prod'])('the file %s.json is complete, and refused until its placeholders are replaced', (stage) => {
    const file = read(`deployments/${stage}.json`);
    expect(checkedConfig(file, { allowPlaceholders: true }).stage).toBe(stage);
    expect(() => checkedConfig(file)).toThrow('account: "000000000000" is a placeholder');
  });
});

describe('the application', () => {
  const folder = aFolder();

  function run(context: Record<string, string>): { stderr: string; status: number | null } {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }) };
    return spawnSync(process.execPath, [...TYPESCRIPT, 'infra/app.ts'], { cwd: ROOT, env, encoding: 'utf8' });
  }

  it('the application says in one line that no stage is named, and what is wrong with a file', () => {
    expect(run({})).toMatchObject({
      status: 1,
      stderr: 'Name the stage: -c stage=prod reads deployments/prod.json\n',
    });
    const config = join(folder, 'other.json');
    writeFileSync(config, JSON.stringify({ ...own, stage: 'other' }));
    const { stderr, status } = run({ stage: 'prod', config });
    expect([stderr, status]).toEqual([`${config} describes the stage other, not prod\n`, 1]);
  });
});

describe('the library’s feature flags', () => {
  it('the library’s feature flags are all set as recommended, because each would be a migration later', () => {
    const { context } = read('cdk.json');
    const others = Object.entries(recommended).filter(
      ([name, value]) => name !== '@aws-cdk/core:target-partitions' && context[name] !== value,
    );
    expect(others).toEqual([]);
    // The one partition that this is made for.
    expect(context['@aws-cdk/core:target-partitions']).toEqual(['aws']);
  });
});
