/** Processes the stream's audit blocks once a minute. Only this function has permission to sign and publish heads. */
import { createAuditStore } from '../adapters/dynamodb/audit/audit-store';
import { createBase } from './aws/base';
import { headStore } from './aws/heads';
import { timersQueue } from './aws/queues';
import { headSigner } from './aws/secrets';
import { createHeadHandler } from './events/heads';

const base = createBase('heads');

export const handler = createHeadHandler({
  ...base,
  audit: createAuditStore(base.tables),
  heads: headStore(),
  headSigner: headSigner(),
  queues: { timers: timersQueue() },
});
