import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import deliveryLoop from '../../../infra/delivery-loop.asl.json';
import { openStateMachine, type StateMachine } from '../../../src/local/platform/state-machine';
import type { DeliveryTask } from '../../../src/service/delivery/ports';
import type { LoopStep } from '../../../src/service/delivery/use-cases/attempt-delivery';
import { aFolder } from '../../support/folder';
import { aMachine, NOON, seconds, type TestMachine, wire } from './support';

type Handler = (input: DeliveryTask) => Promise<LoopStep>;

const task = (dueMs: number): DeliveryTask => {
  return { org: 'org_test', delivery_id: 'dlv_1', generation: 0, next_attempt_at: wire(dueMs) };
};

const done: Handler = async (input) => ({ ...input, done: true });

/** Fails as often as there are delays, each try setting the next one so many seconds later; then is done. */
function failing(machine: TestMachine, delays: number[], tries: number[] = []): Handler {
  return async (input) => {
    tries.push(machine.clock.nowMs() - NOON);
    const delay = delays.shift();
    if (delay === undefined) return { ...input, done: true };
    return { ...input, done: false, next_attempt_at: wire(machine.clock.nowMs() + seconds(delay)) };
  };
}

function openLoop(
  machine: TestMachine,
  handler: Handler,
  path = join(aFolder(), 'executions.ndjson'),
  document: unknown = deliveryLoop,
): StateMachine {
  const { clock, activity, report } = machine;
  return openStateMachine({ document, path, clock, activity, handler, report });
}

describe('the deployed retry loop', () => {
  test('the deployed retry loop waits for each instant, tries, and ends after three failures and a success', async () => {
    const machine = aMachine();
    const tries: number[] = [];
    const loop = openLoop(machine, failing(machine, [10, 20, 40], tries));
    expect(await loop.start('dlv_1-0', task(NOON + seconds(5)))).toBe('started');
    for (let second = 0; second < 80; second += 1) await machine.advance(seconds(1));
    expect(tries).toEqual([5, 15, 35, 75].map(seconds));
    // Wait, try, done? four times over, and the end.
    expect(loop.stats()).toEqual({ started: 1, transitions: 13, running: 0 });
    expect(machine.reports).toEqual([]);
  });

  test('the deployed retry loop does not try a millisecond before its instant', async () => {
    const machine = aMachine();
    const tries: number[] = [];
    const loop = openLoop(machine, failing(machine, [], tries));
    await loop.start('dlv_1-0', task(NOON + seconds(5)));
    await machine.advance(seconds(5) - 1);
    expect(tries).toEqual([]);
    await machine.advance(1);
    expect(tries).toEqual([seconds(5)]);
  });

  test('the deployed retry loop tries at once when its instant has passed', async () => {
    const machine = aMachine();
    const tries: number[] = [];
    const loop = openLoop(machine, failing(machine, [], tries));
    await loop.start('dlv_1-0', task(NOON - seconds(60)));
    await machine.settled();
    expect(tries).toEqual([0]);
  });

  test('the deployed retry loop hands its task what the try before it answered', async () => {
    const machine = aMachine();
    const inputs: DeliveryTask[] = [];
    const loop = openLoop(machine, async (input) => {
      inputs.push(input);
      return { ...input, generation: input.generation + 1, done: inputs.length === 2 };
    });
    await loop.start('dlv_1-0', task(NOON));
    await machine.settled();
    expect(inputs).toEqual([task(NOON), { ...task(NOON), generation: 1, done: false }]);
  });

  test('the deployed retry loop is in flight while it tries and not while it waits', async () => {
    const machine = aMachine();
    let during = 0;
    const loop = openLoop(machine, async (input) => {
      await Promise.resolve();
      during = machine.activity.inFlight();
      return { ...input, done: false, next_attempt_at: wire(NOON + seconds(3600)) };
    });
    await loop.start('dlv_1-0', task(NOON + seconds(1)));
    expect(machine.activity.inFlight()).toBe(0);
    await machine.advance(seconds(1));
    expect(during).toBe(1);
    expect(machine.activity.inFlight()).toBe(0);
    expect(loop.stats().running).toBe(1);
  });

  const NO_ANSWER = 'NoAnswer: The try answered without a boolean `done`.';
  const NO_INSTANT = 'States.Runtime: next_attempt_at is no instant to wait for';
  const naming =
    (next_attempt_at: unknown): Handler =>
    async (input) =>
      ({ ...input, done: false, next_attempt_at }) as LoopStep;
  test.each<[string, Handler, string]>([
    ['throws', () => Promise.reject(new Error('no such table')), 'no such table'],
    ['answers nothing', async () => undefined as unknown as LoopStep, NO_ANSWER],
    ['answers null', async () => null as unknown as LoopStep, NO_ANSWER],
    ['answers text', async () => 'done' as unknown as LoopStep, NO_ANSWER],
    ['answers what every object has', async () => ({ __proto__: { done: true } }) as unknown as LoopStep, NO_ANSWER],
    ['names no instant', naming('soon'), NO_INSTANT],
    ['names a number', naming(NOON), NO_INSTANT],
    ['names milliseconds', naming('2026-11-20T12:00:00.000Z'), NO_INSTANT],
    ['names something before an instant', naming(`x${wire(NOON)}`), NO_INSTANT],
    ['names something after an instant', naming(`${wire(NOON)}x`), NO_INSTANT],
    ['names a day that no calendar has', naming('2026-13-45T12:00:00Z'), NO_INSTANT],
  ])('the deployed retry loop fails, says so and closes its name when its task %s', async (_, handler, said) => {
    const machine = aMachine();
    const loop = openLoop(machine, handler);
    await loop.start('dlv_1-0', task(NOON));
    await machine.settled();
    expect(machine.reports).toEqual([`the retry loop dlv_1-0 failed: ${said}`]);
    expect(loop.stats().running).toBe(0);
    expect(await loop.start('dlv_1-0', task(NOON))).toBe('closed');
  });
});

describe('a name', () => {
  test('a name is running until its execution has ended and closed from then on', async () => {
    const machine = aMachine();
    const loop = openLoop(machine, done);
    expect(await loop.start('dlv_1-0', task(NOON + seconds(5)))).toBe('started');
    expect(await loop.start('dlv_1-0', task(NOON + seconds(5)))).toBe('running');
    expect(await loop.start('dlv_1-1', task(NOON + seconds(5)))).toBe('started');
    await machine.advance(seconds(5));
    expect(await loop.start('dlv_1-0', task(NOON))).toBe('closed');
    expect(loop.stats()).toMatchObject({ started: 2, running: 0 });
  });

  test('a name stays closed over restarts', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    const machine = aMachine();
    await openLoop(machine, done, path).start('dlv_1-0', task(NOON));
    await machine.settled();
    for (let restart = 0; restart < 2; restart += 1) {
      const again = openLoop(aMachine(), done, path);
      expect(await again.start('dlv_1-0', task(NOON))).toBe('closed');
    }
  });
});

describe('after a restart', () => {
  test('after a restart what waited goes on waiting for the same instant', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    const before = aMachine();
    await openLoop(before, failing(before, [30]), path).start('dlv_1-0', task(NOON + seconds(5)));
    await before.advance(seconds(5));

    const after = aMachine();
    const tries: number[] = [];
    const loop = openLoop(after, failing(after, [], tries), path);
    expect(await loop.start('dlv_1-0', task(NOON))).toBe('running');
    await after.advance(seconds(34));
    expect(tries).toEqual([]);
    await after.advance(seconds(1));
    expect(tries).toEqual([seconds(35)]);
    expect(loop.stats()).toMatchObject({ started: 0, running: 0 });
  });

  test('after a restart what fell due meanwhile is tried at once', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    await openLoop(aMachine(), done, path).start('dlv_1-0', task(NOON + seconds(5)));
    const after = aMachine();
    after.clock.advance(seconds(3600));
    const tries: number[] = [];
    openLoop(after, failing(after, [], tries), path);
    await after.settled();
    expect(tries).toHaveLength(1);
  });

  test('a try that was under way is made once more', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    const before = aMachine();
    let killed = () => {};
    const never = () =>
      new Promise<LoopStep>((_, reject) => {
        killed = () => reject(new Error('killed'));
      });
    await openLoop(before, never, path).start('dlv_1-0', task(NOON));
    before.clock.fireDue();

    const after = aMachine();
    const tries: number[] = [];
    openLoop(after, failing(after, [], tries), path);
    await after.settled();
    expect(tries).toHaveLength(1);
    killed();
  });

  test('a last line that was torn is as if it had not been written', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    await openLoop(aMachine(), done, path).start('dlv_1-0', task(NOON + seconds(5)));
    appendFileSync(path, '{"name":"dlv_1-0","status":"succ');
    expect(await openLoop(aMachine(), done, path).start('dlv_1-0', task(NOON))).toBe('running');
    // And the next line is whole again.
    expect(openLoop(aMachine(), done, path).stats().running).toBe(1);
  });

  test('a damaged line before the last is one clear line', () => {
    const path = join(aFolder(), 'executions.ndjson');
    writeFileSync(path, '{"name":\n{"name":"dlv_1-0","status":"failed"}\n');
    expect(() => openLoop(aMachine(), done, path)).toThrow(/^.*executions\.ndjson is damaged \(line 1\): [^\n]+$/);
  });

  test('the file holds one line for each name', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    const machine = aMachine();
    await openLoop(machine, failing(machine, [1, 1, 1]), path).start('dlv_1-0', task(NOON));
    await machine.advance(seconds(1));
    openLoop(aMachine(), done, path);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('an execution in a state that the document has no more fails, and holds up nothing else', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    await openLoop(aMachine(), done, path).start('dlv_1-0', task(NOON));
    writeFileSync(path, readFileSync(path, 'utf8').replace('WaitUntilDue', 'WaitABit'));
    const machine = aMachine();
    const loop = openLoop(machine, done, path);
    expect(machine.reports).toEqual(['the retry loop dlv_1-0 failed: there is no state WaitABit any more']);
    expect(loop.stats()).toEqual({ started: 0, transitions: 0, running: 0 });
    expect(await loop.start('dlv_1-1', task(NOON))).toBe('started');
  });
});

describe('a disk that takes nothing more', () => {
  test('a disk that takes nothing more is reported, and what runs goes on; what is new is not started', async () => {
    const directory = aFolder();
    const machine = aMachine();
    const tries: number[] = [];
    const loop = openLoop(machine, failing(machine, [], tries), join(directory, 'executions.ndjson'));
    await loop.start('dlv_1-0', task(NOON + seconds(1)));
    rmSync(directory, { recursive: true });
    await machine.advance(seconds(1));
    expect(tries).toEqual([seconds(1)]);
    const line = expect.stringMatching(
      /^a step of the retry loop dlv_1-0 could not be kept; a restart would make it again: .*ENOENT/,
    );
    expect(machine.reports).toEqual([line, line, line, line]);
    expect(await loop.start('dlv_1-0', task(NOON))).toBe('closed');
    await expect(loop.start('dlv_1-1', task(NOON))).rejects.toThrow(/ENOENT/);
    expect(loop.stats()).toMatchObject({ started: 1, running: 0 });
  });
});

describe('stopping', () => {
  test('stopping tries nothing that falls due later', async () => {
    const machine = aMachine();
    const tries: number[] = [];
    const loop = openLoop(machine, failing(machine, [], tries));
    await loop.start('dlv_1-0', task(NOON + seconds(1)));
    await loop.stop();
    await machine.advance(seconds(60));
    expect([tries, loop.stats()]).toEqual([[], { started: 1, transitions: 1, running: 1 }]);
  });

  test('stopping waits for the try in flight and leaves the rest to the next start', async () => {
    const path = join(aFolder(), 'executions.ndjson');
    const machine = aMachine();
    let answer = () => {};
    let tries = 0;
    const loop = openLoop(
      machine,
      (input) => {
        tries += 1;
        return new Promise((resolve) => {
          answer = () => resolve({ ...input, done: false, next_attempt_at: wire(NOON + seconds(1)) });
        });
      },
      path,
    );
    await loop.start('dlv_1-0', task(NOON));
    machine.clock.fireDue();
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    await Promise.resolve();
    expect(stopped).toBe(false);
    answer();
    await stopping;
    await machine.advance(seconds(60));
    expect(tries).toBe(1);
    expect(await openLoop(aMachine(), done, path).start('dlv_1-0', task(NOON))).toBe('running');
  });
});

test('a document that is refused stops the start', () => {
  expect(() => openLoop(aMachine(), done, undefined, null)).toThrow(/the machine is not an object/);
});
