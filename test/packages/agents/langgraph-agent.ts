/**
 * LangGraph's own loop with a scripted model. Its checkpoints are on disk, so a process that starts after this one was killed
 * goes on from them.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { gateFunction } from '../../../src/gate/adapters/frameworks';
import { checkpoints, openGate, PAY, pay, say } from './agent';

/** The saver of LangGraph, with what it holds in one file. */
class FileSaver extends MemorySaver {
  constructor(private readonly file: string) {
    super();
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)));
  }

  override async put(...args: Parameters<MemorySaver['put']>) {
    const config = await super.put(...args);
    this.save();
    return config;
  }

  override async putWrites(...args: Parameters<MemorySaver['putWrites']>) {
    await super.putWrites(...args);
    this.save();
  }

  private save(): void {
    const { storage, writes } = this;
    writeFileSync(`${this.file}.new`, serialize({ storage, writes }));
    renameSync(`${this.file}.new`, this.file);
  }
}

const model = async ({ messages }: typeof MessagesAnnotation.State) => {
  const last = messages.at(-1)!;
  const called = new AIMessage({
    content: '',
    tool_calls: [{ id: `call-${process.pid}`, name: 'pay', args: { to: 'bob', amount: 5 } }],
  });
  return { messages: [last.getType() === 'tool' ? new AIMessage(String(last.content)) : called] };
};

void (async () => {
  const gate = await openGate();
  const stop = new AbortController();
  const schema = { type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number' } } } as const;
  const payTool = tool(
    gateFunction(gate, PAY, async (args: { to: string; amount: number }, { requestId }) => pay(args, requestId ?? '')),
    { ...PAY, schema },
  );
  const running = gate.run(stop.signal);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', new ToolNode([payTool], { handleToolErrors: true }))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => ((messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : END))
    .addEdge('tools', 'model')
    .compile({ checkpointer: new FileSaver(checkpoints) });
  const config = { configurable: { thread_id: 'thread-1' }, durability: 'sync' } as const;
  const { next } = await graph.getState(config);
  say(next.length === 0 ? 'starts' : `goes on at: ${next}`);
  const input = next.length === 0 ? { messages: [new HumanMessage('Pay Bob.')] } : null;
  const { messages } = await graph.invoke(input, config);
  say(String(messages.at(-1)!.content));
  stop.abort();
  await running;
})();
