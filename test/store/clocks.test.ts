/**
 * Clocks of instances differ, but times in a request never decrease
 * (docs/design.md#time-is-decided-once-for-each-item).
 */

import { systemRandom } from '../../src/adapters/system/random';
import { systemPause } from '../../src/adapters/system/time';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { getRequest } from '../../src/service/ceremony/use-cases/read-requests';
import { type ClaimDeps, claimRequest, reportExecution } from '../../src/service/execution/use-cases';
import { everyAction } from '../../src/service/request/rules/caller';
import { eventOf } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const AHEAD_MS = 1_500;

describe('an instance whose clock is behind', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));
  beforeAll(() => {
    // The clock of the ledger's own functions is a second and a half ahead of the others.
    ledger.clock.advance(AHEAD_MS);
  });

  const behind = (): ClaimDeps & { pause: typeof systemPause } => ({
    clock: { nowMs: () => ledger.clock.nowMs() - AHEAD_MS },
    clockGuard: { assertTrusted: () => undefined },
    random: systemRandom,
    pause: systemPause,
    requests: ledger.requests,
  });
  const authorized = async (): Promise<RequestId> => {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
    const { id } = (await ledger.propose(body)).body.request;
    expect((await ledger.turn('op_bravo', id)).status).toBe(200);
    return id;
  };
  const read = (id: string) => ledger.read(id);

  it('an instance whose clock is behind claims and reports at the request’s time, not before its verdict', async () => {
    const id = await authorized();
    const { decided_at } = await read(id);
    const claimed = await claimRequest(behind(), everyAction(DEMO_ORG), id, 60);
    if (!claimed.ok) throw new Error(claimed.error.reason);
    expect(claimed.value.lease.claimedAtMs).toBeGreaterThanOrEqual(decided_at);
    expect(claimed.value.lease.leaseExpiresAtMs - claimed.value.lease.claimedAtMs).toBe(60_000);
    const report = { claimId: claimed.value.lease.claimId, status: 'succeeded', reference: null, error: null } as const;
    const reported = await reportExecution(behind(), { ...everyAction(DEMO_ORG), signingKey: null }, id, report);
    expect(reported.ok).toBe(true);
    const { execution } = await read(id);
    expect(execution.reported_at).toBeGreaterThanOrEqual(execution.claimed_at);
  });

  it('an instance whose clock is behind does not end a lease early, and does not claim while one is live at the request’s time', async () => {
    const id = await authorized();
    const claimed = await ledger.claim(id);
    expect(claimed.status).toBe(200);
    expect(await claimRequest(behind(), everyAction(DEMO_ORG), id, 60)).toMatchObject({
      ok: false,
      error: { reason: 'already_claimed' },
    });
    const { execution } = await read(id);
    expect(execution).toMatchObject({ state: 'claimed', lease_expires_at: claimed.body.lease_expires_at });
  });

  it('an instance whose clock is behind never reads an earlier state than the one that was written', async () => {
    const id = await authorized();
    const seen = await getRequest(behind(), everyAction(DEMO_ORG), id);
    expect(seen?.request.state).toBe('succeeded');
    expect(seen!.nowMs).toBeGreaterThanOrEqual(seen!.request.updatedAtMs);
  });

  it('an instance whose clock is behind answers with a time that is not before what it shows', async () => {
    const id = await authorized();
    const service = createServiceHandler({ ...ledger.ports, ...behind() });
    const ask = async (key: 'worker' | 'reader', method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${ledger.demo.keys[key]}` };
      const answer = await service(eventOf(method, `/v1/requests/${id}${path}`, headers, { body }));
      return JSON.parse(answer.body!);
    };
    const read = await ask('reader', 'GET', '');
    expect(read.server_now).toBeGreaterThanOrEqual(read.request.decided_at);
    const claimed = await ask('worker', 'POST', '/claim');
    expect(claimed.server_now).toBeGreaterThanOrEqual(claimed.request.execution.claimed_at);
    const report = { claim_id: claimed.claim_id, status: 'succeeded' };
    const reported = await ask('worker', 'POST', '/execution', report);
    expect(reported.server_now).toBeGreaterThanOrEqual(reported.request.execution.reported_at);
  });

  it('an instance whose clock cannot be trusted refuses to claim', async () => {
    const id = await authorized();
    const deps = {
      ...behind(),
      clockGuard: {
        assertTrusted: () => {
          throw new Error('the clock is off');
        },
      },
    };
    await expect(claimRequest(deps, everyAction(DEMO_ORG), id, 60)).rejects.toThrow('the clock is off');
    expect((await read(id)).execution.state).toBe('pending');
  });
});
