/** An envelope that was approved once and proposed again under other params: only the worker can see the difference. */
import {
  type AuthorizationRequest,
  createClient,
  createWorker,
  operationHash,
  sealIntent,
  type WorkerOptions,
} from '../../src/client';
import { type FakeService, startFakeService } from './fake-service';

const KEY = Buffer.alloc(32, 7).toString('base64');
const action = 'payments.refund';
const sealed = sealIntent({
  keys: [KEY],
  action,
  client: 'billing',
  method: 'refunds.create',
  args: [{ charge: 'ch_9', amount: '48000' }],
});

/** Authorized, with the one envelope, whatever its params say. */
function proposedWith(id: string, shown: Record<string, string>): AuthorizationRequest {
  const params = { ...shown, intent: sealed.digest };
  return {
    id: `req_${id.padStart(24, '0')}`,
    action,
    requester: 'op_alpha',
    operation_hash: operationHash(action, params),
    state: 'succeeded',
    live: false,
    outcome: 'authorized',
    approvers: ['op_bravo'],
    params,
    created_at: 1,
    decided_at: 2,
    intent: sealed.intent,
    execution: {
      state: 'pending',
      claimed_at: null,
      lease_expires_at: null,
      reported_at: null,
      reference: null,
      error: null,
      execute_by: Date.now() + 60_000,
    },
  };
}
const HONEST = proposedWith('1', { charge: 'ch_9', amount: '48000' });
const REPLAYED = proposedWith('2', { charge: 'ch_1', amount: '5' });

type Check = NonNullable<WorkerOptions['check']>;
const compares: Check = ({ args }, { params }) => {
  const refund = args[0] as { charge: string; amount: string };
  return refund.charge === params.charge && refund.amount === params.amount;
};

describe('the check of a worker', () => {
  let service: FakeService;
  beforeEach(async () => {
    service = await startFakeService();
  });
  let stop = async () => undefined as void;
  afterEach(async () => {
    await stop();
    await service.stop();
  });

  async function run(check: Check, ...requests: AuthorizationRequest[]) {
    const made: unknown[] = [];
    const said: string[] = [];
    for (const request of requests) service.offer(request);
    const line = (message: string, fields: object) => void said.push(`${message} ${JSON.stringify(fields)}`);
    const worker = createWorker({
      client: createClient({ baseUrl: service.url, apiKey: 'rak_worker', retries: 0 }),
      keys: [KEY],
      clients: { billing: () => ({ refunds: { create: (refund: unknown) => void made.push(refund) } }) },
      check,
      pollIntervalMs: 5,
      log: { info: line, warn: line, error: line },
    });
    stop = () => worker.stop({ timeoutMs: 0 });
    for (let turns = 0; service.reports.size < requests.length; turns++) {
      if (turns > 5000) throw new Error(`not reported; the log: ${said.join('\n')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await worker.stop();
    return { made, said: said.join('\n'), reports: requests.map(({ id }) => service.reports.get(id)) };
  }

  it('runs the call whose params say what it does, and not the same envelope under harmless params', async () => {
    const { made, reports } = await run(compares, HONEST, REPLAYED);
    expect(made).toEqual([{ charge: 'ch_9', amount: '48000' }]);
    expect(reports).toMatchObject([{ status: 'succeeded' }, { status: 'failed', error: 'check_failed' }]);
  });

  it.each<[string, Check, string]>([
    ['says why', async () => 'the amount differs', 'check_failed: the amount differs'],
    ['returns nothing', (() => undefined) as unknown as Check, 'check_failed'],
    ['returns something that is only true-ish', (() => 1) as unknown as Check, 'check_failed'],
    [
      'throws',
      () => {
        throw new Error('no such charge');
      },
      'check_failed: no such charge',
    ],
    ['rejects', () => Promise.reject(new Error('no such charge')), 'check_failed: no such charge'],
  ])('refuses the call if it %s', async (_, check, error) => {
    const { made, reports } = await run(check, HONEST);
    expect(made).toEqual([]);
    expect(reports).toMatchObject([{ status: 'failed', error }]);
  });

  it('cannot change the call that it was shown', async () => {
    const { made } = await run((call) => {
      (call.args[0] as { amount: string }).amount = '1';
      return true;
    }, HONEST);
    expect(made).toEqual([]);
  });

  it('leaves the arguments as they are: the client that is called may add to them', async () => {
    const { made } = await run(compares, HONEST);
    const withDefault = Object.assign(made[0] as object, { currency: 'eur' });
    expect(withDefault).toEqual({ charge: 'ch_9', amount: '48000', currency: 'eur' });
  });

  it('keeps what it says about the call out of the log', async () => {
    const { said } = await run(() => 'card 4242 is blocked', HONEST);
    expect(said).toContain('check_failed');
    expect(said).not.toContain('4242');
  });
});

it('a worker without a check says at its start what it does not see', async () => {
  const said: string[] = [];
  const client = { listExecutable: () => new Promise<never>(() => undefined) };
  const line = (message: string) => void said.push(message);
  const worker = createWorker({
    client: client as never,
    keys: [KEY],
    clients: {},
    log: { info: line, warn: line, error: line },
  });
  await worker.stop({ timeoutMs: 0 });
  expect(said.join('\n')).toMatch(/no check/);
});
