/**
 * The time to compare a signature does not show how much of it is right: a guess that is wrong at its end takes as long as
 * one that is wrong at its beginning.
 */
import { createHmac } from 'node:crypto';
import { verifySignature } from '../../src/protocol/signature';

const SAMPLES = 400;
const CALLS_PER_SAMPLE = 60;

/** ms for each, sample by sample in turn, so that whatever else the machine does falls on both. */
function measured(first: () => void, second: () => void): readonly [number[], number[]] {
  const times: readonly [number[], number[]] = [[], []];
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const which of sample % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const call = which === 0 ? first : second;
      const started = process.hrtime.bigint();
      for (let n = 0; n < CALLS_PER_SAMPLE; n++) call();
      times[which].push(Number(process.hrtime.bigint() - started));
    }
  }
  return times;
}

/** Mann–Whitney: how far the share of pairs in which the first is slower lies from a half. 0 to 0.5. */
function shift([a, b]: readonly [readonly number[], readonly number[]]): number {
  let slower = 0;
  for (const x of a) for (const y of b) slower += x > y ? 1 : x === y ? 0.5 : 0;
  return Math.abs(slower / (a.length * b.length) - 0.5);
}

const KEY = 'whsec_timing';
const NOW = 1_700_000_000;
const BODY = '{}';
const RIGHT = createHmac('sha256', KEY).update(`${NOW}.${BODY}`).digest('hex');
const flipped = (at: number) => `${RIGHT.slice(0, at)}${RIGHT[at] === '0' ? '1' : '0'}${RIGHT.slice(at + 1)}`;
const wrongAt = (at: number) => {
  const header = `t=${NOW},v1=${flipped(at)}`;
  return () => void verifySignature({ header, body: BODY, keys: [KEY], nowSeconds: NOW });
};

test('a signature that is wrong at its end takes as long to refuse as one that is wrong at its beginning', () => {
  measured(wrongAt(0), wrongAt(63));
  // The best of three: a machine that is busy elsewhere shifts one run, not all.
  const best = Math.min(...Array.from({ length: 3 }, () => shift(measured(wrongAt(0), wrongAt(63)))));
  expect(best).toBeLessThan(0.12);
});

test('the measurement would notice a comparison that stops at the first difference', () => {
  const [guessed, right] = [flipped(63).repeat(200), RIGHT.repeat(200)];
  const early = flipped(0).repeat(200);
  const careless = (guess: string) => () => {
    let at = 0;
    while (at < right.length && guess.charCodeAt(at) === right.charCodeAt(at)) at++;
    if (at === right.length) throw new Error('it is not right');
  };
  measured(careless(early), careless(guessed));
  expect(shift(measured(careless(early), careless(guessed)))).toBeGreaterThan(0.3);
});
