/** The complete entry of the audit chain, for each kind. A new kind does not compile before this table has its entry. */
import type { AuditKind } from '../../../src/core/administration/entries';
import type { PendingEntry } from '../../../src/core/audit/chain';
import type { Entry } from '../../../src/core/request/entry';
import { CONFIGURATION_STEPS } from './entries/configuration';
import { REQUEST_STEPS } from './entries/request';
import type { Step } from './entries/step';
import { openWorld, type World } from './entries/world';

const STEPS: Readonly<Record<AuditKind, readonly (Step<Entry> | Step<PendingEntry>)[]>> = {
  ...REQUEST_STEPS,
  ...CONFIGURATION_STEPS,
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.stop());

it.each(Object.entries(STEPS).flatMap(([kind, steps]) => steps.map((step, n) => [`${kind} ${n + 1}`, step] as const)))(
  'the audit chain gets the complete entry of the step: %s',
  async (_, [made, entry]) => {
    const written: readonly (Entry | PendingEntry)[] = await made(world);
    expect(written.filter(({ kind }) => kind === entry.kind)).toEqual([entry]);
  },
);
