/** The audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../adapters/dynamodb/audit/audit-store';
import { createBase } from './aws/base';
import { createAuditHandler } from './events/audit';

const base = createBase('audit');

export const handler = createAuditHandler({ ...base, audit: createAuditStore(base.tables) });
