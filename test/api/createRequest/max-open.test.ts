import { type House, openHouse } from '../../support/house';

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

  it('is refused, 422, above that many open requests, until one of them has a verdict', async () => {
    expect((await put(2)).body.action).toMatchObject({ max_open: 2 });
    const first = await propose();
    const second = await propose({ 'idempotency-key': 'second' });
    expect([first.status, second.status]).toEqual([202, 202]);
    const refused = await propose();
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ kind: 'refused', error: expect.stringContaining('2 open requests') });
    // What is stored already is answered, limit or no limit; another action has none.
    expect((await propose({ 'idempotency-key': 'second' })).headers.get('idempotent-replayed')).toBe('true');
    expect((await house.propose({ action: 'demo.solo' })).status).toBe(202);
    await house.api('op_bravo', 'POST', `/api/requests/${first.body.request.id}/refuse`);
    expect((await propose()).status).toBe(202);
    expect((await propose()).status).toBe(422);
  });

  it('counts what has not expired only', async () => {
    await put(2);
    for (let n = 0; n < 2; n++) await propose();
    expect((await propose()).status).toBe(422);
    await house.advance(3_600_000);
    house.forgetSessions();
    expect((await propose()).status).toBe(202);
  });

  it('has no limit when the policy names none', async () => {
    expect((await put()).body.action).toMatchObject({ max_open: null });
    for (let n = 0; n < 4; n++) expect((await propose()).status).toBe(202);
  });

  it.each([0, -1, 1.5, 10_001])('cannot be limited to %d', async (max) => {
    expect((await put(max)).status).toBe(400);
  });
});
