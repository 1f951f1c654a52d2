/**
 * What one instance remembers of the requests that others are compared with, so that it does not read them each time,
 * and the remarks of messages, which are compared with it.
 */

import type { ActionId, OrgId, RequestId } from '../../../protocol/identifiers';
import { isAdministrative } from '../../request/rules/administrative';
import { isOpen, type Request } from '../../request/rules/request';
import { errorName } from '../../support/failures';
import type { Clock, Log } from '../../system/ports';
import { REMEMBERED_MS, remembered } from '../../system/remembered';
import { compared, type Earlier, MOST_LOADED } from '../rules/compared';
import { ownRemarks, type Remark } from '../rules/remark';
import { type CompareDeps, type EarlierOf, earlierRequests } from './compare';

export interface EarlierMemory {
  /** As a search within the last ten minutes found them, with what this instance saw decided since. */
  readonly of: EarlierOf;
  /** Adds a request that was decided to those of its action. */
  saw(request: Request): void;
}

export type MemoryDeps = Pick<CompareDeps, 'requests'> & { readonly clock: Clock };

interface Remembered {
  /** Null until the search ends. A search that never ends must not hold up later ones. */
  earlier: Earlier | null;
  untilMs: number;
  /** Since the search began, newest first. */
  decided: readonly Request[];
}

/**
 * An older memory warns more often of what is unusual, and never less, because only approved requests make anything ordinary.
 * When more than `most` actions would be remembered, all are forgotten.
 */
export function rememberEarlier({ requests, clock }: MemoryDeps, most: number): EarlierMemory {
  const memory = new Map<string, Remembered>();
  const search = async (org: OrgId, actions: readonly ActionId[], known?: ReadonlyMap<RequestId, Request>) => {
    const untilMs = clock.nowMs() + REMEMBERED_MS;
    if (memory.size + actions.length > most) memory.clear();
    const begun = new Map(actions.map((action) => [action, { earlier: null, untilMs, decided: [] } as Remembered]));
    for (const [action, each] of begun) memory.set(nameOf(org, action), each);
    const found = await earlierRequests({ requests }, org, actions, Number.MAX_SAFE_INTEGER, known);
    for (const [action, each] of begun) each.earlier = found.get(action)!;
    return begun;
  };
  return {
    async of(org, actions, known = new Map()) {
      const nowMs = clock.nowMs();
      const current = actions.flatMap((action) => {
        const found = memory.get(nameOf(org, action));
        return found !== undefined && found.earlier !== null && nowMs < found.untilMs ? [[action, found] as const] : [];
      });
      const all = new Map(current);
      const missing = actions.filter((action) => !all.has(action));
      if (missing.length > 0) for (const [action, found] of await search(org, missing, known)) all.set(action, found);
      return new Map(
        [...all].map(([action, { earlier, decided }]) => [
          action,
          withLater(earlier!, [...decided, ...ofAction(known, action)]),
        ]),
      );
    },
    saw(request) {
      const found = memory.get(nameOf(request.org, request.action));
      if (found === undefined || isOpen(request)) return;
      found.decided = [request, ...found.decided.filter(({ id }) => id !== request.id)].slice(0, MOST_LOADED);
    },
  };
}

const ofAction = (known: ReadonlyMap<RequestId, Request>, action: ActionId): Request[] =>
  [...known.values()].filter((each) => each.action === action);

function withLater(earlier: Earlier, later: readonly Request[]): Earlier {
  const ids = new Set(later.map(({ id }) => id));
  return { ...earlier, requests: [...later, ...earlier.requests.filter(({ id }) => !ids.has(id))] };
}

const nameOf = (org: OrgId, action: ActionId): string => `${org}#${action}`;

/** The remarks about a request for its messages, compared with what an instance remembers of its action. */
export interface Habits {
  /** None after the verdict. Never fails, because the message itself is more important: it says that nothing was compared. */
  remarks(request: Request): Promise<readonly Remark[]>;
  /** Remembers what was decided since the last search. */
  saw(request: Request): void;
}

export type HabitDeps = CompareDeps & { readonly clock: Clock; readonly log: Log };

/** When this many actions are remembered, all are forgotten. */
const MOST_ACTIONS = 40;

/** An action costs one search in ten minutes, for each instance that sends messages. */
export function createHabits({ clock, log, requests, config }: HabitDeps): Habits {
  const memory = rememberEarlier({ clock, requests }, MOST_ACTIONS);
  const versionOf = remembered(clock, MOST_ACTIONS, (org: OrgId, action: ActionId, version: number) =>
    config.actionVersion(org, action, version),
  );
  return {
    async remarks(request) {
      if (!isOpen(request)) return [];
      const own = ownRemarks(request, null);
      if (isAdministrative(request)) return own;
      const { org, action } = request;
      try {
        const [earlier, version] = await Promise.all([
          memory.of(org, [action]),
          versionOf(org, action, request.policy.version),
        ]);
        return [...own, ...compared(request, earlier.get(action)!, version).remarks];
      } catch (error) {
        log.warn('earlier requests could not be compared', { request: request.id, error: errorName(error) });
        return [...own, { kind: 'not_read' }];
      }
    },
    saw: memory.saw,
  };
}
