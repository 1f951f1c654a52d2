/** GET /api/watch behind API Gateway: the only operation of /api that may wait (docs/decisions/inbox.md). */

import { createSessionStore } from '../adapters/dynamodb/access/session-store';
import { createConfigStore } from '../adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../adapters/dynamodb/audit/audit-store';
import { openConnection } from '../adapters/dynamodb/client';
import { createWatchStore } from '../adapters/dynamodb/delivery/hold-store';
import { systemRealTime } from '../adapters/system/real-time';
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
    // Without reserved concurrency, waiting calls would use the account's concurrency, which other functions need.
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
