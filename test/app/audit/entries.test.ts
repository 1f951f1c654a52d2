/**
 * The complete entry of the audit chain, for each kind that no edit writes; those are in the table of edits
 * (test/app/administration/edits). A new kind does not compile before one of the tables has its entry.
 */
import type { AuditKind } from '../../../src/core/administration/entries';
import type { PendingEntry } from '../../../src/core/audit/chain';
import type { Entry } from '../../../src/core/request/entry';
import { openedOnce } from '../../support/opened';
import type { ENTRIES_OF_TABLE } from '../administration/edits/table';
import { CONFIGURATION_STEPS } from './entries/configuration';
import { REQUEST_STEPS } from './entries/request';
import type { Step } from './entries/step';
import { openWorld } from './entries/world';

type Others = Exclude<AuditKind, (typeof ENTRIES_OF_TABLE)[number]>;
const STEPS: Readonly<Record<Others, readonly (Step<Entry> | Step<PendingEntry>)[]>> = {
  ...REQUEST_STEPS,
  ...CONFIGURATION_STEPS,
};

const world = openedOnce(openWorld);

it.each(Object.entries(STEPS).flatMap(([kind, steps]) => steps.map((step, n) => [`${kind} ${n + 1}`, step] as const)))(
  'the audit chain gets the complete entry of the step: %s',
  async (_, [made, entry]) => {
    const written: readonly (Entry | PendingEntry)[] = await made(world);
    expect(written.filter(({ kind }) => kind === entry.kind)).toEqual([entry]);
  },
);
