/** The queues of src/adapters/sqs/queue-table.ts, each with a dead-letter queue. All are encrypted and require TLS. */
import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { QUEUES, type QueueDefinition, type QueueName } from '../../src/adapters/sqs/queue-table';
import { pascal } from './function-names';

export class Queues extends Construct {
  readonly events: sqs.Queue;
  readonly retries: sqs.Queue;
  readonly timers: sqs.Queue;
  readonly notices: sqs.Queue;
  readonly audit: sqs.Queue;
  readonly heads: sqs.Queue;
  readonly deadLetters: Readonly<Record<QueueName, sqs.Queue>>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const make = (name: QueueName) => queueWithDeadLetters(this, name, QUEUES[name]);
    const [events, retries, timers, notices] = [make('events'), make('retries'), make('timers'), make('notices')];
    const [audit, heads] = [make('audit'), make('heads')];
    this.events = events.queue;
    this.retries = retries.queue;
    this.timers = timers.queue;
    this.notices = notices.queue;
    this.audit = audit.queue;
    this.heads = heads.queue;
    this.deadLetters = {
      events: events.deadLetters,
      retries: retries.deadLetters,
      timers: timers.deadLetters,
      notices: notices.deadLetters,
      audit: audit.deadLetters,
      heads: heads.deadLetters,
    };
  }
}

function queueWithDeadLetters(scope: Construct, name: QueueName, definition: QueueDefinition) {
  const id = pascal(name);
  const common = {
    enforceSSL: true,
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    ...(definition.fifo ? { fifo: true } : {}),
  };
  const deadLetters = new sqs.Queue(scope, `${id}DeadLetters`, {
    ...common,
    retentionPeriod: Duration.days(definition.deadLetterRetentionDays),
  });
  const queue = new sqs.Queue(scope, id, {
    ...common,
    // High throughput: 300 calls a second for each organization, instead of for all together.
    ...(definition.fifo
      ? {
          deduplicationScope: sqs.DeduplicationScope.MESSAGE_GROUP,
          fifoThroughputLimit: sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
        }
      : {}),
    visibilityTimeout: Duration.seconds(definition.visibilitySeconds),
    retentionPeriod: Duration.days(definition.retentionDays),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: definition.maxReceives },
  });
  return { queue, deadLetters };
}
