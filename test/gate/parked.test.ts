/** A call that its agent gave up does not run, unless the same caller comes back to it. */
import { PassThrough } from 'node:stream';
import { createClient } from '../../src/client';
import type { Gate, GateCall } from '../../src/gate/core';
import { serveOver } from '../../src/gate/mcp/stdio';
import { type Body, callTool, PAGE, type Sent, send, TOKENS, textOf } from './support/wire';
import { type World as Http, openWorld as openHttp } from './support/world';
import { AGENT, aCall, type OpenedCall, OTHER, openedBy, openWorld, PAY, type World } from './world';

describe('a parked call', () => {
  let world: World;
  let gate: Gate;
  beforeAll(async () => {
    world = await openWorld();
  });
  beforeEach(() => {
    gate = world.instance();
    world.upstream.answer = async () => ({ kind: 'result', result: { content: [] } });
  });
  afterAll(() => world.stop());

  const opened = (call: GateCall, by = gate) => openedBy(by, call);
  const executionOf = async ({ requestId }: OpenedCall) => {
    const { baseUrl, keys } = world.service;
    return (await createClient({ baseUrl, apiKey: keys.reader }).getRequest(requestId)).request.execution;
  };
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

describe('a client that gives its call up', () => {
  let world: Http;
  beforeAll(async () => {
    world = await openHttp({ pollIntervalMs: 50 });
  });
  afterAll(() => world.stop());

  let calls = 0;
  const newPayment = () => ({ to: `zoe-${++calls}`, amount: '5.00' });
  const runsOf = ({ to }: Body) => world.upstream.calls.filter((call) => call.arguments.to === to).length;

  /** Sends a call and leaves it open. */
  function hold(args: Body, capabilities: Body = null, url = world.url) {
    const leaving = new AbortController();
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) => real(input, { ...init, signal: leaving.signal });
    const answer = callTool(url, 'pay', args, { capabilities }).catch(() => null);
    globalThis.fetch = real;
    return { answer, leave: () => leaving.abort() };
  }
  async function cancel(requestId: unknown, token = TOKENS.agent): Promise<void> {
    await fetch(world.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    });
  }
  /** Until the gate has seen it. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
  const repeat = (args: Body, options: Sent = {}) => callTool(world.url, 'pay', args, options);

  it('by notifications/cancelled of 2025-11-25 has it run only if it repeats it', async () => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    await cancel(7);
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    expect((await repeat(args)).result.structuredContent).toEqual({ paid: '5.00' });
    expect(runsOf(args)).toBe(1);
    held.leave();
    await held.answer;
  });

  it('by closing the stream of 2026-07-28 has it run only if it repeats it', async () => {
    const args = newPayment();
    const held = hold(args, {});
    const id = await world.nextRequest();
    held.leave();
    await held.answer;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    expect((await repeat(args, { capabilities: {} })).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('does not say so by a connection of 2025-11-25 that closes', async () => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    held.leave();
    await held.answer;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(1);
    const again = await repeat(args);
    expect(again.result.structuredContent).toEqual({ paid: '5.00' });
    expect(textOf(again)).toContain('This is the ending of an earlier call.');
    expect(runsOf(args)).toBe(1);
  });

  it.each<readonly [string, unknown, string]>([
    ['another caller', 7, TOKENS.other],
    ['another id', 8, TOKENS.agent],
    ['an id of another type', '7', TOKENS.agent],
  ])('is not one of %s', async (_, requestId, token) => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    await cancel(requestId, token);
    await settle();
    await world.decide('approve', id);
    expect((await held.answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('is unknown if two of its calls have the same id', async () => {
    const both = [newPayment(), newPayment()];
    const held = both.map((args) => hold(args));
    const ids = [await world.nextRequest(), await world.nextRequest()];
    await cancel(7);
    await settle();
    for (const id of ids) await world.decide('approve', id);
    for (const { answer } of held) expect((await answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('does not give up that of another client of the same caller, which waits for the same call', async () => {
    const args = newPayment();
    const leaving = hold(args, {});
    const id = await world.nextRequest();
    const staying = hold(args, {});
    await settle();
    leaving.leave();
    await leaving.answer;
    await settle();
    await world.decide('approve', id);
    expect((await staying.answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('on its page has it run if it comes back with its requestState', async () => {
    const args = newPayment();
    const { result } = await repeat(args, { capabilities: PAGE });
    const id = await world.nextRequest();
    const leaving = new AbortController();
    const retry = {
      name: 'pay',
      arguments: args,
      requestState: result.requestState,
      inputResponses: { page: { action: 'accept' } },
    };
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) => real(input, { ...init, signal: leaving.signal });
    const waiting = send(world.url, 'tools/call', retry, { capabilities: PAGE }).catch(() => null);
    globalThis.fetch = real;
    await settle();
    leaving.abort();
    await waiting;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    const back = await send(world.url, 'tools/call', retry, { capabilities: PAGE });
    expect(back.result.structuredContent).toEqual({ paid: '5.00' });
  });

  it.each<readonly [string, Body[], Body]>([
    [
      '2025-11-25',
      [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
        },
      ],
      undefined,
    ],
    [
      '2026-07-28',
      [],
      {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    ],
  ])(
    'over standard input with %s by notifications/cancelled, and not by closing the pipe',
    async (_, before, _meta) => {
      const [cancelled, closed] = [newPayment(), newPayment()];
      const [input, output] = [new PassThrough(), new PassThrough()];
      output.resume();
      const serving = serveOver(
        world.started.face,
        { id: 'token:agent', operator: world.service.operators[0]! },
        input,
        output,
      );
      const line = (message: Body) => input.write(`${JSON.stringify(message)}\n`);
      const call = (id: number, args: Body) =>
        line({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: args, _meta } });
      before.forEach(line);
      call(2, cancelled);
      const first = await world.nextRequest();
      call(3, closed);
      const second = await world.nextRequest();
      line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
      await settle();
      await serving.close();
      await settle();
      for (const id of [first, second]) await world.decide('approve', id);
      expect([runsOf(cancelled), runsOf(closed)]).toEqual([0, 1]);
    },
  );
});

describe('a client whose answer was sent', () => {
  let world: Http;
  beforeAll(async () => {
    world = await openHttp({ pollIntervalMs: 50 });
  });
  afterAll(() => world.stop());

  it.each<readonly [string, Body]>([
    ['2025-11-25', null],
    ['2026-07-28', {}],
  ])(
    'makes a new request when it repeats its call with %s, and people see when it ran',
    async (version, capabilities) => {
      const args = { to: `max-${version}`, amount: '5.00' };
      const answer = callTool(world.url, 'pay', args, { capabilities });
      await world.decide('approve', await world.nextRequest());
      expect((await answer).result.structuredContent).toEqual({ paid: '5.00' });
      const again = callTool(world.url, 'pay', args, { capabilities });
      const id = await world.nextRequest();
      expect((await world.request(id)).params.ran_before).toMatch(/^\d{4}-\d\d-\d\dT/);
      await world.decide('approve', id);
      expect((await again).result.structuredContent).toEqual({ paid: '5.00' });
      expect(world.upstream.calls.filter((call) => call.arguments.to === args.to)).toHaveLength(2);
    },
  );
});
