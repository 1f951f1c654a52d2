/** /api behind API Gateway, for the console. */

import { createOpenIdClient } from '../adapters/openid';
import { createPasskeyVerifier } from '../adapters/webauthn';
import { createWebhookSender } from '../adapters/webhook-sender';
import { createGuardedFetch } from '../adapters/webhook-sender/guarded-fetch';
import { openStores } from '../service/stores';
import { createBase, withIndexes } from './aws/base';
import { judgingDestinations } from './aws/destination-rules';
import { behindEdge } from './aws/edge';
import { evidenceStore, headStore, verdictSigner } from './aws/first-use';
import { pushHosts } from './aws/push-hosts';
import { eventsQueue, noticesQueue, timersQueue } from './aws/queues';
import { codeKeys, edgeSecrets, secretBox } from './aws/secrets';
import { serve } from './aws/serve';
import { createConsoleHandler } from './console/handler';
import { readEnv, readPlatformActions } from './env';

export const handler = serve('console', (log) => {
  const base = createBase(log);
  const { consoleOrigin, platformActions } = readEnv(['consoleOrigin', 'platformActions']);

  const console = createConsoleHandler({
    ...base,
    ...openStores(base.tables, base.random),
    evidence: evidenceStore(),
    verdictSigner: verdictSigner(),
    passkeyVerifier: createPasskeyVerifier(),
    codeKeys: codeKeys(base.clock),
    secretBox: secretBox(base.clock, base.tables),
    heads: headStore(),
    queues: { events: eventsQueue(), timers: timersQueue(), notices: noticesQueue() },
    sender: judgingDestinations(createWebhookSender({ allowLoopback: false })),
    openId: createOpenIdClient({
      clock: base.clock,
      fetch: createGuardedFetch({ allowLoopback: false }),
      allowLoopback: false,
    }),
    platformActions: readPlatformActions(platformActions),
    pushHosts: pushHosts(),
    origin: consoleOrigin,
    // With this prefix, browsers send the cookie only to this host and only over TLS (RFC 6265bis §4.1.3.2).
    cookieName: '__Host-session',
  });

  /** The console is always behind CloudFront, whose domain is the origin of its cookies and passkeys. */
  const atTheEdge = behindEdge(console, { secrets: edgeSecrets(base.clock), only: true, log: base.log });

  return withIndexes(base, ['work', 'recent', 'receiver'], atTheEdge);
});
