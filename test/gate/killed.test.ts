/**
 * Outcomes and deaths: instances of the gate over one ledger, the real service, and the upstream's own log. What became of each
 * call is read in all three lanes of MCP.
 */
import { randomBytes } from 'node:crypto';
import type { CallState, Gate, GateCall } from '../../src/gate/core';
import { callTool } from '../../src/gate/mcp/calls';
import { type Asked, type Face, TIMES } from '../../src/gate/mcp/face';
import { createSealer } from '../../src/gate/mcp/sealed';
import { getTask } from '../../src/gate/mcp/tasks';
import { PAGE, TASKS } from './support/wire';
import { AGENT, aCall, type Kill, openWorld, PAY, STEPS, type StepName, type World } from './world';

type Outcome = 'approved' | 'uncertain' | 'denied' | 'expired' | 'late';
/** How far a call gets, and how it ends if nobody dies. */
const OUTCOMES: Record<Outcome, { readonly steps: readonly StepName[]; readonly ends: CallState['kind'] }> = {
  approved: { steps: STEPS, ends: 'finished' },
  uncertain: { steps: STEPS, ends: 'uncertain' },
  denied: { steps: ['propose', 'verdict'], ends: 'not_run' },
  expired: { steps: ['propose', 'verdict'], ends: 'not_run' },
  late: { steps: ['propose', 'verdict', 'claim'], ends: 'not_run' },
};
/** What each step does, to complete a title. */
const DOES: Record<StepName, string> = {
  propose: 'it proposes',
  verdict: 'it reads the verdict',
  claim: 'it claims',
  begun: 'it writes that the call has begun',
  call: 'it calls the upstream',
  result: 'it writes the result',
  report: 'it reports',
};

interface Case extends Kill {
  readonly call: GateCall;
  readonly dying: Gate;
  taskId: string;
  requestId: string;
  /** For the client that was sent to the page of the request. */
  requestState: string;
}

/** What a model reads. */
const READS: Partial<Record<CallState['kind'], RegExp>> = {
  finished: /^The payment is made\.$/,
  not_run: /^The tool did not run\./,
  uncertain: /^The outcome is unknown: the tool may have run\./,
};
const sealer = createSealer(Buffer.alloc(32, 1), randomBytes);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

describe.each(Object.keys(OUTCOMES) as Outcome[])('a call whose outcome is %s', (outcome) => {
  const { steps, ends } = OUTCOMES[outcome];
  const kills = steps.flatMap((at) => (['before', 'after'] as const).map((when) => ({ at, when })));
  const mayRun = steps === STEPS;
  let cases: Case[];
  let next: Gate;

  /** All cases at once, because most of the time goes into the people and the clock. */
  beforeAll(async () => {
    const { service, upstream } = world;
    next = world.instance();
    upstream.answer = async () => {
      if (outcome === 'uncertain') throw new Error('the connection broke after the tool ran');
      return { kind: 'result', result: { content: [{ type: 'text', text: 'The payment is made.' }] } };
    };
    cases = kills.map((kill) => ({
      ...kill,
      call: aCall(),
      dying: world.instance({ kill }),
      taskId: '',
      requestId: '',
      requestState: '',
    }));
    for (const each of cases) await opened(each, next);
    for (const { requestId } of cases) {
      if (outcome === 'denied') await service.refuse(requestId);
      else if (mayRun || outcome === 'late') await service.approve(requestId);
    }
    if (outcome === 'expired') await service.expire(cases[0]!.requestId);
    if (outcome === 'late') await service.clock.advance(601_000);
    // Each process dies over its own call, because until then it does nothing for the others.
    for (const { dying, taskId } of cases) await dying.advance(taskId);
    await next.sweep();
    // Until every lease has ended.
    await service.clock.advance(120_000);
    await Promise.all([next.sweep(), world.instance().sweep()]);
  });

  it.each(kills.map(({ at, when }) => [when, DOES[at], at] as const))(
    `a call whose outcome is ${outcome} runs as often as it may if the gate is killed %s %s`,
    async (when, _, at) => {
      const each = cases.find((one) => one.at === at && one.when === when)!;
      const { taskId, requestId } = each;
      // Nobody can know whether these were called: the process died after *begun* and before it wrote the result.
      const diedBeforeTheCall = (at === 'begun' && when === 'after') || (at === 'call' && when === 'before');
      const isLost = diedBeforeTheCall || (at === 'call' && when === 'after') || (at === 'result' && when === 'before');
      const expected = mayRun && isLost ? 'uncertain' : ends;
      expect(await next.state(taskId, AGENT)).toMatchObject({ kind: expected, requestId });
      expect(world.upstream.runsOf(requestId)).toBe(mayRun && !diedBeforeTheCall ? 1 : 0);
      for (const told of await inEachLane(each, next)) expect(told).toMatch(READS[expected]!);
      const { execution } = await read(requestId);
      if (mayRun) expect(execution.state).toBe(expected === 'finished' ? 'succeeded' : 'failed');
      if (expected === 'uncertain') expect(execution.error).toMatch(/^uncertain: /);
    },
  );
});

it('the upstream got no call twice and none without an approval, however often the gate was killed', async () => {
  const { calls, runsOf } = world.upstream;
  expect(calls).toHaveLength(2 * (2 * STEPS.length - 2));
  expect(calls.filter(({ requestId }) => runsOf(requestId) !== 1)).toEqual([]);
  const outcomes = await Promise.all(calls.map(async ({ requestId }) => (await read(requestId)).outcome));
  expect(outcomes.filter((outcome) => outcome !== 'authorized')).toEqual([]);
});

/** The client gets no answer from a dead process, so it repeats its call, and another process answers. */
async function opened(each: Case, next: Gate): Promise<void> {
  await each.dying.open(each.call).catch(() => undefined);
  const opened = await next.open(each.call);
  if (opened.kind !== 'opened') throw new Error(`the call was not opened: ${JSON.stringify(opened)}`);
  const { taskId } = opened.state;
  await next.advance(taskId);
  const { requestId } = (await next.state(taskId, AGENT))!;
  const page = await callTool(faceOf(next), asked({ capabilities: PAGE }), 'pay', each.call.arguments);
  Object.assign(each, { taskId, requestId, requestState: page.requestState });
}

/** As a client of each lane comes back: it polls its task, opened the page, or repeats its call. */
async function inEachLane({ taskId, requestState, call }: Case, next: Gate): Promise<string[]> {
  const face = faceOf(next);
  const task = await getTask(face, asked({ capabilities: TASKS }), taskId);
  const opened = { state: sealer.open('request', AGENT, requestState), inputResponses: { page: { action: 'accept' } } };
  const page = await callTool(face, asked({ capabilities: PAGE, ...opened }), 'pay', call.arguments);
  const repeated = await callTool(face, asked({}), 'pay', call.arguments);
  const told = [task.result, page, repeated] as unknown as { readonly content: readonly { readonly text: string }[] }[];
  return told.map(({ content }) => content[0]!.text);
}

function faceOf(gate: Gate): Face {
  const upstreams = { find: async () => ({ upstream: 'bank', definition: PAY }) } as unknown as Face['upstreams'];
  return { ...TIMES, gate, upstreams, sealer, nowMs: world.service.clock.nowMs, log: () => undefined };
}

function asked(changes: Partial<Asked>): Asked {
  const signal = new AbortController().signal;
  return {
    ...{ caller: AGENT, capabilities: undefined, state: null, inputResponses: undefined, exactKey: undefined },
    ...{ meta: {}, signal, progress: async () => undefined, ...changes },
  };
}

async function read(id: string) {
  const { baseUrl, keys } = world.service;
  const answer = await fetch(`${baseUrl}/v1/requests/${id}`, { headers: { authorization: `Bearer ${keys.reader}` } });
  return ((await answer.json()) as { request: { outcome: string; execution: { state: string; error: string } } })
    .request;
}
