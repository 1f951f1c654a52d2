/** What a month costs, in USD: requests, people, workers and a receiver that is dead for a day. */
import { GIVE_UP_AFTER_MS, isHourly, nextAttemptMs } from '../src/service/delivery/rules/schedule';
import { PRICE } from './price';
import { table } from './report';

const HOUR_MS = 3600_000;
const DAYS = 30;
const WORKDAYS = 22;
const WORKDAY_HOURS = 8;
/** `createWorker` looks for work every five seconds (src/client/worker/options.ts). */
const POLLS_PER_MONTH = (DAYS * 24 * 3600) / 5;
/** The verdict, and the report of the worker. */
const EVENTS = 2;

/** USD for a million of each. */
export interface Prices {
  /** With an intent that a worker claims and reports. */
  readonly lifecycle: number;
  readonly mails: number;
  /** The pages of those who turn keys. */
  readonly pages: number;
  /** A minute of an open inbox. */
  readonly inboxMinute: number;
  readonly poll: number;
  /** Of one lifecycle, kept for a year. */
  readonly year: number;
  readonly attempts: AttemptPrices;
}

/** USD for a million attempts at a receiver that does not answer. */
export interface AttemptPrices {
  readonly inLoop: number;
  readonly hourly: number;
}

interface Month {
  readonly what: string;
  readonly requests: number;
  readonly inboxes: number;
  readonly workers: number;
  readonly prices: Prices;
}

/** How many attempts of a delivery the loop makes, and how many are hourly, if its receiver is dead for so long. */
export function attemptsIn(deadMs: number): { readonly inLoop: number; readonly hourly: number } {
  const made = { inLoop: 0, hourly: 0 };
  let nowMs = 0;
  for (let failures = 1; ; failures++) {
    const failed = { failures, nowMs, untilMs: GIVE_UP_AFTER_MS, retryAfterSeconds: null, fraction: 0.5 };
    const nextMs = nextAttemptMs(failed);
    if (nextMs === null || nextMs > deadMs) return made;
    made[isHourly(failures) ? 'hourly' : 'inLoop']++;
    nowMs = nextMs;
  }
}

/** A wait, a task and a choice for each attempt, and the end (test/delivery/engine/dead-endpoint.slow.test.ts). */
export const transitionsOf = (inLoop: number): number => (inLoop === 0 ? 0 : 3 * inLoop + 1);

/** USD for a million deliveries to a receiver that is dead for so long, besides their first attempts. */
export function deadDeliveries(deadMs: number, { inLoop, hourly }: AttemptPrices): number {
  const attempts = attemptsIn(deadMs);
  const transitions = transitionsOf(attempts.inLoop) * PRICE.stateTransitionsPerMillion;
  return transitions + attempts.inLoop * inLoop + attempts.hourly * hourly;
}

/** A receiver that was dead for a day, on average: what came first waited for a day, and what came last not at all. */
function deadDay(deliveries: number, prices: AttemptPrices): number {
  const hours = Array.from({ length: 24 }, (_, hour) => deadDeliveries((hour + 0.5) * HOUR_MS, prices));
  return (deliveries * (hours.reduce((sum, usd) => sum + usd, 0) / hours.length)) / 1e6;
}

export function monthText(months: readonly Month[], idle: number): string {
  const columns = months.map((month) => rowsOf(month, idle));
  const names = columns[0]!.map(([name]) => name);
  const all = columns.map((rows) => rows.reduce((sum, [, usd]) => sum + usd, 0).toFixed(2));
  return table(
    ['USD a month', ...months.map(({ what }) => what)],
    [
      ...names.map((name, row) => [name, ...columns.map((rows) => rows[row]![1].toFixed(2))]),
      ['all', ...all].map((cell) => `**${cell}**`),
    ],
  );
}

function rowsOf({ requests, inboxes, workers, prices }: Month, idle: number): readonly (readonly [string, number])[] {
  const millions = requests / 1e6;
  const inboxMinutes = inboxes * WORKDAYS * WORKDAY_HOURS * 60;
  return [
    ['requests, claims and reports, with what follows', millions * prices.lifecycle],
    ['mails', millions * prices.mails],
    ['pages of those who decide', millions * prices.pages],
    ['open inboxes', (inboxMinutes * prices.inboxMinute) / 1e6],
    ['polls of the workers', (workers * POLLS_PER_MONTH * prices.poll) / 1e6],
    ['storage with backups, in the thirteenth month', millions * prices.year],
    ['the receiver of all events is dead for a day', deadDay((EVENTS * requests) / DAYS, prices.attempts)],
    ['what it costs while nothing happens', idle],
  ];
}
