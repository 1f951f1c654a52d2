/**
 * What the client scenarios of the conformance suite start: a gate before the suite's own server, whose address is the last
 * argument. It calls every tool of that server through the gate, listed by the gate or not, because an agent may know a name.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paramHeaders } from '../../../src/gate/mcp/param-headers';
import { type Body, callTool, send } from '../support/wire';
import { openPassing } from './passing';

void (async () => {
  const upstream = process.argv.at(-1)!;
  const { url, close } = await openPassing(upstream, mkdtempSync(join(tmpdir(), 'conformance-')));
  const capabilities = {};
  const all: Body[] = (await send(upstream, 'tools/list', {}, { capabilities })).result.tools;
  await send(url, 'tools/list', {}, { capabilities });
  const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
  const calls: Body[] = toolCalls ?? all.map((tool) => ({ name: tool.name, arguments: sampleOf(tool) }));
  for (const { name, arguments: args } of calls) {
    const headers = paramHeaders(all.find((tool) => tool.name === name)!, args);
    await callTool(url, name, args, { capabilities, headers });
  }
  await close();
  process.exit(0);
})();

function sampleOf({ inputSchema: { properties = {} } }: Body): Body {
  const samples: Body = { string: 'x', boolean: true, object: {}, array: [], null: null };
  return Object.fromEntries(Object.entries<Body>(properties).map(([name, { type }]) => [name, samples[type] ?? 5]));
}
