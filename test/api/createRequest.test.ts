/** operations createRequest and getRequest; docs/contract.md#post-v1requests. What each field may be: test/lambda/inputs.test.ts. */
import { createHash } from 'node:crypto';
import { DIGEST, ENVELOPE, openHouse, SEALED } from '../support/house';
import { openedOnce } from '../support/opened';
import { expectKeyRefusal, expectProblem, NOBODY, postText, requestIds } from './support';

const KIB = 1024;
const HOUR = 3_600_000;
/** An envelope of exactly that many bytes as JSON. None has 64 KiB: its ciphertext would have an impossible length. */
const envelope = (bytes: number) => {
  const empty = JSON.stringify({ ...ENVELOPE, ciphertext: '' }).length;
  return { ...ENVELOPE, ciphertext: 'A'.repeat(bytes - empty) };
};

describe('a create', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const post = (text: string) => postText(house, 'proposer', '/v1/requests', text);

  it('a create that is refused records nothing, and leaves its Idempotency-Key unused', async () => {
    const before = await requestIds(house);
    const headers = { 'idempotency-key': 'k1' };
    expectProblem(await house.propose({ action: 'nobody.has.this' }, headers), 422, 'refused');
    expectProblem(await house.propose({ parms: 1 }, headers), 400, 'invalid');
    // It is read before the policy.
    expectProblem(await house.propose({ action: 'nobody.has.this', params: { a: 1 } }), 400, 'invalid');
    expectProblem(await post('{"action":"demo.solo","action":"demo.deploy"}'), 400, 'invalid');
    expect(await requestIds(house)).toEqual(before);
    expect((await house.propose({}, headers)).status).toBe(202);
  });

  it('a create answers 202 with the request object and nothing more, and a read answers the same', async () => {
    const before = Date.now();
    const proposed = await house.propose({ params: { charge: 'ch_1' }, summary: 'not in the object' });
    expect(proposed.status).toBe(202);
    expect(proposed.headers.get('idempotent-replayed')).toBeNull();
    expect(proposed.headers.get('location')).toBe(`/v1/requests/${proposed.body.request.id}`);
    const hash = createHash('sha256')
      .update('service.operation.v1\0{"action":"demo.solo","params":{"charge":"ch_1"}}')
      .digest('hex');
    expect(proposed.body).toEqual({
      server_now: expect.any(Number),
      request: {
        id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
        action: 'demo.solo',
        requester: 'op_alpha',
        operation_hash: `sha256:${hash}`,
        state: 'notified',
        live: true,
        outcome: null,
        approvers: [],
        params: { charge: 'ch_1' },
        created_at: expect.any(Number),
        decided_at: null,
        intent: null,
        execution: {
          state: 'none',
          claimed_at: null,
          lease_expires_at: null,
          reported_at: null,
          reference: null,
          error: null,
          execute_by: null,
        },
      },
    });
    const { request, server_now } = proposed.body;
    expect(server_now).toBeGreaterThanOrEqual(request.created_at);
    expect(Math.abs(request.created_at - before)).toBeLessThan(60_000);
    const read = await house.v1('reader', 'GET', `/v1/requests/${request.id}`);
    expect({ ...read.body, status: read.status }).toEqual({ status: 200, request, server_now: expect.any(Number) });
    expect((await house.propose()).body.request.params).toEqual({});
  });

  it('a create gives an intent as long as it says, from the verdict', async () => {
    for (const [fields, seconds] of [
      [{}, 7 * 24 * 3600],
      [{ execute_within: 60 }, 60],
    ] as const) {
      const { execution, decided_at } = await house.read(await house.authorizedIntent(fields));
      expect(execution.execute_by - decided_at).toBe(seconds * 1000);
    }
  });

  it('a create returns params named like parts of a JavaScript object unchanged, also after the verdict', async () => {
    const text = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}';
    const { id, params } = (await post(`{"action":"demo.solo","requester":"op_alpha","params":${text}}`)).body.request;
    await house.turn('op_bravo', id);
    for (const each of [params, (await house.read(id)).params])
      expect(Object.entries(each).sort()).toEqual(Object.entries(JSON.parse(text)).sort());
  });

  it('a create asks for the quorum that was chosen', async () => {
    expect((await house.view(await house.proposed({ action: 'demo.deploy', quorum: 3 }))).quorum).toBe(3);
  });

  /** What each refusal is called: test/console/problems.test.ts. */
  it.each<[fields: object, status: number, kind: string, error: RegExp]>([
    [{ ['x'.repeat(5000)]: 1 }, 400, 'invalid', /^.{1,299}$/],
    [{ params: { secret: `hunter2${'v'.repeat(513)}` } }, 400, 'invalid', /^(?!.*hunter2)/],
    [{ action: '__proto__' }, 422, 'refused', /no action "__proto__"/],
    [{ action: 'a'.repeat(100_000) }, 422, 'refused', /no action "a/],
    [{ requester: 'constructor' }, 422, 'refused', /"constructor" is not an enabled operator/],
    [{ requester: 'o'.repeat(129) }, 422, 'refused', /is not an enabled operator/],
    [{ action: 'demo.refund', params: { Amount: '5' } }, 422, 'invalid', /requires the param "amount"/],
    [{ callback_url: 'https://10.0.0.1/' }, 422, 'refused', /callback_url: .*not public/],
  ])('a create says what is wrong: case %#', async (fields, status, kind, error) => {
    const refused = await house.propose(fields);
    expectProblem(refused, status, kind);
    expect(refused.body.error).toMatch(error);
  });

  describe('at its limits', () => {
    const sized = (bytes: number) => {
      const frame = '{"action":"demo.solo","requester":"op_alpha","summary":""}';
      return frame.replace('"summary":""', `"summary":"${'s'.repeat(bytes - frame.length)}"`);
    };

    it('a create accepts a body of exactly 128 KiB, and answers one byte more 413', async () => {
      expect((await post(sized(128 * KIB))).status).toBe(202);
      expectProblem(await post(sized(128 * KIB + 1)), 413, 'too_large');
      expectProblem(await post(sized(2048 * KIB)), 413, 'too_large');
    });

    it('the largest request is recorded and read, and reaches its verdict and its claim; its intent cannot be larger', async () => {
      const params = Object.fromEntries([
        ['intent', DIGEST],
        ...Array.from({ length: 23 }, (_, n) => [`k${n}`.padEnd(64, '0'), 'v'.repeat(512)]),
      ]);
      const largest = {
        action: 'demo.solo',
        requester: 'op_alpha',
        params,
        intent: envelope(64 * KIB - 1),
        summary: '',
      };
      largest.summary = 's'.repeat(128 * KIB - JSON.stringify(largest).length);
      const id = await house.authorizedIntent(largest);
      expect(await house.read(id)).toMatchObject({ params, intent: largest.intent });
      expect((await house.claim(id)).status).toBe(200);
      expectProblem(await house.propose({ ...SEALED, intent: envelope(64 * KIB + 1) }), 413, 'too_large');
    });
  });

  describe('where open requests are limited', () => {
    const ACTION = 'bounded.deploy';
    const put = async (max_open?: number | null) => {
      const quorum = { default: 1, min: 1, max: 1, selectable: false };
      const policy = { title: 'Deploy, two at a time', roster: ['op_alpha', 'op_bravo'], quorum };
      return house.api('op_alpha', 'PUT', `/api/actions/${ACTION}`, { ...policy, max_open });
    };
    const propose = (headers?: Record<string, string>) => house.propose({ action: ACTION }, headers);
    const statuses = async (count: number, headers?: Record<string, string>) => {
      const found: number[] = [];
      for (let n = 0; n < count; n++) found.push((await propose(headers)).status);
      return found;
    };
    beforeEach(() => house.advance(HOUR));

    it('a create above max_open answers 429 with Retry-After until an open request of the action has a verdict or has expired', async () => {
      expect((await put(2)).body.action).toMatchObject({ max_open: 2 });
      const first = (await propose()).body.request.id;
      const second = await propose({ 'idempotency-key': 'second' });
      const refused = await propose();
      expectKeyRefusal(refused, 429);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(refused.body.error).toContain('This action already has 2 open requests, which is its limit');
      // A retried create, and another action.
      const again = await propose({ 'idempotency-key': 'second' });
      expect([again.status, again.body.request.id]).toEqual([202, second.body.request.id]);
      expect((await house.propose()).status).toBe(202);
      await house.refuse('op_bravo', first);
      expect(await statuses(2)).toEqual([202, 429]);
      await house.advance(HOUR);
      expect(await statuses(3)).toEqual([202, 202, 429]);
      expect((await put()).body.action).toMatchObject({ max_open: null });
      expect(await statuses(2)).toEqual([202, 202]);
    });

    it('a create above max_open does not count as a refused attempt', async () => {
      await put(1);
      expect(new Set((await statuses(26)).slice(1))).toEqual(new Set([429]));
      expectKeyRefusal(await house.send('GET', '/v1/events', { headers: { authorization: 'Bearer rak_wrong' } }), 401);
    });

    it('an admin sets, raises and ends the limit of an API key, which is of no other, and the next create keeps to it', async () => {
      await put();
      const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'k', scopes: ['propose'], max_open: 2 });
      expect(made.body.key).toMatchObject({ max_open: 2 });
      const bounded = { authorization: `Bearer ${made.body.token}` };
      const limit = (max_open: number | null) =>
        house.api('op_alpha', 'PATCH', `/api/keys/${made.body.key.id}`, { max_open });
      expect(await statuses(3, bounded)).toEqual([202, 202, 429]);
      const refused = await propose(bounded);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(refused.body.error).toContain('This API key already has 2 open requests');
      expect(await statuses(1)).toEqual([202]);
      expect((await limit(3)).body.key.max_open).toBe(3);
      expect(await statuses(2, bounded)).toEqual([202, 429]);
      await limit(null);
      expect(await statuses(1, bounded)).toEqual([202]);
    });

    it.each([0, -1, 1.5, 10_001])('max_open cannot be %d', async (max) => {
      expect((await put(max)).status).toBe(400);
      expect((await house.api('op_alpha', 'PATCH', '/api/keys/key_1', { max_open: max })).status).toBe(400);
    });
  });
});

describe('a read', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const get = (id: string) => house.v1('reader', 'GET', `/v1/requests/${id}`);

  it('a read has the verdict, who approved and when, and nobody before it or after a refusal', async () => {
    const id = await house.proposed({ action: 'demo.deploy', ...SEALED });
    await house.turn('op_bravo', id);
    expect(await house.read(id)).toMatchObject({ state: 'staging', live: true, approvers: [], decided_at: null });
    await house.turn('op_charlie', id);
    const { request, server_now } = (await get(id)).body;
    expect(request).toMatchObject({ state: 'succeeded', live: false, outcome: 'authorized' });
    expect(request.approvers).toEqual(['op_bravo', 'op_charlie']);
    expect(request.decided_at).toBeGreaterThanOrEqual(request.created_at);
    expect(request.decided_at).toBeLessThanOrEqual(server_now);
    const denied = await house.proposed({ action: 'demo.deploy', ...SEALED });
    await house.turn('op_bravo', denied);
    await house.refuse('op_charlie', denied);
    const execution = { state: 'none', execute_by: null };
    expect(await house.read(denied)).toMatchObject({ outcome: 'denied', approvers: [], intent: ENVELOPE, execution });
  });

  it('a read applies what is due: the end of the TTL, to the millisecond, and the end of a lease', async () => {
    const { created_at, id } = (await house.propose()).body.request;
    const { id: leased } = await house.claimed({}, 10);
    const now = (await get(id)).body.server_now;
    await house.advance(created_at + HOUR - now - 10_000);
    expect(await house.read(id)).toMatchObject({ state: 'notified', live: true, decided_at: null });
    await house.advance(15_000);
    const expired = { state: 'expired', outcome: 'expired', live: false, decided_at: created_at + HOUR };
    expect(await house.read(id)).toMatchObject(expired);
    const pending = { state: 'pending', claimed_at: null, lease_expires_at: null };
    expect((await house.read(leased)).execution).toMatchObject(pending);
  });

  it('a read compares the id exactly: nothing before it and nothing after it', async () => {
    const id = await house.proposed();
    const near = [`${id}%20`, `%20${id}`, `${id}0`, `${id}%0A`, `${id}%23`, `${id}%3Fa`, `${id}/`, `x${id}`];
    for (const path of [...near, id.slice(0, -1), id.toUpperCase(), 'req_', '%20', '%00', 'r'.repeat(4000)])
      expectProblem(await get(path), 404, 'not_found');
  });

  it('a read, a claim, a report and a taking back answer another organization as for an unknown id', async () => {
    const { id, claim_id } = await house.claimed();
    const report = { claim_id, status: 'succeeded' };
    for (const [method, name, body] of [
      ['GET', '', undefined],
      ['POST', '/claim', {}],
      ['POST', '/execution', report],
      ['POST', '/abort', {}],
    ] as const) {
      const [theirs, nothing] = await Promise.all(
        [id, NOBODY].map((each) => house.v1('other_org', method, `/v1/requests/${each}${name}`, body)),
      );
      expectProblem(theirs!, 404, 'not_found');
      expect(theirs!.body).toEqual(nothing!.body);
    }
    expect((await house.read(id)).execution.state).toBe('claimed');
  });
});
