/**
 * A ledger whose network, clock, queues, retry loop and pace of mails belong to the test: for deliveries, mails and posts to
 * chats, through the use cases.
 */
import { createHash } from 'node:crypto';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import type { NoticesMessage } from '../../src/lambda/events/notice';
import type { DeliveryId, EndpointId } from '../../src/protocol/identifiers';
import type { MakeDeps } from '../../src/service/administration/use-cases/make-edit';
import type { Endpoint, Operator } from '../../src/service/configuration/rules/items';
import type { DeliveryTask } from '../../src/service/delivery/ports';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { attemptDelivery, type FirstAttemptDeps } from '../../src/service/delivery/use-cases/attempt-delivery';
import type { DeliveryMessage, RetryMessage } from '../../src/service/delivery/use-cases/hand-over';
import type { MailMessage } from '../../src/service/notice/ports';
import { currentChats, type TestChatDeps } from '../../src/service/notice/use-cases/chat-settings';
import { rememberedForMails } from '../../src/service/notice/use-cases/letterhead';
import type { SendNoticeDeps } from '../../src/service/notice/use-cases/send-notice';
import type { TellChatDeps } from '../../src/service/notice/use-cases/tell-chat';
import type { FoundDevice, OutgoingPush, PushOutcome } from '../../src/service/push/ports';
import { addedDevice } from '../../src/service/push/rules/changes';
import type { PushDevice } from '../../src/service/push/rules/device';
import type { PushPayload } from '../../src/service/push/rules/payload';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import type { QueueMessage } from '../../src/service/system/ports';
import type { DueItem } from '../../src/service/transport/ports';
import type { Queues } from '../../src/service/transport/use-cases/gather';
import { anEndpoint, anOperator } from '../store/conformance/config-items';
import { aRequest, at, ORG, refusedBy } from './builders';
import { openLedger } from './ledger';
import { aLog } from './log';
import { PERMIT } from './permit';
import { putRequests } from './stored';

export const NOW = at('12:30');
export const HOOK = `whe_${'a'.repeat(24)}` as EndpointId;
export const DENIED = aRequest({}, refusedBy('op_bravo', '12:29'));
export const CONSOLE = 'https://console.acme.dev';

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

/** A push as the sender got it, with its text as the worker in the browser reads it. */
export interface Pushed extends Omit<OutgoingPush, 'plaintext'> {
  readonly device: string;
  readonly payload: PushPayload;
}

type Combined = Parameters<SendNoticeDeps['mailer']['sendCombinedMail']>[0];
type Deps = FirstAttemptDeps & SendNoticeDeps & TellChatDeps & MakeDeps<'set_chat'> & TestChatDeps;

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** At 12:30, with the refused request, the endpoint, and three operators; op_alpha and op_bravo are admins. */
export async function openStage() {
  const { log, warned } = aLog();
  const found = {
    nowMs: NOW,
    fraction: 0,
    /** Of every post. */
    outcome: answered(200),
    /** What happens while a post is under way. */
    meanwhile: async (): Promise<unknown> => undefined,
    mustWait: false,
    /** What sending a mail throws. */
    fails: (_: { readonly to: MailMessage['to'] }): Error | null => null,
    posts: [] as OutgoingPost[],
    mails: [] as MailMessage[],
    combinedMails: [] as Combined[],
    listed: [] as string[],
    warned,
    loops: [] as [string, DeliveryTask][],
    messages: [] as QueueMessage<DeliveryMessage>[],
    retries: [] as QueueMessage<RetryMessage>[],
    notices: [] as QueueMessage<NoticesMessage>[],
    /** What `notice` reports about devices. */
    timers: [] as QueueMessage<FoundDevice>[],
    /** Of every push. */
    pushAnswer: async (_: PushDevice): Promise<PushOutcome> => ({ kind: 'accepted' }),
    pushes: [] as Pushed[],
    /** With which browsers subscribe now. */
    publicKey: 'key_1',
  };
  let hex = 0;
  const mailed = <Mail extends { readonly to: MailMessage['to'] }>(sent: Mail[]) => {
    return async (mail: Mail) => {
      const failure = found.fails(mail);
      if (failure !== null) throw failure;
      sent.push(mail);
    };
  };
  const ledger = await openLedger({ memory: true, nowMs: () => found.nowMs });
  const { tables } = ledger;
  const deps = {
    ...ledger.ports,
    random: {
      hex: (bytes) => String(++hex).padStart(2 * bytes, '0'),
      base64url: () => 'token',
      fraction: () => found.fraction,
    },
    pause: { beforeRetry: async () => undefined },
    log,
    ...rememberedForMails({ ...ledger.ports, log }),
    chats: currentChats(ledger.ports.chatStore),
    codeKeys: { currentId: async () => 'code_1', secret: async () => Buffer.alloc(32, 1) },
    // What was sealed, and where.
    secretBox: {
      seal: async (_, place, bytes) => `${place}: ${Buffer.from(bytes)}`,
      open: async (_, place, sealed) => {
        if (!sealed.startsWith(`${place}: `)) throw new Error(`sealed at another place than ${place}`);
        return Buffer.from(sealed.slice(place.length + 2));
      },
    },
    platformActions: new Map([['deploy', 'pay']]),
    integration: async () => ({ url: 'https://pay.dev/', secret: 's' }),
    headJws: async (): Promise<string | null> => 'jws',
    pace: { mustWait: async () => found.mustWait },
    mailer: { send: mailed(found.mails), sendCombinedMail: mailed(found.combinedMails) },
    sender: {
      validateEndpoint: async (url) => (url.includes('bad') ? { ok: false, reason: 'bad' } : { ok: true }),
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
      retries: { send: async (messages) => void found.retries.push(...messages) },
      notices: { send: async (messages) => void found.notices.push(...messages) },
      timers: { send: async (messages) => void found.timers.push(...messages) },
    },
    pushSender: {
      publicKey: async () => found.publicKey,
      send: async (device, { plaintext, ...sent }) => {
        found.pushes.push({ device: device.id, ...sent, payload: JSON.parse(Buffer.from(plaintext).toString()) });
        return found.pushAnswer(device);
      },
    },
    onWaiting: ({ to }) => void found.listed.push(to.operator),
    consoleUrl: CONSOLE,
    origin: CONSOLE,
  } satisfies Deps & { readonly queues: Pick<Queues, 'events' | 'notices'> };
  const { config } = deps;

  let revision = 0;
  const stage = Object.assign(found, {
    deps,
    put: (...all: Parameters<typeof putRequests>[1]) => putRequests(tables, all),
    /** Saves the endpoint with these fields. */
    endpoint: async (fields: Partial<Endpoint> = {}) => {
      const sealedSecret = `ENDPOINT#${HOOK}#secret: the secret`;
      const endpoint = anEndpoint(ORG, { id: HOOK, url: 'https://hooks.acme.dev/x', sealedSecret, ...fields });
      await config.saveEndpoint({ ...endpoint, revision: ++revision }, PERMIT);
    },
    storedEndpoint: async () => (await config.endpoint(ORG, HOOK))!,
    person: async (id: string, fields: Partial<Operator> = {}) => {
      const before = await config.operator(ORG, anOperator(ORG, id).id);
      const stored = before ?? anOperator(ORG, id, { email: `${id}@acme.dev` });
      const edited = { ...stored, journal: [], ...fields, revision: (before?.revision ?? 0) + 1 };
      await config.saveOperator(edited, PERMIT);
    },
    /** Adds a device of this number to the operator. */
    device: async (id: string, n = 1, fields: Partial<PushDevice> = {}) => {
      const list = (await deps.deviceStore.read(ORG, anOperator(ORG, id).id))!;
      const { accessEpoch } = list;
      const device: PushDevice = { ...aDevice(`${id} ${n}`), accessEpoch, createdAtMs: found.nowMs, ...fields };
      const added = addedDevice(list, null, device, 10);
      if (!added.ok) throw new Error(added.error);
      const { changes } = added.value;
      await deps.deviceStore.save(
        changes,
        changes.map(() => `device_${++hex}`),
      );
      return device;
    },
    /** Stores a delivery and answers the task of its next attempt. */
    owes: async (delivery: Delivery) => {
      await deps.deliveries.create(delivery);
      return { org: ORG, id: delivery.id, generation: delivery.generation };
    },
    /** A delivery that was created so long before the test’s time and attempted at once, with these answers. */
    attempted: async (ageMs: number, statuses: readonly number[], fields: Partial<Delivery> = {}) => {
      const nowMs = found.nowMs;
      const delivery = aDelivery({ createdAtMs: nowMs - ageMs, ...fields });
      await stage.owes(delivery);
      for (const status of statuses) {
        const { generation, nextAttemptAtMs } = (await stage.read(delivery)).delivery;
        Object.assign(found, {
          nowMs: Math.max(nowMs - ageMs, nextAttemptAtMs ?? 0),
          outcome: answered(status),
        });
        await attemptDelivery(deps, { org: ORG, id: delivery.id, generation });
      }
      found.nowMs = nowMs;
    },
    /** As it is stored now, with the attempts that were made. */
    read: async ({ id }: Pick<Delivery, 'id'>) => ({
      delivery: (await deps.deliveries.load(ORG, id))!,
      attempts: await deps.deliveries.attempts(ORG, id),
    }),
    /** The hourly attempts that are due, now or later. */
    hourly: async () => {
      const shards = Array.from({ length: DUE_SHARDS }, (_, shard) =>
        deps.due.retries(shard, Number.MAX_SAFE_INTEGER, 100, null),
      );
      return (await Promise.all(shards)).flatMap(({ items }) => items);
    },
    /** What else is due of this kind, now or later. */
    dueOf: async (kind: DueItem['kind']) => {
      const shards = Array.from({ length: DUE_SHARDS }, (_, shard) =>
        deps.due.due(shard, Number.MAX_SAFE_INTEGER, 100, null),
      );
      return (await Promise.all(shards)).flatMap(({ items }) => items).filter((item) => item.kind === kind);
    },
    /** Whether a combined mail of anyone is due, now or later. */
    isCombinedDue: async () => (await stage.dueOf('combined_mail')).length > 0,
    sentTo: () => found.mails.map(({ to }) => to.operator),
    stop: () => ledger.stop(),
  });
  await stage.put(DENIED);
  await stage.endpoint();
  for (const id of ['op_alpha', 'op_bravo']) await stage.person(id, { role: 'admin' });
  await stage.person('op_charlie');
  return stage;
}

/** Its id, endpoint and keys follow from the name. */
export function aDevice(name: string): PushDevice {
  const bytes = (count: number) => Buffer.alloc(count, createHash('sha256').update(name).digest());
  const keys = { p256dh: bytes(65).toString('base64url'), auth: bytes(16).toString('base64url'), publicKey: 'key_1' };
  const id = `dev_${bytes(12).toString('hex')}`;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`;
  return { id, device: 'android', endpoint, ...keys, accessEpoch: 1, createdAtMs: NOW, acceptedAtMs: null };
}

/** At 12:10, when the request is open. */
export async function openMailroom(): Promise<Stage> {
  const stage = await openStage();
  stage.nowMs = at('12:10');
  await stage.put(aRequest());
  return stage;
}
