import { createConfigStore } from '../../service/administration/store/config-store';
import { createAuditStore } from '../../service/audit/store';
import { createDeliveryStore } from '../../service/delivery/store/delivery-store';
import { createNoticeStore } from '../../service/notice/store/notice-store';
import { createRequestStore } from '../../service/request/store/request-store';
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
