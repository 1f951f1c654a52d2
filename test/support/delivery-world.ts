/**
 * Deliveries in simulated time: the real use cases and stores over tables in memory, second by second. For outages of hours
 * with more deliveries than a runner could process in a test.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createConfigStore } from '../../src/adapters/dynamodb/administration/config-store';
import { createDeliveryStore } from '../../src/adapters/dynamodb/delivery/delivery-store';
import { createHealthStore } from '../../src/adapters/dynamodb/delivery/health-store';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import { createDueStore } from '../../src/adapters/dynamodb/transport/due-store';
import { type FirstAttemptDeps, firstAttempt, loopStep } from '../../src/app/delivery/first-attempt';
import type { DeliveryStore, DeliveryTask, PostOutcome, QueueMessage, TimerMessage } from '../../src/app/ports';
import { fireDue } from '../../src/app/transport/fire-due';
import { type DeliveryMessage, deliveryMessage } from '../../src/app/transport/hand-over';
import { AT_THE_START, sweep } from '../../src/app/transport/sweep';
import type { PendingEntry } from '../../src/core/audit/chain';
import type { Endpoint } from '../../src/core/configuration/items';
import { edited } from '../../src/core/configuration/items';
import type { Delivery, Receiver } from '../../src/core/delivery/delivery';
import { newDelivery } from '../../src/core/delivery/owed-deliveries';
import type { Request } from '../../src/core/request/request';
import type { Item } from '../../src/local/memory/expressions';
import { type Command, MAIN, MemoryStore, type Written } from '../../src/local/memory/store';
import type { ApiKeyId, DeliveryId, EndpointId } from '../../src/protocol/identifiers';
import { anApiKey, anEndpoint } from '../store/conformance/config-items';
import { abortedBy, aRequest, ORG } from './builders';
import { aLog } from './log';
import { PERMIT } from './permit';
import { putRequests } from './stored';
import { tablesOf } from './tables';

const ENDPOINT = 'whe_000000000000000000000001' as EndpointId;
const MINUTE = 60_000;

/** A finished attempt, and when the next one is planned. */
export interface Made {
  readonly id: DeliveryId;
  readonly endedAtMs: number;
  readonly nextAtMs: number | null;
}

export async function openDeliveryWorld() {
  let nowMs = Date.UTC(2026, 0, 1, 12);
  const clock = { nowMs: () => nowMs };
  const agenda = new Map<number, (() => Promise<unknown>)[]>();
  const at = (atMs: number, run: () => Promise<unknown>) => {
    const second = Math.max(Math.ceil(atMs / 1000), Math.floor(nowMs / 1000) + 1);
    agenda.set(second, [...(agenda.get(second) ?? []), run]);
  };
  const tables = inMemory();
  const counts = { executions: 0, loops: 0, steps: 0, ended: 0, turns: 0, posts: 0, arrived: 0 };
  const answers = { status: 503 };
  let placed = 0;
  let counted = 0;
  const fraction = () => {
    placed = (placed * 1_103_515_245 + 12_345) % 2 ** 31;
    return placed / 2 ** 31;
  };

  const health = createHealthStore(tables);
  const config = createConfigStore(tables);
  const deliveries = createDeliveryStore(tables);
  const noted: PendingEntry[] = [];
  const made: Made[] = [];
  const deps = {
    clock,
    pause: { beforeRetry: async () => undefined },
    random: { hex: (bytes: number) => '0'.repeat(2 * bytes), base64url: () => 'A', fraction },
    log: { ...aLog().log, error: fail },
    config: {
      ...config,
      apiKey: async () => anApiKey(ORG),
      saveEndpoint: async (endpoint: Endpoint) => {
        const saved = await config.saveEndpoint(endpoint, PERMIT);
        if (saved === 'saved') noted.push(...(endpoint.journal.at(-1)?.entries ?? []));
        return saved;
      },
    },
    // Everything that follows from the item was handed over.
    audit: {
      recorded: async (_: string, causes: readonly { subject: string; revision: number }[]) =>
        new Set(causes.map(({ subject, revision }) => `${subject}#${revision}`)),
    },
    notices: { taken: async () => ({ has: () => true }) },
    // What was posted is compressed, which takes longer than everything else here.
    deliveries: { ...deliveries, finishAttempt: unposted(deliveries, made, noted) },
    requests: createRequestStore(tables),
    due: createDueStore(tables),
    health,
    secretBox: { seal: async () => 'sealed', open: async () => Buffer.from('secret') },
    headJws: async () => null,
    integration: async () => null,
    platformActions: new Map(),
    queues: {
      events: queue<DeliveryMessage>(first),
      timers: queue<TimerMessage>(fire),
    },
    loop: {
      start: async (_: string, task: DeliveryTask) => {
        counts.loops++;
        at(Date.parse(task.next_attempt_at), () => step(task));
        return 'started' as const;
      },
    },
    sender: {
      post: async (): Promise<PostOutcome> => {
        counts.posts++;
        if (answers.status < 300) counts.arrived++;
        return { kind: 'answered', status: answers.status, retryAfterSeconds: null };
      },
    },
  };

  function queue<Body>(handle: (body: Body) => Promise<unknown>) {
    return {
      send: async (messages: readonly QueueMessage<Body>[]) => {
        for (const { body, delaySeconds = 0 } of messages) at(nowMs + delaySeconds * 1000, () => handle(body));
      },
    };
  }

  async function first(message: DeliveryMessage): Promise<void> {
    counts.executions++;
    await firstAttempt(deps as unknown as FirstAttemptDeps, message);
  }

  async function fire(message: TimerMessage): Promise<void> {
    if (message.kind === 'health') counts.turns++;
    await fireDue(deps as never, message);
  }

  async function step(task: DeliveryTask): Promise<void> {
    counts.executions++;
    counts.steps++;
    const { done, ...next } = await loopStep(deps as unknown as FirstAttemptDeps, task);
    if (done) counts.ended++;
    else at(Date.parse(next.next_attempt_at), () => step(next));
  }

  let places = Array.from({ length: DUE_SHARDS }, () => AT_THE_START);
  const sweepOnce = async () => {
    const swept = await sweep({ clock, due: deps.due, queues: deps.queues, shards: DUE_SHARDS } as never, places);
    places = [...swept.places];
  };

  const request = await aStoredRequest(tables);
  await deps.config.saveEndpoint(edited<Endpoint>(anEndpoint(ORG, { id: ENDPOINT, revision: 0 }), {}, []));

  return {
    counts,
    answers,
    deps,
    clock,
    /** Creates events, each handed over in its own second. */
    async fire(count: number, { spreadOverMs = 0, receiver = ENDPOINT, windowMs }: Fired = {}): Promise<Delivery[]> {
      const deliveries = Array.from({ length: count }, (_, n): Delivery => {
        const atMs = nowMs + Math.floor((n * spreadOverMs) / count);
        const id = `dlv_${String(++placedIds).padStart(24, '0')}` as DeliveryId;
        const delivery = { ...newDelivery(request, { type: 'request.aborted', atMs }, receiver), id };
        return windowMs === undefined ? delivery : { ...delivery, untilMs: atMs + windowMs };
      });
      for (const delivery of deliveries) {
        at(delivery.createdAtMs, async () => {
          await deps.deliveries.create(delivery);
          await deps.queues.events.send([deliveryMessage(delivery)]);
        });
      }
      return deliveries;
    },
    /** Answers how many posts there were in each minute. */
    async pass(ms: number): Promise<number[]> {
      const endMs = nowMs + ms;
      const perMinute: number[] = [];
      while (nowMs < endMs) {
        nowMs = (Math.floor(nowMs / 1000) + 1) * 1000;
        const second = nowMs / 1000;
        if (nowMs % MINUTE === 0) {
          perMinute.push(counts.posts - counted);
          counted = counts.posts;
          await sweepOnce();
        }
        const due = agenda.get(second) ?? [];
        agenda.delete(second);
        for (const run of due) await run();
      }
      return perMinute;
    },
    load: async ({ id }: Delivery) => (await deliveries.load(ORG, id))!,
    endpoint: async () => (await deps.config.endpoint(ORG, ENDPOINT))!,
    /** Every audit entry that was written, in order. */
    noted,
    /** What was found about the endpoint, in order. */
    found: () => noted.flatMap(({ kind }) => (kind.startsWith('endpoint.') ? [kind] : [])),
    /** Every attempt, in order. */
    made,
  };
}

interface Fired {
  readonly spreadOverMs?: number;
  readonly receiver?: Receiver;
  /** Instead of 72 hours. */
  readonly windowMs?: number;
}

const unposted =
  ({ finishAttempt }: DeliveryStore, made: Made[], noted: PendingEntry[]): DeliveryStore['finishAttempt'] =>
  (after, attempt, entries) => {
    noted.push(...entries);
    made.push({ id: after.id, endedAtMs: attempt.finishedAtMs, nextAtMs: after.nextAttemptAtMs });
    return finishAttempt(after, attempt, entries, null);
  };

let placedIds = 0;

function fail(what: string, facts: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(facts)}`);
}

/**
 * Attempts are in no index, so they are stored apart to keep reads of an index fast. The due index, which every sweep reads,
 * is a separate list.
 */
function inMemory() {
  const indexed = MemoryStore.empty();
  const due = new Map<string, Item>();
  const store = MemoryStore.empty(({ after }: Written) => {
    if (after === undefined || String(after.sk).startsWith('TRY#')) return;
    indexed.run({ constructor: PutCommand, input: { TableName: MAIN, Item: after } });
    if (after.due_pk === undefined) due.delete(after.pk as string);
    else due.set(after.pk as string, after);
  });
  const dueBy = ({ ':pk': pk, ':until': until }: Record<string, unknown>) =>
    [...due.values()].filter(({ due_pk, due_at }) => due_pk === pk && (due_at as number) <= (until as number));
  const send = async (command: Command) => {
    const { IndexName, ExpressionAttributeValues } = command.input;
    if (IndexName === 'due') return { Items: dueBy(ExpressionAttributeValues) };
    return (IndexName === undefined ? store : indexed).run(command);
  };
  return tablesOf(send);
}

async function aStoredRequest(tables: ReturnType<typeof inMemory>): Promise<Request> {
  const request = aRequest({ seats: ['op_bravo'], quorum: 1 }, abortedBy('op_bravo'));
  const callback = { url: 'https://example.com/callback', keyId: 'key_1' as ApiKeyId, token: 1 };
  await putRequests(tables, [{ ...request, callback, journal: [], checkAtMs: null } as Request]);
  return request;
}
