/**
 * Deliveries over tables in memory: the real use cases and stores. The network, the clock, the queues and the retry loop
 * belong to the test.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { createDeliveryStore } from '../../../src/adapters/dynamodb/delivery/delivery-store';
import { createEndpointHealthStore } from '../../../src/adapters/dynamodb/delivery/endpoint-health-store';
import { createRequestStore } from '../../../src/adapters/dynamodb/request/request-store';
import { toRequestItem } from '../../../src/adapters/dynamodb/request/to-request-item';
import type { FirstAttemptDeps } from '../../../src/app/delivery/first-attempt';
import type {
  CombinedMailMessage,
  DeliveryTask,
  NoticeMessage,
  OutgoingPost,
  PostOutcome,
  QueueMessage,
} from '../../../src/app/ports';
import type { DeliveryMessage, Queues } from '../../../src/app/transport/hand-over';
import type { Endpoint } from '../../../src/core/configuration/items';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { newDelivery } from '../../../src/core/delivery/owed-deliveries';
import type { Request } from '../../../src/core/request/request';
import { openMemoryTables } from '../../../src/local/memory/tables';
import type { DeliveryId, EndpointId } from '../../../src/protocol/identifiers';
import * as config from '../../store/conformance/config-items';
import { aRequest, at, ORG, refusedBy } from '../../support/builders';
import { PERMIT } from '../../support/permit';

export const NOW = at('12:30');
export const HOOK = `whe_${'a'.repeat(24)}` as EndpointId;
export const DENIED = aRequest({}, refusedBy('op_bravo', '12:29'));

let made = 0;

/** The event of the refusal, for the endpoint. Each call is a delivery of its own. */
export const aDelivery = (fields: Partial<Delivery> = {}): Delivery => ({
  ...newDelivery(DENIED, { type: 'request.denied', atMs: at('12:29') }, HOOK),
  id: `dlv_${String(++made).padStart(24, '0')}` as DeliveryId,
  ...fields,
});

export const answered = (status: number, retryAfterSeconds: number | null = null): PostOutcome => ({
  kind: 'answered',
  status,
  retryAfterSeconds,
});

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** With the refused request and the endpoint. */
export async function openStage() {
  const { tables } = openMemoryTables(() => undefined);
  const found = {
    nowMs: NOW,
    fraction: 0,
    outcome: answered(200),
    /** What happens while a post is under way. */
    meanwhile: async (): Promise<unknown> => undefined,
    posts: [] as OutgoingPost[],
    warned: [] as [string, object?][],
    loops: [] as [string, DeliveryTask][],
    messages: [] as QueueMessage<DeliveryMessage>[],
    notices: [] as QueueMessage<NoticeMessage | CombinedMailMessage>[],
  };
  const deps = {
    clock: { nowMs: () => found.nowMs },
    random: { hex: (bytes) => 'f'.repeat(2 * bytes), fraction: () => found.fraction, base64url: () => 'x' },
    pause: { beforeRetry: async () => undefined },
    log: {
      info: () => undefined,
      error: () => undefined,
      warn: (message, fields) => void found.warned.push([message, fields]),
    },
    config: createConfigStore(tables),
    requests: createRequestStore(tables),
    deliveries: createDeliveryStore(tables),
    health: createEndpointHealthStore(tables),
    // What was sealed, and where.
    secretBox: {
      seal: async (_, place, bytes) => `${place}: ${Buffer.from(bytes)}`,
      open: async (_, place, sealed) => Buffer.from(`${place}: ${sealed}`),
    },
    platformActions: new Map([['deploy', 'pay']]),
    integration: async () => ({ url: 'https://pay.dev/', secret: 's' }),
    headJws: async (): Promise<string | null> => 'jws',
    sender: {
      validateEndpoint: async () => ({ ok: true }),
      post: async (post) => {
        found.posts.push(post);
        await found.meanwhile();
        return found.outcome;
      },
    },
    loop: {
      start: async (name: string, input: DeliveryTask): Promise<'started' | 'closed'> => {
        found.loops.push([name, input]);
        return 'started';
      },
    },
    queues: {
      events: { send: async (messages) => void found.messages.push(...messages) },
      notices: { send: async (messages) => void found.notices.push(...messages) },
    },
  } satisfies FirstAttemptDeps & { readonly queues: Pick<Queues, 'events' | 'notices'> };

  let revision = 0;
  const stage = Object.assign(found, {
    deps,
    put: async (request: Request) => {
      await tables.client.send(new PutCommand({ TableName: tables.main, Item: toRequestItem(request) }));
    },
    endpoint: async (fields: Partial<Endpoint> = {}) => {
      const endpoint = config.anEndpoint(ORG, { id: HOOK, url: 'https://hooks.acme.dev/x', ...fields });
      await deps.config.saveEndpoint({ ...endpoint, revision: ++revision }, PERMIT);
    },
    /** Stores a delivery and answers the task of its next attempt. */
    owes: async (delivery: Delivery) => {
      await deps.deliveries.create(delivery);
      return { org: ORG, id: delivery.id, generation: delivery.generation };
    },
    /** As it is stored now, with the attempts that were made. */
    read: async ({ id }: Pick<Delivery, 'id'>) => ({
      delivery: (await deps.deliveries.load(ORG, id))!,
      attempts: await deps.deliveries.attempts(ORG, id),
    }),
  });
  await stage.put(DENIED);
  await stage.endpoint();
  return stage;
}
