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

/** The quantile of the normal distribution. With fewer than 30 independent samples, the interval would be too narrow. */
const TWO_SIDED_95 = 1.96;

/**
 * Least squares. Samples of memory follow one another closely, so a hundred of them say less than a hundred independent ones:
 * the interval is widened by the correlation of neighbours.
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
  return { perMinute, from: perMinute - TWO_SIDED_95 * error, to: perMinute + TWO_SIDED_95 * error };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
