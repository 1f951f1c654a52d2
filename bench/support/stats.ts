/** Medians, and what their ratio may be: a bootstrap over pairs of interleaved rounds. */

export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 4000;

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

/**
 * The median of `a[n] / b[n]`, with 95 % of what it is when the rounds are drawn again. Round n of both ran side by
 * side.
 */
export function pairedRatio(a: readonly number[], b: readonly number[]): Ratio {
  const ratios = a.map((value, at) => value / b[at]!);
  return { ratio: median(ratios), ...interval(ratios) };
}

/** 95 % of the medians of samples drawn from `values`, with replacement. */
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
