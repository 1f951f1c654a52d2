/**
 * What follows from an edit of the configuration, besides its entries and announcements. The stream does it at once, and
 * the check of the item does it again, in case the stream's record was lost. So each consequence is idempotent.
 */

import type { OrgId } from '../../../protocol/identifiers';
import { beginsSigning, endUnsignedChanges } from '../../administration/use-cases/end-unsigned-changes';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import { losesSeats, takeSeatsOut } from '../../ceremony/use-cases/take-seats-out';
import type { PendingRevision } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import { changesWhoCan, warnOfOneSet } from '../../policy/use-cases/warn-one-set';

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
