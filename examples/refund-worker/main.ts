/** A worker that makes approved refunds: sealed intents, two keys in rotation, a check of what people were shown. */
import { type Check, createClient, createWorker, operationHash, sealIntent } from '../../src/client';
import { demo, waitingFor } from '../support/demo';

/** Use 32 random bytes for each and keep them secret. The proposer seals with the newest; the worker opens with both. */
const NEW_KEY = Buffer.alloc(32, 2).toString('base64');
const OLD_KEY = Buffer.alloc(32, 1).toString('base64');
const action = 'demo.refund';

/** Calls the payment provider. The idempotency key prevents a second refund if the call is repeated. */
class Billing {
  constructor(private readonly idempotencyKey: string) {}

  readonly refunds = {
    create: async ({ charge, amount }: Refund) => {
      console.log(`refunding ${amount} of ${charge} under ${this.idempotencyKey}`);
      return { id: `re_${charge}` };
    },
  };
}

interface Refund {
  readonly charge: string;
  readonly amount: string;
}

/**
 * People approved the params, and saw of the call only its digest. An old envelope that somebody proposes again under
 * harmless params opens, and passes every other check: this is where it is stopped.
 */
const check: Check<[Refund?]> = ({ method, args: [refund, ...others] }, { params }) => {
  if (method !== 'refunds.create' || others.length > 0 || refund === undefined) return 'not a refund';
  if (refund.charge !== params.charge) return 'the call names another charge than the params';
  return refund.amount === params.amount || 'the call names another amount than the params';
};

async function propose(key: string, charge: string): Promise<string> {
  const client = createClient({ baseUrl: demo.base_url, apiKey: demo.keys.proposer });
  const refund: Refund = { charge, amount: '25' };
  const call = { client: 'billing', method: 'refunds.create', args: [refund] };
  const { intent, digest } = sealIntent({ keys: [key], action, ...call });
  const params = { ...refund, intent: digest };
  const { request } = await client.createRequest({ action, requester: 'op_bravo', params, intent });
  if (request.operation_hash !== operationHash(action, params))
    throw new Error('the service recorded a different operation');
  return request.id;
}

async function main(): Promise<void> {
  for (const id of [await propose(OLD_KEY, 'ch_1'), await propose(NEW_KEY, 'ch_2')]) {
    waitingFor(id, 'the worker makes the refund and reports');
  }
  let done = 0;
  const line = (message: string, fields: object) => console.error(message, fields);
  const worker = createWorker({
    client: createClient({ baseUrl: demo.base_url, apiKey: demo.keys.worker }),
    keys: [NEW_KEY, OLD_KEY],
    clients: { billing: ({ idempotencyKey }) => new Billing(idempotencyKey) },
    allow: ['billing.refunds.create'],
    check,
    pollIntervalMs: 500,
    log: {
      info: (message, fields) => {
        line(message, fields);
        if (message === 'reported succeeded' && ++done === 2) void worker.stop();
      },
      warn: line,
      error: line,
    },
  });
}

void main();
