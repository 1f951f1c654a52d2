/** `previous_claim_at` in the answer to a claim (operation claimRequest). */
import { systemRandom } from '../../src/adapters/system/random';
import { systemPause } from '../../src/adapters/system/time';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { claimRequest } from '../../src/service/execution/use-cases';
import { everyAction } from '../../src/service/request/rules/caller';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { DIGEST, ENVELOPE } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { tablesThrough } from '../support/tables';

const LEASE_MS = 60_000;

describe('what a claim says about the one before it', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));
  const authorized = async (): Promise<RequestId> => {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
    const { id } = (await ledger.propose(body)).body.request;
    await ledger.turn('op_bravo', id);
    return id;
  };
  const claim = async (id: string) => (await ledger.claim(id, { lease_seconds: LEASE_MS / 1000 })).body;
  const claimedAt = async (id: string) => (await ledger.read(id)).execution.claimed_at;
  const stop = (id: string) => ledger.api('op_bravo', 'POST', `/api/requests/${id}/stop`, { note: 'not now' });

  it('a first claim has null, and each later one the time of the claim just before it', async () => {
    const id = await authorized();
    const times: (number | null)[] = [];
    for (let n = 0; n < 3; n++) {
      times.push((await claim(id)).previous_claim_at, await claimedAt(id));
      ledger.clock.advance(LEASE_MS);
    }
    const [first, a, second, b, third, c] = times;
    expect([first, second, third]).toEqual([null, a, b]);
    expect(new Set([a, b, c]).size).toBe(3);
  });

  it.each([
    [0, 'null'],
    [1, 'the claim before'],
  ])(
    'a claim whose answer was lost, and whose request was stopped before the retry, after %i claims answers %s',
    async (claims) => {
      const id = await authorized();
      let before: number | null = null;
      for (let n = 0; n < claims; n++) {
        await claim(id);
        before = await claimedAt(id);
        ledger.clock.advance(LEASE_MS);
      }
      let lost = 0;
      const tables = tablesThrough(ledger.tables, async (command, pass) => {
        if (command.constructor.name !== 'UpdateCommand' || lost++ > 0) return pass();
        await pass();
        expect((await stop(id)).status).toBe(200);
        return pass();
      });
      const deps = {
        ...{ clock: ledger.clock, clockGuard: { assertTrusted: () => undefined } },
        ...{ random: systemRandom, pause: systemPause, requests: createRequestStore(tables) },
      };
      const retried = await claimRequest(deps, everyAction(DEMO_ORG), id, LEASE_MS / 1000);
      expect(retried).toMatchObject({
        ok: true,
        value: { lease: { previousClaimAtMs: before }, request: { stopped: { calling: false } } },
      });
      expect(lost).toBeGreaterThanOrEqual(1);
    },
  );
});
