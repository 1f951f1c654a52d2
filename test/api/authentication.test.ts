/** The key check of /v1, and 429 after 20 refused attempts of a peer in 5 minutes (docs/contract.md#authentication; docs/design.md#refused-attempts). */
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { bearer, expectKeyRefusal, expectProblem, NOBODY, sendRaw } from './support';

const PATH = `/v1/requests/${NOBODY}`;
const JSON_TYPE = { 'content-type': 'application/json' };

const house = openedOnce(() => openHouse({ memory: true }));
// Each test refuses from a window of its own.
beforeEach(() => house.advance(6 * 60_000));

const refused = (headers: Record<string, string> = {}) => sendRaw(house.url, { method: 'GET', path: PATH, headers });

describe('the key check', () => {
  it('the key check answers 401 with the same body for no key, and an unknown, malformed, mistyped and revoked key', async () => {
    const { token, key } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'k', scopes: ['read'] })).body;
    expectProblem(await refused({ authorization: `Bearer ${token}` }), 404, 'not_found');
    await house.api('op_alpha', 'DELETE', `/api/keys/${key.id}`);
    const mistyped = token.slice(0, -7) + (token.at(-7) === 'A' ? 'B' : 'A') + token.slice(-6);
    const { reader } = house.running.demo.keys;
    for (const authorization of [
      undefined,
      'Bearer',
      `Bearer ${token}`,
      `Bearer ${mistyped}`,
      `Bearer ${'x'.repeat(4000)}`,
      token,
      // As the gateway joins two headers.
      `Bearer ${reader}, Bearer x`,
    ]) {
      const answer = await refused(authorization === undefined ? {} : { authorization });
      expectKeyRefusal(answer, 401);
      expect(answer.body).toEqual({ error: 'Unauthorized' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('the key check comes before the route, the method, the type, the size and the content of the body', async () => {
    for (const [method, path, headers, body] of [
      ['GET', '/v1/nothing', {}, undefined],
      ['PATCH', '/v1/requests', {}, undefined],
      ['POST', '/v1/requests', { 'content-type': 'text/plain' }, 'x'],
      ['POST', '/v1/requests', JSON_TYPE, 'x'.repeat(200_000)],
      ['POST', '/v1/requests', JSON_TYPE, '{'],
      ['GET', '/v1/requests?limit=0', {}, undefined],
      ['POST', '/v1/requests/%E0%A4%A/claim', {}, undefined],
    ] as const)
      expectKeyRefusal(await sendRaw(house.url, { method, path, headers, body }), 401);
  });

  it('an unknown path answers 404, and a wrong method 405 with Allow before its body is checked, to every live key', async () => {
    for (const key of ['proposer', 'worker', 'reader'] as const) {
      for (const path of [
        '/v1',
        '/v1/requests/',
        '/v1//requests',
        '/v1/Requests',
        '/v1/requests/%ZZ',
        `${PATH}/claims`,
      ])
        expectProblem(await house.v1(key, 'GET', path), 404, 'not_found');
      // A path that cannot be decoded names nothing, whatever the method.
      expectProblem(await house.v1(key, 'DELETE', '/v1/requests/%ZZ/claim'), 404, 'not_found');
      for (const [method, path, allow] of [
        ['PUT', '/v1/requests', 'GET, POST'],
        ['OPTIONS', '/v1/requests', 'GET, POST'],
        ['DELETE', PATH, 'GET'],
        ['PATCH', `${PATH}/execution`, 'POST'],
      ] as const) {
        const answer = await house.v1(key, method, path, 'x'.repeat(200_000), { 'content-type': 'text/plain' });
        expectProblem(answer, 405, 'invalid');
        expect(answer.headers.get('allow')).toBe(allow);
      }
    }
  });

  it('HEAD answers as GET does, without the body', async () => {
    for (const [key, path] of [
      ['reader', `/v1/requests/${await house.proposed()}`],
      ['reader', PATH],
      ['proposer', '/v1/requests?executable=true'],
      ['worker', '/v1/requests?limit=0'],
    ] as const) {
      const [get, head] = [await house.v1(key, 'GET', path), await house.v1(key, 'HEAD', path)];
      expect([head.status, head.headers.get('content-type')]).toEqual([get.status, get.headers.get('content-type')]);
      expect(head.body ?? '').toBe('');
    }
    expect((await house.v1('worker', 'HEAD', `${PATH}/claim`)).status).toBe(405);
  });
});

describe('refused attempts', () => {
  const lock = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => refused()));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    return answers.find(({ status }) => status === 429)!;
  };
  const retryAfter = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'));

  it('refused attempts are answered 429 from the 21st on, also concurrent ones, with the seconds to the end of the window', async () => {
    const locked = await lock();
    expectKeyRefusal(locked, 429);
    expect(locked.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(retryAfter(locked)).toBeLessThanOrEqual(300);
    expect(retryAfter(locked)).toBeGreaterThan(290);
    await house.advance(100_000);
    const later = await refused();
    expectKeyRefusal(later, 429);
    expect(retryAfter(locked) - retryAfter(later)).toBeGreaterThanOrEqual(99);
  });

  it('refused attempts do not lock out a live key with the scope at the same address', async () => {
    await lock();
    expectProblem(await house.v1('reader', 'GET', PATH), 404, 'not_found');
    expect((await house.propose()).status).toBe(202);
    expectKeyRefusal(await refused(), 429);
  });

  it('refused attempts with a live key without the scope are counted too, and lock it; a 400 or a 404 is not counted', async () => {
    for (let n = 0; n < 21; n++) {
      expectProblem(await house.v1('reader', 'GET', PATH), 404, 'not_found');
      expectProblem(await house.propose({ parms: 1 }), 400, 'invalid');
    }
    const { authorization } = bearer(house, 'reader');
    for (let n = 0; n < 20; n++) expectKeyRefusal(await house.propose({}, { authorization }), 403);
    expectKeyRefusal(await house.propose({}, { authorization }), 429);
    expectKeyRefusal(await refused(), 429);
    expectProblem(await house.v1('reader', 'GET', PATH), 404, 'not_found');
  });
});
