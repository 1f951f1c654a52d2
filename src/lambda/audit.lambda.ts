/** The audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../adapters/dynamodb/audit-store';
import { createBase } from './aws/base';
import { createAuditHandler } from './events/handlers';

const base = createBase('audit');

export const handler = createAuditHandler({ ...base, audit: createAuditStore(base.tables) });
