/**
 * For whom a request is read or run. A use case of `/v1` takes this instead of the organization, so that a handler cannot
 * forget what its API key is limited to.
 */

import type { ActionId, OrgId } from '../../../protocol/identifiers';

export interface Caller {
  readonly org: OrgId;
  /** The only actions whose requests exist for this caller. Null: every action of the organization. */
  readonly actions: readonly ActionId[] | null;
}

export const mayUse = ({ actions }: Pick<Caller, 'actions'>, action: ActionId): boolean =>
  actions === null || actions.includes(action);

/** People in the console, and the service itself. */
export const everyAction = (org: OrgId): Caller => ({ org, actions: null });
