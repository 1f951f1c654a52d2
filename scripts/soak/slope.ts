/** How fast the memory of a process grows: a line through its samples, and how sure that line is. */

export interface Slope {
  /** In the unit of the samples, for each minute. */
  readonly perMinute: number;
  /** With 95 % probability it is between these. */
  readonly from: number;
  readonly to: number;
}

export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** The quantile of the normal distribution. */
const TWO_SIDED_95 = 1.96;

/**
 * Least squares. Samples of memory follow one another closely, so a hundred of them say less than a hundred independent ones.
 * The interval is widened by the correlation of neighbours, and by Student's distribution if few independent ones are left. It
 * is endless if they do not make a line.
 */
export function slopeOf(samples: readonly Sample[]): Slope {
  if (samples.length < 3) throw new Error('three samples at least make a slope');
  const minutes = samples.map(({ atMs }) => (atMs - samples[0]!.atMs) / 60_000);
  const values = samples.map(({ value }) => value);
  const [meanX, meanY] = [mean(minutes), mean(values)];
  const spread = sum(minutes.map((x) => (x - meanX) ** 2));
  const perMinute = sum(minutes.map((x, n) => (x - meanX) * (values[n]! - meanY))) / spread;
  const rests = values.map((y, n) => y - meanY - perMinute * (minutes[n]! - meanX));
  const square = sum(rests.map((rest) => rest ** 2));
  const neighbours = square === 0 ? 0 : sum(rests.slice(1).map((rest, n) => rest * rests[n]!)) / square;
  const correlation = Math.min(0.99, Math.max(0, neighbours));
  const widened = (1 + correlation) / (1 - correlation);
  const error = Math.sqrt((square / (samples.length - 2) / spread) * widened);
  const reach = square === 0 ? 0 : studentOf(samples.length / widened - 2) * error;
  return { perMinute, from: perMinute - reach, to: perMinute + reach };
}

/** Its two-sided 95 % quantile, by the first terms of its expansion around the normal one: 3 % too low for two degrees. */
function studentOf(degrees: number): number {
  const z = TWO_SIDED_95;
  if (degrees < 2) return Number.POSITIVE_INFINITY;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
