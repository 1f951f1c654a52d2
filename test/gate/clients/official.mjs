/** The official client, unmodified: `node official.mjs URL TOKEN ERA PACKAGE METHOD [TOOL ARGUMENTS]`, prints what it gets. */
const [url, token, era, name, method, tool, args = '{}'] = process.argv.slice(2);
const transportOptions = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
const info = { name: 'clients', version: '1' };
const client = name === 'sdk' ? await sdk() : await official();

async function official() {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const opensPages = era === 'page';
  const made = new Client(info, {
    capabilities: opensPages ? { elicitation: { url: {} } } : {},
    versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
  });
  // Simulates a user who opens the page at once.
  if (opensPages) made.setRequestHandler('elicitation/create', () => ({ action: 'accept' }));
  await made.connect(new StreamableHTTPClientTransport(new URL(url), transportOptions));
  return made;
}

async function sdk() {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const made = new Client(info);
  await made.connect(new StreamableHTTPClientTransport(new URL(url), transportOptions));
  return made;
}

// It reads the list before the call, as hosts do: it checks a result against the tool's output schema then.
const listed = await client.listTools();
const call = { name: tool, arguments: JSON.parse(args) };
console.log(JSON.stringify(method === 'list' ? listed : await client.callTool(call)));
await client.close();
