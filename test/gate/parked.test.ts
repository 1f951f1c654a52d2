import { createClient } from '../../src/client';
import type { Gate, GateCall } from '../../src/gate/core';
import { openedOnce } from '../support/opened';
import { AGENT, aCall, type OpenedCall, OTHER, openedBy, openWorld, PAY } from './world';

describe('a parked call', () => {
  let gate: Gate;
  const world = openedOnce(openWorld);
  beforeEach(() => {
    gate = world.instance();
    world.upstream.answer = async () => ({ kind: 'result', result: { content: [] } });
  });

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
