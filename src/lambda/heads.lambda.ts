/** Processes the stream's audit blocks, and organizations that waited. Only this function has permission to sign and publish heads. */
import { createAuditStore } from '../service/audit/store';
import { createBase } from './aws/base';
import { headStore } from './aws/first-use';
import { headsQueue, timersQueue } from './aws/queues';
import { headSigner } from './aws/secrets';
import { serve } from './aws/serve';
import { readEnv } from './env';
import { createHeadHandler } from './events/heads';

export const handler = serve('heads', (log) => {
  const base = createBase(log);

  return createHeadHandler({
    ...base,
    audit: createAuditStore(base.tables),
    heads: headStore(),
    headSigner: headSigner(),
    queues: { timers: timersQueue(), heads: headsQueue() },
    headIntervalMs: Number(readEnv(['headIntervalSeconds']).headIntervalSeconds) * 1000,
  });
});
