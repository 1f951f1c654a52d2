/**
 * The queues as dispatch uses them: one send for all that a batch of the stream has for a queue, and direct calls while
 * there is little to do (docs/decisions/direct-calls.md).
 */

import type { AuditEvent, Call, Clock, DigestMessage, DirectEvent, Log, NoticeMessage } from '../ports';
import { directRoute } from './direct-route';
import { gathered } from './gather';
import type { DeliveryMessage, Queues } from './hand-over';

/** The functions that dispatch calls directly. */
export interface DispatchCalls {
  readonly audit: Call<AuditEvent>;
  readonly deliver: Call<DirectEvent<DeliveryMessage>>;
  readonly notice: Call<DirectEvent<NoticeMessage | DigestMessage>>;
}

interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  readonly queues: Queues;
}

/** As many as a batch of their queues, because one call handles them as it handles a batch. */
const PER_CALL = 10;
/** Receivers and mail are slow, so how many wait for them at once is limited for all organizations together. */
const together = () => 'all';

export function dispatchQueues(deps: Deps, calls: DispatchCalls): Queues {
  const { queues } = deps;
  const audit = directRoute({
    ...deps,
    what: 'audit entries',
    countedBy: ({ body }) => body.org,
    perCall: Number.POSITIVE_INFINITY,
    call: { start: ({ messages }) => calls.audit.start({ entries: messages.map(({ body }) => body) }) },
    queue: queues.audit,
    ...(queues.audit.crowd && { crowd: queues.audit.crowd }),
  });
  const limited = { ...deps, countedBy: together, perCall: PER_CALL };
  return {
    audit: gathered(audit),
    events: gathered(directRoute({ ...limited, what: 'events', call: calls.deliver, queue: queues.events })),
    notices: gathered(directRoute({ ...limited, what: 'notices', call: calls.notice, queue: queues.notices })),
    timers: gathered(queues.timers),
  };
}
