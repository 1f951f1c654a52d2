import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidError,
  NotFoundError,
  OUTCOME_REASONS,
  PermissionError,
  RateLimitedError,
  ServerError,
} from '../../src/client';
import type { Gate, JsonObject } from '../../src/gate/core';
import { explain } from '../../src/gate/core/words';
import { callTool } from '../../src/gate/mcp/calls';
import { openPeople } from '../../src/testing/people';
import { asked, faceOf } from './support/face';
import { AGENT, aCall, aConfig, type Clock, inWorld, OTHER, PAY } from './world';

const { world, gate, opened, approved, read } = inWorld();

describe('the key of a call', () => {
  it('the same call of the same caller joins, also when both come at once and to two instances', async () => {
    const call = aCall();
    const [first, second] = await Promise.all([opened(call), opened(call, world.instance())]);
    expect(second.taskId).toBe(first.taskId);
    expect((await opened({ ...call, arguments: { amount: call.arguments.amount!, to: 'acct-1' } })).taskId).toBe(
      first.taskId,
    );
  });

  it('another caller, other arguments or another exact key is another call with a request of its own', async () => {
    const call = aCall();
    const all = [call, { ...call, caller: OTHER }, aCall(), { ...call, exactKey: 'a' }, { ...call, exactKey: 'b' }];
    const requests = new Set<string>();
    for (const each of all) requests.add((await opened(each)).requestId);
    expect(requests.size).toBe(all.length);
  });
});

it('an agent is told one sentence for the reason of a refusal, and no word that a person wrote', async () => {
  const told = new Set<string>();
  for (const outcomeReason of [...OUTCOME_REASONS, undefined]) {
    const call = aCall();
    const { taskId, requestId } = await opened(call);
    await world.service.refuse(requestId, { outcomeReason, note: 'Xyzzy: split it' });
    await gate.sweep();
    const state = (await gate.state(taskId, AGENT))!;
    const text = explain(state as Parameters<typeof explain>[0]);
    expect(text).toMatch(/^The tool did not run\. People refused this call/);
    expect(JSON.stringify([state, await world.ledger.read(taskId)])).not.toMatch(/Xyzzy/);
    told.add(text);
  }
  expect(told.size).toBe(OUTCOME_REASONS.length + 1);
  expect([...told].join()).not.toMatch(/\b(split|parts?|smaller|less|another)\b/i);
});

/** The same classes as the client throws (docs/contract.md#errors). */
const answer = (status: number) => ({ status, kind: null, message: `answered ${status}` });
it.each<[string, Error, boolean]>([
  ['the key lacks the scope', new PermissionError(answer(403)), true],
  ['the key was revoked', new AuthenticationError(answer(401)), true],
  ['there are too many calls', new RateLimitedError(answer(429), 1), true],
  ['the service is down', new ServerError(answer(503)), true],
  ['there is no answer', new ConnectionError('no answer'), true],
  ['another claim holds the request', new ConflictError(answer(409)), false],
  ['the service has no such request', new NotFoundError(answer(404)), false],
  ['the report is invalid', new InvalidError(answer(422)), false],
])(
  'a report that was refused is sent again later, unless the refusal is final: %s',
  async (_, refusal, isSentAgain) => {
    const { requestId } = await approved(aCall());
    const refusing = world.instance({ report: () => Promise.reject(refusal) });
    await refusing.sweep();
    expect((await read(requestId)).execution.state).toBe('claimed');
    await world.instance().sweep();
    expect((await read(requestId)).execution.state).toBe(isSentAgain ? 'succeeded' : 'claimed');
  },
);

describe('what a caller can read', () => {
  it('another caller can neither read nor cancel a task, and gets the same answer as for an unknown task', async () => {
    const { taskId, requestId } = await approved(aCall());
    await gate.sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'finished' });
    for (const id of [taskId, 'none', '../calls', requestId]) {
      expect(await gate.state(id, OTHER)).toBeNull();
      expect(await gate.wait(id, OTHER, 10)).toBeNull();
      expect(await gate.cancel(id, OTHER)).toBeNull();
    }
  });

  it('the state says when a key is turned, and reading it changes nothing', async () => {
    const config = aConfig({
      rules: [{ upstream: 'bank', tool: 'pay', action: 'two', params: { to: '{to}', amount: '{amount}' } }],
    });
    const two = world.instance({ config });
    const { taskId, requestId } = await opened(aCall(), two);
    expect(await two.state(taskId, AGENT)).toMatchObject({ kind: 'waiting', aKeyIsTurned: false });
    const before = await world.ledger.read(taskId);
    await turnOneKey(requestId);
    expect(await two.state(taskId, AGENT)).toMatchObject({ kind: 'waiting', aKeyIsTurned: true });
    expect(await world.ledger.read(taskId)).toEqual(before);
  });

  it('a wait ends with the call, also if another instance makes it', async () => {
    const { taskId } = await approved(aCall());
    const waiting = gate.wait(taskId, AGENT, 20_000);
    await world.instance().sweep();
    expect(await waiting).toMatchObject({ kind: 'finished', answer: { result: { paid: true } } });
  });

  it('a tool that answers with an error has run, and the report says so', async () => {
    world.upstream.answer = async () => ({ kind: 'result', result: { isError: true, content: [] } });
    const { taskId, requestId } = await approved(aCall());
    await gate.sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'finished', answer: { result: { isError: true } } });
    expect((await read(requestId)).execution).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^tool_error/),
    });
  });

  it('a result that is too large for the ledger is lost, but the call counts as run', async () => {
    world.upstream.answer = async () => ({ kind: 'result', result: { text: 'x'.repeat(300_000) } });
    const { taskId, requestId } = await approved(aCall());
    await gate.sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'finished', answer: { kind: 'too_large' } });
    expect((await read(requestId)).execution.state).toBe('succeeded');
  });
});

describe('the 45 seconds', () => {
  /** Time passes only while the gate waits. */
  function aClock(): Clock & {
    readonly at: (seconds: number, act: () => Promise<unknown>) => void;
    passedMs(): number;
  } {
    const startMs = world.service.clock.nowMs();
    const due = new Map<number, () => Promise<unknown>>();
    let passedMs = 0;
    return {
      nowMs: () => startMs + passedMs,
      passedMs: () => passedMs,
      at: (seconds, act) => due.set(seconds * 1000, act),
      async sleep(ms) {
        passedMs += ms;
        await due.get(passedMs)?.();
      },
    };
  }

  it('a call without a task is held for 45 seconds, with progress every five, and then the model is told to repeat it', async () => {
    const clock = aClock();
    const face = faceOf(world.instance({ clock }), clock.nowMs);
    const progressAt: number[] = [];
    const progress = async () => void progressAt.push(clock.passedMs() / 1000);
    const { isError, content } = await callTool(face, asked({ progress }), 'pay', aCall().arguments);
    expect(clock.passedMs()).toBe(45_000);
    expect(progressAt).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
    const text = expect.stringMatching(
      /^Not executed\. Request req_\S+ waits for keys\. Repeat this call to get the result\.$/,
    );
    expect({ isError, content }).toEqual({ isError: true, content: [{ type: 'text', text }] });
  });

  it.each<readonly [string, who: (by: Gate) => Gate, more: number]>([
    ['that runs in the instance of its client is passed on as one count that only rises', (by) => by, 3],
    ['that runs in another instance is only the count of the gate', () => gate, 0],
  ])('the progress of an approved call %s', async (_, who, more) => {
    const clock = aClock();
    // The upstream answers before its time is over.
    const sleep: Clock['sleep'] = (ms) => (ms === 60_000 ? new Promise(() => undefined) : clock.sleep(ms));
    const instance = world.instance({ clock: { ...clock, sleep } });
    const call = aCall();
    const { requestId } = await opened(call, instance);
    const { callTool: original } = world.upstream;
    world.upstream.callTool = async (...args) => {
      for (let times = 0; times < 3; times += 1) args[3].onProgress?.();
      return original(...args);
    };
    clock.at(7, async () => {
      await world.service.approve(requestId);
      await who(instance).sweep();
    });
    const told: JsonObject[] = [];
    const progress = async (params: JsonObject) => void told.push(params);
    const answer = await callTool(faceOf(instance, clock.nowMs), asked({ progress }), 'pay', call.arguments);
    world.upstream.callTool = original;
    expect(answer).toMatchObject({ paid: true });
    expect(told.map((each) => each.progress)).toEqual(Array.from({ length: 2 + more }, (_, index) => index + 1));
    const messages = told.map(({ message }) => message);
    expect(messages.slice(2)).toEqual(Array.from({ length: more }, () => 'Approved. The tool is running.'));
  });

  it('a call that people approve in the 44th second has its result in the same answer', async () => {
    const clock = aClock();
    const instance = world.instance({ clock });
    const call = aCall();
    const { requestId } = await opened(call, instance);
    clock.at(44, async () => {
      await world.service.approve(requestId);
      await gate.sweep();
    });
    expect(await callTool(faceOf(instance, clock.nowMs), asked({}), 'pay', call.arguments)).toMatchObject({
      paid: true,
    });
    expect(clock.passedMs()).toBe(44_000);
  });
});

describe('what the service refuses', () => {
  it.each([
    ['an action that it does not know', { action: 'unknown' }, {}],
    ['an operator that it does not know', {}, { operator: 'op_unknown' }],
  ])('%s is logged at the first create, with the place of the rule', async (_, rule, caller) => {
    const balance = { upstream: 'bank', tool: 'balance', do: 'pass' };
    const rules = [balance, { ...payRule({}), ...rule }];
    const callers = [{ ...agentOf('op_alpha'), ...caller }];
    const logged: string[] = [];
    const log = (message: string, fields: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
    const call = aCall({ caller: { ...AGENT, ...caller } });
    const state = await opened(call, world.instance({ config: aConfig({ rules, callers }), log }));
    expect(state).toMatchObject({ kind: 'refused', refusal: { kind: 'policy' } });
    expect(logged[0]).toMatch(/^the service refused to create the request .*"rule":"rules\[1\]"/);
  });
});

describe('what people approve', () => {
  it('people see each argument, the upstream with its address, the tool and the digest of its definition', async () => {
    const { requestId } = await opened(aCall({ arguments: { to: 'acct-9', amount: 5 } }));
    const { params, requester } = await read(requestId);
    expect(requester).toBe('op_alpha');
    expect(params).toMatchObject({ to: 'acct-9', amount: '5', upstream: 'bank http://127.0.0.1:3/mcp', tool: 'pay' });
    expect(params.caller).toBe('token:agent');
    expect(params.tool_definition).toMatch(/^sha256:/);
    expect(params.intent).toMatch(/^sha256:/);
  });

  it('the same arguments are sealed under another digest each time, because a digest of masked values could be guessed', async () => {
    const call = aCall();
    const digests = [call, { ...call, caller: OTHER }, { ...call, exactKey: 'a' }].map(
      async (each) => (await read((await opened(each)).requestId)).params.intent,
    );
    expect(new Set(await Promise.all(digests)).size).toBe(3);
  });

  it('a repeated create is identical, so a lost answer leaves one request', async () => {
    const call = aCall();
    const before = await mailed();
    const dying = world.instance({ kill: { at: 'propose', when: 'after' } });
    await dying.open(call).catch(() => undefined);
    const { taskId } = await opened(call);
    await gate.advance(taskId);
    const { requestId } = (await gate.state(taskId, AGENT))!;
    expect((await mailed()).filter((id) => !before.includes(id))).toEqual([requestId]);
  });

  it.each<readonly [string, () => Gate]>([
    ['the definition of its tool', () => changeTool({ ...PAY, description: 'pays twice' }, gate)],
    ['the upstream', () => changeTool(null, gate)],
    ['the template of a param', () => world.instance({ config: aConfig({ rules: [payRule({ to: 'To {to}' })] }) })],
    ['the operator of its caller', () => world.instance({ config: aConfig({ callers: [agentOf('op_bravo')] }) })],
  ])('an approval no longer fits after a change of %s, and nothing runs', async (_, changed) => {
    const { taskId, requestId } = await approved(aCall());
    await changed().sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'not_run', why: 'changed' });
    expect(world.upstream.runsOf(requestId)).toBe(0);
    expect((await read(requestId)).execution).toMatchObject({ state: 'failed', error: 'not_run: changed' });
  });

  it('a call waits while the upstream cannot describe its tool', async () => {
    const { taskId, requestId } = await approved(aCall());
    const { upstream } = world;
    const { definition } = upstream;
    upstream.definition = async () => {
      throw new Error('no connection');
    };
    await gate.sweep();
    expect((await read(requestId)).execution.state).toBe('pending');
    upstream.definition = definition;
    await gate.sweep();
    expect(await gate.state(taskId, AGENT)).toMatchObject({ kind: 'finished' });
  });
});

const payRule = (params: object) => ({
  ...{ upstream: 'bank', tool: 'pay', action: 'pay', params: { to: '{to}', amount: '{amount}', ...params } },
  execute_within: 600,
});
const agentOf = (operator: string) => ({ name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator });
const changeTool = (tool: typeof world.upstream.tool, then: Gate) => {
  world.upstream.tool = tool;
  return then;
};

async function turnOneKey(id: string): Promise<void> {
  const { baseUrl, operators } = world.service;
  const people = openPeople(baseUrl, operators[0]!);
  const { messages } = await people.call('GET', `/local/messages?operator=${operators[0]}`);
  const { code } = messages.findLast(
    (mail: { request_id: string; code: string | null }) => mail.request_id === id && mail.code !== null,
  );
  await people.as(operators[0]!, 'POST', `/api/requests/${id}/turn`, { code });
}

/** Ids of the requests that the first operator has had mail about. */
async function mailed(): Promise<string[]> {
  const { baseUrl, operators } = world.service;
  await world.service.clock.advance(0);
  const answer = await fetch(`${baseUrl}/local/messages?operator=${operators[0]}`);
  const { messages } = (await answer.json()) as { messages: { request_id: string }[] };
  return [...new Set(messages.map(({ request_id }) => request_id))];
}
