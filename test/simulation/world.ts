/**
 * One world: a clock, a store, queues, a stream, and all instances and callers. Every wait goes through one scheduler, which
 * draws what happens next. The same seed draws the same again.
 */
import {
  type AttributeValue,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { auditOrgOf } from '../../src/adapters/dynamodb/keys';
import { headKey } from '../../src/adapters/s3/head-store';
import { QUEUE_NAMES, QUEUES, type QueueName } from '../../src/adapters/sqs/queue-table';
import type { Item } from '../../src/local/memory/expressions';
import { type Command, MAIN, type MemoryStore, type Written } from '../../src/local/memory/store';
import type { PublishedHead } from '../../src/protocol/statements/head';
import type { DeliveryTask } from '../../src/service/delivery/ports';
import { type CombinedMail, type MailMessage, MailNotSent } from '../../src/service/notice/ports';
import type { OutgoingPush, PushOutcome } from '../../src/service/push/ports';
import type { PushDevice } from '../../src/service/push/rules/device';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import type { QueueMessage } from '../../src/service/system/ports';
import { LOOK_AHEAD_MS } from '../../src/service/transport/use-cases/sweep';
import { dice } from '../linearizability/record';
import { timedOut } from '../support/faults';
import { IdentityProvider } from './company';
import { DeviceLists, type SentPush } from './device-lists';
import { Documents } from './documents';
import { CODE_KEY, type Deployed, type Deployment, type FunctionName, type Instance, type Reach } from './instances';
import { type SigningEvent, signingEventOf } from './signatures';
import { START_MS } from './start';

/** Errors that the SDK may retry. */
const MAX_ATTEMPTS = 4;
export const MAX_SKEW_MS = 2000;

export const FAULTS = [
  'timed out before the commit',
  'timed out after the commit',
  'throttled',
  'transaction conflict',
  'batch written in part',
  'queue failed before it took it',
  'queue failed after it took it',
  'message handed out twice',
  'message lost',
  'stream record again',
  'stream records out of order',
  'stream record lost',
  'instance died',
  'mail failed',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Message {
  readonly id: number;
  readonly body: unknown;
  readonly groupId: string | undefined;
  visibleAtMs: number;
  receives: number;
}

interface Loop {
  task: DeliveryTask;
  state: 'running' | 'in a try' | 'closed';
  nextAtMs: number;
}

interface Arrival {
  readonly name: 'api' | 'feed' | 'console';
  readonly event: APIGatewayProxyEventV2;
  answer(said: unknown): void;
}

export interface WorldOptions {
  readonly trace?: boolean;
  /** Removes something on which the service relies. The invariants must notice it. */
  readonly sabotage?: Sabotage;
  /** The lengths of random pauses in which nothing happens. */
  readonly pausesMs?: readonly number[];
  readonly maxSteps?: number;
  /** Whether two publishers of heads read the stream too. */
  readonly heads?: boolean;
  /** Whether parts propose requests that others can meet. */
  readonly othersPropose?: boolean;
  /** Whether every write is kept, with its time. */
  readonly keepsWrites?: boolean;
  /** Used instead of the random numbers of the seed (shrink.ts). */
  readonly draw?: () => number;
  /** After this many decisions of the scheduler, all callers leave, and only the started work is completed (shrink.ts). */
  readonly callersLeaveAfter?: number;
  /** The start time of a world that continues after another one. */
  readonly startMs?: number;
}

export interface Sabotage {
  /** Conditions that match always hold. */
  readonly loosen?: RegExp;
  /** No sweep runs, so nothing that is due later is found. */
  readonly noSweep?: boolean;
  /** A head replaces another one with the same number. */
  readonly overwritesHeads?: boolean;
  /** A function that pushes remembers the devices that it read first. */
  readonly remembersDevices?: boolean;
  /** The store of documents says that every document is stored. */
  readonly trustsDocuments?: boolean;
}

export class World implements Reach {
  readonly table: MemoryStore;
  readonly mails: MailMessage[] = [];
  readonly combinedMails: CombinedMail[] = [];
  /** Every attempt to send a mail, also those that failed or whose instance died meanwhile. */
  readonly mailed: MailMessage[] = [];
  readonly pushes: SentPush[] = [];
  readonly devices: DeviceLists;
  /** Posts to receivers that are not in `receivers`. */
  readonly posts: { readonly url: string; readonly body: string; readonly taken: boolean }[] = [];
  /** Receivers with their own behavior, by URL. Called when the post arrives. */
  readonly receivers = new Map<string, (post: OutgoingPost, fate: () => PostOutcome) => PostOutcome>();
  /** The secrets of operator codes by id, base64. The last one is current. */
  readonly codeKeys: Record<string, string> = { ck_1: CODE_KEY };
  /** Requests that the parts share (callers.ts). */
  readonly shared = new Map<number, Promise<string | null>>();
  readonly othersPropose: boolean;
  /** The Idempotency-Keys that were used. */
  readonly proposed = new Set<string>();
  /** From this time on, there are no faults except those of receivers. */
  calmFromMs = Number.POSITIVE_INFINITY;
  readonly faults = new Map<Fault, number>();
  readonly trace: string[] | null;
  readonly signing: SigningEvent[] = [];
  readonly documents: Documents;
  readonly provider = new IdentityProvider();
  private readonly draw: () => number;
  /** Drawn separately, so that a world without devices is the same whatever push services do. */
  private readonly pushDraw: () => number;
  /** How many pushes are taken. */
  private readonly taken: number;
  /** In which step the call that an instance handles began. */
  private readonly begunAt = new Map<Instance, number>();
  /** Drawn separately, so that ids are different whatever else is drawn. */
  readonly idPart: () => number;
  private readonly queues: Record<QueueName, Message[]> = {
    events: [],
    retries: [],
    timers: [],
    notices: [],
    audit: [],
    heads: [],
  };
  private readonly loops = new Map<string, Loop>();
  private stream: { readonly change: Written; readonly number: number }[] = [];
  private streamed = 0;
  /** Blocks of the audit chains that the publishers of heads have not read, and when each was written. */
  private blocks: { readonly change: Written; readonly number: number }[] = [];
  readonly written: { readonly org: string; readonly seq: number; readonly atMs: number }[] = [];
  /** Every write, if the options ask for them. */
  readonly writes: { readonly change: Written; readonly atMs: number }[] = [];
  /** Published heads by their object's name, and when each was put. */
  readonly heads = new Map<string, { readonly head: PublishedHead; readonly atMs: number }>();
  /** How many puts found the number of their head taken. */
  lostPuts = 0;
  private waiting: { readonly instance: Instance | null; readonly life: number; go(): void; readonly what: string }[] =
    [];
  private arrivals: Arrival[] = [];
  /** The number of decisions of the scheduler. */
  steps = 0;
  private now: number;
  private messages = 0;
  private sweptAtMs = 0;
  private calm = false;
  private callersLeft = false;
  private leaveAfter: number;
  /** The probability of each fault. */
  private readonly rate: number;
  private readonly skews: number[];
  /** The time of each item in the due index. */
  private readonly due = new Map<string, number>();
  private readonly pausesMs: readonly number[];
  /** The pauses in which nothing happened. */
  private readonly pauses: { readonly fromMs: number; readonly untilMs: number }[] = [];
  private readonly maxSteps: number;

  constructor(
    base: MemoryStore,
    private readonly deployment: Deployment,
    private readonly seed: number,
    private readonly options: WorldOptions = {},
  ) {
    this.draw = options.draw ?? dice(seed);
    this.idPart = dice(seed + 1);
    this.pushDraw = dice(seed + 2);
    this.taken = this.pushDraw() < 0.3 ? 0.05 : 0.5;
    this.now = options.startMs ?? START_MS;
    this.pausesMs = options.pausesMs ?? PAUSES_MS;
    this.maxSteps = options.maxSteps ?? MAX_STEPS;
    this.othersPropose = options.othersPropose ?? false;
    this.leaveAfter = options.callersLeaveAfter ?? Number.POSITIVE_INFINITY;
    this.rate = this.draw() < 0.2 ? 0 : this.draw() * 0.08;
    this.trace = options.trace ? [] : null;
    this.documents = new Documents(() => this.steps, options.sabotage?.trustsDocuments === true);
    this.devices = new DeviceLists(() => this.steps, options.sabotage?.remembersDevices === true);
    this.table = base.fork((change) => {
      this.devices.note(change);
      const event = signingEventOf(change.after);
      if (event !== null) this.signing.push(event);
      if (options.keepsWrites === true) this.writes.push({ change, atMs: this.now });
      this.noteDue(change);
      if (owes(change)) this.stream.push({ change, number: this.streamed++ });
      this.noteBlock(change);
    });
    for (const item of this.table.items()) this.noteDue({ before: undefined, after: item });
    this.begins = [
      () => this.answerOne(),
      () => this.dispatchSome(),
      () => this.stepLoop(),
      ...QUEUE_NAMES.map((queue) => () => this.consume(queue)),
      ...(options.heads === true ? [() => this.publishSome()] : []),
    ];
    const all = Object.values(deployment).flat();
    this.skews = all.map(() => (this.draw() - 0.5) * 2 * MAX_SKEW_MS);
    for (const { instance } of all) {
      instance.reach = this;
      instance.busy = false;
      instance.life++;
    }
  }

  /** A world that continues with this store from an instant of this world. */
  after(store: MemoryStore, startMs: number): World {
    const world = new World(store, this.deployment, this.seed + 1, { startMs });
    Object.assign(world.codeKeys, this.codeKeys);
    return world;
  }

  // Calls of instances

  nowMs(instance: Instance): number {
    return Math.floor(this.now + this.skews[instance.number]!);
  }

  random(): number {
    return this.draw();
  }

  /** The world's own clock, which nothing inside can read. */
  trueMs(): number {
    return this.now;
  }

  /** Retries like the SDK: only errors that may be retried, with the same command. */
  async store(instance: Instance, command: Command): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.gate(instance, command.constructor.name, () => this.attempt(command));
      } catch (error) {
        if (!(error instanceof Error) || !RETRYABLE.has(error.name) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  pause(instance: Instance): Promise<void> {
    return this.gate(instance, 'pauses', () => undefined);
  }

  async startLoop(instance: Instance, name: string, task: DeliveryTask) {
    return this.gate(instance, `starts loop ${name}`, () => {
      const loop = this.loops.get(name);
      if (loop !== undefined) return loop.state === 'closed' ? 'closed' : 'running';
      this.loops.set(name, { task, state: 'running', nextAtMs: Date.parse(task.next_attempt_at) });
      return 'started' as const;
    });
  }

  async send(instance: Instance, queue: QueueName, messages: readonly QueueMessage<unknown>[]): Promise<void> {
    if (messages.length === 0) return;
    await this.gate(instance, `sends ${messages.length} to ${queue}`, () => {
      if (this.happens('queue failed before it took it')) throw new Error('the queue cannot be reached');
      for (const { body, groupId, delaySeconds = 0 } of messages) {
        // SQS loses no messages. The simulation does, because a check finds what is missing, except for a missing head.
        if (queue !== 'heads' && this.happens('message lost')) continue;
        const message = {
          id: this.messages++,
          body,
          groupId,
          visibleAtMs: this.now + delaySeconds * 1000,
          receives: 0,
        };
        this.queues[queue].push(message);
      }
      if (this.happens('queue failed after it took it')) throw new Error('the queue did not answer');
    });
  }

  async mail(instance: Instance, message: MailMessage): Promise<void> {
    this.mailed.push(message);
    await this.gate(instance, `mails ${message.kind} to ${message.to.operator}`, () => {
      if (this.happens('mail failed')) throw this.draw() < 0.5 ? new MailNotSent('refused') : new Error('no answer');
      this.mails.push(message);
    });
  }

  async mailCombined(instance: Instance, combined: CombinedMail): Promise<void> {
    await this.gate(instance, `mails a combined mail to ${combined.to.operator}`, () => {
      if (this.happens('mail failed')) throw this.draw() < 0.5 ? new MailNotSent('refused') : new Error('no answer');
      this.combinedMails.push(combined);
    });
  }

  async post(instance: Instance, post: OutgoingPost): Promise<PostOutcome> {
    return this.gate(instance, `posts to ${post.url}`, () => {
      const receive = this.receivers.get(post.url);
      if (receive !== undefined) return receive(post, () => this.fate());
      const outcome = this.fate();
      this.posts.push({ url: post.url, body: post.body, taken: this.wasTaken });
      return outcome;
    });
  }

  sawDevices(devices: readonly PushDevice[]): readonly PushDevice[] {
    return this.devices.saw(devices);
  }

  async push(instance: Instance, device: PushDevice, push: OutgoingPush): Promise<PushOutcome> {
    return this.gate(instance, `pushes to ${device.id}`, () => {
      const outcome = this.pushFate();
      const sent = this.devices.sentTo(device, push, this.begunAt.get(instance) ?? 0);
      this.pushes.push({ ...sent, outcome: outcome.kind, atMs: this.now });
      return outcome;
    });
  }

  /** Also while nothing else fails, because no push may depend on it. In some worlds, push services take hardly anything. */
  private pushFate(): PushOutcome {
    const fate = this.pushDraw();
    if (fate < this.taken) return { kind: 'accepted' };
    if (fate < 0.8) return { kind: 'later', afterSeconds: fate < 0.65 ? null : Math.floor(fate * 100) };
    if (fate < 0.9) return { kind: 'refused', status: 400 };
    return { kind: 'gone' };
  }

  /** Whether the receiver accepted the post. Its answer may be lost. */
  private wasTaken = false;

  private fate(): PostOutcome {
    const fate = this.calm ? 0 : this.draw();
    this.wasTaken = fate < 0.85;
    if (fate < 0.6) return { kind: 'answered', status: 200, retryAfterSeconds: null };
    if (fate < 0.75) return { kind: 'answered', status: 503, retryAfterSeconds: null };
    return { kind: 'unreachable', error: 'reset' };
  }

  readCodeKeys(instance: Instance) {
    return this.gate(instance, 'reads the code keys', () => {
      if (this.happens('timed out before the commit')) throw timedOut();
      return { current: Object.keys(this.codeKeys).at(-1)!, keys: { ...this.codeKeys } };
    });
  }

  askProvider<T>(instance: Instance, what: string, act: (provider: IdentityProvider) => T): Promise<T | null> {
    return this.gate(instance, what, () => {
      if (this.happens('timed out before the commit')) return null;
      const done = act(this.provider);
      return this.happens('timed out after the commit') ? null : done;
    });
  }

  lastHead(instance: Instance, org: string): Promise<PublishedHead | null> {
    return this.gate(instance, 'reads the last head', () => {
      if (this.happens('timed out before the commit')) throw timedOut();
      const own = [...this.heads.values()].filter(({ head }) => head.org === org);
      return own.at(-1)?.head ?? null;
    });
  }

  putHead(instance: Instance, head: PublishedHead): Promise<boolean> {
    const name = headKey(head);
    return this.gate(instance, `puts ${name}`, () => {
      if (this.happens('timed out before the commit')) throw timedOut();
      const isTaken = this.heads.has(name) && this.options.sabotage?.overwritesHeads !== true;
      if (isTaken) this.lostPuts++;
      else this.heads.set(name, { head, atMs: this.now });
      if (this.happens('timed out after the commit')) throw timedOut();
      return !isTaken;
    });
  }

  document<T>(instance: Instance, what: string, act: (documents: Documents) => T): Promise<T> {
    return this.gate(instance, what, () => {
      if (this.happens('timed out before the commit')) throw timedOut();
      const done = act(this.documents);
      if (this.happens('timed out after the commit')) throw timedOut();
      return done;
    });
  }

  // Callers and the scheduler

  /** A call from outside. Undefined if the instance died or the answer was lost. */
  call(name: Arrival['name'], event: Arrival['event']): Promise<unknown> {
    const { 'idempotency-key': key, authorization } = event.headers;
    if (key !== undefined) this.proposed.add(`${authorization} ${key}`);
    if (this.callersLeft) return NEVER;
    return new Promise((resolve) => this.arrivals.push({ name, event, answer: resolve }));
  }

  /** A caller outside takes some time. */
  think(): Promise<void> {
    return this.callersLeft ? NEVER : this.gate(null, 'thinks', () => undefined);
  }

  /** A caller outside waits for at least this time. Everything else that could happen meanwhile happens later. */
  wait(ms: number): Promise<void> {
    return this.callersLeft ? NEVER : this.gate(null, `waits ${ms} ms`, () => this.standStill(ms));
  }

  /** Runs until all callers are done, and then without faults until no work is left. */
  async run(outside: Promise<unknown>): Promise<void> {
    let done = false;
    let failure: unknown = null;
    outside.then(
      () => {
        done = true;
      },
      (error) => {
        done = true;
        failure = error;
      },
    );
    for (let step = 0; !done && this.steps < this.leaveAfter; step++) {
      this.steps++;
      await settled();
      if (step > this.maxSteps) throw new Error(`those outside are not done after ${step} steps`);
      if (!done) this.step();
    }
    if (failure !== null) throw failure;
    if (!done) this.letCallersLeave();
    this.calm = true;
    this.calmFromMs = Math.min(this.calmFromMs, this.now);
    await this.rest();
    this.callersLeft = false;
  }

  private letCallersLeave(): void {
    this.leaveAfter = Number.POSITIVE_INFINITY;
    this.callersLeft = true;
    this.arrivals = [];
    this.waiting = this.waiting.filter(({ instance }) => instance !== null);
  }

  private step(): void {
    const roll = this.draw();
    if (roll < 0.03) this.standStill(this.pausesMs[Math.floor(this.draw() * this.pausesMs.length)]! * this.draw());
    // Now and then, it sweeps although it can find nothing.
    else if (roll < 0.04) this.isSomethingNear() || this.draw() < 0.2 ? this.start('sweep', {}) : this.advance(1);
    else if (roll < 0.04 + this.rate / 4) this.kill();
    else if (roll < 0.5) {
      if (!this.release() && !this.begin()) this.advance(1 + this.draw() * 500);
    } else if (!this.begin() && !this.release()) this.advance(1 + this.draw() * 500);
  }

  /** Lets one waiting call continue. */
  private release(): boolean {
    if (this.waiting.length === 0) return false;
    const [next] = this.waiting.splice(Math.floor(this.draw() * this.waiting.length), 1);
    // An instance that died gets no answer, and its call has no effect.
    if (next!.instance === null || next!.life === next!.instance.life) {
      this.trace?.push(`${this.now - START_MS} ${next!.instance?.name ?? 'outside'} ${next!.what}`);
      next!.go();
    }
    return true;
  }

  /** Starts one function for which there is work. */
  private begin(): boolean {
    const { begins } = this;
    const from = Math.floor(this.draw() * begins.length);
    for (let index = 0; index < begins.length; index++) if (begins[(from + index) % begins.length]!()) return true;
    return false;
  }

  private answerOne(): boolean {
    if (this.arrivals.length === 0) return false;
    const at = Math.floor(this.draw() * this.arrivals.length);
    const { name, event, answer } = this.arrivals[at]!;
    if (!this.start(name, event, answer, () => answer(undefined))) return false;
    this.arrivals.splice(at, 1);
    return true;
  }

  private dispatchSome(): boolean {
    if (this.stream.length === 0 || this.idle('dispatch') === undefined) return false;
    const count = Math.min(this.stream.length, 1 + Math.floor(this.draw() * 3));
    let from = 0;
    if (this.happens('stream records out of order')) from = Math.floor(this.draw() * (this.stream.length - count + 1));
    const taken = this.stream.splice(from, count);
    const back = () => void this.stream.unshift(...taken);
    // A check or a deadline finds a lost record: for a turn, that of the verdict or the expiry; for a claim, that of the report.
    const lost = taken.every(({ change }) => change.after?.due_at !== undefined) && this.happens('stream record lost');
    if (lost) return true;
    const Records = taken.map(recordOf);
    return this.start(
      'dispatch',
      { Records },
      (answer) => {
        const { batchItemFailures } = answer as { batchItemFailures: { itemIdentifier: string }[] };
        const first = batchItemFailures[0]?.itemIdentifier;
        if (first !== undefined) this.stream.unshift(...taken.filter(({ number }) => number >= Number(first)));
        else if (this.happens('stream record again')) this.stream.push(...taken);
      },
      back,
    );
  }

  /** The second reader of the stream. Failed records are read again. */
  private publishSome(): boolean {
    if (this.blocks.length === 0 || this.idle('heads') === undefined) return false;
    const taken = this.blocks.splice(0, 1 + Math.floor(this.draw() * 3));
    const back = () => void this.blocks.unshift(...taken);
    const Records = taken.map(recordOf);
    return this.start(
      'heads',
      { Records },
      (answer) => {
        const { batchItemFailures } = answer as { batchItemFailures: { itemIdentifier: string }[] };
        if (batchItemFailures.length > 0) back();
        else if (this.happens('stream record again')) this.blocks.push(...taken);
      },
      back,
    );
  }

  private consume(queue: QueueName): boolean {
    const { consumer: name, visibilitySeconds } = QUEUES[queue];
    if (this.idle(name) === undefined) return false;
    const batch = this.visible(queue).slice(0, 1 + Math.floor(this.draw() * 3));
    if (batch.length === 0) return false;
    for (const message of batch) {
      message.visibleAtMs = this.now + visibilitySeconds * 1000;
      message.receives++;
    }
    const Records = batch.map(({ id, body, receives }) => ({
      messageId: String(id),
      body: JSON.stringify(body),
      attributes: { ApproximateReceiveCount: String(receives) },
    }));
    return this.start(name, { Records }, (answer) => {
      const failed = new Set(
        (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures.map(
          (one) => one.itemIdentifier,
        ),
      );
      for (const message of batch) {
        if (failed.has(String(message.id))) message.visibleAtMs = this.now + 1000;
        else if (this.happens('message handed out twice')) message.visibleAtMs = this.now;
        // Another consumer may have removed it.
        else this.queues[queue] = this.queues[queue].filter((other) => other !== message);
      }
    });
  }

  /** The messages that can be delivered now. A FIFO queue delivers none of a group that has a message in progress. */
  private visible(queue: QueueName): Message[] {
    const messages = this.queues[queue];
    if (messages.length === 0) return messages;
    // Dead letters wait for a person, and the check finds what they were about. A person sends those of heads again.
    const isDead = ({ receives }: Message) => queue !== 'heads' && receives >= QUEUES[queue].maxReceives;
    for (const dead of messages.filter(isDead)) messages.splice(messages.indexOf(dead), 1);
    const now = messages.filter(({ visibleAtMs }) => visibleAtMs <= this.now);
    if (!QUEUES[queue].fifo) return now;
    const out = new Set(messages.filter(({ visibleAtMs }) => visibleAtMs > this.now).map(({ groupId }) => groupId));
    return now.filter(({ groupId }) => !out.has(groupId) && groupId === now[0]?.groupId);
  }

  private stepLoop(): boolean {
    const due = [...this.loops.values()].find(({ state, nextAtMs }) => state === 'running' && nextAtMs <= this.now);
    if (due === undefined || this.idle('deliverTry') === undefined) return false;
    due.state = 'in a try';
    return this.start(
      'deliverTry',
      due.task,
      (answer) => {
        const { done, ...task } = answer as DeliveryTask & { done: boolean };
        due.task = task;
        due.nextAtMs = Date.parse(task.next_attempt_at);
        due.state = done ? 'closed' : 'running';
      },
      // The task has no retry: a failed execution has ended.
      () => {
        due.state = 'closed';
      },
    );
  }

  private idle(name: FunctionName): Deployed | undefined {
    return this.deployment[name].find(({ instance }) => !instance.busy);
  }

  private start(
    name: FunctionName,
    event: unknown,
    answered: (answer: unknown) => void = () => undefined,
    died: () => void = () => undefined,
  ): boolean {
    const free = this.idle(name);
    if (free === undefined) return false;
    const { instance, invoke } = free;
    const { life } = instance;
    instance.busy = true;
    this.begunAt.set(instance, this.steps);
    this.deaths.set(instance, died);
    const end = (then: () => void) => {
      if (instance.life !== life || instance.reach !== this) return;
      instance.busy = false;
      then();
    };
    invoke(event).then(
      (answer) => end(() => answered(answer)),
      () => end(died),
    );
    return true;
  }

  private readonly deaths = new Map<Instance, () => void>();
  private readonly begins: readonly (() => boolean)[];

  private kill(): void {
    const busy = Object.values(this.deployment)
      .flat()
      .filter(({ instance }) => instance.busy);
    const victim = busy[Math.floor(this.draw() * busy.length)]?.instance;
    if (victim === undefined) return;
    this.count('instance died');
    this.trace?.push(`${this.now - START_MS} ${victim.name} dies`);
    victim.life++;
    victim.busy = false;
    this.deaths.get(victim)!();
  }

  // Until no work is left

  /** Does all remaining work, including everything that becomes due. */
  private async rest(): Promise<void> {
    for (let step = 0; step < this.maxSteps; step++) {
      this.steps++;
      await settled();
      if (this.release() || this.begin()) continue;
      if (this.nextSweepMs() <= this.now && this.options.sabotage?.noSweep !== true) {
        this.sweptAtMs = this.now;
        this.start('sweep', {});
        continue;
      }
      const next = this.nextDueMs();
      if (next === null) return;
      this.now = next;
    }
    throw new Error(`the world does not come to rest: ${this.pendingNow()}`);
  }

  private pendingNow(): string {
    const busy = Object.values(this.deployment)
      .flat()
      .filter(({ instance }) => instance.busy);
    const due = this.table.items().filter(({ due_at }) => due_at !== undefined);
    return JSON.stringify({
      nowMs: this.now - START_MS,
      queues: this.queues,
      loops: [...this.loops],
      busy: busy.map(({ instance }) => instance.name),
      due: due.map(({ pk, due_at, state }) => ({ pk, due: (due_at as number) - START_MS, state })),
    });
  }

  private nextDueMs(): number | null {
    const instants = [
      ...Object.values(this.queues)
        .flat()
        .map(({ visibleAtMs }) => visibleAtMs),
      ...[...this.loops.values()].filter(({ state }) => state === 'running').map(({ nextAtMs }) => nextAtMs),
      ...(this.options.sabotage?.noSweep === true ? [] : [this.nextSweepMs()]),
    ];
    // Everything that could start has started. The rest waits for a time.
    const next = Math.min(...instants.filter((instant) => instant > this.now));
    return Number.isFinite(next) ? next : null;
  }

  /**
   * When the clocks of all instances have reached the first item of the due index, and at least a minute after the last
   * sweep.
   */
  private nextSweepMs(): number {
    return Math.max(Math.min(...this.due.values()) + MAX_SKEW_MS, this.sweptAtMs + 60_000);
  }

  /** Due before a sweep looks no further ahead. */
  private isSomethingNear(): boolean {
    return Math.min(...this.due.values()) <= this.now + LOOK_AHEAD_MS + MAX_SKEW_MS;
  }

  private noteDue({ before, after }: Written): void {
    const item = after ?? before;
    // An item was deleted that did not exist.
    if (item === undefined) return;
    const name = `${item.pk} ${item.sk}`;
    if (typeof after?.due_at === 'number') this.due.set(name, after.due_at);
    else this.due.delete(name);
  }

  private noteBlock(change: Written): void {
    const org = auditOrgOf(String(change.after?.pk ?? ''));
    if (org === null || this.options.heads !== true) return;
    this.blocks.push({ change, number: this.streamed++ });
    this.written.push({ org, seq: Number(change.after!.sk), atMs: this.now });
  }

  private advance(ms: number): void {
    this.now += Math.floor(ms);
  }

  private standStill(ms: number): void {
    const fromMs = this.now;
    this.advance(ms);
    this.pauses.push({ fromMs, untilMs: this.now });
  }

  /** Whether there was a pause in this time, by the clock of any instance. */
  pausedBetween(fromMs: number, untilMs: number): boolean {
    return this.pauses.some((pause) => pause.fromMs < untilMs + MAX_SKEW_MS && pause.untilMs > fromMs - MAX_SKEW_MS);
  }

  // Faults

  private gate<T>(instance: Instance | null, what: string, act: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const go = () => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      };
      this.waiting.push({ instance, life: instance?.life ?? 0, go, what });
    });
  }

  private attempt(command: Command): unknown {
    const isWrite = !READS.has(command.constructor.name);
    if (this.happens('throttled')) {
      throw new ProvisionedThroughputExceededException({ $metadata: {}, message: 'throttled' });
    }
    if (this.happens('timed out before the commit')) throw timedOut();
    if (isWrite && this.happens('transaction conflict')) throw conflictOf(command);
    if (command.constructor.name === 'BatchWriteCommand' && this.happens('batch written in part')) {
      return this.writePart(command);
    }
    const answer = this.table.run(loosened(command, this.options.sabotage?.loosen));
    if (this.happens('timed out after the commit')) throw timedOut();
    return answer;
  }

  /** Unlike a transaction, a batch can fail in the middle, and DynamoDB may return a part of it unprocessed. */
  private writePart(command: Command): unknown {
    const { RequestItems } = command.input as { RequestItems: { [MAIN]: readonly object[] } };
    const puts = RequestItems[MAIN];
    const count = Math.floor(this.draw() * puts.length);
    if (count > 0)
      this.table.run({ constructor: command.constructor, input: { RequestItems: { [MAIN]: puts.slice(0, count) } } });
    if (this.draw() < 0.5) throw timedOut();
    return { UnprocessedItems: { [MAIN]: puts.slice(count) } };
  }

  private happens(fault: Fault): boolean {
    if (this.calm || this.draw() >= this.rate) return false;
    this.count(fault);
    this.trace?.push(`${this.now - START_MS} fault: ${fault}`);
    return true;
  }

  private count(fault: Fault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }
}

/** The answer to callers who have left. */
const NEVER = new Promise<never>(() => undefined);
const MAX_STEPS = 6000;
const PAUSES_MS = [50, 2000, 30_000, 130_000, 700_000];
const READS = new Set(['GetCommand', 'BatchGetCommand', 'QueryCommand']);
const RETRYABLE = new Set(['TimeoutError', 'ProvisionedThroughputExceededException', 'TransactionConflictException']);

/** Like the filter of the stream. */
function owes({ after }: Written): boolean {
  return after !== undefined && (after.sk === 'REQUEST' || (after.sk === 'DELIVERY' && after.state === 'failed'));
}

function loosened(command: Command, which: RegExp | undefined): Command {
  if (which === undefined) return command;
  const { ConditionExpression, TransactItems, ...input } = command.input;
  const items = TransactItems?.map((item: Record<string, Command['input']>) =>
    Object.fromEntries(
      Object.entries(item).map(([kind, input]) => [kind, loosened({ ...command, input }, which).input]),
    ),
  );
  const kept = ConditionExpression === undefined || which.test(ConditionExpression) ? {} : { ConditionExpression };
  return {
    constructor: command.constructor,
    input: { ...input, ...kept, ...(items === undefined ? {} : { TransactItems: items }) },
  };
}

function conflictOf(command: Command): Error {
  const facts = { $metadata: {}, message: 'conflict' };
  if (command.constructor.name !== 'TransactWriteCommand') return new TransactionConflictException(facts);
  return new TransactionCanceledException({ ...facts, CancellationReasons: [{ Code: 'TransactionConflict' }] });
}

const images = new WeakMap<Item, Record<string, AttributeValue>>();

/** Made once for each item. Items are never changed in place, and each is in two records: as the new and as the old one. */
function image(item: Item | undefined) {
  if (item === undefined) return undefined;
  const known = images.get(item);
  if (known !== undefined) return known;
  const made = marshall(item);
  images.set(item, made);
  return made;
}

function recordOf({ change: { before, after }, number }: { readonly change: Written; readonly number: number }) {
  const { pk, sk } = (after ?? before)!;
  return {
    dynamodb: {
      SequenceNumber: String(number),
      Keys: { pk: { S: pk }, sk: { S: sk } },
      NewImage: image(after),
      ...(before === undefined ? {} : { OldImage: image(before) }),
    },
  };
}

/** Resolves when every call waits for the scheduler or is done, because nothing here waits for anything but promises. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));
