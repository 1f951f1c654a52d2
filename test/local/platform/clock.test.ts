import { Activity } from '../../../src/local/platform/activity';
import { startRule } from '../../../src/local/platform/rule';
import { RunnerClock } from '../../../src/local/platform/runner-clock';
import { aMachine, NOON, seconds } from './support';

describe('the clock', () => {
  test('the clock fires what fell due in the order of its instants, first scheduled first', () => {
    const { clock } = aMachine();
    const fired: string[] = [];
    for (const [name, at] of [
      ['c', 3],
      ['a', 1],
      ['b1', 2],
      ['b2', 2],
      ['later', 9],
    ] as const) {
      clock.schedule(NOON + seconds(at), () => fired.push(name));
    }
    clock.advance(seconds(3));
    expect(fired).toEqual(['a', 'b1', 'b2', 'c']);
  });

  test('the clock fires what is scheduled while it fires, where that is due as well', () => {
    const { clock } = aMachine();
    const fired: number[] = [];
    const every = (at: number): unknown =>
      clock.schedule(NOON + seconds(at), () => {
        fired.push(at);
        every(at + 10);
      });
    every(10);
    clock.advance(seconds(35));
    expect(fired).toEqual([10, 20, 30]);
  });

  test('the clock never fires before the call that schedules has returned, nor what was cancelled', () => {
    const { clock } = aMachine();
    const fired: string[] = [];
    clock.schedule(NOON - 1, () => fired.push('past'));
    const cancel = clock.schedule(NOON, () => fired.push('cancelled'));
    expect(fired).toEqual([]);
    cancel();
    clock.fireDue();
    expect(fired).toEqual(['past']);
  });

  test('the clock keeps the others where very many are cancelled', () => {
    const { clock } = aMachine();
    const fired: number[] = [];
    const cancels = Array.from({ length: 500 }, (_, n) => clock.schedule(NOON + n, () => fired.push(n)));
    for (const [n, cancel] of cancels.entries()) if (n % 100 !== 0) cancel();
    clock.advance(500);
    expect(fired).toEqual([0, 100, 200, 300, 400]);
  });

  test('the clock fires any number of alarms in order, without those that were cancelled', () => {
    const { clock } = aMachine();
    const expected: [number, number][] = [];
    const fired: [number, number][] = [];
    for (let n = 0; n < 400; n += 1) {
      const at = (n * n * 7919) % 53;
      const cancel = clock.schedule(NOON + at, () => fired.push([at, n]));
      if (n % 5 < 2) cancel();
      else expected.push([at, n]);
    }
    clock.advance(24);
    const due = expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(fired).toEqual(due.filter(([at]) => at <= 24));
    clock.advance(100);
    expect(fired).toEqual(due);
  });

  test('the clock fires nothing more once it has stopped', () => {
    const { clock } = aMachine();
    const fired: string[] = [];
    clock.schedule(NOON + 5, () => fired.push('before'));
    clock.stop();
    clock.schedule(NOON + 5, () => fired.push('after'));
    clock.advance(10);
    expect(fired).toEqual([]);
  });

  test('the clock sleeps until the next alarm, and looks again after half a minute at most', () => {
    const asked: number[] = [];
    const real = setTimeout;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((fire: () => void, ms: number) => {
      asked.push(ms);
      return real(fire, 3_600_000);
    }) as typeof setTimeout);
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    try {
      const { clock } = aMachine();
      const cancel = clock.schedule(NOON + seconds(100), () => undefined);
      clock.schedule(NOON + seconds(200), () => undefined);
      expect([asked.splice(0), cleared.mock.calls.length]).toEqual([[30_000], 0]);
      // An earlier alarm wakes it earlier.
      clock.schedule(NOON + seconds(10), () => undefined);
      expect([asked.splice(0), cleared.mock.calls.length]).toEqual([[10_000], 1]);
      clock.schedule(NOON + seconds(10), () => undefined);
      expect(asked).toEqual([]);
      clock.advance(seconds(4));
      expect(asked.splice(0)).toEqual([6000]);
      clock.advance(seconds(6));
      expect(asked.splice(0)).toEqual([30_000]);
      cancel();
      clock.advance(seconds(171));
      expect(asked.splice(0)).toEqual([19_000]);
      clock.schedule(NOON, () => undefined);
      expect(asked.splice(0)).toEqual([0]);
      clock.stop();
      clock.schedule(NOON, () => undefined);
      expect(asked).toEqual([]);
    } finally {
      jest.restoreAllMocks();
    }
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('is not moved by %p ms', (ms) => {
    const { clock } = aMachine();
    expect(() => clock.advance(ms)).toThrow(new RangeError(`the clock cannot be moved by ${ms} ms`));
    expect(clock.nowMs()).toBe(NOON);
  });

  test('the clock wakes by itself when an alarm is due', async () => {
    let wall = NOON;
    const clock = new RunnerClock(() => wall);
    const fired: string[] = [];
    const due = new Promise<void>((resolve) => {
      clock.schedule(NOON + 5, () => {
        fired.push('first');
        clock.schedule(NOON + 5, () => {
          fired.push('second');
          resolve();
        });
      });
    });
    wall += 5;
    await due;
    expect(fired).toEqual(['first', 'second']);
    clock.stop();
  });

  test('the clock runs on with the wall clock, as far ahead as it was moved', async () => {
    let wall = NOON;
    const clock = new RunnerClock(() => wall);
    clock.advance(seconds(60));
    wall += seconds(5);
    expect(clock.nowMs()).toBe(NOON + seconds(65));
    await new Promise<void>((resolve) => void clock.schedule(clock.nowMs(), resolve));
    expect(() => clock.advance(-1)).toThrow(RangeError);
  });
});

describe('idle', () => {
  test('the runner is idle once nothing is in flight and nothing follows', async () => {
    const activity = new Activity();
    const steps: string[] = [];
    const first = activity.begin();
    setTimeout(() => {
      // The next step begins from an immediate after this one has ended.
      setImmediate(() => {
        const second = activity.begin();
        steps.push('second');
        setTimeout(() => {
          steps.push('done');
          second();
        }, 5);
      });
      first();
    }, 5);
    expect(await activity.idle()).toBe(true);
    expect(steps).toEqual(['second', 'done']);
  });

  test('waiting for the idle runner asks for work that nobody has looked at yet', async () => {
    const activity = new Activity();
    let unseen = 2;
    activity.addSource(async () => {
      if (unseen === 0) return;
      unseen -= 1;
      await activity.track(Promise.resolve());
    });
    await activity.idle();
    expect(unseen).toBe(0);
  });

  test('waiting for the idle runner is given up after its limit where there is always something new', async () => {
    const activity = new Activity();
    activity.addSource(() => activity.track(Promise.resolve()));
    expect(await activity.idle(20)).toBe(false);
  });

  test('waiting for the idle runner looks for new work once all that is in progress has ended, however it ended', async () => {
    const activity = new Activity();
    let looks = 0;
    activity.addSource(() => void looks++);
    const [first, second] = [activity.begin(), activity.begin()];
    const idle = Promise.all([activity.idle(), activity.idle(60_000)]);
    first();
    await new Promise((resolve) => setImmediate(resolve));
    expect([looks, activity.inFlight()]).toEqual([0, 1]);
    const failing = activity.track(Promise.reject(new Error('down')));
    await expect(failing).rejects.toThrow('down');
    second();
    expect(await idle).toEqual([true, true]);
    expect(looks).toBeGreaterThan(0);
    expect(activity.inFlight()).toBe(0);
  });

  test('waiting for the idle runner is given up after its limit where something never ends', async () => {
    const activity = new Activity();
    const end = activity.begin();
    expect(await activity.idle(20)).toBe(false);
    end();
    end();
    expect(activity.inFlight()).toBe(0);
    expect(await activity.idle(1000)).toBe(true);
  });
});

describe('a move of the clock', () => {
  test('a move of the clock waits for what is in flight before, and for all that follows after', async () => {
    const { clock, activity, advance } = aMachine();
    const log: string[] = [];
    const before = activity.begin();
    setTimeout(() => {
      log.push(`before at ${clock.nowMs() - NOON}`);
      before();
    }, 10);
    clock.schedule(NOON + seconds(10), () => {
      const end = activity.begin();
      setTimeout(() => {
        log.push('fired');
        end();
      }, 10);
    });
    expect(await advance(seconds(10))).toBe(NOON + seconds(10));
    expect(log).toEqual(['before at 0', 'fired']);
  });

  test('a move of the clock does not jump over what the one before it made due', async () => {
    const { clock, activity, advance } = aMachine();
    const at: number[] = [];
    clock.schedule(NOON + seconds(10), () => {
      const end = activity.begin();
      setImmediate(() => {
        clock.schedule(clock.nowMs() + seconds(5), () => void at.push(clock.nowMs() - NOON));
        end();
      });
    });
    await Promise.all([advance(seconds(10)), advance(seconds(5))]);
    expect(at).toEqual([seconds(15)]);
  });

  test('a move of the clock that is refused does not stop the next one', async () => {
    const { advance } = aMachine();
    await expect(advance(-1)).rejects.toThrow(RangeError);
    expect(await advance(1)).toBe(NOON + 1);
  });
});

describe('a rule', () => {
  test('a rule calls every period, once for a move over many, and goes on after a failure', async () => {
    const machine = aMachine();
    let calls = 0;
    const rule = startRule({
      ...machine,
      name: 'sweep',
      everyMs: seconds(60),
      handler: () => {
        calls += 1;
        return calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve();
      },
    });
    await machine.advance(seconds(59));
    expect(calls).toBe(0);
    await machine.advance(seconds(1));
    expect(machine.reports).toEqual(['rule sweep failed: down']);
    await machine.advance(seconds(3600));
    expect(calls).toBe(2);
    rule.stop();
    await machine.advance(seconds(3600));
    expect(calls).toBe(2);
  });

  test('a rule counts as in progress while it runs, and calls nothing more once it has stopped', async () => {
    const machine = aMachine();
    let end = () => {};
    let calls = 0;
    const rule = startRule({
      ...machine,
      name: 'sweep',
      everyMs: 1000,
      handler: () => {
        calls += 1;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    });
    machine.clock.advance(1000);
    expect(machine.activity.inFlight()).toBe(1);
    rule.stop();
    end();
    await machine.settled();
    expect(machine.activity.inFlight()).toBe(0);
    await machine.advance(10_000);
    expect(calls).toBe(1);
  });
});
