/**
 * The deployed functions. Each instance has its own clock and one invocation at a time, as on Lambda. Instances are made
 * once, and reach the world that is current.
 */

import { createECDH } from 'node:crypto';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import { refreshable } from '../../src/adapters/secrets/refreshed';
import { codeKeysFrom } from '../../src/adapters/secrets/secrets-manager';
import type { QueueName } from '../../src/adapters/sqs/queue-table';
import { trustingClockGuard } from '../../src/adapters/system/time';
import { createPasskeyVerifier } from '../../src/adapters/webauthn';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { createAuditHandler } from '../../src/lambda/events/audit';
import { createDeliverHandler, createDeliverTryHandler } from '../../src/lambda/events/deliver';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { createHeadHandler } from '../../src/lambda/events/heads';
import { createNoticeHandler } from '../../src/lambda/events/notice';
import { createSweepHandler, createTimerHandler } from '../../src/lambda/events/timer';
import { createFeedHandler } from '../../src/lambda/v1/feed';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_INTEGRATION, DEMO_PLATFORM_ACTIONS } from '../../src/local/demo';
import { type Command, MAIN, TRANSIENT } from '../../src/local/memory/store';
import { localChats } from '../../src/local/runner';
import { err, ok } from '../../src/protocol/result';
import type { PublishedHead } from '../../src/protocol/statements/head';
import type { OpenIdClient } from '../../src/service/access/ports';
import type { CodeKeys } from '../../src/service/configuration/ports';
import type { DeliveryTask } from '../../src/service/delivery/ports';
import type { CombinedMail, MailMessage } from '../../src/service/notice/ports';
import { rememberedForMails } from '../../src/service/notice/use-cases/letterhead';
import { createMailPace } from '../../src/service/notice/use-cases/mail-pace';
import type { DeviceStore, OutgoingPush, PushOutcome } from '../../src/service/push/ports';
import type { PushDevice } from '../../src/service/push/rules/device';
import { PUSH_HOSTS } from '../../src/service/push/rules/hosts';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import { openStores } from '../../src/service/stores';
import type { Clock, Queue, QueueMessage, RealTime } from '../../src/service/system/ports';
import { aHeadSigner } from '../support/heads';
import type { IdentityProvider } from './company';
import { type Documents, documentsOf } from './documents';

export const ORIGIN = 'https://console.example.org';

/** Everything outside an instance. Each call may be late, lost or refused, and the instance may die in it. */
export interface Reach {
  store(instance: Instance, command: Command): Promise<unknown>;
  send(instance: Instance, queue: QueueName, messages: readonly QueueMessage<unknown>[]): Promise<void>;
  mail(instance: Instance, message: MailMessage): Promise<void>;
  mailCombined(instance: Instance, combined: CombinedMail): Promise<void>;
  post(instance: Instance, post: OutgoingPost): Promise<PostOutcome>;
  push(instance: Instance, device: PushDevice, push: OutgoingPush): Promise<PushOutcome>;
  /** These devices were read for pushes. */
  sawDevices(devices: readonly PushDevice[]): readonly PushDevice[];
  startLoop(instance: Instance, name: string, task: DeliveryTask): Promise<'started' | 'running' | 'closed'>;
  pause(instance: Instance): Promise<void>;
  /** Published heads, outside the table. */
  lastHead(instance: Instance, org: string): Promise<PublishedHead | null>;
  putHead(instance: Instance, head: PublishedHead): Promise<boolean>;
  /** Documents beside requests, outside the table. */
  document<T>(instance: Instance, what: string, act: (documents: Documents) => T): Promise<T>;
  readCodeKeys(instance: Instance): Promise<{ readonly current: string; readonly keys: Record<string, string> }>;
  askProvider<T>(instance: Instance, what: string, act: (provider: IdentityProvider) => T): Promise<T | null>;
  nowMs(instance: Instance): number;
  random(): number;
  /** A random part of an id, in [0, 1). */
  idPart(): number;
}

type Needed = Pick<Reach, 'store' | 'nowMs' | 'random'>;

/** The reach of a world in which nothing fails and nothing is posted. */
export function calmReach(own: Needed & Partial<Reach>): Reach {
  const calm: Partial<Reach> = {
    send: async () => undefined,
    pause: async () => undefined,
    sawDevices: (devices) => devices,
    readCodeKeys: async () => ({ current: 'ck_1', keys: { ck_1: CODE_KEY } }),
    idPart: own.random,
    ...own,
  };
  return calm as Reach;
}

export class Instance {
  /** Raised when the instance dies, so that calls of its earlier life get no answer. */
  life = 0;
  busy = false;
  reach!: Reach;

  constructor(
    readonly name: string,
    readonly number: number,
  ) {}
}

export const INTEGRATION_URL = 'https://integration.example.org/run';
const INTEGRATIONS = new Map([
  [DEMO_INTEGRATION, { url: INTEGRATION_URL, secret: `whsec_${Buffer.alloc(32, 7).toString('base64url')}` }],
]);

export const HEAD_SIGNER = aHeadSigner();
export const HEAD_INTERVAL_MS = 300_000;

/** 32 bytes, the same in every world. */
export const CODE_KEY = Buffer.alloc(32, 5).toString('base64');

/** With which every browser subscribes. */
export const PUSH_KEY = pointOf(9);

/** A public key of P-256, the same in every world. */
export function pointOf(n: number): string {
  const key = createECDH('prime256v1');
  key.setPrivateKey(Buffer.alloc(32, n));
  return key.getPublicKey('base64url');
}

/** Tells the world which devices were read, and when. */
function seenBy(instance: Instance, store: DeviceStore): DeviceStore {
  return {
    ...store,
    async read(...of) {
      const list = await store.read(...of);
      return list === null ? null : { ...list, devices: instance.reach.sawDevices(list.devices) };
    },
  };
}

/** Every port of the service, for this instance. */
export function portsOf(instance: Instance) {
  const client = { send: (command: Command) => instance.reach.store(instance, command) };
  const tables = {
    client,
    main: MAIN,
    transient: TRANSIENT,
  } as unknown as Tables;
  const clock = { nowMs: () => instance.reach.nowMs(instance) };
  const queue = (name: QueueName): Queue<never> => ({
    send: (messages) => instance.reach.send(instance, name, messages),
  });
  const bytes = (count: number) => {
    const drawn = Buffer.alloc(Math.ceil(count / 4) * 4);
    for (let at = 0; at < count; at += 4) drawn.writeUInt32LE(Math.floor(instance.reach.idPart() * 2 ** 32), at);
    return drawn.subarray(0, count);
  };
  const random = {
    hex: (count: number) => bytes(count).toString('hex'),
    base64url: (count: number) => bytes(count).toString('base64url'),
    fraction: () => instance.reach.random(),
  };
  const quiet = () => undefined;
  // The simulation reads no proofs; test/store/proof.test.ts does.
  const never = () => Promise.reject(new Error('nothing signs a verdict here'));
  const stores = openStores(tables, random);
  return {
    tables,
    clock,
    clockGuard: trustingClockGuard,
    random,
    ...stores,
    deviceStore: seenBy(instance, stores.deviceStore),
    pushSender: {
      publicKey: async () => PUSH_KEY,
      send: (device: PushDevice, push: OutgoingPush) => instance.reach.push(instance, device, push),
    },
    pause: { beforeRetry: () => instance.reach.pause(instance) },
    log: { info: quiet, warn: quiet, error: quiet },
    evidence: documentsOf(instance),
    passkeyVerifier: createPasskeyVerifier(),
    realTime: realTimeOf(instance),
    // Secrets are stored unsealed here, because sealing has its own tests.
    secretBox: {
      seal: async (_org: string, _place: string, secret: Uint8Array) => Buffer.from(secret).toString('base64url'),
      open: async (_org: string, _place: string, sealed: string) => Buffer.from(sealed, 'base64url'),
    },
    codeKeys: codeKeysOf(instance, clock),
    heads: {
      last: (org: string) => instance.reach.lastHead(instance, org),
      publish: (head: PublishedHead) => instance.reach.putHead(instance, head),
    },
    headSigner: HEAD_SIGNER,
    headIntervalMs: HEAD_INTERVAL_MS,
    headJws: async () => null,
    mailer: {
      send: (message: MailMessage) => instance.reach.mail(instance, message),
      sendCombinedMail: (combined: CombinedMail) => instance.reach.mailCombined(instance, combined),
    },
    verdictSigner: { publicKey: never, sign: never },
    sender: {
      post: (post: OutgoingPost) => instance.reach.post(instance, post),
      validateEndpoint: async () => ({ ok: true as const }),
    },
    openId: openIdOf(instance),
    loop: { start: (name: string, task: DeliveryTask) => instance.reach.startLoop(instance, name, task) },
    queues: {
      events: queue('events'),
      retries: queue('retries'),
      timers: queue('timers'),
      notices: queue('notices'),
      heads: queue('heads'),
      audit: queue('audit'),
    },
    shards: DUE_SHARDS,
    allowLoopback: false,
    pushHosts: { hosts: PUSH_HOSTS, allowLoopback: false },
    consoleUrl: ORIGIN,
    origin: ORIGIN,
    cookieName: '__Host-session',
    integrations: INTEGRATIONS,
    platformActions: DEMO_PLATFORM_ACTIONS,
    integration: async (name: string) => INTEGRATIONS.get(name) ?? null,
  };
}

/** An identity provider that may answer late or not at all, and whose codes work once. */
function openIdOf(instance: Instance): OpenIdClient {
  const unreachable = { reason: 'unreachable' as const, why: 'no answer' };
  return {
    async addressOf(provider, secrets) {
      const url = await instance.reach.askProvider(instance, 'asks the provider', (each) =>
        each.addressOf(provider, secrets),
      );
      return url === null ? err(unreachable) : ok(url);
    },
    async prove({ issuer }, secrets, answer) {
      const proved = await instance.reach.askProvider(instance, 'exchanges a code', (each) => ({
        subject: each.exchange(secrets, answer),
      }));
      if (proved === null) return err(unreachable);
      if (proved.subject === null) return err({ reason: 'not_proved', why: 'the code proves nothing' });
      return ok({ issuer, subject: proved.subject, authTimeMs: instance.reach.nowMs(instance), acr: null });
    },
  };
}

/** The code keys, kept for five minutes like those from Secrets Manager. */
function codeKeysOf(instance: Instance, clock: Clock): CodeKeys {
  const current = newInEachLife(instance, () => {
    const { value, sooner } = refreshable(clock, () => instance.reach.readCodeKeys(instance));
    return codeKeysFrom(value, sooner);
  });
  return { currentId: () => current().currentId(), secret: (id) => current().secret(id) };
}

// biome-ignore lint/suspicious/noExplicitAny: each function's own event
export type Invoke = (event: any) => Promise<any>;

type Ports = ReturnType<typeof portsOf>;

const FUNCTIONS = {
  // `api` and `feed` remember the organization of each key.
  api: remembering((ports) => createServiceHandler(ports) as unknown as Invoke),
  feed: remembering(createFeedHandler),
  // `console` remembers the names of API keys.
  console: remembering(createConsoleHandler),
  dispatch: (ports: Ports): Invoke => createDispatchHandler(ports),
  deliver: (ports: Ports): Invoke => createDeliverHandler(ports),
  deliverTry: (ports: Ports): Invoke => createDeliverTryHandler(ports),
  notice: remembering((ports) => {
    const remembered = rememberedForMails(ports);
    const deps = { ...ports, ...remembered, pace: createMailPace(ports.counter) };
    return createNoticeHandler(deps, localChats(deps));
  }),
  audit: remembering(createAuditHandler),
  timer: (ports: Ports): Invoke => createTimerHandler(ports),
  // This function remembers the last heads.
  heads: remembering(createHeadHandler),
  sweep: remembering(createSweepHandler),
} as const;

/** Makes a new value after the instance died, and for each world, so that nothing is remembered from before. */
function newInEachLife<T>(instance: Instance, make: () => T): () => T {
  let madeIn: number | null = null;
  let made: T;
  return () => {
    if (madeIn !== instance.life) {
      madeIn = instance.life;
      made = make();
    }
    return made;
  };
}

function remembering(make: (ports: Ports) => Invoke) {
  return (_: Ports, instance: Instance): Invoke => {
    // The stores remember things too, so they are also made again.
    const current = newInEachLife(instance, () => make(portsOf(instance)));
    return (event) => current()(event);
  };
}

export type FunctionName = keyof typeof FUNCTIONS;

/** How many instances of each function may run at once. */
const INSTANCES: Readonly<Record<FunctionName, number>> = {
  api: 3,
  feed: 2,
  console: 3,
  dispatch: 2,
  deliver: 2,
  deliverTry: 1,
  notice: 1,
  // The FIFO queue starts one at a time. A second one runs if the visibility timeout ends too early.
  audit: 2,
  timer: 2,
  // Used only in worlds with the option `heads`.
  heads: 2,
  sweep: 1,
};

export interface Deployed {
  readonly instance: Instance;
  readonly invoke: Invoke;
}

export type Deployment = Readonly<Record<FunctionName, readonly Deployed[]>>;

export function deploy(): Deployment {
  let number = 0;
  const made = (Object.keys(FUNCTIONS) as FunctionName[]).map((name) => [
    name,
    Array.from({ length: INSTANCES[name] }, () => {
      const instance = new Instance(name, number++);
      return { instance, invoke: FUNCTIONS[name](portsOf(instance), instance) };
    }),
  ]);
  return Object.fromEntries(made) as Deployment;
}

/** Only a pause takes time, exactly as long as requested. So a held answer ends even if nothing else happens. */
function realTimeOf(instance: Instance): RealTime {
  let elapsedMs = 0;
  return {
    elapsedMs: () => elapsedMs,
    async sleep(ms) {
      await instance.reach.pause(instance);
      elapsedMs += ms;
    },
  };
}
