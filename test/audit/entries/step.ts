import type { ENTRIES_OF_TABLE } from '../../administration/edits/table';
import type { Ledger } from '../../support/ledger';

export const NOW = Date.UTC(2026, 10, 20, 12);

/** What was written by the real code, and the complete entry that must be in it. */
export type Step<Entry> = readonly [
  made: (ledger: Ledger) => readonly Entry[] | Promise<readonly Entry[]>,
  entry: Entry,
];

/** Edits have complete entries in their own table, and attempts in `test/delivery/{attempts,health}.test.ts`. */
export type Elsewhere = (typeof ENTRIES_OF_TABLE)[number] | 'endpoint.failing' | 'endpoint.working' | 'delivery.failed';
