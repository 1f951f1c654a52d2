/** What a repeated call gets: an ending that nobody has received, people's refusal, or a new request. */
import { createClient, RateLimitedError, RefusedError } from '../../src/client';
import type { Gate, GateCall } from '../../src/gate/core';
import { openedOnce } from '../support/opened';
import { abort } from './support/operator';
import { AGENT, aCall, aConfig, type OpenedCall, openedBy, openWorld, PAY } from './world';

let gate: Gate;
const world = openedOnce(openWorld);
beforeEach(() => {
  gate = world.instance();
  world.upstream.tool = PAY;
  world.upstream.answer = async () => ({ kind: 'result', result: { content: [] } });
});

const opened = (call: GateCall, by = gate) => openedBy(by, call);
const repeated = (call: GateCall, by = gate) => opened({ ...call, joinEnded: true }, by);
const ranBeforeOf = async ({ requestId }: OpenedCall) => {
  const { baseUrl, keys } = world.service;
  return (await createClient({ baseUrl, apiKey: keys.reader }).getRequest(requestId)).request.params.ran_before;
};
const approve = async ({ requestId }: OpenedCall, by = gate) => {
  await world.service.approve(requestId);
  await by.sweep();
};
const iso = (ms: number) => new Date(ms).toISOString();
const nowMs = () => world.service.clock.nowMs();

const refusing = (error: Error) => world.instance({ proposer: { createRequest: async () => Promise.reject(error) } });
const failed = (status: number) => ({ status, kind: null, message: `answered ${status}` });

/** How each ending comes about. */
const ENDINGS: Record<string, (call: GateCall) => Promise<OpenedCall>> = {
  async ran(call) {
    const state = await opened(call);
    await approve(state);
    return state;
  },
  async uncertain(call) {
    world.upstream.answer = async () => Promise.reject(new Error('broken'));
    const state = await opened(call);
    await approve(state);
    return state;
  },
  async late(call) {
    const state = await opened(call);
    await world.service.approve(state.requestId);
    await world.service.clock.advance(601_000);
    await gate.sweep();
    return state;
  },
  async changed(call) {
    const state = await opened(call);
    world.upstream.tool = { ...PAY, description: 'pays twice' };
    await approve(state);
    return state;
  },
  async expired(call) {
    const state = await opened(call);
    await world.service.expire(state.requestId);
    await gate.sweep();
    return state;
  },
  async aborted(call) {
    const state = await opened(call);
    await abort(world.service, state.requestId);
    await gate.sweep();
    return state;
  },
  async cancelled(call) {
    const state = await opened(call);
    await gate.cancel(state.taskId, AGENT);
    return state;
  },
  too_many: (call) => opened(call, refusing(new RateLimitedError(failed(429), 1))),
  policy: (call) => opened(call, refusing(new RefusedError(failed(422)))),
};

describe.each(Object.keys(ENDINGS))('a call that ended as %s', (name) => {
  it(`a call that ended as ${name} is joined by a client that can only repeat until its ending was delivered`, async () => {
    const call = aCall();
    const { taskId } = await ENDINGS[name]!(call);
    expect(await repeated(call)).toMatchObject({ taskId });
    await world.service.clock.advance(7200_000);
    expect(await repeated(call)).toMatchObject({ taskId });
    await gate.delivered(taskId);
    const again = await repeated(call);
    expect(again.taskId).not.toBe(taskId);
    expect(again.kind).toBe('waiting');
  });

  it(`a call that ended as ${name} is over for clients with tasks and pages`, async () => {
    const call = aCall();
    const { taskId } = await ENDINGS[name]!(call);
    expect((await opened(call)).taskId).not.toBe(taskId);
  });
});

describe('a call that people refused', () => {
  it.each([true, false])(
    'is joined for `max_age` in every lane, delivered or not (repeating: %s)',
    async (joinEnded) => {
      const call = aCall({ joinEnded });
      const { taskId, requestId } = await opened(call);
      await world.service.refuse(requestId);
      await gate.sweep();
      await gate.delivered(taskId);
      // `gate.test.ts` has the exact moment.
      await world.service.clock.advance(3_500_000);
      expect(await opened(call)).toMatchObject({ taskId, kind: 'not_run', why: 'denied' });
      await world.service.clock.advance(100_000);
      expect((await opened(call)).taskId).not.toBe(taskId);
    },
  );

  it.each([
    [3, undefined, true],
    [3, undefined, false],
    [3, 'not_now', true],
    [1, 'never', true],
    [1, 'never', false],
  ] as const)(
    'and repeated every minute for three hours asks people %d times, for the reason %s (repeating: %s)',
    async (times, outcomeReason, joinEnded) => {
      const call = aCall({ joinEnded });
      const requests = new Set<string>();
      for (let minute = 0; minute < 180; minute += 1) {
        const { requestId, kind, taskId } = await opened(call);
        if (kind === 'waiting') {
          await world.service.refuse(requestId, { outcomeReason });
          await gate.advance(taskId);
        }
        await gate.delivered(taskId);
        requests.add(requestId);
        await world.service.clock.advance(60_000);
      }
      expect(requests.size).toBe(times);
    },
    120_000,
  );
});

describe('the param ran_before', () => {
  it('says when the same call ran last, also after a refusal between, and is what people approve', async () => {
    const call = aCall();
    const first = await opened(call);
    expect(await ranBeforeOf(first)).toBeUndefined();
    await world.service.clock.advance(61_000);
    await approve(first);
    const ranAt = iso((await gate.state(first.taskId, AGENT))!.run!.atMs);
    await world.service.clock.advance(61_000);
    const second = await opened(call);
    expect(await ranBeforeOf(second)).toBe(ranAt);
    await world.service.expire(second.requestId);
    await gate.sweep();
    const third = await opened(call);
    expect(await ranBeforeOf(third)).toBe(ranAt);
    await approve(third);
    expect(await gate.state(third.taskId, AGENT)).toMatchObject({ kind: 'finished' });
    expect(await ranBeforeOf(await opened(call))).toBe(iso((await gate.state(third.taskId, AGENT))!.run!.atMs));
  });

  it('says that the call may have run if its outcome is unknown', async () => {
    const call = aCall();
    const { taskId } = await ENDINGS.uncertain!(call);
    const { run } = (await gate.state(taskId, AGENT))!;
    expect(await ranBeforeOf(await opened(call))).toBe(`may have run: ${iso(run!.atMs)}`);
  });

  it('is the time at which the call began, if the gate was killed in it', async () => {
    const call = aCall();
    const first = await opened(call);
    await world.service.approve(first.requestId);
    const beganAtMs = nowMs();
    await world.instance({ kill: { at: 'call', when: 'after' } }).advance(first.taskId);
    await world.service.clock.advance(120_000);
    await gate.sweep();
    const again = (await ranBeforeOf(await opened(call)))!;
    expect(Date.parse(again.slice('may have run: '.length)) - beganAtMs).toBeLessThan(5000);
  });

  it('is of the same caller and the same call only', async () => {
    const call = aCall();
    await ENDINGS.ran!(call);
    expect(await ranBeforeOf(await opened({ ...call, exactKey: 'another' }))).toBeUndefined();
    expect(await ranBeforeOf(await opened(aCall()))).toBeUndefined();
  });
});

describe('a call with an id of a framework', () => {
  it('gets the same ending again under the same id, and another id is a new request', async () => {
    const call = aCall({ joinEnded: true, callId: 'one' });
    const first = await opened(call);
    await approve(first);
    await gate.delivered(first.taskId);
    expect(await opened(call)).toMatchObject({ taskId: first.taskId, kind: 'finished' });
    expect((await opened({ ...call, callId: 'two' })).taskId).not.toBe(first.taskId);
  });

  it('joins an open call whatever its id is, and both ids get its ending', async () => {
    const call = aCall({ joinEnded: true, callId: 'one' });
    const first = await opened(call);
    expect((await opened({ ...call, callId: 'two' }, world.instance())).taskId).toBe(first.taskId);
    await approve(first);
    for (const callId of ['one', 'two']) expect((await opened({ ...call, callId })).taskId).toBe(first.taskId);
    expect((await opened({ ...call, callId: 'three' })).taskId).not.toBe(first.taskId);
  });

  it('that joins while the tool runs does not lose the ending', async () => {
    const call = aCall({ joinEnded: true, callId: 'one' });
    const first = await opened(call);
    world.upstream.answer = async () => {
      await opened({ ...call, callId: 'two' }, world.instance());
      return { kind: 'result', result: { content: [] } };
    };
    await approve(first);
    expect(await gate.state(first.taskId, AGENT)).toMatchObject({ kind: 'finished' });
  });
});

it('the gate does not let a rule use the name of its own param', () => {
  const rule = { upstream: 'bank', tool: 'pay', action: 'pay', params: { ran_before: '{to}' } };
  expect(() => aConfig({ rules: [rule] })).toThrow('rules[0].params.ran_before: is not allowed as a name here');
});
