/** The limit of calls of each organization, if the deployment sets one (docs/design.md#calls-of-an-organization). */

import type { OrgId } from '../../protocol/identifiers';
import type { CallMeter } from '../../service/access/ports';
import { errorName } from '../../service/support/failures';
import type { Clock, Log } from '../../service/system/ports';
import { type Answer, denied } from '../http/answer';
import type { KeyChecked } from './authenticate';

export interface ThrottleDeps {
  readonly clock: Clock;
  readonly meter: CallMeter;
  readonly log: Log;
  /** Calls of one organization, on average over a window. */
  readonly callsPerSecond: number;
}

/** The answer to a call over the limit, or null. */
export type Throttle = (org: OrgId) => Promise<Answer | null>;

/**
 * A window is long enough to allow a burst of a few seconds, and short enough that waiting for its end is not an
 * outage.
 */
const WINDOW_SECONDS = 10;

export function createThrottle({ clock, meter, log, callsPerSecond }: ThrottleDeps): Throttle {
  const limit = callsPerSecond * WINDOW_SECONDS;
  /** Organizations over the limit in the current window. Their calls are refused without another write. */
  let over = { windowEndsAtMs: 0, orgs: new Set<OrgId>() };
  return async (org) => {
    const nowMs = clock.nowMs();
    const windowEndsAtMs = (Math.floor(nowMs / 1000 / WINDOW_SECONDS) + 1) * WINDOW_SECONDS * 1000;
    if (over.windowEndsAtMs !== windowEndsAtMs) over = { windowEndsAtMs, orgs: new Set() };
    const { orgs } = over;
    if (!orgs.has(org)) {
      try {
        if ((await meter.count(org, windowEndsAtMs)) <= limit) return null;
        orgs.add(org);
      } catch (error) {
        // If calls cannot be counted, they are allowed, so that the limit does not cause an outage.
        log.warn('the calls of an organization could not be counted', {
          error: errorName(error),
        });
        return null;
      }
    }
    return tooManyCalls(Math.max(1, Math.ceil((windowEndsAtMs - nowMs) / 1000)));
  };
}

/** Runs only after the key check, so that a caller without a valid key cannot use up an organization's calls. */
export async function throttled(throttle: Throttle | null | undefined, checked: KeyChecked): Promise<KeyChecked> {
  if (throttle === null || throttle === undefined || 'refused' in checked) return checked;
  const refused = await throttle(checked.principal.org);
  if (refused === null) return checked;
  await checked.backgroundWork;
  return { refused, org: checked.principal.org };
}

function tooManyCalls(seconds: number): Answer {
  const answer = denied(429, `This organization made too many calls. Retry in ${seconds} seconds.`);
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}
