/** A browser in which somebody else signs in. */
import { isOthers } from './notified';
import { queryClient } from './query-client';
import type { Session } from './session';

/**
 * Ends the subscription of somebody who signed in here before, without a press: their codes must not come to a browser that has
 * changed hands. Their push service then answers that it has ended, so the service tells them by mail (docs/decisions/push.md).
 */
export async function endOthers(session: Session): Promise<void> {
  if (!isOthers(session)) return;
  const { endHere, STALE } = await import('./push');
  // Without a network it fails, and is repeated with the next page.
  await endHere().catch(() => undefined);
  for (const queryKey of STALE) void queryClient.invalidateQueries({ queryKey });
}
