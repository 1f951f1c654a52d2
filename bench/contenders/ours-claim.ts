/** Ours: the functions' own handlers, called as Lambda calls them, over the database at DYNAMODB_ENDPOINT. */
import { openLedger } from '../../test/support/ledger';
import { writeClones } from '../support/clones';
import { serve } from '../support/contender';
import { inLanes, WIDTH } from '../support/lanes';
import { authorized, sealed } from '../support/requests';

serve(async () => {
  const ledger = await openLedger();
  const original = await authorized(ledger, { action: 'demo.solo', requester: 'op_alpha', ...sealed(300) });
  let ids: readonly string[] = [];
  return {
    async prepare(count) {
      ids = await writeClones(ledger.tables, original, count);
    },
    run: (count) =>
      inLanes(count, WIDTH, async (n) => {
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
