/** Serves /v1 behind API Gateway. */

import { createPasskeyStore } from '../service/access/store/passkey-store';
import { createPeerLimiter } from '../service/access/store/session-store';
import { createConfigStore } from '../service/administration/store/config-store';
import { createAuditStore } from '../service/audit/store';
import { createSignedDecisionStore } from '../service/request/store/beside-request';
import { createRequestStore } from '../service/request/store/request-store';
import { createBase, withIndexes } from './aws/base';
import { behindEdge } from './aws/edge';
import { evidenceStore, verdictSigner } from './aws/first-use';
import { codeKeys, edgeSecrets } from './aws/secrets';
import { serve } from './aws/serve';
import { organizationThrottleOf } from './aws/throttle';
import { readEnv, readPlatformActions } from './env';
import { createServiceHandler } from './v1/handler';

export const handler = serve('api', (log) => {
  const base = createBase(log);

  const { edgeOnly } = readEnv(['edgeOnly']);

  const service = createServiceHandler({
    ...base,
    requests: createRequestStore(base.tables),
    evidence: evidenceStore(),
    config: createConfigStore(base.tables),
    limiter: createPeerLimiter(base.tables),
    codeKeys: codeKeys(base.clock),
    passkeys: createPasskeyStore(base.tables),
    audit: createAuditStore(base.tables),
    signedDecisions: createSignedDecisionStore(base.tables),
    verdictSigner: verdictSigner(),
    platformActions: readPlatformActions(readEnv(['platformActions']).platformActions),
    allowLoopback: false,
    throttle: organizationThrottleOf(base),
  });

  const atTheEdge = behindEdge(service, {
    secrets: edgeSecrets(base.clock),
    only: edgeOnly === 'true',
    log: base.log,
  });

  return withIndexes(base, ['work'], atTheEdge);
});
