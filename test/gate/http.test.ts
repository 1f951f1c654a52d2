/** What passes the gate over HTTP, and what it takes from a client there. */

import { openedOnce } from '../support/opened';
import { type Body, callTool, post, postText, type Sent, send, TASKS, TOKENS, textOf } from './support/wire';
import { openWorld } from './support/world';

const world = openedOnce(() => openWorld({ pollIntervalMs: 50 }));

const getTask = (taskId: string, options: Sent = { capabilities: TASKS }) =>
  send(world.url, 'tasks/get', { taskId }, options);

const posted = (revision: string | null, text: string) => postText(world.url, revision, text);
const callText = (id: number, tool: string, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`;

describe('what an upstream answers by itself', () => {
  test('a task of an allowed tool is polled through the gate, by its own caller only', async () => {
    const { result } = await callTool(world.url, 'failing_job', {}, { capabilities: TASKS });
    const { result: polled } = await getTask(result.taskId);
    expect(polled).toMatchObject({ taskId: result.taskId, statusMessage: 'the fixture says so' });
    const { error } = await getTask(result.taskId, { capabilities: TASKS, token: TOKENS.other });
    expect(error).toMatchObject({ code: -32602 });
  });

  test('an upstream’s request for input and its requestState pass the gate, and its task afterwards', async () => {
    const capabilities = { ...TASKS, elicitation: { form: {} }, sampling: {} };
    const { result: asked } = await callTool(world.url, 'test_tool_with_task', {}, { capabilities });
    expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { user_name: expect.anything() } });
    const { requestState } = asked;
    const inputResponses = { user_name: { action: 'accept', content: { name: 'Ada' } } };
    const retry = { name: 'test_tool_with_task', arguments: {}, inputResponses, requestState };
    const { result } = await send(world.url, 'tools/call', retry, { capabilities });
    expect(result).toMatchObject({ resultType: 'task' });
    // Sampling would let an upstream use the model of a caller.
    expect(world.upstream.calls.at(-1)!.capabilities).toEqual({ ...TASKS, elicitation: { form: {} } });
  });

  test.each(['sampling/createMessage', 'roots/list'])(
    'an upstream does not get what it asks for by %s, beside a request that may pass and in a task too',
    async (method) => {
      const capabilities = { ...TASKS, elicitation: { form: {} }, sampling: {}, roots: {} };
      const answer = await callTool(world.url, 'ask_caller', { method, in: 'an answer' }, { capabilities });
      const task = await callTool(world.url, 'ask_caller', { method, in: 'a task' }, { capabilities });
      for (const { error } of [answer, await getTask(task.result.taskId, { capabilities })])
        expect(error.message).toContain('the model or the files of its caller, which no upstream gets');
    },
  );

  test('a request for input by an approved tool does not pass the gate, because nobody approved the answer', async () => {
    const answer = callTool(world.url, 'ask_more', {}, { capabilities: {} });
    await world.decide('approve', await world.nextRequest());
    const { result } = await answer;
    expect(result).toMatchObject({ resultType: 'complete', isError: true });
    expect(textOf({ result })).toBe(
      'The tool asked for input that is not part of the approved call. It did not finish.',
    );
  });

  test('an upstream’s demand for tasks reaches a client that declares none', async () => {
    const { error } = await callTool(world.url, 'failing_job', {}, { capabilities: {} });
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: TASKS } });
  });
});

describe('the gate over HTTP', () => {
  test('the gate answers 401 without a token and with an unknown one', async () => {
    for (const authorization of ['', 'Bearer wrong', TOKENS.agent]) {
      const answer = await fetch(world.url, { method: 'POST', headers: { authorization }, body: '{}' });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  test('the gate sends its own credential to the upstream, and never the token of a caller', async () => {
    await callTool(world.url, 'greet', { name: 'x' });
    expect([...world.upstream.tokens]).toEqual(['Bearer credential-of-the-gate']);
  });

  test('the gate tells the upstream in a header which argument its tool wants there', async () => {
    await callTool(world.url, 'salute', { name: 'Zoë' });
    expect(world.upstream.calls.at(-1)!.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-name': 'salute',
      'mcp-param-name': `=?base64?${Buffer.from('Zoë').toString('base64')}?=`,
    });
  });

  test('the gate alone names an approved request to the upstream', async () => {
    const meta = { 'request-authorization/request-id': 'req_of_another_call' };
    await callTool(world.url, 'greet', { name: 'Ada' }, { capabilities: {}, meta });
    expect(world.upstream.calls.at(-1)).toMatchObject({ tool: 'greet', requestId: undefined });
  });

  test('the gate does not answer a web page that calls it from a browser', async () => {
    const headers = { authorization: `Bearer ${TOKENS.agent}`, origin: 'https://attacker.example' };
    expect((await fetch(world.url, { method: 'POST', headers, body: '{}' })).status).toBe(403);
  });

  test('the gate recognizes a caller by the token alone: a name in _meta changes nothing', async () => {
    const args = { to: 'bob', amount: '5.00' };
    const meta = { caller: 'other', 'io.modelcontextprotocol/clientInfo': { name: 'other', version: '1' } };
    const { result } = await callTool(world.url, 'pay', args, { capabilities: TASKS, meta });
    await world.nextRequest();
    expect((await getTask(result.taskId)).result.status).toBe('working');
  });

  test('the gate refuses a number that people would be shown differently', async () => {
    const answer = (await (
      await posted(null, callText(7, 'pay', '{"to":"x","amount":9007199254740993}'))
    ).json()) as Body;
    expect(answer).toMatchObject({ id: 7, result: { isError: true } });
    expect(textOf(answer)).toContain('would change on its way');
  });
});

describe('a batch of JSON-RPC', () => {
  const greeting = callText(1, 'greet', '{"name":"Ada"}');
  const cancellation = (id: number) =>
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`;
  const nobodyIsAsked = async () => expect(await world.nextRequest(AbortSignal.timeout(1))).toBeNull();

  test.each(['2025-06-18', '2025-11-25', '2026-07-28', '2024-11-05'])(
    'is refused under %s, which has none, and nothing of it is run or given up',
    async (revision) => {
      const before = world.upstream.calls.length;
      const args = { to: `batch of ${revision}`, amount: '5.00' };
      const held = callTool(world.url, 'pay', args);
      const request = await world.nextRequest();
      const answer = await posted(revision, `[${greeting},${cancellation(7)}]`);
      const { id, error } = (await answer.json()) as Body;
      expect([answer.status, id, error.code]).toEqual([400, null, -32600]);
      expect(error.message).toBe(
        'This revision of MCP has no batches. Send each message alone. Nothing of the batch was run.',
      );
      await world.decide('approve', request);
      expect((await held).result.structuredContent).toEqual({ paid: '5.00' });
      expect(world.upstream.calls.slice(before).map(({ tool }) => tool)).toEqual(['pay']);
    },
  );

  test.each(['2025-03-26', null])('is answered member by member under %s', async (revision) => {
    const answer = await posted(revision, `[${greeting},${callText(2, 'greet', '{"name":"Bob"}')}]`);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    for (const name of ['Ada', 'Bob']) expect(text).toContain(`Hello, ${name}!`);
  });

  test.each<[string, string]>([
    ['its first member', `[${callText(1, 'pay', '{"to":"x","amount":9007199254740993}')},${greeting}]`],
    [
      'its last member',
      `[{"jsonrpc":"2.0","id":1,"method":"tools/list"},${callText(2, 'pay', '{"to":"x","amount":1e400}')}]`,
    ],
    ['its only member', `[${callText(1, 'greet', '{"name":"x","n":0.1234567890123456789}')}]`],
  ])('with a number in %s that would change is refused completely', async (_, text) => {
    const before = world.upstream.calls.length;
    const answer = await posted('2025-03-26', text);
    const { error } = (await answer.json()) as Body;
    expect([answer.status, error.code]).toEqual([400, -32600]);
    expect(error.message).toContain('A number in this batch would change on its way.');
    expect(world.upstream.calls).toHaveLength(before);
    await nobodyIsAsked();
  });

  test('gives up each call that one of its members cancels', async () => {
    const all = ['one', 'two'].map((name) => ({ to: `given up by batch, ${name}`, amount: '5.00' }));
    const runs = () =>
      world.upstream.calls.filter(({ arguments: { to } }) => all.some((args) => args.to === to)).length;
    const open = (args: Body, id: number) =>
      posted('2025-03-26', callText(id, 'pay', JSON.stringify(args))).then((answer) => answer.text());
    const held = all.map((args, index) => open(args, 70 + index));
    const requests = [await world.nextRequest(), await world.nextRequest()];
    const both = `[${cancellation(70)},${cancellation(71)}]`;
    await posted('2025-03-26', both);
    await Promise.all(held);
    for (const request of requests) await world.decide('approve', request);
    expect(runs()).toBe(0);
    expect((await callTool(world.url, 'pay', all[1])).result.structuredContent).toEqual({ paid: '5.00' });
    expect(runs()).toBe(1);
  });

  test('with a call and its cancellation is refused, because the call would run', async () => {
    const text = `[${callText(3, 'pay', '{"to":"both","amount":"1.00"}')},${cancellation(3)}]`;
    const answer = await posted('2025-03-26', text);
    expect([answer.status, ((await answer.json()) as Body).error.message]).toEqual([
      400,
      'This batch gives up a call of its own. Send each message alone. Nothing of the batch was run.',
    ]);
    await nobodyIsAsked();
  });
});

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('the headers of a call', () => {
  const call = (name: string, args: Body, options: Sent) =>
    post(world.url, 'tools/call', { name, arguments: args }, options);

  test.each<[string, Record<string, string>]>([
    ['is missing', {}],
    ['says something else', { 'mcp-param-to': 'carol' }],
  ])('a call of 2026-07-28 whose header %s is answered with 400, and nobody is asked', async (_, headers) => {
    const before = world.upstream.calls.length;
    for (const [tool, args] of [
      ['pay', { to: 'bob', amount: '7.00' }],
      ['salute', { name: 'bob' }],
    ] as const) {
      const answer = await call(tool, args, { capabilities: TASKS, headers });
      const { id, error } = (await answer.json()) as Body;
      expect([answer.status, id, error.code]).toEqual([400, 7, -32020]);
      expect(error.message).toContain(tool === 'pay' ? 'Mcp-Param-To' : 'Mcp-Param-Name');
    }
    expect(world.upstream.calls).toHaveLength(before);
    expect(await world.nextRequest(AbortSignal.timeout(1))).toBeNull();
  });

  test.each<[string, Sent]>([
    ['agree', { capabilities: {}, headers: { 'mcp-param-name': base64('bob') } }],
    ['are literal', { capabilities: {}, headers: { 'mcp-param-name': 'bob' } }],
    ['have one that no tool marks', { capabilities: {}, headers: { 'mcp-param-name': 'bob', 'mcp-param-x': 'y' } }],
    ['are of 2025-11-25, which has none', { headers: {} }],
  ])('a call whose headers %s passes', async (_, options) => {
    const answer = await call('salute', { name: 'bob' }, options);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Hello, bob!')]);
  });
});

/** Calls that the gate refuses by itself, and none of them reaches the upstream or people. */
const lone = '\ud800';
type Row = readonly [what: string, args: Body, refusal: string, meta?: Body];
const CALLS: readonly Row[] = [
  ['a text with half of a surrogate pair', { to: lone }, '`to` is not valid text.'],
  ['such a key of the client', { to: 'a' }, '`_meta` is not valid text.', { 'request-authorization/key': lone }],
  ['an argument that is too long for its param', { to: 'x'.repeat(513) }, '`to` is longer than 512 characters'],
];

test.each(CALLS.map((row) => ({ row })))(
  '$row.0 is refused before anybody is asked',
  async ({ row: [, args, refusal, meta] }) => {
    const before = world.upstream.calls.length;
    const answer = await callTool(world.url, 'pay', args, { meta });
    expect(answer.result.isError).toBe(true);
    expect(textOf(answer)).toMatch(/^The tool did not run\. /);
    expect(textOf(answer)).toContain(refusal);
    expect(world.upstream.calls).toHaveLength(before);
    expect(await world.nextRequest(AbortSignal.timeout(1))).toBeNull();
  },
);

// The statements that SEP-2848 wants a conformance scenario for ("Reference Implementation"), each as a test, on the wire.
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
  expect(asking).toMatchObject({ status: 'input_required', statusMessage: 'Approved. The tool waits for input.' });
  expect(Object.keys(asking.inputRequests)).toEqual(['confirm']);
  const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
  await send(world.url, 'tasks/update', { taskId: task.taskId, inputResponses }, { capabilities: TASKS });
  expect((await get(task.taskId)).status).toBe('completed');
});
