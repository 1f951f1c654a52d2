/** Restores from tables of backups whose two minutes are torn item by item (docs/deploy.md#from-a-table). */
import { runs } from '../support/runs';
import { BACKUP, Backup } from './backup';
import { type Base, openBase } from './base';
import { deploy } from './instances';
import { runAlone } from './schedule';
import type { World } from './world';

/** Ten seeds, also where other tests draw fewer. */
const SEEDS = runs('SCHEDULES', 10);

describe.each([
  ['with the lost table', true],
  ['without the lost table', false],
])('a table of a backup, %s', (_, isLostTableThere) => {
  it('nothing that ran runs again, and every chain is what was published, whatever the copy has of the two minutes', async () => {
    const [all, deployment] = [await openBase(), deploy()];
    const seen = { ran: 0, again: 0, dropped: 0, cut: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const make = (world: World, base: Base) => new Backup(world, base, isLostTableThere);
      const { part, violations } = await runAlone(make, all, deployment, seed, BACKUP);
      expect([seed, violations]).toEqual([seed, []]);
      for (const [name, count] of Object.entries(part.seen)) seen[name as keyof typeof seen] += count;
    }
    console.log(JSON.stringify(seen));
    expect(seen.ran).toBeGreaterThan(SEEDS);
    expect(seen.dropped).toBeGreaterThan(SEEDS * 10);
    expect(seen.cut).toBeGreaterThan(0);
    expect(seen.again > 0).toBe(isLostTableThere);
  }, 120_000);
});
