/** Direct calls, and the audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../adapters/dynamodb/audit/audit-store';
import { createBase } from './aws/base';
import { auditQueue } from './aws/queues';
import { createAuditHandler } from './events/audit';

const base = createBase('audit');

export const handler = createAuditHandler({
  ...base,
  audit: createAuditStore(base.tables),
  queues: { audit: auditQueue() },
});
