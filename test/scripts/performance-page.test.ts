/** The table of docs/performance.md says whether a goal is met. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMet } from '../../bench/report';

const page = readFileSync(join(__dirname, '../../docs/performance.md'), 'utf8');

describe('the table of docs/performance.md', () => {
  it('says of each goal whether its figures meet it', () => {
    const rows = page
      .slice(0, page.indexOf('\n\nMeasured on'))
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2)
      .map((line) => line.split(' | '));
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => row.length !== 6 || row[4] !== isMet(row[2]!, row[3]!))).toEqual([]);
  });

  it('gives the rates of one organization, and README and deploy.md give the same', () => {
    const [, chain, configuration] =
      /one organization: its audit chain, its configuration \| – \| (\d+), (\d+) \|/.exec(page)!;
    const [readme, deploy] = ['README.md', 'docs/deploy.md'].map((file) =>
      readFileSync(join(__dirname, '../..', file), 'utf8'),
    ) as [string, string];
    expect(/is limited to (\d+) approved requests a second/.exec(readme)?.[1]).toBe(chain);
    expect(/\| audit chain of one organization \| (\d+) lifecycles a second \|/.exec(deploy)?.[1]).toBe(chain);
    expect(/\| configuration of one organization \| (\d+) lifecycles a second \|/.exec(deploy)?.[1]).toBe(
      configuration,
    );
  });

  it.each([
    ['≤ 20', '19.96', 'yes'],
    ['≤ 20', '19.96 and 20.01', 'no'],
    ['≤ 0.2', '0.14–0.21', 'no'],
    ['≤ 8', '7.9 (6.5–8.6), 8.0 (7–9)', 'yes'],
    ['≤ 8', '7.9 (6.5–8.6), 8.1 (7–9)', 'no'],
    ['≤ 500', '1,000', 'no'],
    ['≤ 19, ≤ 31.5', '19, 31.5', 'yes'],
    ['≤ 19, ≤ 31.5', '19, 32', 'no'],
    ['≤ 20, –', '17, 130', 'yes'],
    ['≥ 0.8', '0.79 (0.76–0.93)', 'no'],
    ['< 6, < 15', '5.87, 15.00', 'no'],
    ['the same', 'the same', 'yes'],
    ['50, 0', '49, 0', 'no'],
    ['≤ 8', '–', 'no'],
    ['none, compared', '0.31', '–'],
    ['–', '5', '–'],
  ])('%s is with %s: %s', (goal, measured, met) => expect(isMet(goal, measured)).toBe(met));
});
