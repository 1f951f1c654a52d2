/** What is unusual about a request, for its messages: compared with the earlier requests of its action. */

import { COMPARED, unusualIn } from '../../core/notice/unusual';
import { isAdministrative } from '../../core/request/administrative';
import type { Request } from '../../core/request/request';
import type { Shown } from '../../protocol/display/render';
import type { Clock, Log, RequestStore } from '../ports';
import { recentRequests } from '../request/recent-requests';
import { errorName } from '../support/error-name';

export interface Habits {
  /** `shown`: the lines of its display. Null if nothing can be compared, because the message itself is more important. */
  unusual(request: Request, shown: Shown | null): Promise<readonly string[] | null>;
}

/**
 * An action costs one look at its requests in this time, for each instance that sends messages. The look is eventually
 * consistent, at half the price: it is remembered much longer than it can be late.
 */
const REMEMBERED_MS = 10 * 60_000;
/** When this many actions are remembered, all are forgotten. */
const MAX_REMEMBERED = 200;

export interface HabitDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly requests: Pick<RequestStore, 'recent' | 'glanceMany'>;
}

/** Remembers in one instance. What it compares is at most ten minutes older than the newest request. */
export function createHabits(deps: HabitDeps): Habits {
  const known = new Map<string, { readonly untilMs: number; readonly past: readonly Request[] }>();
  const pastOf = async ({ org, action }: Request): Promise<readonly Request[]> => {
    const [name, nowMs] = [`${org}#${action}`, deps.clock.nowMs()];
    const remembered = known.get(name);
    if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.past;
    if (known.size >= MAX_REMEMBERED) known.clear();
    // Only what was read is remembered: a read that never ends must not hold up every later message.
    const { recent, glanceMany } = deps.requests;
    const { requests } = await recentRequests({ recent, loadMany: glanceMany }, org, { action }, COMPARED + 1);
    known.set(name, { untilMs: nowMs + REMEMBERED_MS, past: requests });
    return requests;
  };
  return {
    async unusual(request, shown) {
      if (isAdministrative(request)) return null;
      try {
        const earlier = (await pastOf(request)).filter(
          ({ id, createdAtMs }) => id !== request.id && createdAtMs <= request.createdAtMs,
        );
        return unusualIn(request, earlier.slice(0, COMPARED), shown);
      } catch (error) {
        const name = errorName(error);
        deps.log.warn('earlier requests could not be compared', { request: request.id, error: name });
        return null;
      }
    },
  };
}
