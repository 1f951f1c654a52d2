import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SABOTAGES } from '../../scripts/simulate/sabotages';
import { MUTANTS } from '../mutants/all';

/** `npm run simulate -- --sabotage` makes these. */
const SABOTAGED = SABOTAGES.flatMap(({ what, mistake }) => (mistake === undefined ? [] : [{ name: what, ...mistake }]));
const ROOT = join(__dirname, '../..');

describe('each seeded mistake', () => {
  it('each mutant, and each sabotage of the simulation, changes exactly one place of the current source', () => {
    const unfit = [...MUTANTS, ...SABOTAGED].filter(
      ({ file, find }) => find === '' || readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
    );
    expect(unfit.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it('each mutant names tests that exist', () => {
    const missing = MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});
