import type { Base } from '../../test/simulation/base';
import { runHeads } from '../../test/simulation/heads';
import type { Deployment } from '../../test/simulation/instances';
import { runLists } from '../../test/simulation/lists';
import { type Ended, runSchedule } from '../../test/simulation/schedule';
import type { WorldOptions } from '../../test/simulation/world';

/** The schedule of a seed; for some seeds, also one with workers who live from a list. */
export async function run(base: Base, deployment: Deployment, seed: number, options?: WorldOptions): Promise<Ended> {
  const ended = await runSchedule(base, deployment, seed, options);
  if (ended.violations.length > 0 || seed % 3 === 1) return ended;
  // Two publishers of heads.
  if (seed % 3 === 2) {
    const { violations, lost } = await runHeads(base, deployment, seed);
    return { ...ended, violations, came: lost > 0 ? [...ended.came, 'lost the race for a head'] : ended.came };
  }
  const lists = await runLists(base, deployment, seed);
  const came = [...ended.came, ...(lists.claims > 0 ? ['claimed from a list'] : [])];
  return { ...ended, came, violations: lists.violations };
}
