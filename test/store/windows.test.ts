/** The write's condition checks deadlines, which are exclusive (docs/design.md#time-is-decided-once-for-each-item). */
import { systemRandom } from '../../src/adapters/system/random';
import { claimRequest } from '../../src/app/execution/claim-request';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { DIGEST, ENVELOPE } from '../support/house';
import { type Ledger, openLedger } from '../support/ledger';

describe('a claim', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterAll(() => ledger?.stop());

  const claimAt = (id: RequestId, nowMs: number, leaseSeconds = 60) =>
    claimRequest(
      {
        clock: { nowMs: () => nowMs },
        clockGuard: { assertTrusted: () => undefined },
        random: systemRandom,
        requests: ledger.requests,
      },
      DEMO_ORG,
      id,
      leaseSeconds,
    );
  const authorized = async (execute_within: number): Promise<{ id: RequestId; executeByMs: number }> => {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
    const created = await ledger.v1('proposer', 'POST', '/v1/requests', { body: { ...body, execute_within } });
    const { id } = created.body.request;
    const code = await ledger.code('op_bravo', id);
    const turned = await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
    return { id, executeByMs: turned.body.request.execution.execute_by };
  };

  it('a claim loses in the last millisecond of a lease and wins in the next', async () => {
    const { id, executeByMs } = await authorized(86_400);
    const first = await claimAt(id, executeByMs - 3_600_000);
    if (!first.ok) throw new Error(first.error.reason);
    const { leaseExpiresAtMs } = first.value.lease;
    const early = await claimAt(id, leaseExpiresAtMs - 1);
    expect(early).toEqual({ ok: false, error: { reason: 'already_claimed', leaseExpiresAtMs } });
    const second = await claimAt(id, leaseExpiresAtMs);
    expect(second).toMatchObject({ ok: true, value: { lease: { claimedAtMs: leaseExpiresAtMs } } });
  });

  it('a claim wins at execute_by itself, and not a millisecond later', async () => {
    const closed = await authorized(60);
    expect(await claimAt(closed.id, closed.executeByMs + 1)).toEqual({
      ok: false,
      error: { reason: 'window_closed', executeByMs: closed.executeByMs },
    });
    const open = await authorized(60);
    expect((await claimAt(open.id, open.executeByMs)).ok).toBe(true);
  });

  it('a claim taken late keeps its complete lease, beyond the window', async () => {
    const { id, executeByMs } = await authorized(60);
    expect(await claimAt(id, executeByMs - 1, 600)).toMatchObject({
      ok: true,
      value: { lease: { leaseExpiresAtMs: executeByMs - 1 + 600_000 } },
    });
    expect(await claimAt(id, executeByMs + 599_998)).toMatchObject({ error: { reason: 'already_claimed' } });
    expect(await claimAt(id, executeByMs + 599_999)).toMatchObject({ error: { reason: 'window_closed' } });
  });
});
