/**
 * The queues to which a function sends. Each exists only if the function has its URL. The client is loaded with the
 * first message, because `console`, `timer`, `audit` and `heads` rarely send one.
 */

import type { AuditMessage, HeadMessage } from '../../service/audit/ports';
import type { DeliveryMessage, RetryMessage } from '../../service/delivery/use-cases/hand-over';
import type { Queue } from '../../service/system/ports';
import type { TimerMessage } from '../../service/transport/ports';
import { readEnv } from '../env';
import type { NoticesMessage } from '../events/notice';

export const eventsQueue = () => queueAt<DeliveryMessage>(readEnv(['eventsQueueUrl']).eventsQueueUrl);
export const retriesQueue = () => queueAt<RetryMessage>(readEnv(['retriesQueueUrl']).retriesQueueUrl);
export const timersQueue = () => queueAt<TimerMessage>(readEnv(['timersQueueUrl']).timersQueueUrl);
export const noticesQueue = () => queueAt<NoticesMessage>(readEnv(['noticesQueueUrl']).noticesQueueUrl);
export const auditQueue = () => queueAt<AuditMessage>(readEnv(['auditQueueUrl']).auditQueueUrl);
export const headsQueue = () => queueAt<HeadMessage>(readEnv(['headsQueueUrl']).headsQueueUrl);

function queueAt<Body>(url: string): Queue<Body> {
  let opened: Queue<Body> | null = null;
  return {
    async send(messages) {
      if (messages.length === 0) return;
      const { openQueue } = require('./sqs') as typeof import('./sqs');
      opened ??= openQueue<Body>(url);
      await opened.send(messages);
    },
  };
}
