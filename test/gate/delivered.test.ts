import type { Entry, Gate, GateCall, Ledger, Stage } from '../../src/gate/core';
import { callTool } from '../../src/gate/mcp/calls';
import { getTask } from '../../src/gate/mcp/tasks';
import { openedOnce } from '../support/opened';
import { asked, faceOf } from './support/face';
import { type Body, callTool as callOverHttp, PAGE, TASKS } from './support/wire';
import { openWorld as openHttp } from './support/world';
import { AGENT, aCall, type Kill, MemoryLedger, type OpenedCall, openedBy, openWorld, PAY, type World } from './world';

let world: World;
let gate: Gate;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => {
  gate = world.instance();
  world.upstream.tool = PAY;
  world.upstream.answer = async () => ({ kind: 'result', result: { content: [] } });
});
afterAll(() => world.stop());

const opened = (call: GateCall, by = gate) => openedBy(by, call);
const repeated = (call: GateCall, by = gate) => opened({ ...call, joinEnded: true }, by);
const approve = async ({ requestId }: OpenedCall, by = gate) => {
  await world.service.approve(requestId);
  await by.sweep();
};

const iso = (ms: number) => new Date(ms).toISOString();
const nowMs = () => world.service.clock.nowMs();

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

describe('a client whose answer was sent', () => {
  const world = openedOnce(() => openHttp({ pollIntervalMs: 50 }));

  it.each<readonly [string, Body]>([
    ['2025-11-25', null],
    ['2026-07-28', {}],
  ])(
    'makes a new request when it repeats its call with %s, and people see when it ran',
    async (version, capabilities) => {
      const args = { to: `max-${version}`, amount: '5.00' };
      const answer = callOverHttp(world.url, 'pay', args, { capabilities });
      await world.decide('approve', await world.nextRequest());
      expect((await answer).result.structuredContent).toEqual({ paid: '5.00' });
      const again = callOverHttp(world.url, 'pay', args, { capabilities });
      const id = await world.nextRequest();
      expect((await world.request(id)).params.ran_before).toMatch(/^\d{4}-\d\d-\d\dT/);
      await world.decide('approve', id);
      expect((await again).result.structuredContent).toEqual({ paid: '5.00' });
      expect(world.upstream.calls.filter((call) => call.arguments.to === args.to)).toHaveLength(2);
    },
  );
});
