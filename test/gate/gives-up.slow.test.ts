/** What counts as giving a call up, by transport and version. */
import { PassThrough } from 'node:stream';
import { serveOver } from '../../src/gate/mcp/stdio';
import { openedOnce } from '../support/opened';
import { type Body, callTool, PAGE, postText, type Sent, send, TOKENS, textOf } from './support/wire';
import { openWorld as openHttp } from './support/world';

describe('a client that gives its call up', () => {
  const world = openedOnce(() => openHttp({ pollIntervalMs: 50 }));

  let calls = 0;
  const newPayment = () => ({ to: `zoe-${++calls}`, amount: '5.00' });
  const runsOf = ({ to }: Body) => world.upstream.calls.filter((call) => call.arguments.to === to).length;

  /** Sends a call and leaves it open. */
  function hold(args: Body, capabilities: Body = null) {
    const leaving = new AbortController();
    const answer = callTool(world.url, 'pay', args, { capabilities, signal: leaving.signal }).catch(() => null);
    return { answer, leave: () => leaving.abort() };
  }
  const cancel = (requestId: unknown, token = TOKENS.agent) =>
    postText(
      world.url,
      '2025-11-25',
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
      token,
    );
  /** Until the gate has seen it. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
  const repeat = (args: Body, options: Sent = {}) => callTool(world.url, 'pay', args, options);

  it('by notifications/cancelled of 2025-11-25 has it run only if it repeats it', async () => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    await cancel(7);
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    expect((await repeat(args)).result.structuredContent).toEqual({ paid: '5.00' });
    expect(runsOf(args)).toBe(1);
    held.leave();
    await held.answer;
  });

  it('by closing the stream of 2026-07-28 has it run only if it repeats it', async () => {
    const args = newPayment();
    const held = hold(args, {});
    const id = await world.nextRequest();
    held.leave();
    await held.answer;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    expect((await repeat(args, { capabilities: {} })).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('does not say so by a connection of 2025-11-25 that closes', async () => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    held.leave();
    await held.answer;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(1);
    const again = await repeat(args);
    expect(again.result.structuredContent).toEqual({ paid: '5.00' });
    expect(textOf(again)).toContain('This is the ending of an earlier call.');
    expect(runsOf(args)).toBe(1);
  });

  it.each<readonly [string, unknown, string]>([
    ['another caller', 7, TOKENS.other],
    ['another id', 8, TOKENS.agent],
    ['an id of another type', '7', TOKENS.agent],
  ])('is not one of %s', async (_, requestId, token) => {
    const args = newPayment();
    const held = hold(args);
    const id = await world.nextRequest();
    await cancel(requestId, token);
    await settle();
    await world.decide('approve', id);
    expect((await held.answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('is unknown if two of its calls have the same id', async () => {
    const both = [newPayment(), newPayment()];
    const held = both.map((args) => hold(args));
    const ids = [await world.nextRequest(), await world.nextRequest()];
    await cancel(7);
    await settle();
    for (const id of ids) await world.decide('approve', id);
    for (const { answer } of held) expect((await answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('does not give up that of another client of the same caller, which waits for the same call', async () => {
    const args = newPayment();
    const leaving = hold(args, {});
    const id = await world.nextRequest();
    const staying = hold(args, {});
    await settle();
    leaving.leave();
    await leaving.answer;
    await settle();
    await world.decide('approve', id);
    expect((await staying.answer).result.structuredContent).toEqual({ paid: '5.00' });
  });

  it('on its page has it run if it comes back with its requestState', async () => {
    const args = newPayment();
    const { result } = await repeat(args, { capabilities: PAGE });
    const id = await world.nextRequest();
    const leaving = new AbortController();
    const retry = {
      name: 'pay',
      arguments: args,
      requestState: result.requestState,
      inputResponses: { page: { action: 'accept' } },
    };
    const left = { capabilities: PAGE, signal: leaving.signal };
    const waiting = send(world.url, 'tools/call', retry, left).catch(() => null);
    await settle();
    leaving.abort();
    await waiting;
    await settle();
    await world.decide('approve', id);
    expect(runsOf(args)).toBe(0);
    const back = await send(world.url, 'tools/call', retry, { capabilities: PAGE });
    expect(back.result.structuredContent).toEqual({ paid: '5.00' });
  });

  it.each<readonly [string, Body[], Body]>([
    [
      '2025-11-25',
      [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
        },
      ],
      undefined,
    ],
    [
      '2026-07-28',
      [],
      {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    ],
  ])(
    'over standard input with %s by notifications/cancelled, and not by closing the pipe',
    async (_, before, _meta) => {
      const [cancelled, closed] = [newPayment(), newPayment()];
      const [input, output] = [new PassThrough(), new PassThrough()];
      output.resume();
      const serving = serveOver(
        world.started.face,
        { id: 'token:agent', operator: world.service.operators[0]! },
        input,
        output,
      );
      const line = (message: Body) => input.write(`${JSON.stringify(message)}\n`);
      const call = (id: number, args: Body) =>
        line({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: args, _meta } });
      before.forEach(line);
      call(2, cancelled);
      const first = await world.nextRequest();
      call(3, closed);
      const second = await world.nextRequest();
      line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
      await settle();
      await serving.close();
      await settle();
      for (const id of [first, second]) await world.decide('approve', id);
      expect([runsOf(cancelled), runsOf(closed)]).toEqual([0, 1]);
    },
  );
});
