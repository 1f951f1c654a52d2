/** Direct calls, and the audit queue: FIFO, one writer for each organization. */
import { createAuditStore } from '../adapters/dynamodb/audit-store';
import type { Queues } from '../app/hand-over';
import { createBase } from './aws/base';
import { createAuditHandler } from './events/audit';

const base = createBase('audit');

/** Loaded on first use, because hardly any call of this function sends something. */
const audit: Queues['audit'] = {
  send(messages) {
    const { auditQueue } = require('./aws/queues') as typeof import('./aws/queues');
    return auditQueue().send(messages);
  },
};

export const handler = createAuditHandler({ ...base, audit: createAuditStore(base.tables), queues: { audit } });
