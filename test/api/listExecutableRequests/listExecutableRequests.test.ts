/** operation listExecutableRequests; docs/contract.md#get-v1requestsexecutabletruelimitn */
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { storeCopies } from '../../support/stored';
import { expectProblem } from '../support';

describe('listing executable requests', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  const query = (text: string) => house.v1('worker', 'GET', `/v1/requests${text}`);
  const list = async (rest = ''): Promise<string[]> => {
    const answered = await query(`?executable=true${rest}`);
    expect(answered.status).toBe(200);
    return answered.body.requests.map(({ id }: { id: string }) => id);
  };
  const claim = (id: string, lease_seconds = 60) =>
    house.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds });
  /** Claims everything, so that the list is empty. */
  const clear = async () => {
    for (const id of await list('&limit=100')) {
      const { claim_id } = (await claim(id)).body;
      await house.v1('worker', 'POST', `/v1/requests/${id}/execution`, { claim_id, status: 'succeeded' });
    }
  };
  beforeEach(clear);

  it('the executable list is empty if there is nothing to execute', async () => {
    expect((await query('?executable=true')).body).toEqual({ server_now: expect.any(Number), requests: [] });
  });

  it('the executable list has complete request objects with their intents, as pending', async () => {
    const id = await house.authorizedIntent();
    const read = (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
    expect((await query('?executable=true')).body.requests).toEqual([read]);
    expect(read).toMatchObject({ outcome: 'authorized', intent: ENVELOPE, execution: { state: 'pending' } });
  });

  it('the executable list has the oldest first, by creation, not by verdict', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) {
      ids.push((await house.propose({ params: { intent: DIGEST }, intent: ENVELOPE })).body.request.id);
      await house.advance(5);
    }
    for (const id of [...ids].reverse()) expect((await house.turn('op_bravo', id)).status).toBe(200);
    expect(await list()).toEqual(ids);
    expect(await list('&limit=2')).toEqual(ids.slice(0, 2));
    // A request whose lease has expired has its old place, before requests that were never claimed.
    await claim(ids[0]!, 10);
    expect(await list()).toEqual(ids.slice(1));
    await house.advance(10_000);
    expect(await list()).toEqual(ids);
    expect(await list('&limit=1')).toEqual([ids[0]]);
  });

  it('the executable list leaves out a claimed request until its lease ends', async () => {
    const id = await house.authorizedIntent();
    const { lease_expires_at, server_now } = (await claim(id, 60)).body;
    expect(await list()).toEqual([]);
    // Half of the lease is left for a machine that is busy with something else.
    await house.advance(lease_expires_at - server_now - 30_000);
    expect(await list()).toEqual([]);
    await house.advance(30_000);
    expect(await list()).toEqual([id]);
  });

  it('the executable list leaves out a reported request, succeeded or failed', async () => {
    for (const status of ['succeeded', 'failed']) {
      const id = await house.authorizedIntent();
      const { claim_id } = (await claim(id, 1)).body;
      await house.v1('worker', 'POST', `/v1/requests/${id}/execution`, { claim_id, status });
      await house.advance(10_000);
      expect(await list()).toEqual([]);
    }
  });

  it('the executable list leaves out a request whose window has closed, claimed before or not', async () => {
    const fresh = await house.authorizedIntent({ execute_within: 120 });
    const claimed = await house.authorizedIntent({ execute_within: 120 });
    await claim(claimed, 10);
    await house.advance(60_000);
    expect((await list()).sort()).toEqual([fresh, claimed].sort());
    await house.advance(60_000);
    expect(await list()).toEqual([]);
    await house.advance(3_600_000);
    expect(await list()).toEqual([]);
    house.forgetSessions();
  });

  it('the executable list leaves out requests that are not authorized or have no intent', async () => {
    const intent = { params: { intent: DIGEST }, intent: ENVELOPE };
    await house.propose(intent);
    const denied = (await house.propose(intent)).body.request.id;
    expect((await house.api('op_bravo', 'POST', `/api/requests/${denied}/refuse`, {})).status).toBe(200);
    const plain = (await house.propose()).body.request.id;
    expect((await house.turn('op_bravo', plain)).body.request.outcome).toBe('authorized');
    expect(await list()).toEqual([]);
  });

  it('the executable list has 25 by default, and at most `limit`', async () => {
    const ids = await storeCopies(house, await house.authorizedIntent(), 26);
    expect(await list()).toHaveLength(25);
    expect(await list('&limit=100')).toHaveLength(27);
    expect(await list('&limit=26')).toHaveLength(26);
    expect(new Set(await list('&limit=100'))).toEqual(new Set(ids));
    // If the first candidates are gone, the page is filled with later ones.
    for (const id of (await list()).slice(0, 20)) await claim(id, 3600);
    expect(await list('&limit=5')).toHaveLength(5);
    expect(await list()).toHaveLength(7);
  });

  it('the executable list ends a page before the answer is too large for the gateway, and has the rest once those are taken', async () => {
    const envelope = { ...ENVELOPE, ciphertext: 'A'.repeat(65_000) };
    const ids = new Set(await storeCopies(house, await house.authorizedIntent({ intent: envelope }), 65));
    const seen = new Set<string>();
    for (let page = 0; page < 3 && seen.size < ids.size; page++) {
      const answered = await query('?executable=true&limit=100');
      // Four MiB, and no more: the first page cannot hold all of them.
      expect(JSON.stringify(answered.body).length).toBeLessThan(4.2 * 1024 * 1024);
      expect(answered.body.requests.length).toBeLessThan(ids.size);
      expect(answered.body.requests.length).toBeGreaterThan(0);
      const found = answered.body.requests.map(({ id }: { id: string }) => id) as string[];
      for (const id of found) seen.add(id);
      await Promise.all(found.map((id) => claim(id, 3600)));
    }
    expect(seen).toEqual(ids);
  });

  it('the executable list has nothing of another organization', async () => {
    await house.authorizedIntent();
    const theirs = await house.v1('other_org', 'GET', '/v1/requests?executable=true');
    expect(theirs.body.requests).toEqual([]);
  });

  it.each([
    '',
    '?',
    '?executable',
    '?executable=',
    '?executable=false',
    '?executable=TRUE',
    '?executable=1',
    '?executable=yes',
    '?executable=true&executable=true',
    '?executable=true&executable=false',
    '?Executable=true',
    '?limit=5',
    '?executable=true&limit=0',
    '?executable=true&limit=101',
    '?executable=true&limit=-1',
    '?executable=true&limit=abc',
    '?executable=true&limit=1e2',
    '?executable=true&limit=',
    '?executable=true&limit=2.5',
    '?executable=true&limit=+5',
    '?executable=true&limit=%205',
    '?executable=true&limit=0x10',
    '?executable=true&limit=5&limit=6',
    '?executable=true&limit=99999999999999999999',
    '?executable=true&limit=%D9%A5',
  ])('the executable list answers 400 invalid: %s', async (text) => {
    expectProblem(await query(text), 400, 'invalid');
  });
});
