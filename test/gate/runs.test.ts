/** What runs: once, and only what people approved. */
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  createClient,
  NotFoundError,
  RateLimitedError,
  ServerError,
  sealIntent,
} from '../../src/client';
import type { Gate, GateCall } from '../../src/gate/core';
import { openedOnce } from '../support/opened';
import { AGENT, aCall, aConfig, KEYS, MemoryLedger, openedBy, openWorld, PAY } from './world';

let gate: Gate;
const world = openedOnce(openWorld);
beforeEach(() => {
  gate = world.instance();
  world.upstream.tool = PAY;
  world.upstream.answer = async () => ({ kind: 'result', result: { content: [], paid: true } });
});

const opened = (call: GateCall, by = gate) => openedBy(by, call);
const approved = async (call: GateCall) => {
  const state = await opened(call);
  await world.service.approve(state.requestId);
  return state;
};
const read = async (id: string) => {
  const { baseUrl, keys } = world.service;
  return (await createClient({ baseUrl, apiKey: keys.reader }).getRequest(id)).request;
};

const answer = (status: number) => ({ status, kind: null, message: `answered ${status}` });

describe('what runs', () => {
  it('only one of two instances that look at the same moment makes each call', async () => {
    const states = [];
    for (let count = 0; count < 8; count++) states.push(await approved(aCall()));
    await Promise.all([gate.sweep(), world.instance().sweep(), world.instance().sweep()]);
    await gate.sweep();
    for (const { requestId, taskId } of states) {
      expect(world.upstream.runsOf(requestId)).toBe(1);
      expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'finished' });
    }
  });

  it('a call that is cancelled never runs, and its request is taken back, so that people cannot approve it any more', async () => {
    const { taskId, requestId } = await opened(aCall());
    expect(await gate.cancel(taskId, AGENT)).toMatchObject({ kind: 'not_run', why: 'cancelled' });
    await gate.sweep();
    expect((await read(requestId)).outcome).toBe('aborted');
    await expect(world.service.approve(requestId)).rejects.toThrow();
    await gate.sweep();
    expect(world.upstream.runsOf(requestId)).toBe(0);
    expect(await world.ledger.unfinished()).not.toContain(taskId);
  });

  it('a call that is cancelled after people approved it is stopped, and no worker gets it', async () => {
    const { taskId, requestId } = await approved(aCall());
    await gate.cancel(taskId, AGENT);
    await gate.sweep();
    const { outcome, execution, stopped } = await read(requestId);
    expect([outcome, execution.state, stopped]).toMatchObject(['authorized', 'none', { claimed_at: null }]);
    expect(world.upstream.runsOf(requestId)).toBe(0);
  });

  it('a call that is cancelled before the service answered its create has no request to take back', async () => {
    const abort = jest.fn();
    const createRequest = async () => Promise.reject(new ConnectionError('lost', { cause: null }));
    const cut = world.instance({ proposer: { createRequest, abort } });
    const { taskId } = await opened(aCall(), cut);
    expect(await cut.cancel(taskId, AGENT)).toMatchObject({ why: 'cancelled' });
    await cut.sweep();
    expect(abort).not.toHaveBeenCalled();
    expect(await world.ledger.unfinished()).not.toContain(taskId);
  });

  it.each<readonly [string, () => Promise<never>]>([
    ['fails', async () => Promise.reject(new ServerError(answer(500)))],
    ['never answers', () => new Promise(() => undefined)],
    ['refuses the key', async () => Promise.reject(new AuthenticationError(answer(401)))],
    ['wants to be asked later', async () => Promise.reject(new RateLimitedError(answer(429), 1))],
  ])('a cancel does not wait for a service that %s, and a later pass takes the request back', async (_, abort) => {
    const call = aCall();
    const { taskId, requestId } = await opened(call);
    const cut = world.instance({ proposer: { abort } });
    expect(await cut.cancel(taskId, AGENT)).toMatchObject({ why: 'cancelled' });
    // It waits for nobody: the same call is a new one.
    expect((await opened(call, cut)).requestId).not.toBe(requestId);
    expect(await world.ledger.unfinished()).toContain(taskId);
    expect((await read(requestId)).outcome).toBeNull();
    await gate.sweep();
    expect((await read(requestId)).outcome).toBe('aborted');
    expect(await world.ledger.unfinished()).not.toContain(taskId);
  });

  it('a request is taken back without waiting for the next pass', async () => {
    const { taskId, requestId } = await opened(aCall());
    const takenBack = new Promise<string>((resolve) => {
      const abort = async (id: string) => {
        resolve(id);
        throw new NotFoundError(answer(404));
      };
      void world.instance({ proposer: { abort } }).cancel(taskId, AGENT);
    });
    expect(await takenBack).toBe(requestId);
  });

  it.each([
    ['does not have the request', new NotFoundError(answer(404))],
    ['has nothing to stop', new ConflictError(answer(409))],
  ])('a cancelled call is over if the service %s', async (_, error) => {
    const { taskId } = await opened(aCall());
    const abort = async () => Promise.reject(error);
    const own = world.instance({ proposer: { abort } });
    await own.cancel(taskId, AGENT);
    await own.sweep();
    expect(await world.ledger.unfinished()).not.toContain(taskId);
  });

  it('a cancel at the same moment as the run either prevents the run or changes nothing', async () => {
    const states = [];
    for (let count = 0; count < 4; count++) states.push(await approved(aCall()));
    const sweeping = gate.sweep();
    const cancelled = await Promise.all(states.map(({ taskId }) => world.instance().cancel(taskId, AGENT)));
    await sweeping;
    for (const [index, { requestId }] of states.entries()) {
      const state = cancelled[index]!;
      const isCancelled = state.kind === 'not_run' && state.why === 'cancelled';
      expect(world.upstream.runsOf(requestId)).toBe(isCancelled ? 0 : 1);
    }
  });

  it('a call that is cancelled just before it would begin does not run, and the report says so', async () => {
    const { taskId, requestId } = await approved(aCall());
    const { upstream } = world;
    const { definition } = upstream;
    const abort = async () => Promise.reject(new ServerError(answer(503)));
    const cut = world.instance({ proposer: { abort } });
    // The last step before the claim, which is made as long as the request is not taken back.
    upstream.definition = async () => {
      await cut.cancel(taskId, AGENT);
      return { definition: PAY, listed: [PAY] };
    };
    await gate.advance(taskId);
    upstream.definition = definition;
    expect(upstream.runsOf(requestId)).toBe(0);
    expect((await read(requestId)).execution).toMatchObject({ state: 'failed', error: 'not_run: cancelled' });
    // After the report there is nothing to take back.
    await gate.sweep();
    expect(await world.ledger.unfinished()).not.toContain(taskId);
  });

  it('a cancel of a call that has run changes nothing', async () => {
    const { taskId } = await approved(aCall());
    await gate.sweep();
    expect(await gate.cancel(taskId, AGENT)).toMatchObject({ kind: 'finished' });
  });

  it('an upstream that does not answer in time is not called again', async () => {
    const slow = world.instance({ config: aConfig({ call_timeout: 1 }) });
    world.upstream.answer = () => new Promise(() => undefined);
    const { taskId, requestId } = await approved(aCall());
    await slow.sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'uncertain' });
    await gate.sweep();
    expect(world.upstream.runsOf(requestId)).toBe(1);
  });

  it('a request of this gate that the ledger does not know is never called, and is reported as uncertain', async () => {
    const { requestId } = await opened(aCall(), world.instance({ ledger: new MemoryLedger() }));
    await world.service.approve(requestId);
    await gate.sweep();
    expect(world.upstream.runsOf(requestId)).toBe(0);
    expect((await read(requestId)).execution).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^uncertain/),
    });
  });

  it('an envelope that is proposed again under other params never runs, whatever people approve', async () => {
    const { requestId } = await approved(aCall());
    await gate.sweep();
    const { intent, params } = await read(requestId);
    const { baseUrl, keys } = world.service;
    const harmless = {
      action: 'pay',
      requester: 'op_alpha',
      params: { note: 'harmless', intent: params.intent! },
      intent: intent!,
    };
    const again = await createClient({ baseUrl, apiKey: keys.proposer }).createRequest(harmless);
    await world.service.approve(again.request.id);
    await gate.sweep();
    expect(world.upstream.runsOf(again.request.id)).toBe(0);
    expect((await read(again.request.id)).execution.error).toMatch(/^uncertain/);
  });

  it('the gate ignores requests of other workers', async () => {
    const { baseUrl, keys } = world.service;
    const { intent, digest } = sealIntent({ keys: KEYS, action: 'pay', client: 'gate.other', method: 'tools.call' });
    const created = await createClient({ baseUrl, apiKey: keys.proposer }).createRequest({
      action: 'pay',
      requester: 'op_alpha',
      params: { intent: digest },
      intent,
    });
    await world.service.approve(created.request.id);
    await gate.sweep();
    expect((await read(created.request.id)).execution.state).toBe('pending');
  });

  it('a gate that runs makes each approved call by itself, and ends when it is stopped', async () => {
    const stop = new AbortController();
    const running = gate.run(stop.signal);
    const { taskId } = await approved(aCall());
    expect(await gate.wait(taskId, AGENT, 25_000)).toMatchObject({ kind: 'finished' });
    stop.abort();
    await running;
  });
});
