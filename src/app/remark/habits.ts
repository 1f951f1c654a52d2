/** The remarks about a request for its messages, compared with what an instance remembers of its action. */
import { compared, type Earlier, MOST_LOADED } from '../../core/remark/compared';
import { ownRemarks } from '../../core/remark/own';
import type { Remark } from '../../core/remark/remark';
import { isAdministrative } from '../../core/request/administrative';
import { isOpen, type Request } from '../../core/request/request';
import type { ActionId, OrgId } from '../../protocol/identifiers';
import type { Clock, Log } from '../ports';
import { errorName } from '../support/error-name';
import { remembered } from '../support/remembered';
import { type CompareDeps, earlierRequests } from './compare';

export interface Habits {
  /** None after the verdict. Never fails, because the message itself is more important: it says that nothing was compared. */
  remarks(request: Request): Promise<readonly Remark[]>;
  /** Remembers what was decided since the last search. */
  saw(request: Request): void;
}

export type HabitDeps = CompareDeps & { readonly clock: Clock; readonly log: Log };

/** When this many actions are remembered, all are forgotten. */
const MOST_ACTIONS = 40;

/**
 * An action costs one search in ten minutes, for each instance that sends messages. An older memory warns more often, and never
 * less: only approved requests make anything ordinary.
 */
export function createHabits({ clock, log, requests, config }: HabitDeps): Habits {
  const decided = new Map<string, readonly Request[]>();
  const earlierOf = remembered(clock, MOST_ACTIONS, async (name): Promise<Earlier> => {
    const [org, action] = name.split('#') as [OrgId, ActionId];
    if (decided.size >= MOST_ACTIONS) decided.clear();
    decided.set(name, []);
    return (await earlierRequests({ requests }, org, [action], Number.MAX_SAFE_INTEGER)).get(action)!;
  });
  const versionOf = remembered(clock, MOST_ACTIONS, (name) => {
    const [org, action, version] = name.split('#') as [OrgId, ActionId, string];
    return config.actionVersion(org, action, Number(version));
  });
  return {
    async remarks(request) {
      if (!isOpen(request)) return [];
      const own = ownRemarks(request, null);
      if (isAdministrative(request)) return own;
      const name = nameOf(request);
      try {
        const [known, version] = await Promise.all([earlierOf(name), versionOf(`${name}#${request.policy.version}`)]);
        const since = decided.get(name) ?? [];
        const before = known.requests.filter((each) => !since.some(({ id }) => id === each.id));
        return [...own, ...compared(request, { ...known, requests: [...since, ...before] }, version).remarks];
      } catch (error) {
        log.warn('earlier requests could not be compared', { request: request.id, error: errorName(error) });
        return [...own, { kind: 'not_read' }];
      }
    },
    saw(request) {
      const known = decided.get(nameOf(request));
      if (known === undefined || isOpen(request)) return;
      decided.set(nameOf(request), [request, ...known.filter(({ id }) => id !== request.id)].slice(0, MOST_LOADED));
    },
  };
}

const nameOf = ({ org, action }: Request): string => `${org}#${action}`;
