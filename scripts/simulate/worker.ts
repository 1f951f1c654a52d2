/** One of the processes of `npm run simulate`: every n-th schedule from a seed on, told to the parent in batches. */
import { openBase } from '../../test/simulation/base';
import { deploy } from '../../test/simulation/instances';
import { type Kind, runSchedule } from '../../test/simulation/schedule';

import type { Removed } from './sabotages';

export interface Told {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly steps: number;
  readonly faults: readonly (readonly [string, number])[];
  readonly came: readonly string[];
  readonly met: readonly Kind[];
}

const [from, runs, every] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const { loosen, ...removed } = JSON.parse(process.argv[5] ?? '{}') as Removed;
const sabotage = { ...removed, ...(loosen === undefined ? {} : { loosen: new RegExp(loosen) }) };

async function work(): Promise<void> {
  const [base, deployment] = [await openBase(), deploy()];
  let batch: Told[] = [];
  const send = () =>
    new Promise<void>((resolve) => {
      process.send!(batch, () => resolve());
      batch = [];
    });
  for (let n = 0; n < runs; n++) {
    const { seed, violations, steps, faults, came, met } = await runSchedule(base, deployment, from + n * every, {
      sabotage,
    });
    batch.push({ seed, violations, steps, faults: [...faults], came, met });
    if (violations.length > 0) break;
    if (batch.length === 50) await send();
  }
  await send();
  process.disconnect();
}

void work();
