/** People who decide. */
import type { TestService } from '../../../src/testing/api';
import { openPeople } from '../../../src/testing/people';
import type { World } from './world';

/** An operator withdraws the request: its outcome is `aborted`. */
export async function abort({ baseUrl, operators: [operator = ''], clock }: TestService, id: string): Promise<void> {
  await openPeople(baseUrl, operator).as(operator, 'POST', `/api/requests/${id}/abort`);
  await clock.advance(0);
}

/**
 * One person who decides about every request at once, as its params say.
 * `to` names the outcome: `denied`, `expired`, or anything else for approved. A computation of a minute or more is left open.
 * Resolves when the signal is aborted.
 */
export async function operate(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const id = await world.nextRequest(signal);
    if (id === null) return;
    const { params } = await world.request(id);
    if (Number(params.seconds ?? 0) >= 60) continue;
    await world.decide(params.to === 'denied' ? 'refuse' : params.to === 'expired' ? 'expire' : 'approve', id);
  }
}
