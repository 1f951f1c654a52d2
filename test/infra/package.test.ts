import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FUNCTIONS } from '../../infra/bundling/bundle';
import { PROPS } from './host/context';
import type { Resource } from './host/stack';

const ROOT = join(__dirname, '../..');
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');

describe('an application of somebody else', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'outside-'));
  let resources: [string, Resource][];

  beforeAll(() => {
    execFileSync(process.execPath, [TSX, 'scripts/build-cdk.ts'], { cwd: ROOT, stdio: 'pipe' });
    const own = { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(PROPS.context), CDK_VALIDATION: 'false' };
    const env = { ...process.env, ...own };
    execFileSync(process.execPath, [TSX, 'examples/cdk-app/app.ts'], { cwd: ROOT, env, stdio: 'pipe' });
    const template = JSON.parse(readFileSync(join(outdir, 'authorization.template.json'), 'utf8'));
    resources = Object.entries(template.Resources as Record<string, Resource>);
  }, 180_000);
  afterAll(() => rmSync(outdir, { recursive: true, force: true }));

  it('gets the service, its alarms and its own receiver', () => {
    const types = resources.map(([, { Type }]) => Type);
    for (const type of ['CloudFront::Distribution', 'ApiGatewayV2::Api', 'CloudWatch::Alarm'])
      expect(types).toContain(`AWS::${type}`);
    const subscriptions = resources.filter(([, { Type }]) => Type === 'AWS::SNS::Subscription');
    expect(subscriptions.map(([, { Properties }]) => Properties.Endpoint)).toEqual(['https://alerts.acme.io/sns']);
  });

  it('deploys every function with its own code, from the package and without a bundler', () => {
    const code = resources
      .filter(([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Functions'))
      .map(([, { Properties }]) => (Properties.Code.S3Key as string).replace('.zip', ''));
    expect(code).toHaveLength(FUNCTIONS.length);
    expect(new Set(code).size).toBe(FUNCTIONS.length);
    for (const asset of code) expect(readdirSync(join(outdir, `asset.${asset}`))).toEqual(['index.js']);
  });

  it('deploys the console: hashed files that may be cached for ever, and then the page that names them', () => {
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
