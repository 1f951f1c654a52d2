import { behindEdge } from '../../src/lambda/aws/edge';
import { SECURITY_HEADERS } from '../../src/lambda/console/security-headers';
import { EDGE_HEADERS } from '../../src/lambda/env';
import { gatewayEvent } from './host/gateway';
import { plain, type Resource, resourcesOf, synthesize } from './host/stack';

const prod = synthesize('prod');
const resources = resourcesOf(prod);
const ofType = (type: string) => resources.filter(([, resource]) => resource.Type === type);

describe('the one origin of console and API', () => {
  const [[, { Properties }]] = ofType('AWS::CloudFront::Distribution') as [[string, Resource]];
  const { DefaultCacheBehavior: pages, CacheBehaviors: behaviors, Origins: origins } = Properties.DistributionConfig;

  it('the origin passes /v1 and /api on uncached, with every method and every header but Host', () => {
    expect(behaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual(['/v1/*', '/api/*']);
    for (const { AllowedMethods, CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy } of behaviors) {
      expect(AllowedMethods).toHaveLength(7);
      // Managed-CachingDisabled
      expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
      // Managed-AllViewerExceptHostHeader
      expect(OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
      expect(ViewerProtocolPolicy).toBe('https-only');
    }
  });

  it('the origin serves the pages from a closed bucket, with the same headers as one machine', () => {
    const [, headers] = ofType('AWS::CloudFront::ResponseHeadersPolicy')[0]!;
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
      headers.Properties.ResponseHeadersPolicyConfig;
    expect(pages.ResponseHeadersPolicyId).toBeDefined();
    const sent: Record<string, string> = {
      'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': security.ContentTypeOptions.Override ? 'nosniff' : '',
      'x-frame-options': security.FrameOptions.FrameOption,
      'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    };
    for (const { Header, Value } of custom.Items) sent[Header] = Value;
    expect(sent).toEqual(SECURITY_HEADERS);
    expect(security.StrictTransportSecurity.AccessControlMaxAgeSec).toBeGreaterThanOrEqual(31_536_000);
    expect(origins[0].OriginAccessControlId ?? origins[1].OriginAccessControlId).toBeDefined();
    for (const [, bucket] of ofType('AWS::S3::Bucket'))
      expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
  });

  it.each([
    ['/', '/index.html'],
    ['/requests/req_1', '/index.html'],
    ['/requests/v1.2/', '/index.html'],
    ['/index.html', '/index.html'],
    ['/assets/index-3f.js', '/assets/index-3f.js'],
    ['/robots.txt', '/robots.txt'],
  ])('the origin answers the path %s with the file %s', (uri, file) => {
    const code = ofType('AWS::CloudFront::Function').map(([, fn]) => fn.Properties.FunctionCode as string);
    const handler = new Function(`${code.find((text) => text.includes('index.html'))}; return handler;`)();
    expect(handler({ request: { uri } })).toEqual({ uri: file });
  });

  it('CloudFront passes on the viewer’s address, with a secret that is not in the template', () => {
    const code = ofType('AWS::CloudFront::Function').map(([, fn]) => fn.Properties.FunctionCode as string);
    const viewer = code.find((text) => text.includes(EDGE_HEADERS.viewer))!;
    const handler = new Function(`${viewer}; return handler;`)();
    const request = { headers: { [EDGE_HEADERS.viewer]: { value: 'a lie' } } };
    const passed = handler({ viewer: { ip: '198.51.100.7' }, request });
    expect(passed.headers[EDGE_HEADERS.viewer]).toEqual({ value: '198.51.100.7' });
    const shown = origins.flatMap((origin: { OriginCustomHeaders?: object[] }) => origin.OriginCustomHeaders ?? []);
    expect(shown).toHaveLength(1);
    expect(shown[0].HeaderName).toBe(EDGE_HEADERS.secret);
    expect(plain(shown[0].HeaderValue)).toMatch(/^{{resolve:secretsmanager:EdgeSecret\w+:SecretString:::}}$/);
  });
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Answers the address that the handler is given for its caller, or the status of the refusal. */
async function callerBy(
  headers: Record<string, string>,
  edge: { readonly only?: boolean; readonly secrets?: () => Promise<readonly string[]> } = {},
): Promise<string> {
  const handler = behindEdge(
    async ({ requestContext, headers: passedOn }) => {
      expect(Object.values(EDGE_HEADERS).filter((name) => name in passedOn)).toEqual([]);
      return { statusCode: 200, body: requestContext.http.sourceIp };
    },
    { secrets: async () => ['now', 'before'], only: false, log: quiet, ...edge },
  );
  const { statusCode, body } = await handler(gatewayEvent('GET', '/v1/requests/x', undefined, headers));
  return statusCode === 200 ? body! : String(statusCode);
}

const GATEWAY_SAW = '130.176.0.1';
const through = (secret: string) => ({ [EDGE_HEADERS.secret]: secret, [EDGE_HEADERS.viewer]: '198.51.100.7' });

describe('a function behind CloudFront', () => {
  it('a function behind CloudFront accepts the viewer’s address with the current or the previous secret', async () => {
    expect(await callerBy(through('now'))).toBe('198.51.100.7');
    expect(await callerBy(through('before'))).toBe('198.51.100.7');
    expect(await callerBy(through('made up'))).toBe(GATEWAY_SAW);
    expect(await callerBy({ [EDGE_HEADERS.secret]: 'now', [EDGE_HEADERS.viewer]: 'nowhere' })).toBe(GATEWAY_SAW);
  });

  it('a function behind CloudFront refuses calls that bypassed it, if configured', async () => {
    expect(await callerBy(through('now'), { only: true })).toBe('198.51.100.7');
    expect(await callerBy(through('made up'), { only: true })).toBe('403');
    expect(await callerBy({}, { only: true })).toBe('403');
  });

  it('a function lets no unverified caller past, and counts by the gateway’s address if that is enough', async () => {
    const secrets = async () => {
      throw new Error('throttled');
    };
    expect(await callerBy(through('now'), { only: true, secrets })).toBe('503');
    expect(await callerBy(through('now'), { secrets })).toBe(GATEWAY_SAW);
  });

  it('a function tells a refused caller what to do, and operators why it lets nobody in', async () => {
    const warned: unknown[][] = [];
    const log = { ...quiet, warn: (...said: unknown[]) => void warned.push(said) };
    const said = async (headers: Record<string, string>, failure?: unknown) => {
      const secrets = async () => (failure === undefined ? ['now'] : Promise.reject(failure));
      const handler = behindEdge(async () => ({ statusCode: 200 }), { secrets, only: true, log });
      const { statusCode, body } = await handler(gatewayEvent('GET', '/v1/requests/x', undefined, headers));
      return [statusCode, JSON.parse(body!)];
    };
    expect(await said(through('made up'))).toEqual([403, { error: 'Use the address of the console.' }]);
    const notReady = [503, { error: 'The service is not ready. Try again.' }];
    expect(await said(through('now'), new TypeError('secret'))).toEqual(notReady);
    expect(await said(through('now'), 'a text')).toEqual(notReady);
    expect(warned).toEqual([
      ['the edge secret could not be read', { error: 'TypeError' }],
      ['the edge secret could not be read', { error: 'unknown' }],
    ]);
    // Without the secret there is nothing to read.
    expect((await said({}, new Error('down')))[0]).toBe(403);
  });
});
