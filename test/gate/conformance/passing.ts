/** A gate that passes everything of one upstream. It proposes nothing, so it needs no service. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseConfig } from '../../../src/gate/core';
import { listen } from '../../../src/gate/mcp/http';
import { openGate } from '../../../src/gate/mcp/start';
import { TOKENS } from '../support/wire';

export async function openPassing(upstream: string, folder: string) {
  const token = `sha256:${createHash('sha256').update(TOKENS.agent).digest('hex')}`;
  const parsed = parseConfig({
    name: 'passing',
    // Nobody answers there.
    service: { url: 'http://127.0.0.1:9' },
    listen: { port: 0, url: 'http://127.0.0.1/mcp' },
    ledger: { folder: join(folder, 'ledger') },
    upstreams: { upstream: { url: upstream, serves: ['resources', 'prompts', 'completion'] } },
    rules: [{ upstream: 'upstream', tool: '*', do: 'pass' }],
    callers: [{ name: 'agent', token, operator: 'op_alpha' }],
  });
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  const env = {
    GATE_PROPOSER_KEY: 'p',
    GATE_WORKER_KEY: 'w',
    GATE_INTENT_KEYS: Buffer.alloc(32, 7).toString('base64'),
  };
  const gate = await openGate(parsed.config, env, () => undefined);
  const { port, close } = await listen(gate.face, gate.callers, parsed.config, () => undefined);
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => close().then(gate.stop) };
}
