/** A consumer: it proposes, receives a signed event, re-reads the request, and acts once. */
import express from 'express';
import { createClient, expressEvents } from '../../src/client';
import { demo, waitingFor } from '../support/demo';

const client = createClient({ baseUrl: demo.base_url, apiKey: demo.keys.proposer });
const operation = { action: 'demo.solo', params: { customer: 'cus_1', plan: 'enterprise' } };
/** Ids of events and requests. A real consumer keeps them as unique keys in its database. */
const seen = new Set<string>();
const acted = new Set<string>();

const app = express();
// Mount it before any body parser, because the signature covers the raw bytes.
app.post(
  '/hooks/authorization',
  expressEvents({
    apiKey: demo.keys.proposer,
    onEvent: (event) => {
      if (seen.has(event.id)) return;
      seen.add(event.id);
      // The event is answered at once; the work continues in the background.
      act(event.data.request.id).catch(console.error);
    },
  }),
);

/** The event only says when to look. Act on the request, after checking that it is for exactly this operation. */
async function act(id: string): Promise<void> {
  const verdict = await client.waitForVerdict(id, operation);
  // One request may send several events: request.failed follows request.authorized.
  if (acted.has(id)) return;
  acted.add(id);
  console.log(
    verdict.outcome === 'authorized' ? `upgrading ${operation.params.customer}` : `not upgrading: ${verdict.outcome}`,
  );
  server.close();
  server.closeAllConnections();
}

const server = app.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as { port: number };
  const callback_url = `http://127.0.0.1:${port}/hooks/authorization`;
  const { request } = await client.createRequest({ ...operation, requester: 'op_alpha', callback_url });
  waitingFor(request.id, 'the customer is upgraded, or not', { at: callback_url });
});
