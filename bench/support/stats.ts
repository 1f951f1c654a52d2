/** Interleaved rounds, their medians, and the interval of a ratio: a bootstrap over pairs of rounds. */

export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 4000;

/**
 * Measures each way once in each round, one after the other, so that round n of all of them meets the same machine. Returns
 * the rounds of each way. The warm-up rounds come first and are left out.
 */
export async function interleaved<T>(
  ways: readonly (() => Promise<T>)[],
  { rounds, warmUps = 0 }: { readonly rounds: number; readonly warmUps?: number },
): Promise<T[][]> {
  const measured: T[][] = ways.map(() => []);
  for (let round = -warmUps; round < rounds; round++) {
    for (const [at, way] of ways.entries()) {
      const one = await way();
      if (round >= 0) measured[at]!.push(one);
    }
  }
  return measured;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

/** The median of `a[n] / b[n]`, with the interval that has 95 % of the medians of rounds that are drawn again. */
export function pairedRatio(a: readonly number[], b: readonly number[]): Ratio {
  const ratios = a.map((value, at) => value / b[at]!);
  return { ratio: median(ratios), ...interval(ratios) };
}

/** The interval that has 95 % of the medians of samples drawn from `values`, with replacement. */
export function interval(values: readonly number[]): { low: number; high: number } {
  const random = randomFrom(20_261_121);
  const draws = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)]!)),
  );
  return { low: quantile(draws, 0.025), high: quantile(draws, 0.975) };
}

export function said({ ratio, low, high }: Ratio, digits = 2): string {
  return `${ratio.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** Mulberry32: the same rounds always give the same draws. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
