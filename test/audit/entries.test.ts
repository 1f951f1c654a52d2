/**
 * The complete entry of the audit chain, for each kind that no edit writes; those are in the table of edits
 * (test/administration/edits). A new kind does not compile before one of the tables has its entry.
 */
import type { AuditKind } from '../../src/service/administration/rules/entries';
import type { PendingEntry } from '../../src/service/audit/rules/chain';
import type { Entry } from '../../src/service/request/rules/entry';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { SIGNING_ORIGIN } from '../support/signing';
import { CONFIGURATION_STEPS } from './entries/configuration';
import { REQUEST_STEPS } from './entries/request';
import { type Elsewhere, NOW, type Step } from './entries/step';

const STEPS: Readonly<Record<Exclude<AuditKind, Elsewhere>, readonly (Step<Entry> | Step<PendingEntry>)[]>> = {
  ...REQUEST_STEPS,
  ...CONFIGURATION_STEPS,
};

const ledger = openedOnce(() => openLedger({ origin: SIGNING_ORIGIN, memory: true, nowMs: () => NOW }));

it.each(Object.entries(STEPS).flatMap(([kind, steps]) => steps.map((step, n) => [`${kind} ${n + 1}`, step] as const)))(
  'the audit chain gets the complete entry of the step: %s',
  async (_, [made, entry]) => {
    const written: readonly (Entry | PendingEntry)[] = await made(ledger);
    expect(written.filter(({ kind }) => kind === entry.kind)).toEqual([entry]);
  },
);
