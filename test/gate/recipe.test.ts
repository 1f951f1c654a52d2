/** The recipe for `write_file` in docs/gate.md, as it is printed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { openPeople } from '../../src/testing/people';
import { startTestService } from '../../src/testing/service';
import { aFolder } from '../support/folder';
import { configOf, digestOf, secretsWith, serveGate } from './support/open';
import { openUpstream } from './support/upstream';
import { callTool, TOKENS, textOf } from './support/wire';

const page = readFileSync(join(__dirname, '../../docs/gate.md'), 'utf8');
const [, section = ''] = page.split('### People read the content of a file before it is written');
const [action, rule] = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => JSON.parse(block!));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('people read the content of a file, and approve what is then written', async () => {
  const folder = aFolder();
  const [service, upstream] = [await startTestService(), await openUpstream()];
  closing.push(service.stop, upstream.close);
  const { baseUrl, keys } = service;
  await openPeople(baseUrl, 'op_alpha').as('op_alpha', 'PUT', '/api/actions/files.write', action);
  upstream.tools.push({ name: 'write_file', inputSchema: { type: 'object', properties: { path: {}, content: {} } } });
  const config = configOf({
    ...{ name: 'files', service: { url: baseUrl }, listen: { port: 0, url: 'http://127.0.0.1/mcp' } },
    ...{ ledger: { folder }, upstreams: { files: { url: upstream.url } }, rules: [rule] },
    callers: [{ name: 'agent', token: digestOf(TOKENS.agent), operator: 'op_alpha' }],
  });
  const { gate, url, close } = await serveGate(config, secretsWith(keys), { holdMs: 50 });
  closing.push(close);
  const args = { path: 'notes/plan.txt', content: 'One line of the plan.\n'.repeat(200) };
  const call = () => callTool(url, 'write_file', args);

  const [, id = ''] = /Request (req_\S+) waits/.exec(textOf(await call()))!;
  const reader = createClient({ baseUrl, apiKey: keys.reader });
  const { request } = await reader.getRequest(id);
  expect(request.params).toMatchObject({ path: args.path, tool: 'write_file', caller: 'token:agent' });
  expect(Buffer.from(await reader.evidence(request, 'content')).toString()).toBe(args.content);
  expect(upstream.calls).toEqual([]);
  await service.approve(id);
  await gate.sweep();
  expect(upstream.calls).toMatchObject([{ tool: 'write_file', arguments: args, requestId: id }]);
}, 30_000);
