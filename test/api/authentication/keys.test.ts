import { hasValidCheckDigits } from '../../../src/protocol/api-key-token';
import { type House, openHouse } from '../../support/house';
import { expectKeyRefusal, expectProblem, sendRaw } from '../support';

const NOBODY = 'req_000000000000000000000000';
const _SCOPES = { proposer: ['propose', 'read'], worker: ['read', 'execute'], reader: ['read'] } as const;

describe('the key check', () => {
  let house: House;
  // Each test refuses from a window of its own: 20 refused attempts lock a peer.
  beforeEach(() => house.advance(6 * 60_000));
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const mistyped = (token: string) => token.slice(0, -7) + (token.at(-7) === 'A' ? 'B' : 'A') + token.slice(-6);

  it('the key check answers 401 with the same body for no key, and an unknown, malformed, mistyped and revoked key', async () => {
    const { token, key } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'k', scopes: ['read'] })).body;
    const path = `/v1/requests/${NOBODY}`;
    const live = { authorization: `Bearer ${token}` };
    expectProblem(await sendRaw(house.url, { method: 'GET', path, headers: live }), 404, 'not_found');
    await house.api('op_alpha', 'DELETE', `/api/keys/${key.id}`);
    const unknown = 'rak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA_';
    const answers = [];
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token}`,
      `Bearer ${mistyped(token)}`,
      `Bearer ${unknown}000000`,
      `Bearer ${'x'.repeat(4000)}`,
      `Basic ${token}`,
      token,
      `Bearer ${token} ${token}`,
      `Bearer ${house.running.demo.keys.reader}x`,
      ` Bearer x`,
    ]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      answers.push(await sendRaw(house.url, { method: 'GET', path, headers }));
    }
    for (const answer of answers) {
      expectKeyRefusal(answer, 401);
      expect(answer.body).toEqual({ error: 'Unauthorized' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      const text = JSON.stringify(answer.body);
      for (const name of [token, key.id, 'revoked', 'unknown', 'malformed']) expect(text).not.toContain(name);
    }
    expect(hasValidCheckDigits(token)).toBe(true);
    expect(hasValidCheckDigits(mistyped(token))).toBe(false);
  });

  it('two keys in one Authorization header, as the gateway joins two headers, are refused', async () => {
    const joined = { authorization: `Bearer ${house.running.demo.keys.reader}, Bearer x` };
    const path = `/v1/requests/${NOBODY}`;
    expectKeyRefusal(await sendRaw(house.url, { method: 'GET', path, headers: joined }), 401);
  });

  it('the key check comes before the route, the method, the type, the size and the content of the body', async () => {
    for (const [method, path, headers, body] of [
      ['GET', '/v1/nothing', {}, undefined],
      ['GET', '/v1', {}, undefined],
      ['PATCH', '/v1/requests', {}, undefined],
      ['POST', '/v1/requests', { 'content-type': 'text/plain' }, 'x'],
      ['POST', '/v1/requests', { 'content-type': 'application/json' }, 'x'.repeat(200_000)],
      ['POST', '/v1/requests', { 'content-type': 'application/json' }, '{'],
      ['GET', '/v1/requests?limit=0', {}, undefined],
      ['GET', '/v1/requests/%ZZ', {}, undefined],
      ['POST', '/v1/requests/%E0%A4%A/claim', {}, undefined],
      ['POST', `/v1/requests/${NOBODY}/claim`, { 'content-type': 'application/json' }, '{"lease_seconds":0}'],
    ] as const) {
      expectKeyRefusal(
        await sendRaw(house.url, { method, path, headers, ...(body === undefined ? {} : { body }) }),
        401,
      );
    }
  });

  it('an unknown path answers 404, and a wrong method 405 with Allow, to every live key', async () => {
    for (const key of ['proposer', 'worker', 'reader'] as const) {
      for (const path of [
        '/v1',
        '/v1/',
        '/v1/nothing',
        '/v1/requests/',
        `/v1/requests/${NOBODY}/claims`,
        '/v1//requests',
        '/v1/Requests',
        '/v1/requests/a/b/c',
        '/v1/requests/%ZZ',
        '/v1/%',
      ]) {
        expectProblem(await house.v1(key, 'GET', path), 404, 'not_found');
      }
      // A path that cannot be decoded names nothing, whatever the method.
      expectProblem(await house.v1(key, 'DELETE', '/v1/requests/%ZZ/claim'), 404, 'not_found');
      for (const [method, path, allow] of [
        ['PUT', '/v1/requests', ['GET', 'POST']],
        ['DELETE', '/v1/requests', ['GET', 'POST']],
        ['OPTIONS', '/v1/requests', ['GET', 'POST']],
        ['POST', `/v1/requests/${NOBODY}`, ['GET']],
        ['DELETE', `/v1/requests/${NOBODY}`, ['GET']],
        ['GET', `/v1/requests/${NOBODY}/claim`, ['POST']],
        ['PATCH', `/v1/requests/${NOBODY}/execution`, ['POST']],
      ] as const) {
        const answer = await house.v1(key, method, path);
        expectProblem(answer, 405, 'invalid');
        expect(answer.headers.get('allow')!.split(', ').sort()).toEqual(allow);
      }
    }
  });

  it('HEAD answers as GET does, without the body', async () => {
    const { body } = await house.propose({});
    for (const [key, path] of [
      ['reader', `/v1/requests/${body.request.id}`],
      ['reader', `/v1/requests/${NOBODY}`],
      ['proposer', '/v1/requests?executable=true'],
      ['worker', '/v1/requests?executable=true'],
      ['worker', '/v1/requests?limit=0'],
    ] as const) {
      const [get, head] = [await house.v1(key, 'GET', path), await house.v1(key, 'HEAD', path)];
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(head.body ?? '').toBe('');
    }
    expect((await house.v1('worker', 'HEAD', `/v1/requests/${NOBODY}/claim`)).status).toBe(405);
  });

  it('a wrong method is answered before anything of the body is checked', async () => {
    const answer = await house.v1('proposer', 'PUT', '/v1/requests', 'x'.repeat(200_000), {
      'content-type': 'text/plain',
    });
    expectProblem(answer, 405, 'invalid');
  });
});
