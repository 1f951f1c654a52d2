/** An endpoint that accepts nothing for hours: the attempts that it gets meanwhile, and those when it is back. */
import { GIVE_UP_AFTER_MS, nextAttemptMs } from '../src/core/delivery/schedule';
import { dice } from '../test/linearizability/record';
import { openDeliveryWorld } from '../test/support/delivery-world';
import { fact, table, writePart } from './report';

const EVENTS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIRED_OVER = 30 * MINUTE;
const OUTAGE_HOURS = 12;
/** A wait, a call and a choice for each attempt of a loop. */
const TRANSITIONS = 3;
const HOURS = [1, 2, 3, 6, 12, 24, 48, 70];

export async function deadEndpoint(): Promise<void> {
  const dead = await outage();
  const { longestMs, attempts, perMinute } = atOnce();
  fact(
    'wait between two attempts, 10,000 events for a dead endpoint, longest',
    '≤ 3,600 s',
    `${count(longestMs / 1000)} s`,
  );
  writePart(
    'dead-endpoint',
    'A dead endpoint',
    [
      `${count(EVENTS)} events within ${FIRED_OVER / MINUTE} minutes for one endpoint that answers 503 for ${OUTAGE_HOURS} hours and 204 from then on. The use cases and`,
      'stores of the service, under simulated time with tables in memory (`test/support/delivery-world.ts`); the counts are exact, and no time of the machine is in',
      'them.',
      '',
      table(
        ['', ''],
        [
          ['**while it is dead**', ''],
          ['calls of the functions that post, in all', count(dead.executions)],
          ['in the last hour', count(dead.hourly)],
          [
            'attempts a minute in the last hour: lowest, mean, highest',
            [dead.lowest, dead.mean, dead.highest].map(count).join(', '),
          ],
          ['longest wait from the end of an attempt to the next one that is planned, s', count(dead.longestMs / 1000)],
          ['executions of the retry loop that wait at the end', count(dead.loops)],
          ['state transitions in the last hour', count(dead.transitions)],
          ['**when it accepts again**', ''],
          ['attempts a minute, highest', count(dead.peak)],
          ['half have arrived after, minutes', count(dead.half)],
          ['all have arrived after, minutes', count(dead.all)],
          ['events that arrived, each once', count(dead.arrived)],
        ],
      ),
      '',
      `The worst case: ${count(EVENTS)} events in the same second, and 72 hours without an answer, computed from the schedule alone (\`src/core/delivery/schedule.ts\`).`,
      `Each delay is up to a fifth shorter at random. Nothing else spreads the attempts. There are ${count(attempts)} attempts; the longest wait is ${count(longestMs / 1000)} s, and the`,
      'last attempt of each is at 72 hours.',
      '',
      table(
        ['hour', 'attempts', 'a minute: lowest', 'mean', 'highest'],
        HOURS.map((hour) => {
          const minutes = Array.from({ length: 60 }, (_, n) => perMinute.get(hour * 60 + n) ?? 0);
          return [hour, count(sum(minutes)), Math.min(...minutes), Math.round(sum(minutes) / 60), Math.max(...minutes)];
        }),
      ),
    ].join('\n'),
  );
}

const count = (value: number): string => value.toLocaleString('en');

async function outage() {
  const world = await openDeliveryWorld();
  const { counts } = world;
  await world.fire(EVENTS, { spreadOverMs: FIRED_OVER });
  await world.pass((OUTAGE_HOURS - 1) * HOUR);
  const [executed, stepped] = [counts.executions, counts.steps];
  const lastHour = await world.pass(HOUR);
  const dead = {
    executions: counts.executions,
    hourly: counts.executions - executed,
    lowest: Math.min(...lastHour),
    mean: Math.round(sum(lastHour) / lastHour.length),
    highest: Math.max(...lastHour),
    longestMs: world.made.reduce(
      (longest, { endedAtMs, nextAtMs }) => Math.max(longest, (nextAtMs ?? 0) - endedAtMs),
      0,
    ),
    loops: counts.loops - counts.ended,
    transitions: (counts.steps - stepped) * TRANSITIONS,
  };
  world.answers.status = 204;
  const minutes: number[] = [];
  while (counts.arrived < EVENTS) minutes.push(...(await world.pass(MINUTE)));
  let arrived = 0;
  const half = minutes.findIndex((each) => {
    arrived += each;
    return arrived >= EVENTS / 2;
  });
  return { ...dead, peak: Math.max(...minutes), half: half + 1, all: minutes.length, arrived: counts.arrived };
}

/** All events in the same second, from the schedule alone. */
function atOnce() {
  const draw = dice(1);
  const perMinute = new Map<number, number>();
  let [longestMs, attempts] = [0, 0];
  for (let n = 0; n < EVENTS; n++) {
    let nowMs: number | null = 0;
    for (let failures = 1; nowMs !== null; failures++) {
      attempts++;
      const minute = Math.floor(nowMs / MINUTE);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
      const failed = { failures, nowMs, untilMs: GIVE_UP_AFTER_MS, retryAfterSeconds: null, fraction: draw() };
      const nextMs: number | null = nextAttemptMs(failed);
      if (nextMs !== null) longestMs = Math.max(longestMs, nextMs - nowMs);
      nowMs = nextMs;
    }
  }
  return { longestMs, attempts, perMinute };
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
