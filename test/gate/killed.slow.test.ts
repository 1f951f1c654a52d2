/**
 * Every outcome of a call, with the gate killed at every step: instances of the gate over one ledger, the real service, and the
 * upstream's own log. The result of each call is read in all three lanes of MCP.
 */
import type { CallState, Gate, GateCall } from '../../src/gate/core';
import { callTool } from '../../src/gate/mcp/calls';
import { getTask } from '../../src/gate/mcp/tasks';
import { openedOnce } from '../support/opened';
import { asked, faceOf } from './support/face';
import { abort } from './support/operator';
import { type Body, PAGE, TASKS } from './support/wire';
import { AGENT, aCall, type Kill, openWorld, STEPS, type StepName } from './world';

interface Expected {
  /** The last step that a call reaches. */
  readonly steps: readonly StepName[];
  /** The result if no process is killed. */
  readonly ends: CallState['kind'];
  readonly told: Told;
}

/** What a client of each lane gets. */
interface Told {
  readonly isError: boolean;
  readonly text: string;
  readonly disposition: string;
}

const notRun = (why: string): Told => ({
  isError: true,
  text: `The tool did not run. ${why}`,
  disposition: 'denied-not-executed',
});
const UNCERTAIN: Told = {
  isError: true,
  text: 'The outcome is unknown: the tool may have run. It will not be run again. Check what it changed before you go on.',
  disposition: 'outcome-unknown',
};
const PAID: Told = { isError: false, text: 'The payment is made.', disposition: 'approved-executed' };
const CLOSED: Told = { isError: true, text: 'The account is closed.', disposition: 'execution-error' };
const UNDECIDED: readonly StepName[] = ['propose', 'verdict'];

const OUTCOMES = {
  succeeded: { steps: STEPS, ends: 'finished', told: PAID },
  failed: { steps: STEPS, ends: 'finished', told: CLOSED },
  uncertain: { steps: STEPS, ends: 'uncertain', told: UNCERTAIN },
  denied: {
    steps: UNDECIDED,
    ends: 'not_run',
    told: notRun('People refused this call. Do not repeat it unless you are told to.'),
  },
  expired: { steps: UNDECIDED, ends: 'not_run', told: notRun('Nobody approved this call in time.') },
  aborted: { steps: UNDECIDED, ends: 'not_run', told: notRun('The request was withdrawn.') },
  late: {
    steps: [...UNDECIDED, 'claim'],
    ends: 'not_run',
    told: notRun('The call was approved, but it could not be made in time.'),
  },
} as const satisfies Record<string, Expected>;
type Outcome = keyof typeof OUTCOMES;
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

const world = openedOnce(openWorld);

describe.each(Object.keys(OUTCOMES) as Outcome[])('a call whose outcome is %s', (outcome) => {
  const { steps, ends, told }: Expected = OUTCOMES[outcome];
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
      return { kind: 'result', result: { isError: told.isError, content: [{ type: 'text', text: told.text }] } };
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
      else if (outcome === 'aborted') await abort(service, requestId);
      else if (mayRun || outcome === 'late') await service.approve(requestId);
    }
    if (outcome === 'expired') await service.expire(cases[0]!.requestId);
    if (outcome === 'late') await service.clock.advance(601_000);
    // Each process is killed during its own call, because a process does nothing for the calls of others before.
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
      const answers = await inEachLane(each, world.instance());
      expect(answers).toEqual(Array(3).fill(expected === 'uncertain' ? UNCERTAIN : told));
      const { execution } = await read(requestId);
      if (mayRun) expect(execution.state).toBe(expected === 'finished' && !told.isError ? 'succeeded' : 'failed');
      if (expected === 'uncertain') expect(execution.error).toMatch(/^uncertain: /);
    },
  );
});

it('the upstream got no call twice and none without an approval, however often the gate was killed', async () => {
  const { calls, runsOf } = world.upstream;
  expect(calls).toHaveLength(3 * (2 * STEPS.length - 2));
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
  const face = faceOf(next, world.service.clock.nowMs);
  const page = await callTool(face, asked({ capabilities: PAGE }), 'pay', each.call.arguments);
  Object.assign(each, { taskId, requestId, requestState: page.requestState });
}

/**
 * As a client of each lane comes back to a process that has just started: it polls its task, opened the page, or repeats its
 * call.
 */
async function inEachLane({ taskId, requestState, call }: Case, started: Gate): Promise<Told[]> {
  const face = faceOf(started, world.service.clock.nowMs);
  const task = await getTask(face, asked({ capabilities: TASKS }), taskId);
  expect(task.status).toBe('completed');
  const inputResponses = { page: { action: 'accept' } };
  const state = await face.sealer.open('request', AGENT, requestState);
  const page = await callTool(face, asked({ capabilities: PAGE, state, inputResponses }), 'pay', call.arguments);
  const repeated = await callTool(face, asked({}), 'pay', call.arguments);
  return [task.result, page, repeated].map((answer) => {
    const { isError = false, content, _meta } = answer as Body;
    return { isError, text: content[0].text, disposition: _meta['io.modelcontextprotocol/tool-approval-disposition'] };
  });
}

async function read(id: string) {
  const { baseUrl, keys } = world.service;
  const answer = await fetch(`${baseUrl}/v1/requests/${id}`, { headers: { authorization: `Bearer ${keys.reader}` } });
  return ((await answer.json()) as { request: { outcome: string; execution: { state: string; error: string } } })
    .request;
}
