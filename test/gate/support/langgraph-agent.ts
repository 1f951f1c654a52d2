/** LangGraph's own loop with a scripted model. It stops once at its tools, as a process does, and goes on from its checkpoint. */
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { gateFunction } from '../../../src/gate/adapters/langgraph';
import { openGate, PAY, pay, say } from './agent';

const model = async ({ messages }: typeof MessagesAnnotation.State) => {
  const last = messages.at(-1)!;
  const called = new AIMessage({
    content: '',
    tool_calls: [{ id: 'call-1', name: 'pay', args: { to: 'bob', amount: 5 } }],
  });
  return { messages: [last.getType() === 'tool' ? new AIMessage(String(last.content)) : called] };
};
const checkpointer = new MemorySaver();
const config = { configurable: { thread_id: 'thread-1' } };

async function openGraph() {
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
    .compile({ checkpointer });
  const end = () => {
    stop.abort();
    return running;
  };
  return { graph, end };
}

void (async () => {
  const first = await openGraph();
  const killed = new AbortController();
  // The node waits for people when its process ends.
  setTimeout(() => killed.abort(), 1000);
  const input = { messages: [new HumanMessage('Pay Bob.')] };
  await first.graph.invoke(input, { ...config, signal: killed.signal }).catch(() => say('stopped'));
  await first.end();
  const second = await openGraph();
  const { messages } = await second.graph.invoke(null, config);
  say(String(messages.at(-1)!.content));
  await second.end();
})();
