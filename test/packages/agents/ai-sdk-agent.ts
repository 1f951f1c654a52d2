/** The AI SDK's own loop with a scripted model, which calls the tool and then repeats what it read. */
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { gateTools } from '../../../src/gate/adapters/frameworks';
import { openGate, PAY, pay, say } from './agent';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1)!;
    if (last.role !== 'tool') {
      const call = {
        type: 'tool-call',
        toolCallId: 'call-1',
        toolName: 'pay',
        input: '{"to":"bob","amount":5}',
      } as const;
      return { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] };
    }
    const text = JSON.stringify(last.content);
    return {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    };
  },
});

void (async () => {
  const gate = await openGate();
  const stop = new AbortController();
  const inputSchema = jsonSchema<{ to: string; amount: number }>({ type: 'object' });
  const { description } = PAY;
  const execute = (args: { to: string; amount: number }, { toolCallId }: { toolCallId: string }) =>
    pay(args, toolCallId);
  const tools = gateTools(gate, { pay: tool({ description, inputSchema, execute }) }, 'conversation-1');
  const running = gate.run(stop.signal);
  const { text } = await generateText({ model, tools, stopWhen: stepCountIs(3), prompt: 'Pay Bob.' });
  say(text);
  stop.abort();
  await running;
})();
