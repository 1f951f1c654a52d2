import { DIGEST, ENVELOPE, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

describe('the main job', () => {
  const house = openedOnce(openHouse);

  it('the main job goes from a proposal over one key to a claimed, reported execution', async () => {
    const proposed = await house.propose({ params: { charge: 'ch_123', intent: DIGEST }, intent: ENVELOPE });
    expect(proposed.status).toBe(202);
    expect(proposed.body.request).toMatchObject({
      state: 'notified',
      live: true,
      outcome: null,
      approvers: [],
      decided_at: null,
    });
    const { id } = proposed.body.request;

    const turned = await house.turn('op_bravo', id);
    expect(turned.status).toBe(200);
    expect(turned.body.request).toMatchObject({
      state: 'succeeded',
      live: false,
      outcome: 'authorized',
      approvers: ['op_bravo'],
    });

    const list = await house.v1('worker', 'GET', '/v1/requests?executable=true');
    expect(list.body.requests.map((request: { id: string }) => request.id)).toEqual([id]);
    expect(list.body.requests[0].execution.state).toBe('pending');

    const claimed = await house.claim(id, { lease_seconds: 30 });
    expect(claimed.status).toBe(200);
    expect(claimed.body.claim_id).toMatch(/^clm_[0-9a-f]{24}$/);
    expect(claimed.body.lease_expires_at).toBe(claimed.body.request.execution.claimed_at + 30_000);
    expect(claimed.body.request.intent).toEqual(ENVELOPE);

    const reported = await house.report(id, {
      claim_id: claimed.body.claim_id,
      status: 'succeeded',
      reference: 're_1',
    });
    expect(reported.status).toBe(200);
    expect(reported.body.request.execution).toMatchObject({ state: 'succeeded', reference: 're_1', error: null });

    const read = await house.v1('reader', 'GET', `/v1/requests/${id}`);
    expect(read.body.request).toEqual(reported.body.request);
    const after = await house.v1('worker', 'GET', '/v1/requests?executable=true');
    expect(after.body.requests).toEqual([]);
  });
});
