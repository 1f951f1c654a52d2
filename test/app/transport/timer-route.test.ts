/** Which way timers go: fired by a direct call while there are few, through the queue otherwise. */
import type { QueueMessage, TimerEvent, TimerMessage } from '../../../src/app/ports';
import { MAX_CALLS, timerRoute } from '../../../src/app/transport/timer-route';
import type { OrgId } from '../../../src/protocol/identifiers';

const org = 'org_ours' as OrgId;

function aRoute(start: () => void = () => undefined) {
  const [called, queued]: [TimerEvent[], QueueMessage<TimerMessage>[]] = [[], []];
  const time = { nowMs: 1_000_000 };
  const route = timerRoute({
    clock: { nowMs: () => time.nowMs },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    call: {
      start: async (event) => {
        start();
        called.push(event);
      },
    },
    queue: { send: async (messages) => void queued.push(...messages) },
  });
  return { route, called, queued, time };
}

type Kind = 'request' | 'delivery' | 'config' | 'digest';
const timer = (kind: Kind, n: number, delaySeconds: number): QueueMessage<TimerMessage> => ({
  body: { kind, org, id: `${kind}_${n}`, due_at: 1_000_000 + delaySeconds * 1000 },
  delaySeconds,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => timer('request', n, 30));

describe('the way of timers', () => {
  test('is a direct call for checks that may run early and for what is due, ten at a time', async () => {
    const { route, called, queued } = aRoute();
    const soon = [timer('delivery', 1, 20), timer('digest', 1, 20)];
    const now = [timer('config', 1, 20), timer('delivery', 2, 0), timer('digest', 2, 0)];
    await route.send([...many(12), ...soon, ...now]);
    expect(called.map(({ due }) => due.length)).toEqual([10, 5]);
    expect(called.flatMap(({ due }) => due.map(({ id }) => id)).slice(12)).toEqual([
      'config_1',
      'delivery_2',
      'digest_2',
    ]);
    expect(queued).toEqual(soon);
  });

  test('is the queue for what a minute has too much of, and the next minute begins anew', async () => {
    const { route, called, queued, time } = aRoute();
    await route.send(many(MAX_CALLS * 10 + 25));
    expect([called.length, queued.length]).toEqual([MAX_CALLS, 25]);
    time.nowMs += 30_000;
    await route.send(many(1));
    expect([called.length, queued.length]).toEqual([MAX_CALLS, 26]);
    time.nowMs += 30_000;
    await route.send(many(1));
    expect([called.length, queued.length]).toEqual([MAX_CALLS + 1, 26]);
  });

  test('is the queue where the call is refused, and for a report of a refused head', async () => {
    const { route, called, queued } = aRoute(() => {
      throw new Error('TooManyRequestsException');
    });
    const refused: QueueMessage<TimerMessage> = {
      body: { kind: 'refused_head', org, seq: 1, fault: 'changed' as never, published_seq: 1, at: 1 },
    };
    await route.send([timer('request', 1, 30), refused]);
    expect(called).toEqual([]);
    expect(queued).toHaveLength(2);
    const working = aRoute();
    await working.route.send([refused]);
    expect([working.called, working.queued]).toEqual([[], [refused]]);
  });
});
