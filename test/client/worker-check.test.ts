/** An envelope that was approved once and proposed again under other params: only the worker can see the difference. */
import {
  type AuthorizationRequest,
  createClient,
  createWorker,
  sealIntent,
  type WorkerOptions,
} from '../../src/client';
import { openHouse } from '../support/house';
import { openedForEach } from '../support/opened';
import { anApproved, aSealed, KEY } from './approved';
import { startFakeService } from './fake-service';

const HONEST = aSealed([{ charge: 'ch_9', amount: '48000' }], { params: { charge: 'ch_9', amount: '48000' } });
/** With the same envelope, whatever its params say. */
const REPLAYED = anApproved({
  ...{ id: 'req_2', intent: HONEST.intent },
  params: { charge: 'ch_1', amount: '5', intent: HONEST.params.intent! },
});

type Check = NonNullable<WorkerOptions['check']>;
const compares: Check = ({ args }, { params }) => {
  const refund = args[0] as { charge: string; amount: string };
  return refund.charge === params.charge && refund.amount === params.amount;
};

it('a check that failed is asked again when the lease has ended, within the window', async () => {
  const house = await openHouse({ memory: true });
  const call = { keys: [KEY], action: 'demo.solo', client: 'billing', method: 'refund', args: ['ch_1'] };
  const { intent, digest } = sealIntent(call);
  const { id } = (await house.propose({ params: { intent: digest }, intent })).body.request;
  await house.turn('op_bravo', id);
  const execution = async () => (await house.read(id)).execution;
  let checks = 0;
  const worker = createWorker({
    client: createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker }),
    keys: [KEY],
    clients: { billing: () => ({ refund: () => 're_1' }) },
    check: () => {
      if (checks++ === 0) throw new Error('the database is down');
      return true;
    },
    pollIntervalMs: 20,
    log: false,
  });
  try {
    while (checks === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await execution()).state).toBe('claimed');
    await house.advance(600_000);
    while ((await execution()).state !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(checks).toBe(2);
  } finally {
    await worker.stop();
    await house.stop();
  }
});

describe('the check of a worker', () => {
  const service = openedForEach(startFakeService);
  let stop = async () => undefined as void;
  afterEach(() => stop());

  /** Until all are reported, or until the log says this. */
  async function run(check: Check, ...given: (AuthorizationRequest | string)[]) {
    const requests = given.filter((each): each is AuthorizationRequest => typeof each !== 'string');
    const awaited = given.find((each): each is string => typeof each === 'string');
    const made: unknown[] = [];
    const said: string[] = [];
    for (const request of requests) service.offer(request);
    const line = (level: string) => (message: string, fields: object) =>
      void said.push(`${level}: ${message} ${JSON.stringify(fields)}`);
    const worker = createWorker({
      client: createClient({ baseUrl: service.url, apiKey: 'rak_worker', retries: 0 }),
      keys: [KEY],
      clients: { billing: () => ({ refund: (refund: unknown) => void made.push(refund) }) },
      check,
      pollIntervalMs: 5,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
    });
    stop = () => worker.stop({ timeoutMs: 0 });
    const isOver = () =>
      awaited === undefined ? service.reports.size === requests.length : said.some((each) => each.includes(awaited));
    for (let turns = 0; !isOver(); turns++) {
      if (turns > 5000) throw new Error(`not reported; the log: ${said.join('\n')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await worker.stop();
    return { made, said: said.join('\n'), reports: requests.map(({ id }) => service.reports.get(id)) };
  }

  it('a check runs the call whose params say what it does, and not the same envelope with harmless params', async () => {
    const { made, reports } = await run(compares, HONEST, REPLAYED);
    expect(made).toEqual([{ charge: 'ch_9', amount: '48000' }]);
    expect(reports).toMatchObject([{ status: 'succeeded' }, { status: 'failed', error: 'check_failed' }]);
  });

  const NO_ANSWER = 'the check gave no answer; nothing was run';
  const kind = (what: string) => `it must return true, false or a string, and returned ${what}`;
  it.each<[string, Check, string]>([
    ['returns nothing', (() => undefined) as unknown as Check, kind('a value of the type undefined')],
    ['returns something that is only true-ish', (() => 1) as unknown as Check, kind('a value of the type number')],
    ['returns null', (() => null) as unknown as Check, kind('null')],
    ['throws', ({ args }) => (args[3] as { charge: string }).charge === '', 'Cannot read properties of undefined'],
    ['rejects', () => Promise.reject(new Error('no such charge')), 'no such charge'],
    [
      'changes the call',
      ({ args }) => Object.assign(args[0] as object, { amount: '1' }) !== null,
      'Cannot assign to read only',
    ],
  ])('nothing runs and nothing is reported if the check %s, and the error is logged', async (_, check, error) => {
    const { made, said } = await run(check, HONEST, NO_ANSWER);
    expect([made, service.received, service.claims.length]).toEqual([[], [], 1]);
    expect(said).toContain(`error: ${NO_ANSWER} {"request":"${HONEST.id}","error":"${error}`);
  });

  it('a check leaves the arguments unchanged, and the called client may add to them', async () => {
    const { made } = await run(compares, HONEST);
    const withDefault = Object.assign(made[0] as object, { currency: 'eur' });
    expect(withDefault).toEqual({ charge: 'ch_9', amount: '48000', currency: 'eur' });
  });
});
