/**
 * Calls every tool of a gate with a client as it is: `node tools.mjs CLIENT TARGET TOKEN TEXT` prints the arguments and what the model
 * reads, by the name of the tool. TARGET is an address, or for `stdio` the command of the gate.
 */
const [client, target, token, sample] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const opened = await { http: sdk, stdio: sdk, 'ai-sdk': aiSdk, langgraph: langGraph }[client]();
const answers = opened.tools.map(async ({ name, inputSchema }) => {
  const args = sampleOf(inputSchema);
  const text = await opened.call(name, args).catch((error) => `failed: ${error.message}`);
  return [name, { args, text }];
});
console.log(JSON.stringify(Object.fromEntries(await Promise.all(answers))));
process.exit();

async function sdk() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const made = new Client({ name: 'tools', version: '1' });
  const stdio = () => new StdioClientTransport({ ...JSON.parse(target), env: process.env, stderr: 'inherit' });
  const http = () => new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } });
  await made.connect(client === 'stdio' ? stdio() : http());
  let tools = [];
  // The first start of a server can take longer than a caller waits.
  while (tools.length === 0) ({ tools } = await made.listTools());
  return { tools, call: async (name, args) => textIn(await made.callTool({ name, arguments: args })) };
}

async function aiSdk() {
  const { createMCPClient } = await import('@ai-sdk/mcp');
  const made = await createMCPClient({ transport: { type: 'http', url: target, headers } });
  const { tools } = await made.listTools();
  const callable = await made.tools();
  const options = { toolCallId: '1', messages: [] };
  return { tools, call: async (name, args) => textIn(await callable[name].execute(args, options)) };
}

async function langGraph() {
  const { AIMessage } = await import('@langchain/core/messages');
  const { ToolNode } = await import('@langchain/langgraph/prebuilt');
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const made = new MultiServerMCPClient({ mcpServers: { gate: { transport: 'http', url: target, headers } } });
  const callable = await made.getTools();
  const node = new ToolNode(callable, { handleToolErrors: true });
  const tools = callable.map(({ name, schema }) => ({ name, inputSchema: schema }));
  const called = async (name, args) => {
    const message = new AIMessage({ content: '', tool_calls: [{ id: name, name, args }] });
    const { messages } = await node.invoke({ messages: [message] });
    return String(messages.at(-1).content);
  };
  return { tools, call: called };
}

function textIn({ content }) {
  return content.map(({ text }) => text).join('\n');
}

/** A value that fits the schema, with every argument. */
function sampleOf(schema) {
  const { type, properties = {}, items = {}, anyOf, minimum = 1, format } = schema;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (anyOf !== undefined) return sampleOf(anyOf[0]);
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
  if (type === 'array') return [sampleOf(items)];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return minimum;
  return format === 'uri' ? 'https://example.com/sample' : sample;
}
