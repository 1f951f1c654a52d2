/** The package's tarball, installed in an empty application that has no `cdk.json` of ours. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '../../infra/bundling/bundle';
import { aFolder } from '../support/folder';
import { packed } from '../support/packed';
import { TYPESCRIPT } from '../support/typescript';
import type { Resource, StackTemplate } from './host/stack';
import { type Pair, problemsOf } from './host/update';

const ROOT = join(__dirname, '../..');
const PEERS = ['aws-cdk-lib', 'constructs'];
/** What an application adds to its configuration at each step. */
const STEPS = {
  first: {},
  upgrade: { headIntervalSeconds: 60, tracing: true },
  attached: {
    frozen: true,
    existingTables: {
      main: 'restored',
      mainStreamArn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-01-31T13:00:00.000',
      transient: 'restored-transient',
    },
  },
};
/** The application at each step, in one process: to load the library takes longer than a step. */
const ALL_STEPS = `
for (const [outdir, own] of JSON.parse(process.env.STEPS!)) {
  Object.assign(process.env, { CDK_OUTDIR: outdir, OWN: JSON.stringify(own) });
  delete require.cache[require.resolve('./app')];
  require('./app');
}`;

describe('an application of somebody else', () => {
  const folder = aFolder();
  const project = join(folder, 'app');
  const outdirOf = (step: string) => join(folder, step);
  const templates = new Map<string, Pair>();
  const outdir = outdirOf('first');
  let resources: [string, Resource][];

  beforeAll(() => {
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'app', private: true }));
    const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', packed()];
    execFileSync('npm', args, { cwd: project, stdio: 'pipe' });
    // The client is there without the CDK.
    expect(PEERS.filter((peer) => existsSync(join(project, 'node_modules', peer)))).toEqual([]);
    for (const peer of PEERS) symlinkSync(join(ROOT, 'node_modules', peer), join(project, 'node_modules', peer));
    const app = readFileSync(join(ROOT, 'examples/cdk-app/app.ts'), 'utf8');
    writeFileSync(
      join(project, 'app.ts'),
      app.replace('  mailFrom:', '  ...JSON.parse(process.env.OWN!),\n  mailFrom:'),
    );
    writeFileSync(join(project, 'steps.ts'), ALL_STEPS);
    const steps = JSON.stringify(Object.entries(STEPS).map(([step, own]) => [outdirOf(step), own]));
    const env = { ...process.env, CDK_VALIDATION: 'false', STEPS: steps };
    execFileSync(process.execPath, [...TYPESCRIPT, 'steps.ts'], { cwd: project, env, stdio: 'pipe' });
    for (const step of Object.keys(STEPS)) {
      const read = (stack: string): StackTemplate => ({
        Outputs: {},
        ...JSON.parse(readFileSync(join(outdirOf(step), `${stack}.template.json`), 'utf8')),
      });
      templates.set(step, { data: read('authorization-data'), service: read('authorization') });
    }
    resources = Object.entries(templates.get('first')!.service.Resources);
  }, 240_000);

  it.each([
    ['first', 'upgrade'],
    ['upgrade', 'attached'],
    ['attached', 'first'],
  ])('an application with the package can be updated from the step %s to the step %s', (from, to) => {
    expect(problemsOf(templates.get(from)!, templates.get(to)!)).toEqual([]);
  });

  it('uses the tables of a restore after it is attached, and keeps its own', () => {
    const { data, service } = templates.get('attached')!;
    const tables = Object.values(service.Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function' ? (Properties.Environment?.Variables.MAIN_TABLE ?? []) : [],
    );
    expect(new Set(tables)).toEqual(new Set(['restored']));
    const kept = Object.values(data.Resources).filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
    expect(kept).toHaveLength(2);
  });

  it('an application with the package gets the service, its alarms and its own receiver', () => {
    const types = resources.map(([, { Type }]) => Type);
    for (const type of ['CloudFront::Distribution', 'ApiGatewayV2::Api', 'CloudWatch::Alarm'])
      expect(types).toContain(`AWS::${type}`);
    const subscriptions = resources.filter(([, { Type }]) => Type === 'AWS::SNS::Subscription');
    expect(subscriptions.map(([, { Properties }]) => Properties.Endpoint)).toEqual(['https://alerts.acme.io/sns']);
  });

  it('an application has the address of the service among the outputs of its stack, and no target of a DNS record without a host name', () => {
    const { Outputs } = templates.get('first')!.service;
    expect(JSON.stringify(Outputs!.BaseUrl)).toMatch(
      /"https:\/\/",\{"Fn::GetAtt":\["ConsoleSiteDistribution\w+","DomainName"\]\}/,
    );
    expect(Object.keys(Outputs!)).not.toContain('DnsTarget');
  });

  it('an application deploys every function from the package, without a bundler', () => {
    const code = resources
      .filter(([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Functions'))
      .map(([, { Properties }]) => (Properties.Code.S3Key as string).replace('.zip', ''));
    expect(code).toHaveLength(FUNCTIONS.length);
    expect(new Set(code).size).toBe(FUNCTIONS.length);
    for (const asset of code)
      expect(readdirSync(join(outdir, `asset.${asset}`)).sort()).toEqual(['THIRD_PARTY_LICENSES', 'index.js']);
  });

  it('an application deploys the console: hashed files that are cached forever, then the page that names them', () => {
    const copied = resources.filter(([, { Type }]) => Type === 'Custom::CDKBucketDeployment');
    const filesOf = (id: string) => {
      const { Properties, DependsOn = [] } = copied.find(([name]) => name.startsWith(`ConsoleSite${id}`))![1];
      const folder = join(outdir, `asset.${Properties.SourceObjectKeys[0].replace('.zip', '')}`);
      return { Properties, DependsOn, names: readdirSync(folder), folder };
    };
    const [hashed, index] = [filesOf('HashedFiles'), filesOf('Index')];
    expect(hashed.names).toEqual(['assets']);
    expect(hashed.Properties.SystemMetadata).toEqual({ 'cache-control': 'public, max-age=31536000, immutable' });
    expect(index.names).toContain('index.html');
    expect(index.names).not.toContain('assets');
    expect(index.Properties.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
    expect(index.Properties.DistributionPaths).toEqual(['/*']);
    expect(index.DependsOn).toContainEqual(expect.stringMatching(/^ConsoleSiteHashedFiles/));
    // An open tab goes on finding the files of the release before.
    expect([hashed.Properties.Prune, index.Properties.Prune]).toEqual([false, false]);
    const page = readFileSync(join(index.folder, 'index.html'), 'utf8');
    const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(named).not.toEqual([]);
    expect(named.filter((file) => !existsSync(join(hashed.folder, file)))).toEqual([]);
  });
});
