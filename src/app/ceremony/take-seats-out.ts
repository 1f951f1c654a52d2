/**
 * Removes the seats of operators who were disabled or whose identity was changed from the organization's open requests
 * (docs/design.md#states-and-transitions).
 */

import type { Operator } from '../../core/administration/config';
import { lostSeats, takeLostSeats } from '../../core/ceremony/disable-seat';
import type { OrgId, RequestId } from '../../protocol/identifiers';
import { ok } from '../../protocol/result';
import type { ConfigStore, Random } from '../ports';
import { type CommandDeps, runCommand } from './run-command';

export interface TakeSeatsOutDeps extends CommandDeps {
  readonly random: Random;
  readonly config: ConfigStore;
}

const SIDE_BY_SIDE = 25;

/**
 * Idempotent: removed seats are left alone. The answer to a PATCH, the stream and a check may run it at the same
 * moment, and each seat is removed once. Looks at the oldest `atMost` open requests. Returns how many requests it
 * settled.
 */
export async function takeSeatsOut(
  deps: TakeSeatsOutDeps,
  org: OrgId,
  atMost: number = Number.POSITIVE_INFINITY,
): Promise<number> {
  const operators = await deps.config.operators(org);
  let looked = 0;
  let settled = 0;
  let batch: RequestId[] = [];
  for await (const { id } of deps.requests.openEntries(org)) {
    looked++;
    batch.push(id);
    if (batch.length === SIDE_BY_SIDE) {
      settled += await settleBatch(deps, org, batch, operators);
      batch = [];
    }
    if (looked >= atMost) break;
  }
  return settled + (await settleBatch(deps, org, batch, operators));
}

async function settleBatch(
  deps: TakeSeatsOutDeps,
  org: OrgId,
  ids: readonly RequestId[],
  operators: readonly Operator[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const requests = await deps.requests.loadMany(org, ids);
  const concerned = requests.filter((request) => {
    const lost = lostSeats(operators, request);
    return request.seats.some((seat) => lost.has(seat.operator) && !seat.disabled);
  });
  await Promise.all(
    concerned.map((request) =>
      runCommand<null, never>(deps, request, {
        writeId: deps.random.hex(12),
        decide: (current, nowMs) => ok({ change: takeLostSeats(current, operators, nowMs), value: null }),
      }),
    ),
  );
  return concerned.length;
}
