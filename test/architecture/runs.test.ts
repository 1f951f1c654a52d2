/** How often tests at random run (docs/reliability.md). */
import { runs } from '../support/runs';

const { RUNS, RACES } = process.env;
afterEach(() => {
  for (const [name, before] of Object.entries({ RUNS, RACES }))
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
});

it('a test at random runs as often as its number says, RUNS multiplies it, and its own variable sets it', () => {
  delete process.env.RUNS;
  delete process.env.RACES;
  expect(runs('RACES', 3)).toBe(3);
  process.env.RUNS = '8';
  expect(runs('RACES', 3)).toBe(24);
  process.env.RACES = '200';
  expect(runs('RACES', 3)).toBe(200);
});

it.each(['0', '-1', 'all', ''])(
  '"%s" is no number of runs, because nothing would run and the test would pass',
  (text) => {
    process.env.RUNS = text;
    delete process.env.RACES;
    expect(() => runs('RACES', 3)).toThrow('RUNS must be a positive number');
  },
);
