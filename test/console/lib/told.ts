/** Entries with the words that the service adds to them. */
import { toldEntry } from '../../../src/service/administration/rules/entries';
import type { PendingEntry } from '../../../src/service/audit/rules/chain';

export const withWords = <Entry extends Omit<PendingEntry, 'subject'>>(entry: Entry) => ({
  ...entry,
  told: toldEntry({ subject: 'req_1', ...entry }),
});
