/**
 * What follows from an edit of the configuration, besides its entries and announcements. The stream does it at once, and
 * the check of the item does it again, in case the stream's record was lost. So each consequence is idempotent.
 */
import type { PendingRevision } from '../../core/configuration/items';
import type { OrgId } from '../../protocol/identifiers';
import { beginsSigning, endUnsignedChanges } from '../administration/end-unsigned-changes';
import type { CommandDeps } from '../ceremony/run-command';
import { losesSeats, takeSeatsOut } from '../ceremony/take-seats-out';
import type { EditDeps } from '../configuration/edit-config';
import { changesWhoCan, warnOfOneSet } from '../policy/warn-one-set';

type ConsequenceDeps = CommandDeps & EditDeps;

interface Consequence {
  readonly when: (revision: PendingRevision) => boolean;
  readonly do: (deps: ConsequenceDeps, org: OrgId) => Promise<unknown>;
}

export const CONSEQUENCES: readonly Consequence[] = [
  { when: losesSeats, do: takeSeatsOut },
  { when: ({ entries }) => entries.some(beginsSigning), do: endUnsignedChanges },
  { when: ({ entries }) => entries.some(changesWhoCan), do: warnOfOneSet },
];

export async function followEdits(
  deps: ConsequenceDeps,
  org: OrgId,
  revisions: readonly PendingRevision[],
): Promise<void> {
  for (const consequence of CONSEQUENCES) if (revisions.some(consequence.when)) await consequence.do(deps, org);
}
