/** What a repeated call gets: an ending that nobody has received, people's refusal, or a new request. */
import { RateLimitedError, RefusedError } from '../../src/client';
import type { Entry, GateCall, Ledger, Stage } from '../../src/gate/core';
import { callTool } from '../../src/gate/mcp/calls';
import { getTask } from '../../src/gate/mcp/tasks';
import { asked, faceOf } from './support/face';
import { abort } from './support/operator';
import { type Body, PAGE, TASKS } from './support/wire';
import { AGENT, aCall, inWorld, type Kill, MemoryLedger, type OpenedCall, PAY } from './world';

const { world, gate, opened, repeated, approve, read } = inWorld();
const ranBeforeOf = async ({ requestId }: OpenedCall) => (await read(requestId)).params.ran_before;
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

describe('the mark of a delivered ending', () => {
  /** Another instance writes first, once. */
  function contended(other: (entry: Entry) => Entry) {
    const ledger = new MemoryLedger();
    const { write } = ledger;
    const lost: number[] = [];
    ledger.write = async (entry) => {
      if (entry.stage.kind === 'ended' && entry.stage.isDelivered && lost.length === 0) {
        lost.push(entry.version);
        await write(other(entry));
      }
      return write(entry);
    };
    return { ledger, lost };
  }

  it('is made on the newest version if another write was first, and keeps what that wrote', async () => {
    const owed = { kind: 'report', claim: { claimId: 'clm_1', leaseEndsMs: 1 } };
    const { ledger, lost } = contended((entry) => ({
      ...entry,
      stage: { ...entry.stage, isDelivered: false, owed } as Stage,
    }));
    const own = world.instance({ ledger });
    const call = aCall();
    const state = await opened(call, own);
    await approve(state, own);
    await own.delivered(state.taskId);
    expect(lost).toHaveLength(1);
    expect((await ledger.read(state.taskId))!.stage).toMatchObject({ isDelivered: true, owed });
  });

  it('is no open work while it is missing, and neither it nor a repeated call changes what a client reads', async () => {
    const call = aCall();
    const state = await opened(call);
    await approve(state);
    expect(await world.ledger.unfinished()).not.toContain(state.taskId);
    const before = await gate.state(state.taskId, AGENT);
    await gate.delivered(state.taskId);
    expect(await gate.state(state.taskId, AGENT)).toEqual(before);
  });

  it('is waited for by a client that repeats its call at once', async () => {
    const call = aCall();
    const state = await opened(call);
    await approve(state);
    const { taskId } = state;
    void gate.delivered(taskId);
    expect((await repeated(call)).taskId).not.toBe(taskId);
  });

  it('is waited for if it was written again after the first write failed', async () => {
    const ledger = new MemoryLedger();
    const own = world.instance({ ledger });
    const call = aCall();
    const state = await opened(call, own);
    const { taskId } = state;
    await approve(state, own);
    const { write } = ledger;
    ledger.write = async (entry) => {
      ledger.write = (next) => new Promise((resolve) => setTimeout(() => resolve(write(next)), 50));
      throw new Error(`no connection for ${entry.id}`);
    };
    const [first, second] = [own.delivered(taskId), own.delivered(taskId)];
    await first;
    expect((await repeated(call, own)).taskId).not.toBe(taskId);
    await second;
  });

  it('that is written while a repeated call reads the ending makes this a new call', async () => {
    const ledger = new MemoryLedger();
    const own = world.instance({ ledger });
    const call = aCall();
    const state = await opened(call, own);
    await approve(state, own);
    const { latest } = ledger;
    ledger.latest = async (key) => {
      ledger.latest = latest;
      const read = await latest(key);
      await own.delivered(state.taskId);
      return read;
    };
    expect((await repeated(call, own)).taskId).not.toBe(state.taskId);
  });

  it('that could not be written costs nothing but the same ending once more', async () => {
    const call = aCall();
    const broken: Ledger = new MemoryLedger();
    const own = world.instance({ ledger: broken });
    const state = await opened(call, own);
    await approve(state, own);
    const { write } = broken;
    broken.write = async () => Promise.reject(new Error('no connection'));
    await own.delivered(state.taskId);
    broken.write = write;
    expect((await repeated(call, own)).taskId).toBe(state.taskId);
  });
});

describe('an answer to a client', () => {
  const answered = async () => true;
  const text = (answer: Body) => answer.content.map((part: Body) => part.text).join('\n');

  it('delivers an ending, unless its client had gone away or is asked to repeat', async () => {
    const call = aCall();
    const face = { ...faceOf(gate, nowMs), holdMs: 0 };
    const hold = (changes = {}) => callTool(face, asked(changes), 'pay', call.arguments) as Promise<Body>;
    const first = await repeated(call);
    expect(text(await hold({ answered }))).toContain('Repeat this call');
    await approve(first);
    const ran = (await gate.state(first.taskId, AGENT))!.run!;
    const told = `It was approved at ${iso(ran.approvedAtMs)} and ran at ${iso(ran.atMs)}.`;
    // Its client had gone away, and then it gave up.
    for (const changes of [
      {},
      { answered, signal: AbortSignal.abort() },
      { answered, givenUp: AbortSignal.abort() },
      { answered },
    ])
      expect(text(await hold(changes))).toContain(told);
    const next = await hold({ answered });
    expect(text(next)).toContain('waits for keys');
    expect(text(next)).not.toContain('It was approved');
  });

  it('that comes while the client waits says nothing of an earlier call', async () => {
    const call = aCall();
    const first = await repeated(call);
    const face = faceOf(gate, nowMs);
    const answer = callTool(face, asked({ answered }), 'pay', call.arguments);
    await approve(first);
    expect(text((await answer) as Body)).not.toContain('earlier call');
  });

  it('to `tasks/get`, and to a client that comes back from a page, delivers it too', async () => {
    const face = { ...faceOf(gate, nowMs), holdMs: 0 };
    const [polled, paged] = [aCall(), aCall()];
    const task = await opened(polled);
    const page = (await callTool(face, asked({ capabilities: PAGE }), 'pay', paged.arguments)) as Body;
    await approve(task);
    await approve(await opened(paged));
    const state = await face.sealer.open('request', AGENT, page.requestState);
    await callTool(face, asked({ capabilities: PAGE, state, answered }), 'pay', paged.arguments);
    await getTask(face, asked({ capabilities: TASKS, answered }), task.taskId);
    for (const call of [polled, paged]) expect((await repeated(call)).kind).toBe('waiting');
  });
});

describe('twenty kills of two gates over one ledger', () => {
  const KILLS: readonly Kill[] = [
    // Between the run and its ending.
    { at: 'call', when: 'after' },
    { at: 'result', when: 'before' },
    // Between the ending and its answer.
    { at: 'result', when: 'after' },
    { at: 'report', when: 'after' },
  ];
  const ALL = [...KILLS, null].flatMap((kill) => [1, 2, 3, 4].map((round) => ({ kill, round })));

  it('leave no call that ran twice or without an approval, and every ending is delivered or asked again', async () => {
    const before = world.upstream.calls.length;
    const all = await Promise.all(ALL.map(async ({ kill }) => ({ kill, call: aCall({ joinEnded: true }) })));
    for (const { kill, call } of all) {
      const dying = world.instance(kill === null ? {} : { kill });
      const state = await opened(call);
      await world.service.approve(state.requestId);
      await dying.advance(state.taskId);
    }
    await world.service.clock.advance(120_000);
    await Promise.all([gate.sweep(), world.instance().sweep()]);
    for (const { kill, call } of all) {
      const answer = await opened(call, world.instance());
      expect(['finished', 'uncertain']).toContain(answer.kind);
      // The last ones are killed between the answer and its mark, and the client gets the ending once more.
      if (kill === null) expect(await opened(call)).toMatchObject({ taskId: answer.taskId, kind: 'finished' });
      await gate.delivered(answer.taskId);
      expect((await opened(call, world.instance())).kind).toBe('waiting');
      expect(world.upstream.runsOf(answer.requestId)).toBe(1);
    }
    expect(world.upstream.calls.length - before).toBe(ALL.length);
  }, 120_000);
});
