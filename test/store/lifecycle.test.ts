import type { Said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeter, type Meter } from '../support/meter';
import { withoutDisplay } from '../support/plain-action';

/**
 * The goal is 20 write units for a lifecycle without intent, before audit and deliveries. docs/performance.md says
 * where each goes.
 */
describe('a complete lifecycle of a 1 KB request with two keys', () => {
  let ledger: Ledger;
  let meter: Meter;
  beforeAll(async () => {
    ledger = await openLedger();
    await withoutDisplay(ledger, 'demo.deploy');
    meter = createMeter(ledger.tables);
    for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
  });
  afterAll(() => ledger?.stop());

  async function live(fields: object): Promise<{ writes: number; calls: number; id: string }> {
    let [writes, calls] = [0, 0];
    const counted = async (operation: () => Promise<Said>) => {
      const { answer, cost } = await meter.measure(operation);
      writes += cost.writeUnits;
      calls += cost.calls.length;
      expect(answer.status).toBeLessThan(300);
      return answer;
    };
    const body = { action: 'demo.deploy', requester: 'op_alpha', ...fields };
    const { id } = (await counted(() => ledger.v1('proposer', 'POST', '/v1/requests', { body }))).body.request;
    for (const operator of ['op_bravo', 'op_charlie']) {
      const code = await ledger.code(operator, id);
      await counted(() => ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code }));
    }
    await counted(() => ledger.v1('reader', 'GET', `/v1/requests/${id}`));
    if ('intent' in fields) {
      const { claim_id } = (await counted(() => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`))).body;
      const report = { claim_id, status: 'succeeded', reference: 're_1' };
      await counted(() => ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: report }));
    }
    return { writes, calls, id };
  }

  it('a lifecycle of a 1 KB request with two keys and no intent costs at most 17 write units in 16 calls', async () => {
    const { writes, calls } = await live({ params: { charge: 'ch_1', note: 'n'.repeat(200) } });
    expect(writes).toBeLessThanOrEqual(17);
    expect(calls).toBeLessThanOrEqual(16);
  });

  it('a lifecycle with two keys and a small intent costs at most 33 write units, including claim and report', async () => {
    const params = { charge: 'ch_1', note: 'n'.repeat(200), intent: DIGEST };
    const { writes, calls } = await live({ params, intent: ENVELOPE });
    expect(writes).toBeLessThanOrEqual(33);
    expect(calls).toBeLessThanOrEqual(22);
  });
});
