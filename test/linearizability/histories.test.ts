/**
 * Concurrent turns, claims, reports and reads of one request, by the real handlers over the embedded database, with
 * answers that are lost before and after the commit. All answers must be possible in some sequential order.
 */

import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';
import { runs } from '../support/effort';
import { type Ledger, openLedger } from '../support/ledger';
import { judge, overlaps } from './checker';
import { record, weatherOver, written } from './record';
import { isWrite, requestModel } from './request-model';

const HISTORIES = runs('HISTORIES', 40);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const STORMY = { faultRate: 0.05, delayMs: 6 };

jest.setTimeout(60_000 + HISTORIES * 500);

describe('what concurrent callers of one request are answered', () => {
  let ledger: Ledger;
  let weather: ReturnType<typeof weatherOver>;
  beforeAll(async () => {
    ledger = await openLedger();
    weather = weatherOver(ledger);
  });
  afterAll(() => ledger?.stop());

  test('the answers to concurrent callers could have happened one after the other', async () => {
    const found = { histories: 0, operations: 0, unanswered: 0, overlapping: 0, claimed: 0, reported: 0 };
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const history = await record(ledger, seed, weather, STORMY);
      const judgement = judge(requestModel, history);
      if (judgement !== 'linearizable') throw new Error(`seed ${seed}: ${judgement}\n${written(history)}`);
      found.histories += 1;
      found.operations += history.length;
      found.unanswered += history.filter(({ output }) => output === undefined).length;
      found.overlapping += overlaps(history, isWrite) ? 1 : 0;
      found.claimed += history.some(({ output }) => output?.claim !== undefined) ? 1 : 0;
      found.reported += history.some(({ input, output }) => input.what === 'report' && output?.status === 200) ? 1 : 0;
    }
    console.log(JSON.stringify({ ...found, faults: weather.faults() }));
    expect(found.overlapping / found.histories).toBeGreaterThan(0.5);
    expect(found.reported / found.histories).toBeGreaterThan(0.2);
    expect(found.unanswered).toBeGreaterThan(0);
  });

  // Removes what the service relies on. The checker must notice, or the tests above prove nothing.
  test.each([
    ['a claim without its condition', /lease_expires_at/],
    ['a report without its condition', /claim_id = :claim/],
    ['a turn without its revision', /revision/],
  ])('the check of histories notices %s', async (_, condition) => {
    const restore = sabotage(ledger, condition);
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
});

/** From now on, every condition that names the attribute holds. */
function sabotage({ tables }: Ledger, condition: RegExp): () => void {
  const name = `sabotage of ${condition.source}`;
  const middleware: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => (args) =>
    next({ ...args, input: loosened(args.input, condition) as ServiceInputTypes });
  tables.client.middlewareStack.add(middleware, { step: 'initialize', name, priority: 'high' });
  return () => void tables.client.middlewareStack.remove(name);
}

function loosened(input: unknown, condition: RegExp): unknown {
  if (Array.isArray(input)) return input.map((one) => loosened(one, condition));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) =>
      key === 'ConditionExpression' && condition.test(value)
        ? [key, `(${value}) OR attribute_exists(pk)`]
        : key === 'TransactItems' || key === 'Update' || key === 'Put'
          ? [key, loosened(value, condition)]
          : [key, value],
    ),
  );
}
