import { behindEdge } from '../../src/lambda/aws/edge';
import { EDGE_HEADERS } from '../../src/lambda/env';
import { gatewayEvent } from './host/gateway';

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
