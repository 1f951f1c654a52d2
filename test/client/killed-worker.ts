/** A worker as a process of its own, for a test that kills it. Its downstream has no idempotency key. */
import { createClient, createWorker } from '../../src/client';

const { SERVICE = '', API_KEY = '', INTENT_KEY = '', DOWNSTREAM = '', AT_MOST_ONCE } = process.env;

createWorker({
  client: createClient({ baseUrl: SERVICE, apiKey: API_KEY, retries: 0 }),
  keys: [INTENT_KEY],
  clients: {
    billing: ({ requestId }: { requestId: string }) => ({
      refund: async () => (await fetch(`${DOWNSTREAM}/${requestId}`, { method: 'POST' })).text(),
    }),
  },
  allow: ['billing.refund'],
  check: () => true,
  log: false,
  atMostOnce: AT_MOST_ONCE === 'true',
  pollIntervalMs: 50,
});
