/** operation reportExecution; docs/contract.md#post-v1requestsidexecution */
import type { Claim, WorkerKey } from '../../../src/client';
import { receiptOf } from '../../../src/client/worker/signing';
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { openReceiver, type Receiver } from '../../support/receiver';
import { aWorkerKey } from '../../support/signing';
import vectors from '../../vectors/signed-turn.json';
import { expectProblem, postText } from '../support';

const NOBODY = 'req_000000000000000000000000';
const CLAIM = `clm_${'0'.repeat(24)}`;

describe('reporting an execution', () => {
  let house: House;
  let receiver: Receiver;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver?.close();
    await house?.stop();
  });

  const claim = async (id: string, lease_seconds = 60): Promise<string> =>
    (await house.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds })).body.claim_id;
  const report = (id: string, body: unknown) => house.v1('worker', 'POST', `/v1/requests/${id}/execution`, body);
  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const eventsOf = (id: string) =>
    receiver.posts
      .map(({ body }) => JSON.parse(body))
      .filter((event) => event.data.request.id === id && event.type.startsWith('request.exec'));
  const claimed = async (fields: object = {}) => {
    const id = await house.authorizedIntent({ callback_url: receiver.url, ...fields });
    return { id, claim_id: await claim(id) };
  };

  it.each(['succeeded', 'failed'])(
    'a report records %s, answers as a read does, and fires its event',
    async (status) => {
      const { id, claim_id } = await claimed();
      const before = await read(id);
      const reported = await report(id, { claim_id, status, reference: 're_1', error: 'none' });
      expect(reported.status).toBe(200);
      expect(Object.keys(reported.body).sort()).toEqual(['request', 'server_now']);
      expect(reported.body.request).toEqual({
        ...before,
        execution: {
          ...before.execution,
          state: status,
          reported_at: expect.any(Number),
          reference: 're_1',
          error: 'none',
        },
      });
      expect(await read(id)).toEqual(reported.body.request);
      await house.advance(1000);
      const events = eventsOf(id);
      expect(events.map(({ type }) => type)).toEqual([
        status === 'succeeded' ? 'request.executed' : 'request.execution_failed',
      ]);
      expect(Date.parse(events[0].created_at)).toBe(reported.body.request.execution.reported_at);
    },
  );

  it('the same report answers 200 again, however late, with the record of the first, and fires one event', async () => {
    const { id, claim_id } = await claimed();
    const body = { claim_id, status: 'succeeded', reference: 're_2' };
    const first = await report(id, body);
    const again = await Promise.all(Array.from({ length: 5 }, () => report(id, body)));
    // Long after its lease and its window have ended.
    await house.advance(8 * 24 * 3600_000);
    const late = await report(id, body);
    for (const repeated of [...again, late]) {
      expect({ status: repeated.status, request: repeated.body.request }).toEqual({
        status: 200,
        request: first.body.request,
      });
    }
    await house.advance(5 * 60_000);
    expect(eventsOf(id)).toHaveLength(1);
  });

  describe('with the worker’s signature', () => {
    const key = aWorkerKey();
    let token: string;
    beforeAll(async () => {
      const body = { name: 'signer', scopes: ['read', 'execute'], signing_key: key.publicKey };
      token = (await house.api('op_alpha', 'POST', '/api/keys', body)).body.token;
    });
    const signedReport = (id: string, body: object) =>
      house.send('POST', `/v1/requests/${id}/execution`, { body, headers: { authorization: `Bearer ${token}` } });
    const told = { status: 'succeeded', reference: 're_9' } as const;
    const run = async () => {
      const { id, claim_id } = await claimed();
      const request = await read(id);
      const receipt = await receiptOf(key, { claim_id, request } as Claim, told);
      return { id, request, body: { claim_id, ...told }, receipt };
    };

    it('a signed report is recorded as one without a signature, and a repeat with or without it is the same report', async () => {
      const { id, body, receipt } = await run();
      const first = await signedReport(id, { ...body, receipt });
      expect(first.body.request.execution).toMatchObject({ state: 'succeeded', reference: 're_9' });
      expect(JSON.stringify(first.body)).not.toContain('SSH SIGNATURE');
      for (const same of [body, { ...body, receipt }]) {
        expect((await signedReport(id, same)).body.request).toEqual(first.body.request);
      }
      expectProblem(await signedReport(id, { ...body, status: 'failed' }), 409, 'already_reported');
    });

    it('a report answers 400 invalid if its signature is of another text, and nothing is recorded', async () => {
      const [{ id, request, body, receipt }, other] = [await run(), await run()];
      const by = async (signer: WorkerKey, of: object = {}, as: object = told) =>
        receiptOf(signer, { claim_id: body.claim_id, request: { ...request, ...of } } as Claim, as as typeof told);
      const hash = `sha256:${'0'.repeat(64)}`;
      for (const bad of [
        other.receipt,
        await by(aWorkerKey()),
        await by(aWorkerKey('ec')),
        await by(key, {}, { ...told, status: 'failed' }),
        await by(key, {}, { ...told, reference: 're_8' }),
        await by(key, { id: other.id }),
        // Truly signed, and of what this request is not.
        await by(key, { operation_hash: hash }),
        await by(key, { params: { ...request.params, intent: hash } }),
        { ...receipt, operation_hash: hash },
        { ...receipt, signature: '' },
        { ...receipt, signature: receipt.signature.replace('A', 'B') },
        { ...receipt, signature: 'x'.repeat(1025) },
        'signed',
      ]) {
        expectProblem(await signedReport(id, { ...body, receipt: bad }), 400, 'invalid');
      }
      expectProblem(await report(id, { ...body, receipt }), 400, 'invalid');
      expect((await read(id)).execution.state).toBe('claimed');
      expect((await signedReport(id, { ...body, receipt })).status).toBe(200);
      expectProblem(await signedReport(id, { ...body, receipt: other.receipt }), 400, 'invalid');
    });

    it('a signature fits into a report with the longest reference that fits without it', async () => {
      const { id, claim_id } = await claimed();
      const reference = '\u0001'.repeat(512);
      const signed = await receiptOf(aWorkerKey('ec'), { claim_id, request: await read(id) } as Claim, {
        ...told,
        reference,
      });
      const bytes = Buffer.byteLength(JSON.stringify({ claim_id, ...told, reference, receipt: signed }));
      expect(bytes).toBeLessThanOrEqual(4096);
    });

    it('an API key needs a public key that can sign, in the form of OpenSSH, for signed reports', async () => {
      const made = (signing_key: string) =>
        house.api('op_alpha', 'POST', '/api/keys', { name: 'signer', scopes: ['execute'], signing_key });
      const rsa = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7';
      for (const bad of ['x', rsa, `${key.publicKey}AAAA`, vectors.turn.allowed_signers.split('" ')[1]!]) {
        expect(await made(bad)).toMatchObject({ status: 422, body: { kind: 'refused' } });
      }
      expect((await made(`  ${aWorkerKey('ec').publicKey} me@laptop\n`)).body.key.signing_key).not.toContain('laptop');
    });
  });

  it('a report that differs in anything answers 409 already_reported', async () => {
    const { id, claim_id } = await claimed();
    const body = { claim_id, status: 'succeeded', reference: 're_3' };
    const first = await report(id, body);
    for (const other of [
      { ...body, status: 'failed' },
      { ...body, reference: 're_4' },
      { ...body, error: 'x' },
      { ...body, error: '' },
      { claim_id, status: 'succeeded' },
      { ...body, claim_id: CLAIM },
    ]) {
      expectProblem(await report(id, other), 409, 'already_reported');
    }
    expect(await read(id)).toEqual(first.body.request);
    await house.advance(1000);
    expect(eventsOf(id)).toHaveLength(1);
  });

  it('a report and a different one of the same claim: exactly one is recorded', async () => {
    const { id, claim_id } = await claimed();
    const answers = await Promise.all([
      report(id, { claim_id, status: 'succeeded' }),
      report(id, { claim_id, status: 'failed' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.kind).toBe('already_reported');
    expect(await read(id)).toEqual(answers.find(({ status }) => status === 200)!.body.request);
  });

  it('a report answers 409 claim_lost after a later claim, and the later claim can report', async () => {
    const { id, claim_id } = await claimed();
    await house.advance(60_000);
    const later = await claim(id);
    expectProblem(await report(id, { claim_id, status: 'succeeded' }), 409, 'claim_lost');
    expect((await read(id)).execution.state).toBe('claimed');
    expect((await report(id, { claim_id: later, status: 'succeeded' })).status).toBe(200);
  });

  it('a report answers 409 claim_lost under a claim that was never made', async () => {
    const pending = await house.authorizedIntent();
    const { id } = await claimed();
    const open = (await house.propose({ params: { intent: DIGEST }, intent: ENVELOPE })).body.request.id;
    for (const request of [pending, id, open]) {
      for (const claim_id of [CLAIM, 'x', '__proto__', 'clm_']) {
        expectProblem(await report(request, { claim_id, status: 'succeeded' }), 409, 'claim_lost');
      }
    }
  });

  it('a report still counts after the lease has expired, if nobody has claimed since', async () => {
    const { id, claim_id } = await claimed();
    await house.advance(2 * 3600_000);
    house.forgetSessions();
    expect((await read(id)).execution.state).toBe('pending');
    const reported = await report(id, { claim_id, status: 'succeeded' });
    expect(reported.body.request.execution.state).toBe('succeeded');
  });

  it('a report still counts after execute_by', async () => {
    const { id, claim_id } = await claimed({ execute_within: 60 });
    await house.advance(3600_000);
    house.forgetSessions();
    expectProblem(await house.v1('worker', 'POST', `/v1/requests/${id}/claim`), 410, 'execution_window_closed');
    expect((await report(id, { claim_id, status: 'failed', error: 'late' })).status).toBe(200);
    await house.advance(1000);
    expect(eventsOf(id).map(({ type }) => type)).toEqual(['request.execution_failed']);
  });

  it('a report answers 409 no_intent for a request without one', async () => {
    const id = (await house.propose()).body.request.id;
    expectProblem(await report(id, { claim_id: CLAIM, status: 'succeeded' }), 409, 'no_intent');
    expect((await house.turn('op_bravo', id)).body.request.outcome).toBe('authorized');
    expectProblem(await report(id, { claim_id: CLAIM, status: 'succeeded' }), 409, 'no_intent');
  });

  it('a report answers 404 for an unknown id and for another organization', async () => {
    const { id, claim_id } = await claimed();
    const body = { claim_id, status: 'succeeded' };
    expectProblem(await report(NOBODY, body), 404, 'not_found');
    expectProblem(await house.v1('other_org', 'POST', `/v1/requests/${id}/execution`, body), 404, 'not_found');
    expect((await read(id)).execution.state).toBe('claimed');
  });

  it('a report keeps a reference and an error of 512 characters, with emoji, empty ones, and null for absent ones', async () => {
    // Both in emoji would not fit into 4 KiB.
    for (const [reference, error] of [
      ['x'.repeat(512), 'y'.repeat(512)],
      ['🚀'.repeat(512), ''],
      ['', '🚀'.repeat(512)],
      ['\u0000', '\n'],
    ]) {
      const { id, claim_id } = await claimed();
      const body = { claim_id, status: 'failed', reference, error };
      expect((await report(id, body)).status).toBe(200);
      expect((await read(id)).execution).toMatchObject({ reference, error });
      expect((await report(id, body)).status).toBe(200);
    }
    const { id, claim_id } = await claimed();
    expect((await report(id, { claim_id, status: 'failed' })).status).toBe(200);
    expect((await read(id)).execution).toMatchObject({ reference: null, error: null });
  });

  const given = `"claim_id":"${CLAIM}","status":"succeeded"`;
  it.each([
    '',
    '{}',
    '{"status":"succeeded"}',
    `{"claim_id":"${CLAIM}"}`,
    '{"claim_id":"","status":"succeeded"}',
    '{"claim_id":null,"status":"succeeded"}',
    '{"claim_id":5,"status":"succeeded"}',
    `{"claim_id":"${CLAIM}","status":"done"}`,
    `{"claim_id":"${CLAIM}","status":"Succeeded"}`,
    `{"claim_id":"${CLAIM}","status":null}`,
    `{"claim_id":"${CLAIM}","status":["succeeded"]}`,
    `{${given},"reference":"${'x'.repeat(513)}"}`,
    `{${given},"error":"${'x'.repeat(513)}"}`,
    `{${given},"reference":5}`,
    `{${given},"reference":null}`,
    `{${given},"error":{}}`,
    `{${given},"status":"failed"}`,
    `{${given},"error":"\\udfff"}`,
    `{${given}`,
    'null',
    '[]',
  ])('a report answers 400 invalid: %s', async (body) => {
    expectProblem(await postText(house, 'worker', `/v1/requests/${NOBODY}/execution`, body), 400, 'invalid');
  });

  it('a report answers 413 over 4 KiB, and 415 if it is not JSON', async () => {
    const { id, claim_id } = await claimed();
    const body = (bytes: number) => {
      const text = JSON.stringify({ claim_id, status: 'succeeded', pad: '' });
      return text.replace('"pad":""', `"pad":"${'x'.repeat(bytes - text.length)}"`);
    };
    const path = `/v1/requests/${id}/execution`;
    expectProblem(await postText(house, 'worker', path, body(4097)), 413, 'too_large');
    const plain = await postText(house, 'worker', path, body(200), { 'content-type': 'text/plain' });
    expectProblem(plain, 415, 'unsupported_media_type');
    expectProblem(await house.v1('worker', 'POST', path), 415, 'unsupported_media_type');
    expect((await read(id)).execution.state).toBe('claimed');
    expect((await postText(house, 'worker', path, body(4096))).status).toBe(200);
  });
});
