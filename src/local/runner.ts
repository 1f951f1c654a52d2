/**
 * The complete service in one process: the deployed functions over stand-ins for AWS (docs/local.md).
 */

import { withDestinations } from '../adapters/destinations';
import type { Tables } from '../adapters/dynamodb/client';
import { createDataKeyStore } from '../adapters/dynamodb/data-key-store';
import { DUE_SHARDS } from '../adapters/dynamodb/table';
import { createOpenIdClient } from '../adapters/openid';
import { createSecretBox } from '../adapters/secrets/secret-box';
import { QUEUES, type QueueDefinition } from '../adapters/sqs/queue-table';
import { systemRandom } from '../adapters/system/random';
import { systemPause, systemRealTime, trustingClockGuard } from '../adapters/system/time';
import { createWebPush } from '../adapters/web-push';
import { createPasskeyVerifier } from '../adapters/webauthn';
import { createWebhookSender } from '../adapters/webhook-sender';
import { createGuardedFetch } from '../adapters/webhook-sender/guarded-fetch';
import { createAuditHandler } from '../lambda/events/audit';
import { createDeliverHandler, createDeliverTryHandler } from '../lambda/events/deliver';
import { createDispatchHandler, type StreamHandler } from '../lambda/events/dispatch';
import { createHeadHandler } from '../lambda/events/heads';
import { createNoticeHandler, type NoticesMessage } from '../lambda/events/notice';
import { createSweepHandler, createTimerHandler } from '../lambda/events/timer';
import type { AuditMessage, HeadMessage, HeadStore } from '../service/audit/ports';
import { recentHeads } from '../service/audit/use-cases/read-audit';
import type { ChatStore } from '../service/chat/ports';
import type { DeliveryLoop, DeliveryTask } from '../service/delivery/ports';
import { NO_DESTINATIONS } from '../service/delivery/rules/destination';
import type { LoopStep } from '../service/delivery/use-cases/attempt-delivery';
import type { DeliveryMessage, RetryMessage } from '../service/delivery/use-cases/hand-over';
import type { NoticeMessage } from '../service/notice/ports';
import { currentChats } from '../service/notice/use-cases/chat-settings';
import { rememberedForMails } from '../service/notice/use-cases/letterhead';
import { createMailPace } from '../service/notice/use-cases/mail-pace';
import { type TellChatDeps, tellChat, tellChatOfQuestion } from '../service/notice/use-cases/tell-chat';
import type { EvidenceStore } from '../service/request/ports';
import { openStores } from '../service/stores';
import type { Log } from '../service/system/ports';
import type { TimerMessage } from '../service/transport/ports';
import { DEMO_INTEGRATION, DEMO_PLATFORM_ACTIONS } from './demo';
import type { Mailbox } from './mailbox';
import type { LocalDestinations } from './options';
import type { Activity } from './platform/activity';
import type { Report } from './platform/errors';
import { LocalQueue, type LocalQueueOptions } from './platform/queue';
import type { RunnerClock } from './platform/runner-clock';
import type { LocalSecrets } from './secrets';

/** What the composition needs from the machine. */
export interface Machine {
  readonly clock: RunnerClock;
  readonly activity: Activity;
  readonly tables: Tables;
  readonly secrets: LocalSecrets;
  readonly mailbox: Mailbox;
  /** Where signed heads are published. */
  readonly heads: HeadStore;
  /** Documents beside requests. */
  readonly evidence: EvidenceStore;
  readonly log: Log;
  /** `http://127.0.0.1:8787` */
  readonly baseUrl: string;
  readonly integrationUrl: string;
  readonly report: Report;
  /** The time limit of one post: the deployed limit, unless a test sets another. */
  readonly postTimeoutMs?: number;
  readonly destinations?: LocalDestinations | undefined;
  /** Creates the retry loop around its task. */
  readonly openLoop: (task: (input: DeliveryTask) => Promise<LoopStep>) => DeliveryLoop;
}

/** All ports of the service, and the functions behind the stream, the queues, the loop and the schedule. */
export function composeService(machine: Machine) {
  const { clock, tables, secrets, log, baseUrl } = machine;
  const queues = openQueues(machine, () => consumers);
  const webhooks = createWebhookSender({ allowLoopback: true, clock, timeoutMs: machine.postTimeoutMs });
  const { rules = NO_DESTINATIONS, sends } = machine.destinations ?? {};
  const open = () => sends ?? { send: async () => ({ kind: 'unreachable' as const, error: 'no AWS here' }) };
  const sender = withDestinations({ rules, webhooks, open });
  const integrations = new Map([
    [DEMO_INTEGRATION, { url: machine.integrationUrl, secret: secrets.integrationSecret }],
  ]);
  const stores = openStores(tables, systemRandom);
  // Only this machine: no page of the runner reaches a push service.
  const pushHosts = { hosts: [], allowLoopback: true };
  const keyText = secrets.pushKeyText;
  const ports = {
    clock,
    clockGuard: trustingClockGuard,
    random: systemRandom,
    pause: systemPause,
    log,
    ...stores,
    passkeyVerifier: createPasskeyVerifier(),
    ...rememberedForMails({ clock, log, ...stores }),
    pace: createMailPace(stores.counter),
    onWaiting: machine.mailbox.list,
    realTime: systemRealTime,
    secretBox: createSecretBox({ clock, wrapper: secrets.wrapper, store: createDataKeyStore(tables) }),
    codeKeys: secrets.codeKeys,
    headSigner: secrets.headSigner,
    verdictSigner: secrets.verdictSigner,
    heads: machine.heads,
    evidence: machine.evidence,
    headJws: recentHeads(machine.heads, clock),
    mailer: machine.mailbox,
    sender,
    pushHosts,
    pushSender: createWebPush({ clock, sender: webhooks, pushHosts, keyText, subject: baseUrl }),
    openId: createOpenIdClient({ clock, fetch: createGuardedFetch({ allowLoopback: true }), allowLoopback: true }),
    queues,
    shards: DUE_SHARDS,
    allowLoopback: true,
    consoleUrl: baseUrl,
    platformActions: DEMO_PLATFORM_ACTIONS,
    integrations,
    integration: async (name: string) => integrations.get(name) ?? null,
  };
  const loop = machine.openLoop(createDeliverTryHandler(ports));
  const headHandler = createHeadHandler({ ...ports, headIntervalMs: HEAD_INTERVAL_MS });
  const deliver = createDeliverHandler({ ...ports, loop });
  const consumers = {
    events: deliver,
    retries: deliver,
    timers: createTimerHandler(ports),
    notices: createNoticeHandler(ports, localChats(ports)),
    audit: createAuditHandler(ports),
    heads: headHandler,
  };
  return {
    ports,
    queues,
    stream: bothOf(createDispatchHandler(ports), headHandler),
    sweep: createSweepHandler(ports),
    async stop() {
      await Promise.all(Object.values(queues).map((each) => each.stop()));
      webhooks.close();
    },
  };
}

/** The shortest interval that a deployment may set, because people who look at the audit log wait for it. */
const HEAD_INTERVAL_MS = 60_000;

/** The deployed table's stream has two readers, each with its own position. Here one poller serves both. */
function bothOf(dispatch: StreamHandler, heads: StreamHandler): StreamHandler {
  return async (event) => {
    const answer = await dispatch(event);
    await heads(event as never);
    return answer;
  };
}

interface Queues {
  readonly events: LocalQueue<DeliveryMessage>;
  readonly retries: LocalQueue<RetryMessage>;
  readonly timers: LocalQueue<TimerMessage>;
  readonly notices: LocalQueue<NoticesMessage>;
  readonly audit: LocalQueue<AuditMessage>;
  readonly heads: LocalQueue<HeadMessage>;
}

type Consumers = { readonly [Name in keyof Queues]: LocalQueueOptions['handler'] };

const SECOND_MS = 1000;

/**
 * As deployed: every queue has the settings of the one table. Its handler is looked up when the first message arrives.
 */
function openQueues({ clock, activity, report }: Machine, consumers: () => Consumers): Queues {
  const open = <Body>(name: keyof Queues, definition: QueueDefinition): LocalQueue<Body> =>
    new LocalQueue<Body>({
      name,
      clock,
      activity,
      report,
      fifo: definition.fifo,
      visibilityTimeoutMs: definition.visibilitySeconds * SECOND_MS,
      maxReceiveCount: definition.maxReceives,
      batchSize: definition.batchSize,
      maxConcurrency: definition.maxConcurrency ?? Number.POSITIVE_INFINITY,
      handler: (event) => consumers()[name](event),
    });
  return {
    events: open('events', QUEUES.events),
    retries: open('retries', QUEUES.retries),
    timers: open('timers', QUEUES.timers),
    notices: open('notices', QUEUES.notices),
    audit: open('audit', QUEUES.audit),
    heads: open('heads', QUEUES.heads),
  };
}

type Given = Omit<TellChatDeps, 'chats'> & { readonly chatStore: ChatStore };

/** Tells chats on one machine what operators get by mail. */
export function localChats(given: Given): readonly ((message: NoticeMessage) => Promise<void>)[] {
  const deps = { ...given, chats: currentChats(given.chatStore) };
  return [(message) => tellChat(deps, message), (message) => tellChatOfQuestion(deps, message)];
}
