/**
 * Many operators turn their keys at the same moment. Time is simulated: a transaction takes 20 ms, a read 6 ms, and the
 * store refuses a transaction that begins while another one holds the item, as DynamoDB does.
 */

import { retryDelayMs } from '../../../src/adapters/system/pause';
import { systemRandom } from '../../../src/adapters/system/random';
import { type CommandDeps, runCommand } from '../../../src/app/ceremony/run-command';
import type { RequestStore, Saved } from '../../../src/app/ports';
import { turnKey } from '../../../src/core/ceremony/turn';
import type { Request } from '../../../src/core/request/request';
import { ok } from '../../../src/protocol/result';
import { aRequest, aSeat, at, op } from '../../support/builders';
import { SimulatedTime, seededRandom } from '../../support/simulated-time';

const READ_MS = 6;
const TRANSACTION_MS = 20;

/** A store with one request, which counts how transactions ended. */
function storeOf(time: SimulatedTime, first: Request) {
  const ended = { saved: 0, conflict: 0, contention: 0 };
  let stored = first;
  let held = false;
  const commit = async (change: Parameters<RequestStore['save']>[0]): Promise<Saved> => {
    await time.sleep(TRANSACTION_MS / 4);
    if (held) return { kind: 'contention' };
    held = true;
    await time.sleep(TRANSACTION_MS / 2);
    held = false;
    if (change.request.revision !== stored.revision) return { kind: 'conflict', current: stored };
    stored = { ...change.request, revision: stored.revision + 1 };
    return { kind: 'saved', request: stored };
  };
  const requests = {
    load: async () => {
      await time.sleep(READ_MS);
      return { request: stored, intent: null };
    },
    save: async (change: Parameters<RequestStore['save']>[0]): Promise<Saved> => {
      const saved = await commit(change);
      if (saved.kind in ended) ended[saved.kind as keyof typeof ended]++;
      await time.sleep(TRANSACTION_MS / 4);
      return saved;
    },
  };
  return { requests: requests as unknown as RequestStore, ended, stored: () => stored };
}

/** Each operator turns on two open pages. */
async function turnTogether(count: number, seats = count) {
  const time = new SimulatedTime(at('12:01'));
  const startedMs = time.nowMs;
  const random = seededRandom(1);
  const roster = Array.from({ length: seats }, (_, n) => op(`op_${n}`));
  const first = { ...aRequest({ quorum: seats + 1 }), seats: roster.map((operator) => aSeat(operator)) };
  const store = storeOf(time, first as Request);
  const deps: CommandDeps = {
    clock: { nowMs: () => time.nowMs },
    random: systemRandom,
    requests: store.requests,
    pause: { beforeRetry: (attempt, place) => time.sleep(retryDelayMs(attempt, place, random())) },
  };
  const turn = async (operator: (typeof roster)[number]) => {
    const ran = await runCommand(deps, first as Request, {
      decide: (request, nowMs) => {
        const turned = turnKey(request, { operator, round: null, isRightCode: () => true, sign: undefined }, nowMs);
        if (!turned.ok) return turned;
        return ok({
          change: turned.value.change,
          value: null,
          turn: { operator, accessEpoch: 0, isWrongCode: false },
        });
      },
    });
    return ran.ok ? 'turned' : ran.error.reason;
  };
  const turning = roster.slice(seats - count);
  const answers = Promise.all([...turning, ...turning].map((operator) => turn(operator)));
  await time.run();
  const transactions = Object.values(store.ended).reduce((sum, each) => sum + each, 0);
  return { answers: await answers, perKey: transactions / count, tookMs: time.nowMs - startedMs };
}

describe('operators who turn their keys at the same moment', () => {
  it.each([1, 2, 10, 25, 50])(
    'operators who turn their keys at the same moment all turn once, with at most ten transactions for each key: %i operators',
    async (count) => {
      const { answers, perKey } = await turnTogether(count);
      expect(answers.filter((answer) => answer === 'turned')).toHaveLength(count);
      expect(answers.filter((answer) => answer === 'already_turned')).toHaveLength(count);
      expect(perKey).toBeLessThanOrEqual(10);
    },
  );

  it('operators who turn their keys do not wait for unused seats', async () => {
    const { tookMs } = await turnTogether(2, 50);
    expect(tookMs).toBeLessThan(5 * TRANSACTION_MS);
  });
});
