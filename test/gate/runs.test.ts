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
import type { GateCall } from '../../src/gate/core';
import { AGENT, aCall, aConfig, inWorld, KEYS, MemoryLedger, type OpenedCall, OTHER, PAY } from './world';

const { world, gate, opened, approved, read } = inWorld();
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

  /** An approved request of another worker of the organization. */
  const ofAnother = async (): Promise<string> => {
    const { baseUrl, keys } = world.service;
    const { intent, digest } = sealIntent({ keys: KEYS, action: 'pay', client: 'gate.other', method: 'tools.call' });
    const created = await createClient({ baseUrl, apiKey: keys.proposer }).createRequest({
      action: 'pay',
      requester: 'op_alpha',
      params: { intent: digest },
      intent,
    });
    await world.service.approve(created.request.id);
    return created.request.id;
  };

  it('the gate ignores requests of other workers', async () => {
    const id = await ofAnother();
    await gate.sweep();
    expect((await read(id)).execution.state).toBe('pending');
  });

  it('requests of others hide none of this gate: a pass reads ten pages, and the next one goes on there', async () => {
    await ofAnother();
    const { requestId } = await opened(aCall(), world.instance({ ledger: new MemoryLedger() }));
    await world.service.approve(requestId);
    const { baseUrl, keys } = world.service;
    const client = createClient({ baseUrl, apiKey: keys.worker });
    const places: (string | undefined)[] = [];
    // Ten pages in which others have everything, and then the list of the service in pages of one.
    const listExecutable = (async (options: { after?: string }) => {
      const behind = places.push(options.after);
      if (behind <= 10) return { server_now: 0, requests: [], next: `others ${behind}` };
      const after = options.after === 'others 10' ? 'oldest' : options.after!;
      return client.listExecutable({ ...options, limit: 1, after });
    }) as typeof client.listExecutable;
    const other = world.instance({ worker: { listExecutable } });
    await other.sweep();
    expect((await read(requestId)).execution.state).toBe('pending');
    expect([places.length, places[0], places[9]]).toEqual([10, 'oldest', 'others 9']);
    await other.sweep();
    expect((await read(requestId)).execution.error).toMatch(/^uncertain/);
    expect(places[10]).toBe('others 10');
    const ended = places.length;
    await other.sweep();
    expect([ended > 11, places[ended]]).toEqual([true, 'oldest']);
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

describe('a parked call', () => {
  const executionOf = async ({ requestId }: OpenedCall) => (await read(requestId)).execution;
  const parked = async (call: GateCall) => {
    const state = await opened(call);
    await gate.park(state.taskId, AGENT);
    await world.service.approve(state.requestId);
    await gate.sweep();
    return state;
  };
  const runsOf = ({ requestId }: OpenedCall) => world.upstream.runsOf(requestId);

  it('is not claimed when people approve it, and stays open work', async () => {
    const state = await parked(aCall());
    await world.instance().sweep();
    expect(await executionOf(state)).toMatchObject({ state: 'pending', claimed_at: null });
    expect(await world.ledger.unfinished()).toContain(state.taskId);
    expect([await gate.state(state.taskId, AGENT), runsOf(state)]).toMatchObject([{ kind: 'waiting' }, 0]);
  });

  it.each([true, false])(
    'runs once when its caller repeats it, before or after people approve (lane that repeats: %s)',
    async (joinEnded) => {
      const before = aCall({ joinEnded });
      const first = await opened(before);
      await gate.park(first.taskId, AGENT);
      await opened(before);
      await world.service.approve(first.requestId);
      const after = aCall({ joinEnded });
      const second = await parked(after);
      expect((await opened(after, world.instance())).taskId).toBe(second.taskId);
      await gate.sweep();
      expect([runsOf(first), runsOf(second)]).toEqual([1, 1]);
    },
  );

  it('runs at once when its caller repeats it after people approved', async () => {
    const call = aCall();
    const state = await parked(call);
    await opened(call);
    expect(await gate.wait(state.taskId, AGENT, 5000)).toMatchObject({ kind: 'finished' });
  });

  it('runs when its caller comes back with the state of its page, and for nobody else', async () => {
    const state = await parked(aCall());
    expect(await gate.rejoin(state.taskId, OTHER)).toBeNull();
    await opened(aCall({ caller: OTHER }));
    await gate.sweep();
    expect(runsOf(state)).toBe(0);
    expect(await gate.rejoin(state.taskId, AGENT)).toMatchObject({ taskId: state.taskId });
    await gate.sweep();
    expect(runsOf(state)).toBe(1);
  });

  it('cannot be parked by another caller', async () => {
    const state = await opened(aCall());
    await gate.park(state.taskId, OTHER);
    await world.service.approve(state.requestId);
    await gate.sweep();
    expect(runsOf(state)).toBe(1);
  });

  it('ends as late after `execute_by`, and not before', async () => {
    const state = await parked(aCall());
    const { execute_by: byMs } = await executionOf(state);
    const left = byMs! - world.service.clock.nowMs();
    // The clock of the service goes on by itself, and a machine can be slow.
    await world.service.clock.advance(left - 120_000);
    await gate.sweep();
    expect(await gate.state(state.taskId, AGENT)).toMatchObject({ kind: 'waiting' });
    await world.service.clock.advance(120_001);
    await gate.sweep();
    expect(await gate.state(state.taskId, AGENT)).toMatchObject({ kind: 'not_run', why: 'late' });
    expect(runsOf(state)).toBe(0);
  });

  it('is reported as failed and does not run if the clocks differ so that the claim succeeds', async () => {
    const state = await parked(aCall());
    const { baseUrl, keys } = world.service;
    const reading = createClient({ baseUrl, apiKey: keys.reader });
    const lookingAt = (ms: number) =>
      world.instance({
        proposer: {
          getRequest: async (id) => {
            const answer = await reading.getRequest(id);
            return { ...answer, server_now: answer.request.execution.execute_by! + ms };
          },
        },
      });
    await lookingAt(0).advance(state.taskId);
    expect(await executionOf(state)).toMatchObject({ state: 'pending', claimed_at: null });
    await lookingAt(1).advance(state.taskId);
    expect(await gate.state(state.taskId, AGENT)).toMatchObject({ kind: 'not_run', why: 'late' });
    expect(await executionOf(state)).toMatchObject({ state: 'failed', error: 'not_run: late' });
    expect(runsOf(state)).toBe(0);
  });

  it('that is parked just before it would begin does not run, and runs after the lease if its caller comes back', async () => {
    const call = aCall();
    const state = await opened(call);
    await world.service.approve(state.requestId);
    const { definition } = world.upstream;
    world.upstream.definition = async () => {
      await world.instance().park(state.taskId, AGENT);
      return { definition: PAY, listed: [PAY] };
    };
    await gate.advance(state.taskId);
    world.upstream.definition = definition;
    expect(runsOf(state)).toBe(0);
    await opened(call);
    await world.service.clock.advance(120_000);
    await gate.sweep();
    expect(runsOf(state)).toBe(1);
  });

  it('that its caller repeats just before it would begin runs once, at once', async () => {
    const call = aCall({ joinEnded: true, callId: 'one' });
    const state = await opened(call);
    await world.service.approve(state.requestId);
    const { definition } = world.upstream;
    world.upstream.definition = async () => {
      await world.instance().open({ ...call, callId: 'two' });
      return { definition: PAY, listed: [PAY] };
    };
    await gate.advance(state.taskId);
    world.upstream.definition = definition;
    expect([runsOf(state), await gate.state(state.taskId, AGENT)]).toMatchObject([1, { kind: 'finished' }]);
  });

  it('is one that has not begun: a call that runs, or has ended, is not parked', async () => {
    const running = await opened(aCall());
    await world.service.approve(running.requestId);
    world.upstream.answer = async () => {
      await gate.park(running.taskId, AGENT);
      return { kind: 'result', result: { content: [] } };
    };
    await gate.sweep();
    await gate.park(running.taskId, AGENT);
    expect(await gate.state(running.taskId, AGENT)).toMatchObject({ kind: 'finished' });
    expect((await world.ledger.read(running.taskId))!.isParked).toBe(false);
  });

  it('that people refuse or nobody decides ends as every other call', async () => {
    const [refused, expired] = [await opened(aCall()), await opened(aCall())];
    for (const { taskId } of [refused, expired]) await gate.park(taskId, AGENT);
    await world.service.refuse(refused.requestId);
    await world.service.expire(expired.requestId);
    await gate.sweep();
    expect(await gate.state(refused.taskId, AGENT)).toMatchObject({ why: 'denied' });
    expect(await gate.state(expired.taskId, AGENT)).toMatchObject({ why: 'expired' });
  });

  it('is no fence as `tasks/cancel` is: a call that was cancelled never runs, though its caller repeats it', async () => {
    const call = aCall();
    const state = await opened(call);
    await world.service.approve(state.requestId);
    await gate.cancel(state.taskId, AGENT);
    await opened(call);
    await gate.rejoin(state.taskId, AGENT);
    await gate.sweep();
    expect(runsOf(state)).toBe(0);
  });
});
