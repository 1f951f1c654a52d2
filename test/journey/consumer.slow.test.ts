/** One journey of a consumer, against everything that a consumer can run it against. */
import {
  type AuthorizationRequest,
  type Check,
  ConflictError,
  createClient,
  createWorker,
  sealIntent,
} from '../../src/client';
import { startTestService } from '../../src/testing/service';
import { deploy } from '../infra/host/deployment';
import { settleIn } from '../infra/host/people';
import { synthesize } from '../infra/host/stack';
import { openHouse } from '../support/house';

/** Where the journey goes. The action `refund` needs one key, and `requester` is an operator. */
interface Place {
  readonly baseUrl: string;
  readonly proposer: string;
  readonly worker: string;
  readonly action: string;
  readonly requester: string;
  approve(id: string): Promise<unknown>;
  refuse(id: string): Promise<unknown>;
  /** Until everything that follows from the calls so far has happened. */
  settle(): Promise<unknown>;
  stop(): Promise<void>;
}

async function testService(): Promise<Place> {
  const service = await startTestService({ actions: [{ id: 'refund' }] });
  const { proposer, worker } = service.keys;
  const here = { proposer, worker, action: 'refund', requester: 'op_alpha' };
  return { ...service, ...here, settle: () => service.clock.advance(0) };
}

async function runner(): Promise<Place> {
  const house = await openHouse({ memory: true });
  const { proposer, worker } = house.running.demo.keys;
  return {
    ...{ baseUrl: house.url, proposer, worker, action: 'demo.solo', requester: 'op_alpha' },
    approve: (id) => house.turn('op_bravo', id),
    refuse: (id) => house.refuse('op_bravo', id),
    settle: () => house.advance(0),
    stop: () => house.stop(),
  };
}

async function deployedBundles(): Promise<Place> {
  const house = await deploy(synthesize('prod'));
  const people = await settleIn(house);
  const key = people.key.authorization!.replace('Bearer ', '');
  const asBravo = async (id: string, what: string, body?: object) => {
    const path = `/api/requests/${id}/${what}`;
    const { statusCode } = await house.call('console', 'POST', path, body, await people.signIn('op_a'));
    expect(statusCode).toBe(200);
  };
  return {
    ...{ baseUrl: house.internet, proposer: key, worker: key, action: 'refund', requester: 'op_admin' },
    async approve(id) {
      await house.settle();
      await asBravo(id, 'turn', { code: people.mailedCode('op_a').replace(' ', '') });
    },
    refuse: (id) => asBravo(id, 'refuse'),
    settle: () => house.settle(),
    stop: () => house.stop(),
  };
}

const PLACES: [string, () => Promise<Place>][] = [
  ['the test service', testService],
  ['the local runner', runner],
  ['the deployed bundles', deployedBundles],
];

describe.each(PLACES)('a consumer of %s', (_, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
  }, 120_000);
  afterAll(() => place?.stop());

  it('a consumer proposes a sealed refund, has it approved, runs it once, and learns of it from the feed', async () => {
    const { baseUrl, action, requester } = place;
    const [proposer, executor] = [place.proposer, place.worker].map((apiKey) => createClient({ baseUrl, apiKey }));
    const keys = [Buffer.alloc(32, 5).toString('base64')];
    const call = { client: 'billing', method: 'refund', args: [{ charge: 'ch_1' }] };
    const { intent, digest } = sealIntent({ keys, action, ...call });
    const operation = { action, params: { charge: 'ch_1', intent: digest } };
    const propose = () =>
      proposer!.createRequest({ ...operation, requester, intent }, { idempotencyKey: 'refund-ch_1' });
    const { request, replayed } = await propose();
    expect([request.state, replayed]).toEqual(['notified', false]);
    expect(await propose()).toMatchObject({ request: { id: request.id }, replayed: true });
    expect((await executor!.listExecutable()).requests).toEqual([]);

    await place.settle();
    await place.approve(request.id);
    expect(await proposer!.waitForVerdict(request.id, operation)).toMatchObject({ outcome: 'authorized' });

    const ran: object[] = [];
    const check: Check<[{ charge: string }]> = ({ args: [{ charge }] }, { params }) => charge === params.charge;
    const refund = (args: object) => {
      ran.push(args);
      return 're_1';
    };
    const worker = createWorker({
      ...{ client: executor!, keys, clients: { billing: () => ({ refund }) }, allow: ['billing.refund'], check },
      pollIntervalMs: 50,
    });
    const { execution } = await until(proposer!, request.id, ({ execution }) => execution.reported_at !== null);
    await worker.stop();
    expect([execution.state, execution.reference, ran]).toEqual(['succeeded', 're_1', [{ charge: 'ch_1' }]]);
    await expect(executor!.claim(request.id)).rejects.toMatchObject({ kind: 'already_reported' });
    await expect(executor!.claim(request.id)).rejects.toBeInstanceOf(ConflictError);

    await place.settle();
    const heard = [];
    for await (const { type, data } of proposer!.events()) {
      if (data.request.id === request.id) heard.push(type);
      if (heard.length === 2) break;
    }
    expect(heard).toEqual(['request.authorized', 'request.executed']);
  }, 60_000);

  it('a consumer is told that people refused', async () => {
    const client = createClient({ baseUrl: place.baseUrl, apiKey: place.proposer });
    const operation = { action: place.action, params: { charge: 'ch_2' } };
    const { request } = await client.createRequest({ ...operation, requester: place.requester });
    await place.settle();
    await place.refuse(request.id);
    expect(await client.waitForVerdict(request.id, operation)).toMatchObject({ outcome: 'denied' });
  }, 30_000);
});

async function until(
  client: ReturnType<typeof createClient>,
  id: string,
  is: (request: AuthorizationRequest) => boolean,
): Promise<AuthorizationRequest> {
  for (;;) {
    const { request } = await client.getRequest(id);
    if (is(request)) return request;
  }
}
