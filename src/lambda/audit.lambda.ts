/** The audit queue: FIFO, one writer for each organization, except for journals that failed with others. */
import { createAuditStore } from '../service/audit/store';
import { createBase } from './aws/base';
import { auditQueue } from './aws/queues';
import { serve } from './aws/serve';
import { createAuditHandler } from './events/audit';

export const handler = serve('audit', (log) => {
  const base = createBase(log);

  return createAuditHandler({ ...base, audit: createAuditStore(base.tables), queues: { audit: auditQueue() } });
});
