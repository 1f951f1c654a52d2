/** Alarms on work that piles up: the queues, the stream and due items. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import { QUEUE_NAMES, QUEUES, type QueueName } from '../../../src/adapters/sqs/queue-table';
import type { Config } from '../../config';
import type { Queues } from '../queues';
import { type AlarmOptions, type AlarmSet, FIVE_MINUTES, MINUTE } from './alarm-set';
import { feedOfCanary } from './canary';
import type { Watched } from './dashboard';

/** Longer than two visibility timeouts: one failed attempt, which is retried after the first, triggers no alarm. */
const lateSeconds = (name: keyof typeof QUEUES): number => 2 * QUEUES[name].visibilitySeconds + 60;

/** Below this, one message that fails five times would ring. It becomes a dead letter instead. */
const FAILING = 3;

/** The queues whose work stands still for customers while every message fails, and what they notice. */
const FAILING_QUEUES: readonly (readonly [QueueName, id: string, meaning: string])[] = [
  ['events', 'EventsFailing', 'first attempts of deliveries fail, and are tried again'],
  ['notices', 'NoticesFailing', 'messages to operators fail, and are tried again'],
  ['audit', 'AuditFailing', 'entries cannot be added to the audit chains'],
  ['timers', 'TimersFailing', 'what falls due cannot be applied'],
];

type LateOptions = Omit<AlarmOptions, 'periods' | 'urgency'> & Partial<Pick<AlarmOptions, 'urgency'>>;

export function alarmsOfQueues(set: AlarmSet, { queues }: Pick<Watched, 'queues'>): void {
  // Rings when nobody polls. SQS leaves out a message from its third receive on, which is before this age.
  const late = (id: string, queue: Queues['events'], options: LateOptions) =>
    set.alarm(id, queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'Maximum' }), {
      urgency: 'page',
      ...options,
      periods: 2,
    });
  late('EventsLate', queues.events, {
    anchor: 'events-late',
    meaning: 'an event has waited seven minutes for its first attempt',
    threshold: lateSeconds('events'),
  });
  late('NoticesLate', queues.notices, {
    anchor: 'notices-late',
    meaning: 'operators are told late',
    threshold: lateSeconds('notices'),
  });
  late('AuditLag', queues.audit, {
    anchor: 'audit-lag',
    meaning: 'the audit chain is ten minutes behind',
    threshold: 600,
  });
  // Receivers that hang may delay them.
  late('RetriesLate', queues.retries, {
    anchor: 'retries-late',
    meaning: 'an hourly attempt of a delivery has waited 15 minutes',
    threshold: 900,
    urgency: 'ticket',
  });
  // So this one rings when messages are received and not deleted, because they fail.
  for (const [name, id, meaning] of FAILING_QUEUES) {
    set.alarm(id, receivedNotDeleted(queues[name]), {
      anchor: 'messages-fail',
      meaning,
      threshold: FAILING,
      periods: 2,
      urgency: 'page',
    });
  }
  for (const name of QUEUE_NAMES) {
    const queue = queues.deadLetters[name];
    const visible = queue.metricApproximateNumberOfMessagesVisible({ period: MINUTE, statistic: 'Maximum' });
    set.alarm(`DeadLetters-${name}`, visible, {
      anchor: 'dead-letters',
      meaning: 'a message could not be handled',
      threshold: 1,
      urgency: 'ticket',
    });
  }
}

/** How many messages were received and not deleted. Both metrics have no data while a queue is empty. */
function receivedNotDeleted(queue: Queues['events']): cloudwatch.MathExpression {
  const common = { period: FIVE_MINUTES, statistic: 'Sum' };
  return new cloudwatch.MathExpression({
    expression: 'FILL(received, 0) - FILL(deleted, 0)',
    usingMetrics: {
      received: queue.metricNumberOfMessagesReceived(common),
      deleted: queue.metricNumberOfMessagesDeleted(common),
    },
    label: 'received and not deleted',
    period: FIVE_MINUTES,
  });
}

export function alarmsOfStream(
  set: AlarmSet,
  { config, functions }: Pick<Watched, 'functions'> & { readonly config: Config },
): void {
  const { dispatch, heads } = functions.all;
  alarmsOfSilentStream(set, { config, functions });
  set.alarm('HeadsLag', heads.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' }), {
    anchor: 'heads-lag',
    meaning: 'new entries of the audit chains have had no head for half an hour',
    threshold: 1_800_000,
    periods: 2,
    urgency: 'ticket',
  });
  set.alarm('StreamLag', dispatch.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' }), {
    anchor: 'stream-lag',
    meaning: 'the stream is two minutes behind',
    threshold: 120_000,
    periods: 2,
    urgency: 'page',
  });
  const givenUp = (metricName: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/Lambda',
      metricName,
      statistic: 'Sum',
      period: MINUTE,
      dimensionsMap: { EventSourceMappingUUID: functions.stream.eventSourceMappingId },
    });
  for (const [id, metricName] of [
    ['StreamGivenUp', 'OnFailureDestinationDeliveredEventCount'],
    // Such a record cannot be replayed. Only its own check, two minutes later, finds it.
    ['StreamDropped', 'DroppedEventCount'],
  ] as const) {
    set.alarm(id, givenUp(metricName), {
      anchor: 'stream-given-up',
      meaning: 'a record of the stream was given up',
      threshold: 1,
      urgency: 'ticket',
      about: 'event',
    });
  }
}

/**
 * `IteratorAge` has no data while its mapping is off, or fails before it calls the function. The canary changes a request in
 * each run, so a function that is not called meanwhile has no stream. Without a canary, a quiet night would look the same.
 */
function alarmsOfSilentStream(
  set: AlarmSet,
  { config, functions }: Pick<Watched, 'functions'> & { readonly config: Config },
): void {
  const period = feedOfCanary(config);
  if (period === null) return;
  const { dispatch, heads } = functions.all;
  set.silence('StreamMissing', dispatch.metricInvocations({ period }), {
    anchor: 'stream-missing',
    meaning: 'the stream is not read: events and messages stand still',
    urgency: 'page',
  });
  // Its own queue calls it too, but gets messages only from itself.
  set.silence('HeadsMissing', heads.metricInvocations({ period }), {
    anchor: 'heads-missing',
    meaning: 'new entries of the audit chains get no head',
    urgency: 'ticket',
  });
}

export function alarmsOfSweep(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { sweep } = functions.all;
  set.alarm('SweepFails', sweep.metricErrors({ period: FIVE_MINUTES }), {
    anchor: 'sweep-fails',
    meaning: 'nothing finds what falls due',
    threshold: 3,
    urgency: 'page',
  });
  set.silence('SweepMissing', sweep.metricInvocations({ period: FIVE_MINUTES }), {
    anchor: 'sweep-missing',
    meaning: 'the sweep does not run',
    urgency: 'page',
  });
  const lateness = set.logged('SweepLate', [sweep], logs.FilterPattern.numberValue('$.oldest_lateness_ms', '>=', 0), {
    value: '$.oldest_lateness_ms',
    statistic: 'Maximum',
  });
  set.alarm('SweepLate', lateness, {
    anchor: 'sweep-late',
    meaning: 'something due has waited three minutes',
    threshold: 180_000,
    // Usually one item whose timer keeps failing. If all fail, TimersFailing pages.
    urgency: 'ticket',
  });
}
