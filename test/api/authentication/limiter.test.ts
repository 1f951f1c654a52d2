/**
 * 429 after 20 refused attempts of a peer in 5 minutes (docs/contract.md#authentication;
 * docs/design.md#refused-attempts).
 */
import { type House, openHouse } from '../../support/house';
import { expectKeyRefusal, expectProblem, sendRaw } from '../support';

const PATH = '/v1/requests/req_000000000000000000000000';
const MINUTE = 60_000;

describe('refused attempts', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  beforeEach(() => house.advance(6 * MINUTE));
  afterAll(() => house?.stop());

  const refused = (headers: Record<string, string> = {}) => sendRaw(house.url, { method: 'GET', path: PATH, headers });
  const lock = async () => {
    for (let n = 0; n < 20; n++) expectKeyRefusal(await refused(), 401);
    const locked = await refused();
    expectKeyRefusal(locked, 429);
    return locked;
  };
  const retryAfter = (answer: { headers: Headers }) => Number(answer.headers.get('retry-after'));

  it('refused attempts are answered 429 from the 21st on, with the seconds to the end of the window', async () => {
    const locked = await lock();
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
    expectProblem(await house.v1('reader', 'GET', '/v1/nothing'), 404, 'not_found');
    expectKeyRefusal(await refused(), 429);
  });

  it('refused attempts with a live key without the scope are counted too, and lock it', async () => {
    for (let n = 0; n < 20; n++) {
      expectKeyRefusal(await house.v1('reader', 'POST', '/v1/requests', {}), 403);
    }
    expectKeyRefusal(await house.v1('reader', 'POST', '/v1/requests', {}), 429);
    expectKeyRefusal(await refused(), 429);
    expectProblem(await house.v1('reader', 'GET', PATH), 404, 'not_found');
  });

  it('concurrent refused attempts are counted', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => refused()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it('a 400 or a 404 does not count as a refused attempt', async () => {
    for (let n = 0; n < 25; n++) {
      expectProblem(await house.v1('reader', 'GET', PATH), 404, 'not_found');
      expectProblem(await house.propose({ parms: 1 }), 400, 'invalid');
    }
    expectKeyRefusal(await refused(), 401);
  });
});
