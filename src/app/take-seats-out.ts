/**
 * Takes the seats of a disabled operator out of the organization's open requests
 * (docs/design.md#states-and-transitions).
 */
import { disableSeats } from '../core/ceremony/disable-seat';
import type { OrgId, RequestId } from '../protocol/identifiers';
import { ok } from '../protocol/result';
import type { ConfigStore, Random } from './ports';
import { type CommandDeps, runCommand } from './support/run-command';

export interface TakeSeatsOutDeps extends CommandDeps {
  readonly random: Random;
  readonly config: ConfigStore;
}

const AT_ONCE = 25;

/** Idempotent: a seat that is already out is left alone. Returns how many requests were settled. */
export async function takeSeatsOut(deps: TakeSeatsOutDeps, org: OrgId): Promise<number> {
  const disabled = new Set((await deps.config.operators(org)).filter(({ enabled }) => !enabled).map(({ id }) => id));
  if (disabled.size === 0) return 0;
  let settled = 0;
  let batch: RequestId[] = [];
  const flush = async () => {
    const requests = await deps.requests.loadMany(org, batch);
    batch = [];
    await Promise.all(
      requests
        .filter(({ seats }) => seats.some((seat) => disabled.has(seat.operator) && !seat.disabled))
        .map(async (request) => {
          await runCommand<null, never>(deps, request, {
            writeId: deps.random.hex(12),
            decide: (current, nowMs) => ok({ change: disableSeats(current, disabled, nowMs), value: null }),
          });
          settled++;
        }),
    );
  };
  for await (const id of deps.requests.openIds(org)) {
    batch.push(id);
    if (batch.length === AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
  return settled;
}
