/**
 * The queues, as data: the deployment, the local runner, the simulation and the tests read this one table.
 *
 * Each queue has its own dead-letter queue, `<Queue>DeadLetters`.
 */

export interface QueueDefinition {
  /** The function that handles its messages: `src/lambda/<consumer>.lambda.ts`. */
  readonly consumer: 'deliver' | 'timer' | 'notice' | 'audit' | 'heads';
  /** True: one message group is handled at a time, in order. False: groups only share the consumer fairly. */
  readonly fifo: boolean;
  /** The most messages in one call of the consumer. */
  readonly batchSize: number;
  /** How long a received message is hidden from other consumers. Lambda needs six times the function's timeout. */
  readonly visibilitySeconds: number;
  /** A message becomes a dead letter after this many receives without success. */
  readonly maxReceives: number;
  /** The most concurrent calls of the consumer. Null if only the number of message groups limits them. */
  readonly maxConcurrency: number | null;
  readonly retentionDays: number;
  /** Dead letters wait for a person for as long as SQS keeps messages. */
  readonly deadLetterRetentionDays: number;
}

const COMMON = {
  fifo: false,
  batchSize: 10,
  visibilitySeconds: 180,
  maxReceives: 5,
  retentionDays: 4,
  deadLetterRetentionDays: 14,
};

export const QUEUES = {
  /** First attempts of deliveries. */
  events: { ...COMMON, consumer: 'deliver', maxConcurrency: 200 },
  /**
   * Hourly attempts of deliveries. Thirty batches of ten that all wait ten seconds for receivers that hang make 108,000
   * attempts an hour, and leave the account's concurrency to other functions.
   */
  retries: { ...COMMON, consumer: 'deliver', maxConcurrency: 30 },
  /** SES accepts 14 messages a second from an account that has not requested more. */
  notices: { ...COMMON, consumer: 'notice', maxConcurrency: 10 },
  /** FIFO, so that the audit chain of each organization has one writer, except for what failed. */
  audit: { ...COMMON, consumer: 'audit', fifo: true, maxConcurrency: null },
  timers: { ...COMMON, consumer: 'timer', maxConcurrency: 50 },
  /** Organizations whose next head has to wait. */
  heads: { ...COMMON, consumer: 'heads', maxConcurrency: 5 },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];
