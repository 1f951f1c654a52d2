import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTANTS } from '../mutants/all';

const ROOT = join(__dirname, '../..');

describe('each seeded mistake', () => {
  it('is made in one place of the source as it is now', () => {
    const unfit = MUTANTS.filter(
      ({ file, find }) => find === '' || readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2,
    );
    expect(unfit.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});
