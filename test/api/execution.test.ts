/** operations claimRequest, reportExecution, listExecutableRequests and abortOwnRequest; docs/decisions/stop.md */

import type { Claim } from '../../src/client';
import { signedReceipt } from '../../src/client/worker/signing';
import { person } from '../../src/protocol/actor';
import { writeCursor } from '../../src/protocol/cursor';
import { ENVELOPE, openHouse, SEALED } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { aWorkerKey } from '../support/signing';
import { storeCopies } from '../support/stored';
import { bearer, expectProblem, NOBODY, postText, sendRaw } from './support';

const HOUR = 3_600_000;

const house = openedOnce(() => openHouse({ memory: true }));
const receiver = openedOnce(openReceiver);

const post = (id: string, name: string, body: string, headers = {}) =>
  postText(house, name === 'abort' ? 'proposer' : 'worker', `/v1/requests/${id}/${name}`, body, headers);
const list = async (rest = ''): Promise<string[]> =>
  (await house.v1('worker', 'GET', `/v1/requests?executable=true${rest}`)).body.requests.map(
    ({ id }: { id: string }) => id,
  );
/** The types of the events of a request, from the feed. */
const events = async (id: string): Promise<string[]> => {
  await house.advance(0);
  const found: string[] = [];
  for (let after = ''; ; ) {
    const { events, next } = (await house.v1('reader', 'GET', `/v1/events?limit=100${after}`)).body;
    for (const { type, data } of events) if (data.request.id === id) found.push(type);
    if (after === `&after=${next}`) return found;
    after = `&after=${next}`;
  }
};

it.each([
  ['claim', '{"lease_seconds":0}', 'claimed'],
  ['execution', '{"status":"succeeded"}', 'succeeded'],
  ['abort', '{"reason":1}', 'none'],
])(
  'a body of %s is refused as a whole: its type, its size to the byte, its fields; then it is accepted',
  async (name, invalid, state) => {
    const { id, claim_id } =
      name === 'execution' ? await house.claimed() : { id: await house.authorizedIntent(), claim_id: '' };
    const before = await house.read(id);
    const fields = name === 'execution' ? { claim_id, status: 'succeeded' } : {};
    const sized = (bytes: number) =>
      JSON.stringify({ ...fields, pad: 'x'.repeat(bytes - JSON.stringify({ ...fields, pad: '' }).length) });
    const refused = [
      await post(id, name, sized(5000), { 'content-type': 'text/plain' }),
      await post(id, name, sized(4097)),
      await post(id, name, invalid),
    ];
    expect(refused.map(({ status, body }) => `${status} ${body.kind}`)).toEqual([
      '415 unsupported_media_type',
      '413 too_large',
      '400 invalid',
    ]);
    expect(await house.read(id)).toEqual(before);
    expect((await post(id, name, sized(4096))).body.request.execution.state).toBe(state);
  },
);

describe('claiming an intent', () => {
  it('a claim answers 200 with the claim, its lease and the request as of the claim', async () => {
    const id = await house.authorizedIntent();
    const before = await house.read(id);
    const claimed = await house.claim(id, { lease_seconds: 30 });
    expect(claimed.status).toBe(200);
    const { claimed_at, lease_expires_at } = claimed.body.request.execution;
    expect(claimed.body).toEqual({
      server_now: expect.any(Number),
      claim_id: expect.stringMatching(/^clm_[0-9a-f]{24}$/),
      lease_expires_at: claimed_at + 30_000,
      previous_claim_at: null,
      request: { ...before, execution: { ...before.execution, state: 'claimed', claimed_at, lease_expires_at } },
    });
    expect(claimed.body.server_now).toBeGreaterThanOrEqual(claimed_at);
    expect(await house.read(id)).toEqual(claimed.body.request);
  });

  it('a claim lasts ten minutes by default: no body, an empty one of any type, an object without a lease', async () => {
    for (const [type, body] of [
      [undefined, undefined],
      ['text/plain', ''],
      ['application/json', '{"worker":"w-1"}'],
    ]) {
      const path = `/v1/requests/${await house.authorizedIntent()}/claim`;
      const headers = { ...bearer(house, 'worker'), ...(type === undefined ? {} : { 'content-type': type }) };
      const { execution } = (await sendRaw(house.url, { method: 'POST', path, headers, body })).body.request;
      expect(execution.lease_expires_at - execution.claimed_at).toBe(600_000);
    }
  });

  it('a claim is refused while a lease runs, without the other claim’s id, and succeeds from the instant it ends', async () => {
    const { id, claim_id } = await house.claimed();
    const lost = await house.claim(id);
    expectProblem(lost, 409, 'already_claimed');
    expect(JSON.stringify(lost.body)).not.toContain(claim_id);
    await house.advance(60_000);
    const second = await house.claim(id);
    expect(second.status).toBe(200);
    expectProblem(await house.report(id, { claim_id, status: 'succeeded' }), 409, 'claim_lost');
    await house.report(id, { claim_id: second.body.claim_id, status: 'failed' });
    await house.advance(8 * 24 * HOUR);
    expectProblem(await house.claim(id), 409, 'already_reported');
  });

  it('a claim answers 410 once execute_by has passed, and 409 while a lease runs beyond it', async () => {
    const [fresh, { id: leased }] = [
      await house.authorizedIntent({ execute_within: 60 }),
      await house.claimed({ execute_within: 60 }, 3600),
    ];
    await house.advance(60_000);
    expectProblem(await house.claim(fresh), 410, 'execution_window_closed');
    expectProblem(await house.claim(leased), 409, 'already_claimed');
  });
});

describe('listing executable requests', () => {
  beforeEach(async () => {
    // Everything so far has left the list.
    await house.advance(31 * 24 * HOUR);
  });

  it('the executable list has complete requests, the oldest first, by creation, and those whose lease has ended in their old place', async () => {
    expect((await house.v1('worker', 'GET', '/v1/requests?executable=true')).body).toEqual({
      server_now: expect.any(Number),
      requests: [],
    });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push(await house.proposed(SEALED));
      await house.advance(5);
    }
    await house.proposed();
    for (const id of [...ids].reverse()) await house.turn('op_bravo', id);
    expect(await list()).toEqual(ids);
    expect(await list('&limit=2')).toEqual(ids.slice(0, 2));
    const { body } = await house.claim(ids[0]!, { lease_seconds: 60 });
    const closing = await house.authorizedIntent({ execute_within: 61 });
    expect(await list()).toEqual([ids[1], ids[2], closing]);
    await house.report(ids[1]!, { claim_id: (await house.claim(ids[1]!)).body.claim_id, status: 'failed' });
    await house.advance(body.lease_expires_at - body.server_now);
    expect(await list()).toEqual([ids[0], ids[2], closing]);
    await house.advance(5000);
    expect(await list()).toEqual([ids[0], ids[2]]);
    const [first] = (await house.v1('worker', 'GET', '/v1/requests?executable=true')).body.requests;
    expect(first).toEqual(await house.read(ids[0]!));
    expect(first).toMatchObject({ intent: ENVELOPE, execution: { state: 'pending' } });
    expect((await house.v1('other_org', 'GET', '/v1/requests?executable=true')).body.requests).toEqual([]);
  });

  it('the executable list has 25 by default, and at most `limit`, filled with later ones if the first are gone', async () => {
    const ids = await storeCopies(house, await house.authorizedIntent(), 26);
    expect(await list()).toHaveLength(25);
    expect(await list('&limit=26')).toHaveLength(26);
    expect(new Set(await list('&limit=100'))).toEqual(new Set(ids));
    for (const id of (await list()).slice(0, 20)) await house.claim(id, { lease_seconds: 3600 });
    expect(await list('&limit=5')).toHaveLength(5);
    expect(await list()).toHaveLength(7);
  });

  it('pages of the executable list have a `next`, which is null at the end; without `after` there is none', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await house.authorizedIntent());
    const read = async (after: string, limit = 2) => {
      const { body } = await house.v1('worker', 'GET', `/v1/requests?executable=true&limit=${limit}&after=${after}`);
      return [body.requests.map(({ id }: { id: string }) => id), body.next];
    };
    const [first, next] = await read('oldest');
    expect(first).toEqual(ids.slice(0, 2));
    expect(await read(next)).toEqual([ids.slice(2), null]);
    expect(await read('oldest', 4)).toEqual([ids, null]);
    expect(await read('oldest', 3)).toEqual([ids.slice(0, 3), expect.any(String)]);
    // Behind the place, a lease ends. The next pass finds it.
    await house.claim(ids[1]!, { lease_seconds: 60 });
    await house.claim(ids[2]!, { lease_seconds: 60 });
    await house.advance(60_000);
    expect(await read(next)).toEqual([ids.slice(2), null]);
    expect(await read('oldest', 4)).toEqual([ids, null]);
    const { body } = await house.v1('worker', 'GET', '/v1/requests?executable=true&limit=2');
    expect(body).toEqual({ server_now: expect.any(Number), requests: [expect.anything(), expect.anything()] });
    // A place has nothing of its organization.
    const other = await house.v1('other_org', 'GET', `/v1/requests?executable=true&after=${next}`);
    expect(other.body).toMatchObject({ requests: [], next: null });
  });

  it('a place of another list, and one that no page gave, answer 400', async () => {
    const id = await house.authorizedIntent();
    const made = [
      [1, 'x', 0],
      [1, id],
      [1, id, 2],
      [1, id, '0'],
      [-1, id, 0],
      [0.5, id, 1],
      [1, `${id}#INTENT`, 0],
      [],
    ];
    for (const after of ['Oldest', 'latest', '', ...made.map((place) => writeCursor(place))]) {
      expectProblem(await house.v1('worker', 'GET', `/v1/requests?executable=true&after=${after}`), 400, 'invalid');
    }
    expect(await list(`&after=${writeCursor([0, id, 0])}`)).toContain(id);
  });

  it.each(['', '?executable=false', '?executable=true&executable=true', '?executable=true&limit=5&limit=6'])(
    'the list of requests answers 400 invalid to "%s"',
    async (query) => {
      expectProblem(await house.v1('worker', 'GET', `/v1/requests${query}`), 400, 'invalid');
    },
  );
});

describe('reporting an execution', () => {
  it.each(['succeeded', 'failed'])(
    'a report of %s is recorded once, answers as a read does, however late it is repeated, and fires one event',
    async (status) => {
      const { id, claim_id } = await house.claimed();
      const before = await house.read(id);
      const report = { claim_id, status, reference: 're_1', error: '🚀'.repeat(512) };
      const reported = await house.report(id, report);
      expect(reported.status).toBe(200);
      const { request } = reported.body;
      expect(reported.body).toEqual({ server_now: expect.any(Number), request: await house.read(id) });
      const { reference, error } = report;
      expect(request).toEqual({
        ...before,
        execution: { ...before.execution, state: status, reported_at: expect.any(Number), reference, error },
      });
      await house.advance(8 * 24 * HOUR);
      const repeats = await Promise.all(Array.from({ length: 3 }, () => house.report(id, report)));
      for (const repeat of repeats) expect([repeat.status, repeat.body.request]).toEqual([200, request]);
      const executed = status === 'succeeded' ? 'request.executed' : 'request.execution_failed';
      expect(await events(id)).toEqual(['request.authorized', executed]);
    },
  );

  it('a report and a different one of the same claim: exactly one is recorded', async () => {
    const { id, claim_id } = await house.claimed();
    const answers = await Promise.all(['succeeded', 'failed'].map((status) => house.report(id, { claim_id, status })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.kind).toBe('already_reported');
    expect(await house.read(id)).toEqual(answers.find(({ status }) => status === 200)!.body.request);
  });

  it('a report without reference and error has null for them, and counts after the lease and execute_by if nobody has claimed since', async () => {
    const { id, claim_id } = await house.claimed({ execute_within: 60 });
    await house.advance(HOUR);
    const { execution } = (await house.report(id, { claim_id, status: 'failed' })).body.request;
    expect(execution).toMatchObject({ state: 'failed', reference: null, error: null });
    expect(await events(id)).toEqual(['request.authorized', 'request.execution_failed']);
  });

  describe('with the worker’s signature', () => {
    const key = aWorkerKey();
    const told = { status: 'succeeded', reference: 're_9' } as const;
    let token: string;
    beforeAll(async () => {
      const body = { name: 'signer', scopes: ['read', 'execute'], signing_key: key.publicKey };
      token = (await house.api('op_alpha', 'POST', '/api/keys', body)).body.token;
    });
    const signedReport = (id: string, body: object) => house.report(id, body, { authorization: `Bearer ${token}` });
    const run = async () => {
      const { id, claim_id } = await house.claimed();
      const request = await house.read(id);
      const sign = (by = key, of: object = {}, as: object = told) =>
        signedReceipt(by, { claim_id, request: { ...request, ...of } } as Claim, as as typeof told);
      return { id, body: { claim_id, ...told }, sign, receipt: await sign() };
    };

    it('a signed report is recorded as one without a signature, and a repeat with or without it is the same report', async () => {
      const { id, body, receipt } = await run();
      const first = await signedReport(id, { ...body, receipt });
      expect(first.body.request.execution).toMatchObject({ state: 'succeeded', reference: 're_9' });
      expect(JSON.stringify(first.body)).not.toContain('SSH SIGNATURE');
      for (const same of [body, { ...body, receipt }])
        expect((await signedReport(id, same)).body.request).toEqual(first.body.request);
      expectProblem(await signedReport(id, { ...body, status: 'failed' }), 409, 'already_reported');
    });

    it('a report answers 400 invalid if its signature is of another text, and nothing is recorded', async () => {
      const [{ id, body, sign, receipt }, other] = [await run(), await run()];
      for (const bad of [
        other.receipt,
        await sign(aWorkerKey()),
        await sign(key, {}, { ...told, status: 'failed' }),
        // Truly signed, and of what this request is not.
        await sign(key, { operation_hash: `sha256:${'0'.repeat(64)}` }),
        { ...receipt, signature: '' },
      ])
        expectProblem(await signedReport(id, { ...body, receipt: bad }), 400, 'invalid');
      expectProblem(await house.report(id, { ...body, receipt }), 400, 'invalid');
      expect((await house.read(id)).execution.state).toBe('claimed');
      expect((await signedReport(id, { ...body, receipt })).status).toBe(200);
      expectProblem(await signedReport(id, { ...body, receipt: other.receipt }), 400, 'invalid');
    });

    it('a signature fits into a report with the longest reference that fits without it', async () => {
      const { id, claim_id } = await house.claimed();
      const reference = '\u0001'.repeat(512);
      const request = await house.read(id);
      const receipt = await signedReceipt(aWorkerKey('ec'), { claim_id, request } as Claim, { ...told, reference });
      const bytes = Buffer.byteLength(JSON.stringify({ claim_id, ...told, reference, receipt }));
      expect(bytes).toBeLessThanOrEqual(4096);
    });
  });
});

describe('taking back a request', () => {
  const entryOf = async (id: string, kind: string) => {
    await house.advance(0);
    return (await house.history(id)).filter((entry) => entry.kind === kind);
  };
  const keyId = async (id: string) => (await entryOf(id, 'request.proposed'))[0]!.actor;

  it('a request without a verdict is aborted: nobody decided, the key is the actor, its words are only in the entry, and the event is sent', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    const aborted = await house.takeBack(id, { reason: 'misuse_reported' });
    expect(aborted.status).toBe(200);
    expect(aborted.body).toEqual({ server_now: expect.any(Number), request: await house.read(id) });
    expect(aborted.body.request).toMatchObject({ state: 'aborted', outcome: 'aborted', approvers: [], live: false });
    expect(JSON.stringify(aborted.body)).not.toMatch(/stopped|misuse/);
    expect((await house.view(id)).decided).toMatchObject({ by: [], reason: 'aborted_by_program' });
    const data = { reason: 'aborted_by_program', note: 'misuse_reported' };
    expect(await entryOf(id, 'request.aborted')).toMatchObject([{ actor: await keyId(id), data }]);
    expect(await events(id)).toEqual(['request.aborted']);
    const refused = await house.refuse('op_bravo', id);
    expect(refused.body.error).toMatch(/^The request was already aborted by the program that requested it, at /);
    // Repeating it changes nothing, whatever it says.
    expect((await house.takeBack(id, { reason: 'second' })).body.request).toEqual(aborted.body.request);
    expect(await entryOf(id, 'request.aborted')).toHaveLength(1);
  });

  it('an authorized request is stopped: it stays what it was, nobody gets it any more, and no event is sent', async () => {
    const id = await house.authorizedIntent();
    const before = await house.read(id);
    const stopped = await house.takeBack(id);
    expect(stopped.status).toBe(200);
    expect(stopped.body.request).toEqual({
      ...before,
      execution: { ...before.execution, state: 'none', execute_by: null },
      stopped: { at: expect.any(Number), by: await keyId(id), claimed_at: null },
    });
    const refused = await house.claim(id);
    expectProblem(refused, 409, 'not_authorized');
    const at = new Date(stopped.body.request.stopped.at).toISOString();
    expect(refused.body.error).toBe(`The authorization of this request no longer stands. It was stopped at ${at}.`);
    expect(await list('&limit=100')).not.toContain(id);
    expect(await events(id)).toEqual(['request.authorized']);
    expect((await house.takeBack(id)).body.request).toEqual(stopped.body.request);
    expect(await entryOf(id, 'intent.window_closed')).toEqual([]);
  });

  it('a worker that had it can still report, during its lease and after it, and the report is shown', async () => {
    for (const waitMs of [0, 61_000]) {
      const { id, claim_id } = await house.claimed();
      const { request } = (await house.takeBack(id)).body;
      expect(request.stopped.claimed_at).toBe(request.execution.claimed_at);
      await house.advance(waitMs);
      expect((await house.read(id)).execution.state).toBe(waitMs === 0 ? 'claimed' : 'none');
      expectProblem(await house.claim(id), 409, 'not_authorized');
      const reported = await house.report(id, { claim_id, status: 'succeeded' });
      expect(reported.body.request).toMatchObject({ execution: { state: 'succeeded' }, stopped: request.stopped });
      expectProblem(await house.claim(id), 409, 'already_reported');
      // What it wanted has happened, whatever came after.
      expect((await house.takeBack(id)).status).toBe(200);
    }
  });

  it('a rotated key is the same key; any other key gets 404, as for a request that does not exist', async () => {
    const { token, key } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'shop', scopes: ['propose'] }))
      .body;
    const as = (bearerToken: string) => ({ authorization: `Bearer ${bearerToken}` });
    const id = await house.proposed({}, as(token));
    const other = await house.takeBack(id);
    expectProblem(other, 404, 'not_found');
    expect(other.body).toEqual((await house.takeBack(NOBODY)).body);
    const rotated = await house.api('op_alpha', 'POST', `/api/keys/${key.id}/rotate`, { overlap_seconds: 0 });
    expect((await house.takeBack(id, {}, as(rotated.body.token))).body.request.state).toBe('aborted');
  });

  it('a reason may be left out or blank, and has up to 512 characters', async () => {
    for (const [body, note] of [
      [undefined, {}],
      [{ reason: '  ', run: 'r-1' }, {}],
      [{ reason: '😀'.repeat(512) }, { note: '😀'.repeat(512) }],
    ]) {
      const id = await house.proposed();
      await house.takeBack(id, body);
      expect((await entryOf(id, 'request.aborted'))[0]!.data).toEqual({ reason: 'aborted_by_program', ...note });
    }
  });

  it('people stop it too: its requester, those who were asked, and admins; without a code', async () => {
    const option = async (operator: string, id: string) =>
      (await house.api(operator, 'GET', `/api/requests/${id}`)).body.view.you.options.find(
        ({ action }: { action: string }) => action === 'stop',
      );
    for (const operator of ['op_alpha', 'op_bravo', 'op_delta']) {
      const id = await house.authorizedIntent({ requester: operator });
      expect(await option(operator, id)).toEqual({ action: 'stop', allowed: true, why: null });
      const { stopped } = (await house.stopRequest(operator, id, { note: 'the wrong customer' })).body.request;
      expect(stopped).toMatchObject({ by: operator, claimed_at: null });
      expect((await option(operator, id)).why).toMatch(/^It was already stopped at /);
      expect((await house.stopRequest('op_alpha', id)).body.request.stopped).toEqual(stopped);
      expect(await entryOf(id, 'intent.stopped')).toMatchObject([
        { ...person(operator), data: { note: 'the wrong customer' } },
      ]);
      expectProblem(await house.claim(id), 409, 'not_authorized');
    }
    expect((await house.stopRequest('op_alpha', NOBODY)).status).toBe(404);
  });
});

/** The reason of a refusal that programs are told, and the note that they are not (docs/beyond-the-contract.md#fields). */
describe('a refusal', () => {
  it.each(['never', undefined])('tells the program %s, and no word of the note', async (outcome_reason) => {
    const id = await house.proposed({ callback_url: receiver.url });
    const before = receiver.posts.length;
    await house.refuse('op_bravo', id, { note: 'Xyzzy is a scam of op_delta', outcome_reason });
    await receiver.got(before + 1);
    const { json, body } = receiver.posts.at(-1)!;
    const read = await house.read(id);
    for (const request of [read, json.data.request]) {
      expect(request).toMatchObject({ state: 'denied', outcome: 'denied' });
      expect(request.outcome_reason).toBe(outcome_reason);
      expect('outcome_reason' in request).toBe(outcome_reason !== undefined);
    }
    expect(JSON.stringify([read, body])).not.toMatch(/Xyzzy|scam/);
    const denied = (await house.history(id)).find(({ kind }) => kind === 'request.denied');
    expect(denied!.data).toEqual({ note: 'Xyzzy is a scam of op_delta', ...(outcome_reason && { outcome_reason }) });
  });

  it('only a refusal takes a reason, and only one of the list', async () => {
    const id = await house.proposed();
    for (const answered of [
      await house.refuse('op_bravo', id, { outcome_reason: 'Never' }),
      await house.refuse('op_bravo', id, { outcome_reason: null }),
      await house.abort('op_bravo', id, { outcome_reason: 'never' }),
      await house.stopRequest('op_bravo', id, { outcome_reason: 'never' }),
    ])
      expectProblem(answered, 400, 'invalid');
    expect((await house.read(id)).state).toBe('notified');
  });
});
