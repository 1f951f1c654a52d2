/** The queues, each with its dead letters; TLS only, encrypted. */
import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Six times a function's 30 s, as Lambda asks for: a message is not handed out again while its batch may still run. */
export const VISIBILITY = Duration.seconds(180);
const MAX_RECEIVES = 5;
/** As long as SQS keeps anything: dead letters wait for a person. */
const RETENTION = Duration.days(14);

export class Queues extends Construct {
  /** First tries of deliveries; message groups on a standard queue are fair queues: one organization's backlog is its own. */
  readonly events: sqs.Queue;
  readonly timers: sqs.Queue;
  readonly notices: sqs.Queue;
  /** FIFO: one writer for each organization's chain. */
  readonly audit: sqs.Queue;
  /** Stream records that were given up, by reference; the record itself is in the stream's failure bucket. */
  readonly deadLetters: readonly sqs.Queue[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const dead: sqs.Queue[] = [];
    const queue = (name: string, fifo = false): sqs.Queue => {
      const common = { enforceSSL: true, encryption: sqs.QueueEncryption.SQS_MANAGED, ...(fifo ? { fifo: true } : {}) };
      const deadLetter = new sqs.Queue(this, `${name}DeadLetters`, { ...common, retentionPeriod: RETENTION });
      dead.push(deadLetter);
      return new sqs.Queue(this, name, {
        ...common,
        visibilityTimeout: VISIBILITY,
        retentionPeriod: Duration.days(4),
        deadLetterQueue: { queue: deadLetter, maxReceiveCount: MAX_RECEIVES },
      });
    };
    this.events = queue('Events');
    this.timers = queue('Timers');
    this.notices = queue('Notices');
    this.audit = queue('Audit', true);
    this.deadLetters = dead;
  }
}
