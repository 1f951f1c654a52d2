/** The judge of memory in the soak: it must notice growth, and must not invent it. */
import { type Sample, slopeOf } from '../../scripts/soak/slope';
import { dice } from '../linearizability/record';

/** Samples of every second, which follow one another closely as those of memory do. */
function samples(perMinute: number, { seconds = 240, noise = 5, seed = 1 } = {}): Sample[] {
  const draw = dice(seed);
  let wave = 0;
  return Array.from({ length: seconds }, (_, second) => {
    wave = 0.9 * wave + (draw() - 0.5) * noise;
    return { atMs: 1_000_000 + second * 1000, value: 200 + (perMinute * second) / 60 + wave };
  });
}

describe('the slope of samples', () => {
  it('the slope of a line is its own, with no doubt', () => {
    const line = Array.from({ length: 60 }, (_, n) => ({ atMs: n * 1000, value: 100 + n / 10 }));
    const { perMinute, from, to } = slopeOf(line);
    expect([perMinute, from, to].map((value) => Number(value.toFixed(6)))).toEqual([6, 6, 6]);
  });

  it('the interval of a slope has the true growth in most of a hundred rows of samples that follow one another closely', () => {
    const found = Array.from({ length: 100 }, (_, seed) => slopeOf(samples(2, { seed })));
    expect(found.filter(({ from, to }) => from <= 2 && 2 <= to).length).toBeGreaterThanOrEqual(85);
  });

  it('growth of ten megabytes a minute is noticed in four noisy minutes, and no growth is not', () => {
    const bound = 3;
    const seeds = Array.from({ length: 50 }, (_, seed) => seed);
    expect(seeds.filter((seed) => slopeOf(samples(10, { seed })).from > bound).length).toBe(50);
    expect(seeds.filter((seed) => slopeOf(samples(0, { seed })).from > bound)).toEqual([]);
  });

  it('samples that are too few, or that follow one another too closely, give an endless interval', () => {
    const { from, to } = slopeOf(samples(100, { seconds: 30 }));
    expect([from, to]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});
