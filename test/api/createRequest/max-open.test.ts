import { type House, openHouse } from '../../support/house';
import { expectKeyRefusal } from '../support';

describe('an action whose policy sets max_open', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const ACTION = 'bounded.deploy';
  const policy = (max_open?: number | null) => ({
    title: 'Deploy, two at a time',
    roster: ['op_alpha', 'op_bravo'],
    quorum: { default: 1, min: 1, max: 1, selectable: false },
    ...(max_open === undefined ? {} : { max_open }),
  });
  const put = (max_open?: number | null) => house.api('op_alpha', 'PUT', `/api/actions/${ACTION}`, policy(max_open));
  const propose = (headers: Record<string, string> = {}) =>
    house.v1('proposer', 'POST', '/v1/requests', { action: ACTION, requester: 'op_alpha', params: {} }, headers);

  it('a create above max_open answers 429 with Retry-After until one of the open requests has a verdict', async () => {
    expect((await put(2)).body.action).toMatchObject({ max_open: 2 });
    const first = await propose();
    const second = await propose({ 'idempotency-key': 'second' });
    expect([first.status, second.status]).toEqual([202, 202]);
    const refused = await propose();
    expectKeyRefusal(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body.error).toContain('already has 2 open requests');
    // Another action has no limit.
    expect((await house.propose({ action: 'demo.solo' })).status).toBe(202);
    await house.api('op_bravo', 'POST', `/api/requests/${first.body.request.id}/refuse`);
    expect((await propose()).status).toBe(202);
    expect((await propose()).status).toBe(429);
  });

  it('a retried create returns the original request although max_open is reached', async () => {
    await put(1);
    await house.advance(3_600_000);
    const first = await propose({ 'idempotency-key': 'retried' });
    expect(first.status).toBe(202);
    const refused = await propose();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toContain('already has 1 open request, which is its limit');
    const again = await propose({ 'idempotency-key': 'retried' });
    expect({ status: again.status, replayed: again.headers.get('idempotent-replayed') }).toEqual({
      status: 202,
      replayed: 'true',
    });
    expect(again.body.request.id).toBe(first.body.request.id);
  });

  it('a create above max_open does not count as a refused attempt', async () => {
    await put(1);
    await propose();
    for (let n = 0; n < 25; n++) expect((await propose()).headers.get('retry-after')).toBe('30');
    const wrongKey = await house.send('GET', '/v1/events', { headers: { authorization: 'Bearer rak_wrong' } });
    expectKeyRefusal(wrongKey, 401);
  });

  it('max_open counts only open requests that have not expired', async () => {
    await put(2);
    await house.advance(3_600_000);
    for (let n = 0; n < 2; n++) expect((await propose()).status).toBe(202);
    expect((await propose()).status).toBe(429);
    await house.advance(3_600_000);
    expect((await propose()).status).toBe(202);
  });

  it('an action has no limit of open requests when its policy has no max_open', async () => {
    expect((await put()).body.action).toMatchObject({ max_open: null });
    for (let n = 0; n < 4; n++) expect((await propose()).status).toBe(202);
  });

  it('max_open limits the open requests of one API key, and of no other', async () => {
    await put();
    const made = await house.api('op_alpha', 'POST', '/api/keys', {
      name: 'bounded',
      scopes: ['propose'],
      max_open: 2,
    });
    expect(made.body.key).toMatchObject({ max_open: 2 });
    const create = () => {
      const headers = { authorization: `Bearer ${made.body.token}` };
      return house.v1(
        'proposer',
        'POST',
        '/v1/requests',
        { action: ACTION, requester: 'op_alpha', params: {} },
        headers,
      );
    };
    const first = await create();
    expect((await create()).status).toBe(202);
    const refused = await create();
    expectKeyRefusal(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body.error).toContain('This API key already has 2 open requests');
    expect((await propose()).status).toBe(202);
    await house.api('op_bravo', 'POST', `/api/requests/${first.body.request.id}/refuse`);
    expect((await create()).status).toBe(202);
  });

  it('an admin lowers, raises and ends the limit of open requests of an API key, and the next create keeps to it', async () => {
    await put();
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'edited', scopes: ['propose'] });
    const { id } = made.body.key;
    const create = async () => {
      const headers = { authorization: `Bearer ${made.body.token}` };
      const body = { action: ACTION, requester: 'op_alpha', params: {} };
      return (await house.v1('proposer', 'POST', '/v1/requests', body, headers)).status;
    };
    const limit = async (max_open: number | null) => {
      const { status, body } = await house.api('op_alpha', 'PATCH', `/api/keys/${id}`, { max_open });
      return [status, body.key.max_open];
    };
    expect([await create(), await create()]).toEqual([202, 202]);
    expect([await limit(2), await create()]).toEqual([[200, 2], 429]);
    expect([await limit(3), await create(), await create()]).toEqual([[200, 3], 202, 429]);
    expect([await limit(null), await create()]).toEqual([[200, null], 202]);
    for (const max of [0, 1.5, 10_001]) {
      expect((await house.api('op_alpha', 'PATCH', `/api/keys/${id}`, { max_open: max })).status).toBe(400);
    }
  });

  it.each([0, -1, 1.5, 10_001])('max_open cannot be %d', async (max) => {
    expect((await put(max)).status).toBe(400);
  });
});
