/**
 * What customers get, as metrics: log lines in CloudWatch's embedded metric format, which a function writes like any other line
 * (user guide, specification: embedded metric format). A dimension's values are few and known, because each is a paid metric:
 * never an organization.
 */

import type { EventType } from '../../protocol/event-types';

export const METRICS = {
  /** One for each verdict, by `outcome`. */
  verdicts: 'Verdicts',
  /** From the create to the verdict, by `outcome`. */
  verdictMs: 'VerdictMs',
  /** From the change to its first post, by `event_type`. */
  firstPostMs: 'FirstPostMs',
  /** 1 for an event that was first posted later than the objective allows, else 0; without dimensions. */
  postedLate: 'PostedLate',
  /** From the change to the mail about it. */
  mailMs: 'MailMs',
} as const;

/** The objective: an event is posted within this time of its change. */
export const POSTED_WITHIN_MS = 30_000;

/** The values of the dimension `outcome`. */
export const OUTCOMES = ['authorized', 'denied', 'expired', 'aborted'] as const;

type Values = Readonly<Partial<Record<(typeof METRICS)[keyof typeof METRICS], number>>>;
interface Dimensions {
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly event_type?: EventType;
}

export type RecordMetrics = (values: Values, dimensions?: Dimensions) => void;

/** `namespace`: of one deployment. */
export function createMetrics(
  namespace: string,
  clock: { nowMs(): number },
  write = (line: string) => void process.stdout.write(line),
): RecordMetrics {
  return (values, dimensions = {}) => {
    const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: Name.endsWith('Ms') ? 'Milliseconds' : 'Count' }));
    const directive = { Namespace: namespace, Dimensions: [Object.keys(dimensions)], Metrics };
    const _aws = { Timestamp: clock.nowMs(), CloudWatchMetrics: [directive] };
    write(`${JSON.stringify({ _aws, ...dimensions, ...values })}\n`);
  };
}
