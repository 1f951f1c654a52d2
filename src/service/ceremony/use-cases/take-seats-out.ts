/**
 * Removes the seats of operators who were disabled or whose identity was changed from the organization's open requests
 * (docs/design.md#states-and-transitions).
 */

import { isBy } from '../../../protocol/actor';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { PendingEntry } from '../../audit/rules/chain';
import type { Operator, PendingRevision } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import { batchesOf } from '../../support/grouped';
import { lostSeats, takeLostSeats } from '../rules/disable-seat';
import { type CommandDeps, makeTransition } from './run-command';

const SIDE_BY_SIDE = 25;

/**
 * Idempotent: removed seats are left alone. The answer to a PATCH, the stream and a check may run it at the same
 * moment, and each seat is removed once. Looks at the oldest `atMost` open requests. Returns how many requests it
 * settled.
 */
export async function takeSeatsOut(
  deps: CommandDeps & EditDeps,
  org: OrgId,
  atMost: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  const operators = await deps.config.operators(org);
  let settled = 0;
  for await (const entries of batchesOf(deps.requests.openEntries(org), SIDE_BY_SIDE, atMost)) {
    const ids = entries.map(({ id }) => id);
    settled += await settleBatch(deps, org, ids, operators);
  }
  return settled;
}

const IDENTITY_CHANGES = new Set([
  'operator.sign_in_link_made',
  'operator.access_revoked',
  'operator.identity_changed',
]);

/** Whether an edit takes seats: it disabled or demoted an operator, or somebody else changed who the account belongs to. */
export const losesSeats = ({ revision, entries }: PendingRevision): boolean =>
  // A new operator has no seat.
  revision > 1 && entries.some(takesSeats);

function takesSeats(entry: PendingEntry): boolean {
  const { kind, data, subject } = entry;
  const isOwn = isBy(entry, subject);
  if (IDENTITY_CHANGES.has(kind)) return !isOwn;
  if (kind !== 'operator.updated') return false;
  const isMoved = !isOwn && (data.changed as readonly string[]).includes('email');
  return isMoved || data.enabled === false || data.role === 'operator';
}

async function settleBatch(
  deps: CommandDeps & EditDeps,
  org: OrgId,
  ids: readonly RequestId[],
  operators: readonly Operator[],
): Promise<number> {
  const requests = await deps.requests.loadMany(org, ids);
  const concerned = requests.filter((request) => {
    const lost = lostSeats(operators, request);
    return request.seats.some((seat) => lost.has(seat.operator) && !seat.disabled);
  });
  await Promise.all(
    concerned.map((request) =>
      makeTransition(deps, request, (current, nowMs) => takeLostSeats(current, operators, nowMs)),
    ),
  );
  return concerned.length;
}
