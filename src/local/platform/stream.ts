/**
 * Stand-in for the table's stream with Lambda's event source mapping behind it.
 *
 * The embedded database has no push. The poller reads when it is nudged (after a write), and from time to time by
 * itself. The position is stored after every batch, so a restart continues where the last run stopped, and every record
 * is handled at least once.
 */
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { Activity } from './activity';
import type { Report } from './errors';
import { appendLine } from './files';
import { changedNothing, deliver, toLambdaRecord } from './stream-delivery';
import { keepPosition, readPosition, StreamReader } from './stream-reader';

export interface StreamPollerOptions {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly activity: Activity;
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | void>;
  readonly batchSize?: number;
  readonly maxTries?: number;
  /** The files in the data directory of the position, and of the complete records that were given up. */
  readonly positionPath: string;
  readonly givenUpPath: string;
  /** How long a write without a nudge may wait. */
  readonly pollIntervalMs?: number;
  readonly retryDelayMs?: (n: number) => number;
  readonly report: Report;
}

export interface StreamPoller {
  /** Something was written: read now. This is cheap and may be called for every write. */
  nudge(): void;
  /** Resolves when everything that was written before the call has been handled or given up. */
  drained(): Promise<void>;
  /** Finishes the batch in progress and reads no more. */
  stop(): Promise<void>;
}

/** 25, 50, 100, 200 ms: a record that keeps failing is given up after 0.4 s of waiting. */
const retryDelay = (n: number) => 25 * 2 ** (n - 1);
/** How long to wait if the database cannot be reached. */
const READ_FAILED_DELAY_MS = 200;

export function startStreamPoller(options: StreamPollerOptions): StreamPoller {
  const poller = new Poller(options);
  options.activity.addSource(() => poller.drained());
  poller.start();
  return poller;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class Poller implements StreamPoller {
  private readonly reader: StreamReader;
  /** A read was requested after the last one began. */
  private wanted = true;
  private waiters: Waiter[] = [];
  private wake: (() => void) | null = null;
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly options: StreamPollerOptions) {
    this.reader = new StreamReader(options.client, options.streamArn, readPosition(options.positionPath));
  }

  start(): void {
    this.loop = this.run();
  }

  nudge(): void {
    this.wanted = true;
    this.wake?.();
  }

  drained(): Promise<void> {
    if (this.stopping) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiters.push({ resolve, reject });
      this.nudge();
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await this.loop;
    for (const waiter of this.waiters.splice(0)) waiter.resolve();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      if (!this.wanted) await this.sleep(this.options.pollIntervalMs ?? 1000);
      if (this.stopping) return;
      this.wanted = false;
      // Requests before this read began are served by it. Requests during it are served by the next one.
      const served = this.waiters.splice(0);
      try {
        const atEnd = await this.readOnce();
        if (atEnd) for (const waiter of served) waiter.resolve();
        else {
          this.waiters.unshift(...served);
          this.wanted = true;
        }
      } catch (error) {
        for (const waiter of served) waiter.reject(error);
        if (!this.stopping) this.options.report('the stream could not be read', error);
        await this.sleep(READ_FAILED_DELAY_MS);
      }
    }
  }

  private async readOnce(): Promise<boolean> {
    const { streamArn, activity, positionPath, givenUpPath, report } = this.options;
    const { shardId, records, atEnd } = await this.reader.read();
    const changed = records
      .filter((record) => !changedNothing(record))
      .map((record) => toLambdaRecord(record, streamArn));
    if (changed.length === 0) return atEnd;
    const end = activity.begin();
    try {
      await deliver(changed, {
        ...this.options,
        batchSize: this.options.batchSize ?? 100,
        maxTries: this.options.maxTries ?? 5,
        retryDelayMs: this.options.retryDelayMs ?? retryDelay,
        passed: ({ dynamodb: { SequenceNumber: sequenceNumber } }) =>
          keepPosition(positionPath, { streamArn, shardId, sequenceNumber }),
        gaveUp: (record, error) => {
          appendLine(givenUpPath, JSON.stringify({ at: new Date().toISOString(), error: String(error), record }));
          report(`stream record ${record.dynamodb.SequenceNumber} was given up`, error);
        },
        failed: (error) => report('the stream handler failed', error),
        stopping: () => this.stopping,
      });
    } finally {
      end();
    }
    return atEnd;
  }

  private sleep(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).then(() => {
      this.wake = null;
    });
  }
}
