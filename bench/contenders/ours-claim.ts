/** Ours: the functions' own handlers, called as Lambda calls them, over the database at DYNAMODB_ENDPOINT. */

import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { DIGEST, ENVELOPE } from '../../test/support/house';
import { openLedger } from '../../test/support/ledger';
import { writeClones } from '../support/clones';
import { serve, side, WIDTH } from '../support/contender';

serve(async () => {
  const ledger = await openLedger();
  const params = { charge: 'ch_1', note: 'n'.repeat(200), intent: DIGEST };
  const body = {
    action: 'demo.solo',
    requester: 'op_alpha',
    params,
    intent: { ...ENVELOPE, ciphertext: 'A'.repeat(300) },
  };
  const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request;
  await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: await ledger.code('op_bravo', id) });
  const original = (await ledger.requests.load(ledger.demo.org as OrgId, id as RequestId))!;
  let ids: readonly string[] = [];
  return {
    async prepare(count) {
      ids = await writeClones(ledger.tables, original, count);
    },
    run: (count) =>
      side(count, WIDTH, async (n) => {
        const claimed = await ledger.v1('worker', 'POST', `/v1/requests/${ids[n]}/claim`);
        const { claim_id } = claimed.body;
        const report = { claim_id, status: 'succeeded', reference: 're_1' };
        const reported = await ledger.v1('worker', 'POST', `/v1/requests/${ids[n]}/execution`, { body: report });
        if (claimed.status !== 200 || reported.status !== 200)
          throw new Error('a request was not claimed and reported');
      }),
    stop: () => ledger.stop(),
  };
});
