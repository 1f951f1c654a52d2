/** An endpoint that accepts nothing for hours while events wait for it, and what it gets when it is back. */
import { openDeliveryWorld } from '../test/support/delivery-world';
import { fact, table, writePart } from './report';

const EVENTS = 10_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FIRED_OVER = 30 * MINUTE;
const OUTAGE_HOURS = 12;
/** A wait, a call and a choice for each attempt of a loop. */
const TRANSITIONS = 3;

export async function deadEndpoint(): Promise<void> {
  const before = await outage(false);
  const after = await outage(true);
  fact(
    'attempts in the last hour of an outage, with 10,000 events that wait',
    '',
    `${after.hourly} (${before.hourly} without the breaker)`,
  );
  writePart(
    'dead-endpoint',
    'A dead endpoint',
    [
      `${EVENTS.toLocaleString('en')} events within ${FIRED_OVER / MINUTE} minutes for one endpoint that answers 503 for ${OUTAGE_HOURS} hours and 204 from then on. The use cases and`,
      'stores of the service, under simulated time with tables in memory (`test/support/delivery-world.ts`); the counts are exact, and no time of the machine is in',
      'them. *Without* is the same schedule with the reports of attempts switched off. The first attempt and the ten short steps are the same in both.',
      '',
      table(
        ['', 'without the breaker', 'with it'],
        [
          ['**while it is dead**', '', ''],
          ['calls of the functions that post, in all', ...both(before.executions, after.executions)],
          ['in the last hour', ...both(before.hourly, after.hourly)],
          ['attempts a minute in the last hour, mean', ...both(before.mean, after.mean)],
          ['highest', ...both(before.highest, after.highest)],
          ['executions of the retry loop that wait at the end', ...both(before.loops, after.loops)],
          ['state transitions in the last hour', ...both(before.transitions, after.transitions)],
          ['turns of the breaker in the last hour', ...both(before.turns, after.turns)],
          ['**when it accepts again**', '', ''],
          ['the first event arrives after, minutes', ...both(before.first, after.first)],
          ['attempts a minute, in the minutes 1 to 10', before.ramp, after.ramp],
          ['attempts a minute, highest', ...both(before.peak, after.peak)],
          ['half have arrived after, minutes', ...both(before.half, after.half)],
          ['99 % have arrived after, minutes', ...both(before.most, after.most)],
          ['all have arrived after, minutes', ...both(before.all, after.all)],
          ['events that arrived, each once', ...both(before.arrived, after.arrived)],
        ],
      ),
      '',
      'No attempt is made earlier than the schedule says, with the breaker or without it: an event whose last attempt was a short while ago waits for its hour, so the last',
      'few arrive as late as without the breaker.',
    ].join('\n'),
  );
}

const both = (...counts: readonly number[]): string[] => counts.map((count) => count.toLocaleString('en'));

async function outage(breaker: boolean) {
  const world = await openDeliveryWorld({ breaker });
  const { counts } = world;
  await world.fire(EVENTS, { spreadOverMs: FIRED_OVER });
  await world.pass((OUTAGE_HOURS - 1) * HOUR);
  const [executed, turned, stepped] = [counts.executions, counts.turns, counts.steps];
  const lastHour = await world.pass(HOUR);
  const dead = {
    executions: counts.executions,
    hourly: counts.executions - executed,
    mean: Math.round(sum(lastHour) / lastHour.length),
    highest: Math.max(...lastHour),
    loops: counts.loops - counts.ended,
    transitions: (counts.steps - stepped) * TRANSITIONS,
    turns: counts.turns - turned,
  };
  world.answers.status = 204;
  const minutes: number[] = [];
  while (counts.arrived < EVENTS) minutes.push(...(await world.pass(MINUTE)));
  const arrivedBy = (share: number) => {
    let total = 0;
    return (
      1 +
      minutes.findIndex((count) => {
        total += count;
        return total >= share * EVENTS;
      })
    );
  };
  return {
    ...dead,
    first: 1 + minutes.findIndex((count) => count > 0),
    ramp: minutes.slice(0, 10).join(', '),
    peak: Math.max(...minutes),
    half: arrivedBy(0.5),
    most: arrivedBy(0.99),
    all: minutes.length,
    arrived: counts.arrived,
  };
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
