/** The statements that SEP-2848 wants a conformance scenario for ("Reference Implementation"), each as a test, on the wire. */

import { openedOnce } from '../support/opened';
import { type Body, callTool, type Sent, send, TASKS, TOKENS, textOf } from './support/wire';
import { openWorld } from './support/world';

const world = openedOnce(() => openWorld({ pollIntervalMs: 50 }));

let calls = 0;
const newPayment = () => ({ to: `eve-${++calls}`, amount: '7.00' });
const open = async (args: Body, options: Sent = {}, tool = 'pay') => {
  const { result } = await callTool(world.url, tool, args, { capabilities: TASKS, ...options });
  return { task: result, request: await world.nextRequest() };
};
const get = async (taskId: string) => (await send(world.url, 'tasks/get', { taskId }, { capabilities: TASKS })).result;
const runsOf = ({ to }: Body) => world.upstream.calls.filter((call) => call.arguments.to === to).length;
const DISPOSITION = 'io.modelcontextprotocol/tool-approval-disposition';

test('SEP-2848: a requestable denial returns a task without executing the tool', async () => {
  const args = newPayment();
  const { task } = await open(args);
  expect(task).toMatchObject({ resultType: 'task', status: 'working', statusMessage: 'Waiting for keys.' });
  expect(task._meta['io.modelcontextprotocol/authorization']).toMatchObject({ remediation: 'available' });
  expect(runsOf(args)).toBe(0);
});

test('SEP-2848: approval resumes execution at most once', async () => {
  const args = newPayment();
  const { task, request } = await open(args);
  await world.decide('approve', request);
  await Promise.all([world.started.gate.sweep(), world.started.gate.sweep(), get(task.taskId), get(task.taskId)]);
  const { status, result } = await get(task.taskId);
  expect({ status, disposition: result._meta[DISPOSITION] }).toEqual({
    status: 'completed',
    disposition: 'approved-executed',
  });
  expect(runsOf(args)).toBe(1);
});

test('SEP-2848: a terminal denial is a completed task whose body marks it as not executed, distinct from an execution error', async () => {
  const denied = await open(newPayment());
  await world.decide('refuse', denied.request);
  const failed = await open({ note: `eve-${++calls}` }, {}, 'break_off');
  await world.decide('approve', failed.request);
  const [first, second] = await Promise.all([get(denied.task.taskId), get(failed.task.taskId)]);
  for (const { status, result } of [first, second]) expect([status, result.isError]).toEqual(['completed', true]);
  expect(textOf(first)).toMatch(/^The tool did not run\./);
  expect(textOf(second)).toMatch(/the tool may have run/);
  expect([first, second].map(({ result }) => result._meta[DISPOSITION])).toEqual([
    'denied-not-executed',
    'outcome-unknown',
  ]);
});

test('SEP-2848: a changed envelope (tool, arguments or principal) requires a new approval', async () => {
  const args = newPayment();
  const first = await open(args);
  const others = [await open({ ...args, amount: '8.00' }), await open(args, { token: TOKENS.other })];
  expect(new Set([first, ...others].map(({ request }) => request)).size).toBe(3);
  const [pay] = world.upstream.tools.filter(({ name }) => name === 'pay');
  const { description } = pay;
  pay.description = 'Pays twice.';
  try {
    await world.decide('approve', first.request);
    const { result } = await get(first.task.taskId);
    expect(textOf({ result })).toMatch(/^The tool did not run\. The tool or the rules have changed/);
    expect(runsOf(args)).toBe(0);
  } finally {
    pay.description = description;
    // The upstream does not say that its list has changed, so the gate would know it after a minute.
    await world.started.face.upstreams.definition('fixture', 'pay');
  }
});

test('SEP-2848: a cancelled or expired task cannot later execute', async () => {
  const args = newPayment();
  const cancelled = await open(args);
  await send(world.url, 'tasks/cancel', { taskId: cancelled.task.taskId }, { capabilities: TASKS });
  await world.started.gate.sweep();
  await expect(world.decide('approve', cancelled.request)).rejects.toThrow();
  expect((await get(cancelled.task.taskId)).status).toBe('cancelled');
  const late = newPayment();
  const expired = await open(late);
  await world.decide('expire', expired.request);
  await world.started.gate.sweep();
  expect((await get(expired.task.taskId)).status).toBe('completed');
  expect([runsOf(args), runsOf(late)]).toEqual([0, 0]);
});

test('SEP-2848: result retrieval does not expose backend artifacts', async () => {
  const { task, request } = await open(newPayment());
  const pending = await get(task.taskId);
  await world.decide('approve', request);
  const { approvers, operation_hash, params, intent, execution } = await world.request(request);
  const secret = [...approvers, operation_hash, params.intent!, intent!.ciphertext, TOKENS.agent];
  expect(execution.state).toBe('succeeded');
  const told = JSON.stringify([task, pending, await get(task.taskId)]);
  expect(secret.filter((each) => told.includes(each))).toEqual([]);
  expect(told).not.toMatch(/clm_|sha256:|op_[a-z]/);
});

test('SEP-2848: submission input flows through the task input channel', async () => {
  // The gate itself requests no input, because people decide about the call as it is. An approved tool may request input.
  const { task, request } = await open({ filename: `eve-${++calls}` }, {}, 'confirm_delete');
  await world.decide('approve', request);
  const asking = await get(task.taskId);
  expect(asking.status).toBe('input_required');
  const [name] = Object.keys(asking.inputRequests);
  const inputResponses = { [name!]: { action: 'accept', content: { confirm: true } } };
  await send(world.url, 'tasks/update', { taskId: task.taskId, inputResponses }, { capabilities: TASKS });
  expect((await get(task.taskId)).status).toBe('completed');
});
