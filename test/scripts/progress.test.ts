import { type Sample, slopeOf } from '../../scripts/soak/slope';
import { createProgress } from '../../scripts/support/progress';
import { dice } from '../linearizability/record';

describe('a long command', () => {
  let nowMs = 0;
  let written: string[] = [];
  beforeEach(() => {
    nowMs = 0;
    written = [];
  });
  const progress = (total: number, isTTY: boolean) =>
    createProgress(total, { isTTY, write: (text: string) => written.push(text) }, () => nowMs);

  it('the progress display rewrites one line on a terminal: how much is done, and how long the rest takes', () => {
    const shown = progress(200, true);
    nowMs = 30_000;
    shown.at(50, 'schedules');
    expect(written).toEqual(['\r\u001b[2K[#####...............] 50 of 200 schedules, 30 s, about 1 min 30 s left']);
    shown.end();
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  it('the progress display redraws a terminal at most ten times a second, and always at the end', () => {
    const shown = progress(3, true);
    for (const [done, at] of [
      [1, 0],
      [2, 99],
      [3, 99],
    ] as const) {
      nowMs = at;
      shown.at(done, 'mutants');
    }
    expect(written.map((line) => /\d of 3/.exec(line)?.[0])).toEqual(['1 of 3', '3 of 3']);
  });

  it('the progress display keeps a line that was said above the one that it rewrites', () => {
    const shown = progress(10, true);
    shown.at(5, 'mutants');
    shown.say('killed');
    expect(written.at(-1)?.split('\n')).toEqual(['\r\u001b[2Kkilled', expect.stringMatching(/^\[#{10}\.{10}\]/)]);
  });

  it('the progress display writes a plain line for each tenth where there is no terminal', () => {
    const shown = progress(1000, false);
    for (let done = 1; done <= 1000; done++) {
      nowMs = done * 100;
      shown.at(done, 'schedules');
    }
    shown.end();
    expect(written).toHaveLength(10);
    expect(written[0]).toBe('100 of 1000 schedules, 10 s\n');
    expect(written.at(-1)).toBe('1000 of 1000 schedules, 1 min 40 s\n');
    expect(written.join('')).not.toContain('\r');
    expect(written.join('')).not.toContain('\u001b');
  });
});

/** The judge of memory in the soak: it must notice growth, and must not invent it. */
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
