/** /api behind API Gateway, for the console. */

import { createPasskeyStore } from '../adapters/dynamodb/access/passkey-store';
import { createPeerLimiter, createSessionStore } from '../adapters/dynamodb/access/session-store';
import { createAttemptCounter, createCounter } from '../adapters/dynamodb/access/window-counter';
import { createChangeStore } from '../adapters/dynamodb/administration/change-store';
import { createConfigStore } from '../adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../adapters/dynamodb/audit/audit-store';
import { createChatStore } from '../adapters/dynamodb/chat/chat-store';
import { createDeliveryStore } from '../adapters/dynamodb/delivery/delivery-store';
import { createHealthStore } from '../adapters/dynamodb/delivery/health-store';
import { createQuestionStore } from '../adapters/dynamodb/question/question-store';
import { createRequestStore } from '../adapters/dynamodb/request/request-store';
import { createSignedDecisionStore } from '../adapters/dynamodb/request/signed-decisions';
import { createOpenIdClient } from '../adapters/openid';
import { createPasskeyVerifier } from '../adapters/webauthn';
import { createWebhookSender } from '../adapters/webhook-sender';
import { createGuardedFetch } from '../adapters/webhook-sender/guarded-fetch';
import { createBase } from './aws/base';
import { judgingDestinations } from './aws/destination-rules';
import { behindEdge } from './aws/edge';
import { evidenceStore } from './aws/evidence';
import { headStore } from './aws/heads';
import { eventsQueue, timersQueue } from './aws/queues';
import { codeKeys, edgeSecrets, secretBox } from './aws/secrets';
import { serve } from './aws/serve';
import { verdictSigner } from './aws/verdicts';
import { withIndexes } from './aws/with-indexes';
import { createConsoleHandler } from './console/handler';
import { readEnv, readPlatformActions } from './env';

export const handler = serve('console', (log) => {
  const base = createBase(log);
  const { consoleOrigin, platformActions } = readEnv(['consoleOrigin', 'platformActions']);

  const console = createConsoleHandler({
    ...base,
    requests: createRequestStore(base.tables),
    evidence: evidenceStore(),
    questions: createQuestionStore(base.tables),
    config: createConfigStore(base.tables),
    chatStore: createChatStore(base.tables),
    health: createHealthStore(base.tables),
    changes: createChangeStore(base.tables),
    sessions: createSessionStore(base.tables),
    limiter: createPeerLimiter(base.tables),
    attempts: createAttemptCounter(base.tables),
    counter: createCounter(base.tables),
    passkeys: createPasskeyStore(base.tables),
    signedDecisions: createSignedDecisionStore(base.tables),
    verdictSigner: verdictSigner(),
    passkeyVerifier: createPasskeyVerifier(),
    deliveries: createDeliveryStore(base.tables),
    audit: createAuditStore(base.tables),
    codeKeys: codeKeys(base.clock),
    secretBox: secretBox(base.clock, base.tables),
    heads: headStore(),
    queues: { events: eventsQueue(), timers: timersQueue() },
    sender: judgingDestinations(createWebhookSender({ allowLoopback: false })),
    openId: createOpenIdClient({
      clock: base.clock,
      fetch: createGuardedFetch({ allowLoopback: false }),
      allowLoopback: false,
    }),
    platformActions: readPlatformActions(platformActions),
    origin: consoleOrigin,
    // With this prefix, browsers send the cookie only to this host and only over TLS (RFC 6265bis §4.1.3.2).
    cookieName: '__Host-session',
  });

  /** The console is always behind CloudFront, whose domain is the origin of its cookies and passkeys. */
  const atTheEdge = behindEdge(console, { secrets: edgeSecrets(base.clock), only: true, log: base.log });

  return withIndexes(base, ['work', 'recent', 'receiver'], atTheEdge);
});
