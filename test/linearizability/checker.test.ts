/**
 * The checker itself: what it must accept, what it must refuse, and when it must say that it does not know. That the model
 * answers as the service does in each state: traces.slow.test.ts.
 */
import { judge, type Operation } from './checker';
import { dice } from './record';
import { type Input, isWrite, type Output, requestModel, type State } from './request-model';

type Op = Operation<Input, Output>;

const LOST = undefined;
const op = (calledAt: number, answeredAt: number, input: Input, output: Output | undefined): Op => ({
  input,
  output,
  calledAt,
  answeredAt: output === undefined ? Number.POSITIVE_INFINITY : answeredAt,
});
const turn = (operator: string): Input => ({ what: 'turn', operator });
const claim: Input = { what: 'claim' };
const _stop: Input = { what: 'stop' };
const _abort: Input = { what: 'abort' };
const read: Input = { what: 'read' };
const wait: Input = { what: 'wait' };
const report = (of: string, status: 'succeeded' | 'failed' = 'succeeded'): Input => ({
  what: 'report',
  claim: of,
  status,
});
const OK = { status: 200 };
const no = (kind: string): Output => ({ status: 409, kind });
const won = (id: string): Output => ({ status: 200, claim: id });
const saw = (seen: string): Output => ({ status: 200, seen });
/** Both keys turned, before anything else. */
const authorized = (...rest: Op[]): Op[] => [op(-4, -3, turn('a'), OK), op(-2, -1, turn('b'), OK), ...rest];

const GOOD: Readonly<Record<string, readonly Op[]>> = {
  'a read beside a turn sees it or not': [
    op(0, 9, turn('a'), OK),
    op(1, 2, turn('b'), OK),
    op(3, 4, read, saw('open none')),
    op(5, 6, read, saw('authorized pending')),
  ],
  'the later of two overlapping claims wins': authorized(
    op(0, 9, claim, no('already_claimed')),
    op(1, 8, claim, won('x')),
  ),
  'a claim without an answer that happened': authorized(
    op(0, 0, claim, LOST),
    op(1, 2, claim, no('already_claimed')),
    op(3, 4, read, saw('authorized claimed')),
  ),
  'a claim without an answer that never happened': authorized(
    op(0, 0, claim, LOST),
    op(1, 2, claim, won('x')),
    op(3, 4, report('x'), OK),
  ),
  'a turn without an answer that happened late': [
    op(0, 0, turn('a'), LOST),
    op(1, 2, read, saw('open none')),
    op(3, 4, turn('b'), OK),
    op(5, 6, read, saw('open none')),
    op(7, 8, read, saw('authorized pending')),
  ],
};

const BAD: Readonly<Record<string, readonly Op[]>> = {
  'two winners': authorized(op(0, 5, claim, won('x')), op(1, 4, claim, won('y'))),
  'a claim before the verdict': [op(0, 1, turn('a'), OK), op(2, 3, claim, won('x'))],
  'a stale read': [op(0, 1, turn('a'), OK), op(2, 3, turn('b'), OK), op(4, 5, read, saw('open none'))],
  'a read that goes back in time': [
    op(0, 1, turn('a'), OK),
    op(2, 9, turn('b'), OK),
    op(3, 4, read, saw('authorized pending')),
    op(5, 6, read, saw('open none')),
  ],
  'two different reports': authorized(
    op(0, 1, claim, won('x')),
    op(2, 5, report('x'), OK),
    op(3, 4, report('x', 'failed'), OK),
  ),
  'a verdict that changes': authorized(op(0, 1, { what: 'refuse', operator: 'c' }, OK)),
  'one unanswered claim in the way of two': authorized(
    op(0, 0, claim, LOST),
    op(1, 2, claim, won('x')),
    op(3, 4, claim, won('y')),
  ),
  'a claim won without an id': authorized(op(0, 1, claim, OK)),
  'one id for two leases': authorized(op(0, 1, claim, won('x')), op(2, 3, wait, OK), op(4, 5, claim, won('x'))),
  'a refusal for another reason': [op(0, 1, claim, no('already_claimed'))],
  'a claim lost to nobody': authorized(op(0, 1, claim, no('already_claimed'))),
};

describe('the checker', () => {
  test.each(Object.entries(GOOD))('the checker accepts %s', (_, history) =>
    expect(judge(requestModel, history)).toBe('linearizable'),
  );

  test.each(Object.entries(BAD))('the checker refuses %s', (_, history) =>
    expect(judge(requestModel, history)).toBe('not linearizable'),
  );

  test('the checker says that it does not know when it gives up', () => {
    const history = Array.from({ length: 24 }, (_, n) => op(n, 100 + n, turn(`o${n}`), n < 3 ? OK : no('decided')));
    expect(judge(requestModel, history, 1000)).toBe('unknown');
  });

  test('the checker agrees with trying every order, on random histories', () => {
    const random = dice(7);
    const counts = { linearizable: 0, 'not linearizable': 0, unknown: 0 };
    for (let n = 0; n < 4000; n++) {
      const history = randomHistory(random);
      const judgement = judge(requestModel, history);
      counts[judgement] += 1;
      if ((judgement === 'linearizable') !== someOrderHolds(history)) throw new Error(JSON.stringify(history, null, 1));
    }
    expect(counts.linearizable).toBeGreaterThan(400);
    expect(counts['not linearizable']).toBeGreaterThan(400);
    expect(counts.unknown).toBe(0);
  });

  test('the checker knows which operations change something', () => {
    expect([turn('a'), claim, report('x'), wait, read].map(isWrite)).toEqual([true, true, true, true, false]);
  });
});

/** Up to six operations that ran in some order. Then their spans are widened, and an answer may be changed or lost. */
function randomHistory(random: () => number): Op[] {
  let state: State = requestModel.initial;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const inputs: Input[] = [turn('a'), turn('b'), turn('a'), turn('b'), claim, claim, report('c'), read, wait];
  const outputs: Output[] = [OK, won('c'), no('decided'), no('already_claimed'), no('claim_lost'), saw('open none')];
  return Array.from({ length: 2 + Math.floor(random() * 5) }, (_, n) => {
    const input = pick(inputs);
    const said = [...outputs, ...ALL_SEEN.map(saw), ...KINDS.map(no)].find((output) => {
      const after = requestModel.step(state, input, output);
      if (after === null || (input.what === 'claim') !== (output.claim !== undefined || output.status === 409))
        return false;
      state = after;
      return true;
    });
    const changed = random() < 0.12 ? pick(outputs) : (said ?? OK);
    const answered = random() < 0.1 ? undefined : changed;
    return op(n - random() * 1.5, n + random() * 1.5, input, answered);
  });
}

const ALL_SEEN = ['pending', 'claimed', 'succeeded', 'failed'].map((state) => `authorized ${state}`);
const KINDS = ['already_turned', 'not_authorized', 'already_reported'];

function someOrderHolds(history: readonly Op[], state: State = requestModel.initial): boolean {
  if (history.every(({ output }) => output === undefined)) return true;
  return history.some((next, index) => {
    const others = history.filter((_, at) => at !== index);
    if (others.some((other) => other.answeredAt < next.calledAt)) return false;
    const after =
      next.output === undefined
        ? requestModel.anyStep(state, next.input, `unanswered ${next.calledAt}`)
        : [requestModel.step(state, next.input, next.output)];
    return after.some((one) => one !== null && someOrderHolds(others, one));
  });
}
