/** Faults, played against the alarms of the template: which alarm rings, to whom, and after how many minutes. */
import { feedOfCanary } from '../../infra/constructs/alarms/canary';
import type { QueueName } from '../../src/adapters/sqs/queue-table';
import { type Published, play, type World } from './host/cloud-watch';
import { type Consumer, queueMetrics } from './host/queue-metrics';
import { synthesize } from './host/stack';

const prod = synthesize('prod');

const DAY = 24 * 60;
const WEEK = 7 * DAY;
const CANARY_MINUTES = 5;
/** Requests a day. A request has two messages to operators, two events, and about ten calls. */
const RATES = { '200 requests a day': 200, 'a million a month': 33_333 };
type Rate = (typeof RATES)[keyof typeof RATES];

const QUEUE_IDS: Readonly<Record<string, QueueName>> = {
  Events: 'events',
  Notices: 'notices',
  Audit: 'audit',
  Timers: 'timers',
};

interface Fault {
  readonly minutes?: number;
  /** Replaces what the consumer of a queue does. */
  readonly queues?: Partial<Record<QueueName, Omit<Consumer, 'sent'>>>;
  /** Comes before the healthy value; null means no data. */
  readonly metrics?: (metric: string, minute: number) => number | null | undefined;
}

/** A deployment at this rate with its canary, and what is wrong with it. */
function faultAt(rate: Rate, { minutes = 120, queues = {}, metrics }: Fault) {
  const sent = evenly((2 * rate) / DAY, minutes);
  const ofQueue = Object.fromEntries(
    Object.values(QUEUE_IDS).map((name) => [name, queueMetrics(name, { sent, ...queues[name] }, minutes)]),
  );
  const healthy = (metric: string, minute: number): number | undefined => {
    const [, what, id] = /^(\w+) of Queues(\w+?)(DeadLetters)?$/.exec(metric) ?? [];
    const name = QUEUE_IDS[id ?? ''];
    if (name !== undefined) {
      const { received, deleted, age, dead } = ofQueue[name]![minute]!;
      if (metric.endsWith('DeadLetters')) return dead;
      if (what === 'ApproximateAgeOfOldestMessage') return age;
      return orNothing(what === 'NumberOfMessagesReceived' ? received : deleted);
    }
    const isRun = minute % CANARY_MINUTES === 0;
    switch (metric) {
      case 'Count of HttpApi':
        return (10 * rate) / DAY + (isRun ? 8 : 0);
      case 'Invocations of FunctionsSweepFunction':
        return 1;
      case '{ $.oldest_lateness_ms >= 0 }':
        return 0;
      case 'Invocations of FunctionsDispatchFunction':
      case 'Invocations of FunctionsHeadsFunction':
      case 'Invocations of FunctionsCanaryFunction':
      case 'Delivery of MailsSet':
        return isRun ? 1 : undefined;
      case 'IteratorAge of FunctionsDispatchFunction':
        return isRun ? 300 : undefined;
      case 'PostedLate':
        return 0;
      case 'PostedLate, samples':
        return (2 * rate) / DAY;
      case 'Duration of FunctionsApiFunction':
      case 'Duration of FunctionsConsoleFunction':
        return 80;
    }
    return undefined;
  };
  const world: World = (metric, minute) => {
    const instead = metrics?.(metric, minute);
    return instead === null ? undefined : (instead ?? healthy(metric, minute));
  };
  // What a new deployment tells is a test of its own.
  return play(prod, world, minutes);
}

/** Seconds at which messages are sent, at this many a minute. */
function evenly(aMinute: number, minutes: number): number[] {
  return Array.from({ length: Math.floor(aMinute * minutes) }, (_, index) => (index * 60) / aMinute);
}
const orNothing = (count: number): number | undefined => (count === 0 ? undefined : count);
const rang = (told: readonly Published[], fromMinute = 0) =>
  [
    ...new Set(
      told.flatMap(({ topic, alarm, state, minute }) =>
        state !== 'OK' && minute >= fromMinute ? [`${topic}: ${alarm}`] : [],
      ),
    ),
  ].sort();
/** The first page from this minute on. */
const pagedAt = (told: readonly Published[], fromMinute: number) =>
  told.find(({ topic, state, minute }) => topic === 'page' && state !== 'OK' && minute >= fromMinute)?.minute;

/** The fault begins here. It is no border of a period. */
const BEGINS = 91;
const since = (minute: number) => (second: number) => second >= minute * 60;

const eachRate = Object.entries(RATES);

describe.each(eachRate)('faults at %s', (_, rate) => {
  const both = (fault: Fault) => {
    const told = faultAt(rate, { minutes: BEGINS + 90, ...fault });
    return { rings: rang(told), after: (pagedAt(told, BEGINS) ?? Infinity) - BEGINS };
  };

  it('a healthy deployment and a new one tell nobody anything', () => {
    expect(faultAt(rate, { minutes: DAY }).filter(({ state }) => state !== 'OK')).toEqual([]);
  });

  it.each<[QueueName, string, string]>([
    ['notices', 'every mail is refused', 'NoticesFailing'],
    ['events', 'every first attempt fails inside the service', 'EventsFailing'],
    ['audit', 'no entry can be written', 'AuditFailing'],
    ['timers', 'nothing that falls due can be applied', 'TimersFailing'],
  ])(
    'if every message of %s fails (%s), people are paged within 25 minutes, whatever the age of the oldest says',
    (queue, __, alarm) => {
      const { rings, after } = both({ queues: { [queue]: { fails: since(BEGINS) } } });
      expect(rings).toEqual(expect.arrayContaining([`page: ${alarm}`, `ticket: DeadLetters${queue}`]));
      // A FIFO queue keeps the failed message in front.
      if (queue !== 'audit') expect(rings.filter((each) => /Late|Lag/.test(each))).toEqual([]);
      expect(after).toBeLessThanOrEqual(25);
    },
  );

  it.each<[QueueName, string]>([
    ['events', 'EventsLate'],
    ['notices', 'NoticesLate'],
    ['audit', 'AuditLag'],
  ])('if nobody reads the queue of %s, people are paged by its age', (queue, alarm) => {
    const { rings } = both({ queues: { [queue]: { polls: (second: number) => second < BEGINS * 60 } } });
    expect(rings).toEqual([`page: ${alarm}`]);
  });

  it('if the mapping of the stream is disabled, people are paged although its lag has no data', () => {
    const isOff = (metric: string, minute: number) =>
      minute >= BEGINS && /of FunctionsDispatchFunction$/.test(metric) ? null : undefined;
    expect(both({ metrics: isOff }).rings).toEqual(['page: StreamMissing']);
  });

  it('if the mapping of heads is disabled, people get a ticket', () => {
    const isOff = (metric: string, minute: number) =>
      minute >= BEGINS && /of FunctionsHeadsFunction$/.test(metric) ? null : undefined;
    expect(both({ metrics: isOff }).rings).toEqual(['ticket: HeadsMissing']);
  });

  it('if the key of the canary is revoked, people are paged after its second run', () => {
    const { rings, after } = both({
      metrics: (metric, minute) =>
        metric === 'Errors of FunctionsCanaryFunction' && minute >= BEGINS && minute % CANARY_MINUTES === 0
          ? 1
          : undefined,
    });
    expect(rings).toEqual(['page: CanaryFails']);
    expect(after).toBeLessThanOrEqual(3 * CANARY_MINUTES);
  });

  it('if SES accepts mails and delivers none, people are paged', () => {
    const isOff = (metric: string, minute: number) =>
      minute >= BEGINS && metric === 'Delivery of MailsSet' ? null : undefined;
    expect(both({ metrics: isOff }).rings).toEqual(['page: MailsMissing']);
  });

  it('if the canary does not run, people are paged', () => {
    const isOff = (metric: string, minute: number) =>
      minute >= BEGINS && metric === 'Invocations of FunctionsCanaryFunction' ? null : undefined;
    expect(both({ metrics: isOff }).rings).toEqual(['page: CanaryMissing']);
  });

  it('if every call fails, people are paged within fifteen minutes', () => {
    const { rings, after } = both({ metrics: (metric, minute) => failing(rate, 1)(metric, minute - BEGINS) });
    expect(rings).toContain('page: ApiErrorRatio');
    expect(after).toBeLessThanOrEqual(15);
  });

  it('if a tenth of the calls fails, people are paged only where two fail in each five minutes', () => {
    const { rings } = both({ metrics: (metric, minute) => failing(rate, 0.1)(metric, minute - BEGINS) });
    expect(rings).toEqual(rate === 200 ? [] : ['page: ApiErrorRatio', 'page: ApiErrors', 'page: ApiObjective']);
  });

  it('if one call in two hundred fails, nobody is paged', () => {
    const { rings } = both({ metrics: (metric, minute) => failing(rate, 0.005)(metric, minute - BEGINS) });
    expect(rings).toEqual([]);
  });

  it('if one event in twenty is posted late, people are paged only where ten are late in an hour', () => {
    const late = (metric: string, minute: number) =>
      metric === 'PostedLate' && minute >= BEGINS ? (0.05 * 2 * rate) / DAY : undefined;
    const { rings } = both({ minutes: BEGINS + 180, metrics: late });
    expect(rings).toEqual(rate === 200 ? [] : ['page: PostObjective']);
  });

  it('if one call in sixty fails, people are paged only where ten fail in an hour', () => {
    const { rings } = both({
      minutes: BEGINS + 180,
      metrics: (metric, minute) => failing(rate, 1 / 60)(metric, minute - BEGINS),
    });
    expect(rings).toEqual(rate === 200 ? [] : ['page: ApiObjective']);
  });

  it('if one endpoint is dead, people get a ticket, and nobody is paged', () => {
    const { rings } = both({ metrics: once('a delivery failed for good', BEGINS) });
    expect(rings).toEqual(['ticket: DeliveriesGaveUp']);
  });

  it('if one message fails five times, people get a ticket, and nobody is paged', () => {
    const { rings } = both({ queues: { notices: { fails: (_, sent) => sent === 0 } } });
    expect(rings).toEqual(['ticket: DeadLettersnotices']);
  });

  it('if messages fail once and are handled three minutes later, nobody is told', () => {
    const { rings } = both({ queues: { notices: { fails: failsOnce(BEGINS) } } });
    expect(rings).toEqual([]);
  });

  it('if a policy is loosened, people get a ticket; if a head is refused or a rescue used, they are paged', () => {
    expect(both({ metrics: once('a policy was loosened', BEGINS) }).rings).toEqual(['ticket: PolicyLoosened']);
    expect(both({ metrics: once('a rescue changed the configuration without a second admin', BEGINS) }).rings).toEqual([
      'page: RescueUsed',
    ]);
    const refused = 'the audit chain does not extend its last published head; no head was signed';
    expect(both({ metrics: once(refused, BEGINS) }).rings).toEqual(['page: HeadRefused']);
  });
});

/** 5xx for this part of the calls, from minute 0 on. */
const failing = (rate: Rate, part: number) => (metric: string, minute: number) =>
  metric === '5xx of HttpApi' && minute >= 0 ? orNothing((part * 10 * rate) / DAY) : undefined;

/** Of two minutes' messages, the first receive fails. */
const failsOnce = (minute: number) => (second: number, sent: number) =>
  second === sent && sent >= minute * 60 && sent < (minute + 2) * 60;

const once = (metric: string, at: number) => (asked: string, minute: number) =>
  asked === metric && minute === at ? 1 : undefined;

describe('while a dead letter waits for a week', () => {
  const waits = (metric: string) =>
    metric === 'ApproximateNumberOfMessagesVisible of QueuesEventsDeadLetters' ? 1 : undefined;
  const later = (metrics: NonNullable<Fault['metrics']>) =>
    faultAt(200, { minutes: WEEK, metrics: (metric, minute) => waits(metric) ?? metrics(metric, minute) });
  const LATER = 5 * DAY;

  it('its ticket is sent once', () => {
    expect(later(() => undefined).filter(({ alarm }) => alarm === 'DeadLettersevents')).toHaveLength(1);
  });

  it.each<[string, NonNullable<Fault['metrics']>, string]>([
    ['5xx begin', (metric, minute) => failing(200, 1)(metric, minute - LATER), 'page: ApiErrorRatio'],
    ['a bounce begins', once('Bounce of MailsSet', LATER + 1), 'ticket: MailBounce'],
    [
      'the stream falls behind',
      (metric, minute) =>
        metric.startsWith('IteratorAge of FunctionsDispatch') && minute > LATER ? 900_000 : undefined,
      'page: StreamLag',
    ],
    [
      'tables throttle',
      (metric, minute) => (metric === 'WriteThrottleEvents of TablesMain' && minute > LATER ? 20 : undefined),
      'page: TableThrottles',
    ],
  ])('people are told when %s', (_, fault, expected) => {
    expect(rang(later(fault), LATER)).toContain(expected);
  });
});

describe('a deployment without a canary', () => {
  it('has no alarm on a silent stream, because nothing feeds it in a quiet night', () => {
    expect(feedOfCanary({ canaryMinutes: null })).toBeNull();
    expect(feedOfCanary({ canaryMinutes: 2 })?.toMinutes()).toBe(15);
    expect(feedOfCanary({ canaryMinutes: 480 })?.toMinutes()).toBe(DAY);
  });
});

describe('what has stopped', () => {
  it('tells people when it runs again', () => {
    const told = faultAt(200, {
      minutes: DAY,
      metrics: (metric, minute) =>
        minute > 300 && minute < 600 && metric === 'Invocations of FunctionsDispatchFunction' ? null : undefined,
    });
    expect(told.flatMap(({ alarm, state }) => (alarm === 'StreamMissing' ? [state] : []))).toEqual([
      'OK',
      'INSUFFICIENT_DATA',
      'OK',
    ]);
  });
});
