/** Direct calls, and the audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../adapters/dynamodb/audit-store';
import { createBase } from './aws/base';
import { ownQueue } from './aws/own-queue';
import { createAuditHandler } from './events/audit';

const base = createBase('audit');

export const handler = createAuditHandler({
  ...base,
  audit: createAuditStore(base.tables),
  queues: { audit: ownQueue('auditQueue') },
});
