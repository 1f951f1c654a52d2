/** Waits against the real service: how soon they notice, and when a wait for an execution ends. */
import { createClient, sealIntent } from '../../src/client';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { KEY } from './approved';

const action = 'demo.solo';

describe('a wait against the service', () => {
  let calls: string[];
  let held: number;
  const house = openedOnce(() => openHouse({ memory: true }));
  beforeEach(() => {
    [calls, held] = [[], 0];
  });
  const client = () =>
    createClient({
      baseUrl: house.url,
      apiKey: house.running.demo.keys.proposer,
      onRequest: ({ path }) => void (calls.push(path) && path.includes('wait=20') && held++),
    });
  const propose = async (fields: object = {}) => {
    const { intent, digest } = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refund', args: [1] });
    return (await house.propose({ params: { intent: digest }, intent, ...fields })).body.request as {
      id: string;
      params: Record<string, string>;
    };
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const worker = () => createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker });

  it('a wait notices verdicts within 3 s with one held call, and reads only what was decided', async () => {
    const requests = [await propose(), await propose(), await propose()];
    const waiting = client();
    const verdicts = requests.map(({ id, params }) => waiting.waitForVerdict(id, { action, params }));
    await until(() => held === 1 && calls.length === 5);
    const last = requests[2]!.id;
    await house.turn('op_bravo', last);
    const decidedMs = performance.now();
    expect((await verdicts[2]!).outcome).toBe('authorized');
    expect(performance.now() - decidedMs).toBeLessThan(3000);
    expect(calls.filter((path) => path === `/v1/requests/${last}`)).toHaveLength(2);
    expect(calls.filter((path) => path === `/v1/requests/${requests[0]!.id}`)).toHaveLength(1);
    for (const { id } of requests.slice(0, 2)) await house.turn('op_bravo', id);
    await Promise.all(verdicts);
  });

  it('a wait for an execution ends with a stop: not run, or unknown once the lease of a claim is over', async () => {
    const [unclaimed, claimed] = [await propose(), await propose()];
    for (const { id } of [unclaimed, claimed]) await house.turn('op_bravo', id);
    const { lease_expires_at, server_now } = await worker().claim(claimed.id, { leaseSeconds: 60 });
    const aborted = await client().abort(claimed.id, { reason: 'the order was cancelled' });
    expect(aborted.request.execution.state).toBe('claimed');
    await client().abort(unclaimed.id);
    expect(await client().waitForExecution(unclaimed.id)).toMatchObject({ state: 'not_run', why: 'stopped' });
    const result = client().waitForExecution(claimed.id);
    await until(() => held === 1);
    await house.advance(lease_expires_at - server_now);
    expect(await result).toMatchObject({ state: 'unknown', request: { execution: { state: 'none' } } });
  });

  it('a wait for an execution ends with the report', async () => {
    const { id } = await propose();
    const result = client().waitForExecution(id);
    await until(() => held === 1);
    await house.turn('op_bravo', id);
    const { claim_id } = await worker().claim(id);
    await worker().report(id, { claim_id, status: 'succeeded', reference: 're_1' });
    expect(await result).toMatchObject({ state: 'succeeded', request: { execution: { reference: 're_1' } } });
  });
});
