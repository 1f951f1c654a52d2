/** GET /v1/events behind API Gateway: the only operation of /v1 that may wait (docs/decisions/events-feed.md). */

import { openConnection } from '../adapters/dynamodb/client';
import { systemRealTime } from '../adapters/system/time';
import { createPeerLimiter } from '../service/access/store/session-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createAuditStore } from '../service/audit/store';
import { createHoldStore } from '../service/delivery/store/hold-store';
import { createRequestStore } from '../service/request/store/request-store';
import { createBase } from './aws/base';
import { behindEdge } from './aws/edge';
import { edgeSecrets } from './aws/secrets';
import { serve } from './aws/serve';
import { organizationThrottleOf } from './aws/throttle';
import { readEnv } from './env';
import { createFeedHandler } from './v1/feed';

export const handler = serve('feed', (log) => {
  const base = createBase(log);
  openConnection(base.tables);

  const { edgeOnly, heldAnswers } = readEnv(['edgeOnly', 'heldAnswers']);

  /** A deployment holds answers only if its configuration says so (`holdAnswers`). */
  const nothingIsHeld = { begin: async () => false, end: async () => undefined };

  const feed = createFeedHandler({
    ...base,
    requests: createRequestStore(base.tables),
    config: createConfigStore(base.tables),
    limiter: createPeerLimiter(base.tables),
    audit: createAuditStore(base.tables),
    holds: heldAnswers === 'true' ? createHoldStore(base.tables, base.random) : nothingIsHeld,
    realTime: systemRealTime,
    throttle: organizationThrottleOf(base),
  });

  return behindEdge((event) => feed(event), {
    secrets: edgeSecrets(base.clock),
    only: edgeOnly === 'true',
    log: base.log,
  });
});
