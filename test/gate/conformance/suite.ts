/** Runs of the suite, with what its checks said. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { paramHeaders } from '../../../src/gate/mcp/param-headers';
import { listening } from '../../support/listening';
import { NODE_24 } from '../../support/needed';
import { run, SUITE } from '../support/run';
import { type Body, callTool, send } from '../support/wire';
import { openPassing } from './passing';

/** All scenarios that a version requires. Extensions (tasks) are tried by hand. */
export async function serverSuite(url: string, version: string, out: string) {
  await run([SUITE, 'server', '--url', url, '--requirements', version, '-o', out]);
  const scenarios = readdirSync(out).filter((each) => !each.startsWith('server-tasks-'));
  const checks = scenarios.flatMap(
    (each) => JSON.parse(readFileSync(join(out, each, 'checks.json'), 'utf8')) as Body[],
  );
  const those = (status: string): string[] => checks.filter((each) => each.status === status).map(({ id }) => id);
  const each = (status: string): string[] => [...new Set(those(status))].sort();
  return { passed: those('SUCCESS').length, failed: each('FAILURE'), warned: each('WARNING') };
}

/** What a scenario for clients printed of a gate that passes everything of the suite's own server. */
export async function clientScenario(scenario: string, folder: string): Promise<string> {
  const { url, close } = await listening(
    createServer(async (req, res) => {
      let text = '';
      for await (const part of req) text += part;
      const { upstream, context } = JSON.parse(text);
      await callAll(upstream, context, join(folder, scenario));
      res.end();
    }),
  );
  const command = `${NODE_24} ${join(__dirname, 'client.mjs')} ${url}`;
  const given = ['--command', command, '--scenario', scenario, '--spec-version', '2026-07-28'];
  const printed = await run([SUITE, 'client', ...given]);
  await close();
  return printed;
}

/** Calls every tool of the upstream through the gate, listed by the gate or not, because an agent may know a name. */
async function callAll(upstream: string, { toolCalls }: Body, folder: string): Promise<void> {
  const { url, close } = await openPassing(upstream, folder);
  const capabilities = {};
  const all: Body[] = (await send(upstream, 'tools/list', {}, { capabilities })).result.tools;
  await send(url, 'tools/list', {}, { capabilities });
  const calls: Body[] = toolCalls ?? all.map((tool) => ({ name: tool.name, arguments: sampleOf(tool) }));
  for (const { name, arguments: args } of calls) {
    const headers = paramHeaders(all.find((tool) => tool.name === name)!, args);
    await callTool(url, name, args, { capabilities, headers });
  }
  await close();
}

function sampleOf({ inputSchema: { properties = {} } }: Body): Body {
  const samples: Body = { string: 'x', boolean: true, object: {}, array: [], null: null };
  return Object.fromEntries(Object.entries<Body>(properties).map(([name, { type }]) => [name, samples[type] ?? 5]));
}
