/** Alarms on work that piles up: the queues, the stream and due items. */
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import { QUEUE_NAMES, QUEUES } from '../../../src/adapters/sqs/queue-table';
import type { Queues } from '../queues';
import { type AlarmOptions, type AlarmSet, FIVE_MINUTES, MINUTE } from './alarm-set';
import type { Watched } from './dashboard';

/** Longer than two visibility timeouts: one failed attempt, which is retried after the first, triggers no alarm. */
const lateSeconds = (name: keyof typeof QUEUES): number => 2 * QUEUES[name].visibilitySeconds + 60;

export function alarmsOfQueues(set: AlarmSet, { queues }: Pick<Watched, 'queues'>): void {
  const late = (id: string, queue: Queues['events'], options: Omit<AlarmOptions, 'periods'>) =>
    set.alarm(id, queue.metricApproximateAgeOfOldestMessage({ period: MINUTE, statistic: 'Maximum' }), {
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
  for (const name of QUEUE_NAMES) {
    const queue = queues.deadLetters[name];
    const visible = queue.metricApproximateNumberOfMessagesVisible({ period: MINUTE, statistic: 'Maximum' });
    set.alarm(`DeadLetters-${name}`, visible, {
      anchor: 'dead-letters',
      meaning: 'a message could not be handled',
      threshold: 1,
    });
  }
}

export function alarmsOfStream(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { dispatch, heads } = functions.all;
  set.alarm('HeadsLag', heads.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' }), {
    anchor: 'heads-lag',
    meaning: 'new entries of the audit chains have had no head for half an hour',
    threshold: 1_800_000,
    periods: 2,
  });
  set.alarm('StreamLag', dispatch.metric('IteratorAge', { period: MINUTE, statistic: 'Maximum' }), {
    anchor: 'stream-lag',
    meaning: 'the stream is two minutes behind',
    threshold: 120_000,
    periods: 2,
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
      alone: 'event',
    });
  }
}

export function alarmsOfSweep(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { sweep } = functions.all;
  set.alarm('SweepFails', sweep.metricErrors({ period: FIVE_MINUTES }), {
    anchor: 'sweep-fails',
    meaning: 'nothing finds what falls due',
    threshold: 3,
  });
  set.silence('SweepMissing', sweep.metricInvocations({ period: FIVE_MINUTES }), {
    anchor: 'sweep-missing',
    meaning: 'the sweep does not run',
  });
  const lateness = set.logged('SweepLate', [sweep], logs.FilterPattern.numberValue('$.oldest_lateness_ms', '>=', 0), {
    value: '$.oldest_lateness_ms',
    statistic: 'Maximum',
  });
  set.alarm('SweepLate', lateness, {
    anchor: 'sweep-late',
    meaning: 'something due has waited three minutes',
    threshold: 180_000,
  });
}
