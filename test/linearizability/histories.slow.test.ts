/**
 * Concurrent turns, claims, reports and reads of one request, by the real handlers over the embedded database, with
 * answers that are lost before and after the commit. All answers must be possible in some sequential order.
 */

import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';
import { type Ledger, openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { judge, overlaps } from './checker';
import { ask, type History, OPERATORS, propose, record, weatherOver, written } from './record';
import { type Input, isWrite, requestModel } from './request-model';

const HISTORIES = runs('HISTORIES', 40);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const STORMY = { faultRate: 0.05, delayMs: 6 };

jest.setTimeout(60_000 + HISTORIES * 1500);

describe('what concurrent callers of one request are answered', () => {
  let weather: ReturnType<typeof weatherOver>;
  const ledger = openedOnce(openLedger);
  beforeAll(() => {
    weather = weatherOver(ledger);
  });

  test('the answers to concurrent callers could have happened one after the other', async () => {
    const found = {
      histories: 0,
      operations: 0,
      unanswered: 0,
      overlapping: 0,
      claimed: 0,
      reported: 0,
      stopped: 0,
      late: 0,
    };
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const history = await record(ledger, seed, weather, STORMY);
      const judgement = judge(requestModel, history);
      if (judgement !== 'linearizable') throw new Error(`seed ${seed}: ${judgement}\n${written(history)}`);
      found.histories += 1;
      found.operations += history.length;
      found.unanswered += history.filter(({ output }) => output === undefined).length;
      found.overlapping += overlaps(history, isWrite) ? 1 : 0;
      found.claimed += history.some(({ output }) => output?.claim !== undefined) ? 1 : 0;
      const stops = history.filter(({ input, output }) => isEnd(input) && output?.status === 200);
      const stopped = history.some(({ output }) => output?.seen?.includes('stopped') === true);
      found.stopped += stopped ? 1 : 0;
      found.late +=
        stopped && history.some((one) => isReported(one) && stops.some((stop) => stop.answeredAt < one.calledAt))
          ? 1
          : 0;
      found.reported += history.some(({ input, output }) => input.what === 'report' && output?.status === 200) ? 1 : 0;
    }
    console.log(JSON.stringify({ ...found, faults: weather.faults() }));
    expect(found.overlapping / found.histories).toBeGreaterThan(0.5);
    expect(found.reported / found.histories).toBeGreaterThan(0.2);
    expect(found.stopped / found.histories).toBeGreaterThan(0.05);
    expect(found.unanswered).toBeGreaterThan(0);
  });

  // Removes what the service relies on. The checker must notice, or the tests above prove nothing.
  test.each([
    ['a claim without its condition', whereverItHas(/lease_expires_at/)],
    ['a report without its condition', whereverItHas(/claim_id = :claim/)],
    ['a turn without its revision', whereverItHas(/revision/)],
    // The stop writes over the claim that it did not see.
    ['a stop without its revision', whereverItHas(/^revision = :revision$/)],
  ])('the check of histories notices %s', async (name, loosen) => {
    const restore = sabotage(ledger, name, loosen);
    try {
      for (let seed = 1; seed <= 200; seed++) {
        const history = await record(ledger, seed, weather, { ...STORMY, faultRate: 0 });
        if (judge(requestModel, history) === 'not linearizable') return;
      }
      throw new Error('200 histories, and nothing was noticed');
    } finally {
      restore();
    }
  });

  // One after the other, because few claims come after a stop while no lease is live.
  test('the check of histories notices a claim without the clause of a stop', async () => {
    weather.clear();
    const restore = sabotage(ledger, 'the clause of a stop', without('attribute_not_exists(stopped)'));
    try {
      const proposed = await propose(ledger);
      const inputs: Input[] = [...OPERATORS.slice(0, 2).map((operator) => ({ what: 'turn', operator }) as const)];
      inputs.push({ what: 'stop' }, { what: 'claim' });
      const history: History[number][] = [];
      for (const [n, input] of inputs.entries())
        history.push({ input, output: await ask(ledger, proposed, input), calledAt: 2 * n, answeredAt: 2 * n + 1 });
      expect(judge(requestModel, history.slice(0, -1))).toBe('linearizable');
      expect(judge(requestModel, history)).toBe('not linearizable');
    } finally {
      restore();
    }
  });
});

const isEnd = ({ what }: Input): boolean => what === 'stop' || what === 'abort';
const isReported = ({ input, output }: History[number]): boolean => input.what === 'report' && output?.status === 200;

type Loosen = (condition: string) => string;

/** Every condition that names the attribute holds. */
function whereverItHas(part: RegExp): Loosen {
  return (condition) => (part.test(condition) ? `(${condition}) OR attribute_exists(pk)` : condition);
}

/** The clause always holds, and the others stay. */
function without(clause: string): Loosen {
  return (condition) => condition.replace(clause, 'attribute_exists(pk)');
}

function sabotage({ tables }: Ledger, of: string, loosen: Loosen): () => void {
  const name = `sabotage: ${of}`;
  const middleware: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => (args) =>
    next({ ...args, input: loosened(args.input, loosen) as ServiceInputTypes });
  tables.client.middlewareStack.add(middleware, { step: 'initialize', name, priority: 'high' });
  return () => void tables.client.middlewareStack.remove(name);
}

function loosened(input: unknown, loosen: Loosen): unknown {
  if (Array.isArray(input)) return input.map((one) => loosened(one, loosen));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) =>
      key === 'ConditionExpression'
        ? [key, loosen(value)]
        : key === 'TransactItems' || key === 'Update' || key === 'Put'
          ? [key, loosened(value, loosen)]
          : [key, value],
    ),
  );
}
