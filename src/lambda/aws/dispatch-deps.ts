import { createConfigStore } from '../../adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../../adapters/dynamodb/audit/audit-store';
import { createDeliveryStore } from '../../adapters/dynamodb/delivery/delivery-store';
import { createNoticeStore } from '../../adapters/dynamodb/notice/notice-store';
import { createRequestStore } from '../../adapters/dynamodb/request/request-store';
import type { createBase } from './base';
import { auditQueue, eventsQueue, noticesQueue, timersQueue } from './queues';

/** Used by the stream function and the timer function, which start the work that follows from a record. */
export function dispatchDeps(base: ReturnType<typeof createBase>) {
  return {
    ...base,
    requests: createRequestStore(base.tables),
    config: createConfigStore(base.tables),
    deliveries: createDeliveryStore(base.tables),
    notices: createNoticeStore(base.tables),
    audit: createAuditStore(base.tables),
    queues: { events: eventsQueue(), notices: noticesQueue(), audit: auditQueue(), timers: timersQueue() },
  };
}
