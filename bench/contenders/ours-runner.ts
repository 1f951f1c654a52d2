/** Ours as one machine runs it: over HTTP, with the caller, the stream, the audit chain and the messages in the same process. */

import { DEMO_ORG } from '../../src/local/demo';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { openHouse } from '../../test/support/house';
import { writeClones } from '../support/clones';
import { serve } from '../support/contender';
import { inLanes, WIDTH } from '../support/lanes';
import { sealed } from '../support/requests';

serve(async () => {
  const house = await openHouse();
  const { tables } = house.running;
  const id = await house.authorizedIntent(sealed(300));
  const original = (await createRequestStore(tables).load(DEMO_ORG as OrgId, id as RequestId))!;
  // Answers when nothing is in progress.
  const settle = () => house.messages('op_alpha');
  let ids: readonly string[] = [];
  return {
    async prepare(count) {
      ids = await writeClones(tables, original, count);
      await settle();
    },
    async run(count) {
      await inLanes(count, WIDTH, async (n) => {
        const claimed = await house.v1('worker', 'POST', `/v1/requests/${ids[n]}/claim`);
        const report = { claim_id: claimed.body.claim_id, status: 'succeeded', reference: 're_1' };
        const reported = await house.v1('worker', 'POST', `/v1/requests/${ids[n]}/execution`, report);
        if (claimed.status !== 200 || reported.status !== 200)
          throw new Error('a request was not claimed and reported');
      });
      await settle();
    },
    stop: () => house.stop(),
  };
});
