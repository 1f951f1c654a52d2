/** The pattern for a workflow engine: create with a key of the run, wait for the event or a timeout, re-read, confirm, act. */
import { createServer } from 'node:http';
import { createClient, expressEvents } from '../../src/client';
import { demo, waitingFor } from '../support/demo';

const client = createClient({ baseUrl: demo.base_url, apiKey: demo.keys.proposer });
const run = process.env.RUN_ID ?? 'run_1';
const operation = { action: 'demo.solo', params: { workflow: run, step: 'purge-archive' } };

/** The engine's signals: the event of a request wakes the step that waits for it. */
const waiting = new Map<string, () => void>();
const server = createServer(
  expressEvents({ apiKey: demo.keys.proposer, onEvent: ({ data }) => waiting.get(data.request.id)?.() }),
);

async function step(callback_url: string): Promise<string> {
  // If the step is replayed, it finds the same request.
  const proposal = { ...operation, requester: 'op_alpha', callback_url };
  const { request, replayed } = await client.createRequest(proposal, { idempotencyKey: `${run}/purge-archive` });
  waitingFor(request.id, 'the workflow purges the archive, or compensates', { replayed });
  const verdict = await client.waitForVerdict(request.id, {
    ...operation,
    timeoutMs: 3600_000,
    wake: (wake) => waiting.set(request.id, wake),
  });
  return verdict.outcome === 'authorized' ? 'purging the archive' : `compensating: ${verdict.outcome}`;
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as { port: number };
  console.log(await step(`http://127.0.0.1:${port}/events`));
  server.close();
  server.closeAllConnections();
});
