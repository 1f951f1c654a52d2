/**
 * Stand-in for an SQS queue with Lambda's event source mapping behind it, in this process and on the runner's clock.
 *
 * A message is handed out in the next turn of the event loop; nothing polls. Delays, visibility, receive counts,
 * partial batch failures, dead letters, FIFO order and fair groups work as on AWS. Nothing survives a restart: the
 * sweep finds what a lost message would have caused, as it must on AWS too.
 *
 * Unlike SQS: a message is not handed out again while its handler is still running.
 */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Queue, QueueMessage } from '../../service/system/ports';
import type { Activity, End } from './activity';
import type { Report } from './errors';
import { DEFAULT_HANDLER_LIMIT_MS, invokeWithin } from './invoke';
import { MessageGroups } from './queue-groups';
import { acceptMessage, failedOf, queueArn, type StoredMessage, toRecord } from './queue-message';
import type { RunnerClock } from './runner-clock';

export interface LocalQueueOptions {
  readonly name: string;
  readonly clock: RunnerClock;
  readonly activity: Activity;
  readonly fifo?: boolean;
  /** How long an unfinished message waits before it is handed out again. */
  readonly visibilityTimeoutMs: number;
  /** A message that was handed out this often without success becomes a dead letter. */
  readonly maxReceiveCount: number;
  readonly batchSize: number;
  /** Batches in flight at a time. */
  readonly maxConcurrency: number;
  readonly handler: (event: SQSEvent) => Promise<SQSBatchResponse | void>;
  readonly handlerLimitMs?: number;
  readonly report: Report;
}

interface DeadLetter {
  readonly id: string;
  /** JSON, as it was sent. */
  readonly body: string;
  readonly groupId: string | undefined;
  readonly receives: number;
  readonly sentAtMs: number;
  readonly diedAtMs: number;
}

/** A deduplication id is remembered for this long (SQS: five minutes). */
const DEDUPLICATION_MS = 5 * 60_000;

export class LocalQueue<Body> implements Queue<Body> {
  readonly arn: string;
  private readonly fifo: boolean;
  private readonly groups: MessageGroups;
  private readonly deduplicated = new Map<string, number>();
  private readonly dead: { message: StoredMessage; diedAtMs: number }[] = [];
  private readonly handling = new Set<Promise<void>>();
  private inFlightMessages = 0;
  private waitingMessages = 0;
  private sequence = 0;
  private pumpDue = false;
  private stopped = false;
  /** Held while a message is ready or being handled. */
  private end: End | null = null;

  constructor(private readonly options: LocalQueueOptions) {
    this.arn = queueArn(options.name);
    this.fifo = options.fifo ?? false;
    this.groups = new MessageGroups({ ...options, fifo: this.fifo });
  }

  async send(messages: readonly QueueMessage<Body>[]): Promise<void> {
    const nowMs = this.options.clock.nowMs();
    // All are checked before any is accepted.
    const accepted = messages.map((message) => ({
      stored: acceptMessage(message, { sequence: this.sequence++, nowMs, fifo: this.fifo }),
      delayMs: (message.delaySeconds ?? 0) * 1000,
    }));
    for (const { stored, delayMs } of accepted) {
      if (this.isRepeat(stored, nowMs)) continue;
      if (delayMs > 0) this.wait(stored, nowMs + delayMs);
      else this.makeReady(stored);
    }
  }

  counts(): { readonly ready: number; readonly inFlight: number; readonly waiting: number } {
    return { ready: this.groups.readyCount(), inFlight: this.inFlightMessages, waiting: this.waitingMessages };
  }

  deadLetters(): readonly DeadLetter[] {
    return this.dead.map(({ message: { id, body, groupId, receives, sentAtMs }, diedAtMs }) => {
      return { id, body, groupId, receives, sentAtMs, diedAtMs };
    });
  }

  /** Hands out nothing more, and resolves when the batches in flight are done. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.handling);
    this.settle();
  }

  private isRepeat(message: StoredMessage, nowMs: number): boolean {
    if (message.deduplicationId === undefined) return false;
    // In order of sending, so the first that is still remembered ends the sweep.
    for (const [id, untilMs] of this.deduplicated) {
      if (untilMs > nowMs) break;
      this.deduplicated.delete(id);
    }
    // Within its group, as the deployed queue does: two organizations may have the same subject and revision.
    const id = `${message.group} ${message.deduplicationId}`;
    if (this.deduplicated.has(id)) return true;
    this.deduplicated.set(id, nowMs + DEDUPLICATION_MS);
    return false;
  }

  private makeReady(message: StoredMessage): void {
    if (this.stopped) return;
    this.groups.add(message);
    this.end ??= this.options.activity.begin();
    if (this.pumpDue) return;
    this.pumpDue = true;
    // The next turn, so that messages sent together are handled together.
    setImmediate(() => {
      this.pumpDue = false;
      this.pump();
    });
  }

  private wait(message: StoredMessage, untilMs: number): void {
    this.waitingMessages += 1;
    if (this.fifo) this.groups.hold(message.group);
    this.options.clock.schedule(untilMs, () => {
      this.waitingMessages -= 1;
      if (this.fifo) this.groups.resume(message.group);
      if (message.receives >= this.options.maxReceiveCount) this.bury(message);
      else this.makeReady(message);
      this.pump();
    });
  }

  private bury(message: StoredMessage): void {
    this.dead.push({ message, diedAtMs: this.options.clock.nowMs() });
    this.options.report(
      `queue ${this.options.name}`,
      `message ${message.id} became a dead letter after ${message.receives} tries`,
    );
  }

  private pump(): void {
    if (this.stopped) return;
    for (let batch = this.groups.take(); batch !== null; batch = this.groups.take()) {
      this.end ??= this.options.activity.begin();
      const handled = this.handle(batch).finally(() => this.handling.delete(handled));
      this.handling.add(handled);
    }
    this.settle();
  }

  private async handle(batch: readonly StoredMessage[]): Promise<void> {
    const { clock, visibilityTimeoutMs } = this.options;
    const receivedAtMs = clock.nowMs();
    this.inFlightMessages += batch.length;
    for (const message of batch) {
      message.receives += 1;
      message.firstReceivedAtMs ??= receivedAtMs;
    }
    const failed = await this.invoke(batch);
    this.inFlightMessages -= batch.length;
    // Visibility counts from the receive; at least a millisecond, so that a failing handler cannot spin.
    const againAtMs = Math.max(receivedAtMs + visibilityTimeoutMs, clock.nowMs() + 1);
    for (const message of failed) this.wait(message, againAtMs);
    this.groups.done(batch[0]!.group);
    this.pump();
  }

  private async invoke(batch: readonly StoredMessage[]): Promise<readonly StoredMessage[]> {
    const { name, handler, handlerLimitMs = DEFAULT_HANDLER_LIMIT_MS } = this.options;
    const event = { Records: batch.map((message) => toRecord(message, { arn: this.arn, fifo: this.fifo })) };
    try {
      const answer = await invokeWithin(handlerLimitMs, () => handler(event));
      return failedOf(batch, answer ?? undefined);
    } catch (error) {
      this.options.report(`queue ${name}: the handler failed`, error);
      return batch;
    }
  }

  /** Nothing can be handed out and nothing is being handled, so the queue is idle. */
  private settle(): void {
    if (this.inFlightMessages > 0) return;
    if (!this.stopped && (this.pumpDue || this.groups.anyReady())) return;
    this.end?.();
    this.end = null;
  }
}
