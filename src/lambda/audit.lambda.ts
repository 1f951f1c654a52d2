/** The audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../service/audit/store';
import { createBase } from './aws/base';
import { serve } from './aws/serve';
import { createAuditHandler } from './events/audit';

export const handler = serve('audit', (log) => {
  const base = createBase(log);

  return createAuditHandler({ ...base, audit: createAuditStore(base.tables) });
});
