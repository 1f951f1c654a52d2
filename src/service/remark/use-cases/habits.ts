/** The remarks about a request for its messages, compared with what an instance remembers of its action. */

import type { ActionId, OrgId } from '../../../protocol/identifiers';
import { isAdministrative } from '../../request/rules/administrative';
import { isOpen, type Request } from '../../request/rules/request';
import { errorName } from '../../support/error-name';
import type { Clock, Log } from '../../system/ports';
import { remembered } from '../../system/remembered';
import { compared } from '../rules/compared';
import { ownRemarks } from '../rules/own';
import type { Remark } from '../rules/remark';
import type { CompareDeps } from './compare';
import { rememberEarlier } from './memory';

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
