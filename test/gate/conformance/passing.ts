/** A gate that passes everything of one upstream. It proposes nothing, so it needs no service. */
import { join } from 'node:path';
import { configOf, digestOf, serveGate } from '../support/open';
import { TOKENS } from '../support/wire';

export const openPassing = (upstream: string, folder: string) =>
  serveGate(
    configOf({
      name: 'passing',
      // Nobody answers there.
      service: { url: 'http://127.0.0.1:9' },
      listen: { port: 0, url: 'http://127.0.0.1/mcp' },
      ledger: { folder: join(folder, 'ledger') },
      upstreams: { upstream: { url: upstream, serves: ['resources', 'prompts', 'completion'] } },
      rules: [{ upstream: 'upstream', tool: '*', do: 'pass' }],
      callers: [{ name: 'agent', token: digestOf(TOKENS.agent), operator: 'op_alpha' }],
    }),
  );
