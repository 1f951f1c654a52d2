/** Outcomes and deaths: instances of the gate over one ledger, the real service, and the upstream's own log. */
import type { CallState, Gate, GateCall } from '../../src/gate/core';
import { AGENT, aCall, type Kill, openWorld, STEPS, type StepName, type World } from './world';

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
}

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
      return { kind: 'result', result: { content: [] } };
    };
    cases = kills.map((kill) => ({
      ...kill,
      call: aCall(),
      dying: world.instance({ kill }),
      taskId: '',
      requestId: '',
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
      const { taskId, requestId } = cases.find((each) => each.at === at && each.when === when)!;
      // Nobody can know whether these were called: the process died after *begun* and before it wrote the result.
      const diedBeforeTheCall = (at === 'begun' && when === 'after') || (at === 'call' && when === 'before');
      const isLost = diedBeforeTheCall || (at === 'call' && when === 'after') || (at === 'result' && when === 'before');
      const expected = mayRun && isLost ? 'uncertain' : ends;
      expect(await next.state(taskId, AGENT)).toMatchObject({ kind: expected, requestId });
      expect(world.upstream.runsOf(requestId)).toBe(mayRun && !diedBeforeTheCall ? 1 : 0);
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
  Object.assign(each, { taskId, requestId });
}

async function read(id: string) {
  const { baseUrl, keys } = world.service;
  const answer = await fetch(`${baseUrl}/v1/requests/${id}`, { headers: { authorization: `Bearer ${keys.reader}` } });
  return ((await answer.json()) as { request: { outcome: string; execution: { state: string; error: string } } })
    .request;
}
