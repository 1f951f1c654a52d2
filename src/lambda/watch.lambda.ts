/** GET /api/watch behind API Gateway: the only operation of /api that may wait (docs/decisions/inbox.md). */

import { openConnection } from '../adapters/dynamodb/client';
import { systemRealTime } from '../adapters/system/time';
import { createSessionStore } from '../service/access/store/session-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createAuditStore } from '../service/audit/store';
import { createWatchStore } from '../service/delivery/store/hold-store';
import { createBase } from './aws/base';
import { behindEdge } from './aws/edge';
import { edgeSecrets } from './aws/secrets';
import { serve } from './aws/serve';
import { createWatchHandler } from './console/watch';
import { readEnv } from './env';

export const handler = serve('watch', (log) => {
  const base = createBase(log);
  openConnection(base.tables);

  const { consoleOrigin, heldAnswers } = readEnv(['consoleOrigin', 'heldAnswers']);

  const watch = createWatchHandler({
    ...base,
    sessions: createSessionStore(base.tables),
    config: createConfigStore(base.tables),
    audit: createAuditStore(base.tables),
    watches: createWatchStore(base.tables, base.random),
    realTime: systemRealTime,
    mayWait: heldAnswers === 'true',
    origin: consoleOrigin,
    cookieName: '__Host-session',
  });

  return behindEdge((event) => watch(event), {
    secrets: edgeSecrets(base.clock),
    only: true,
    log: base.log,
  });
});
