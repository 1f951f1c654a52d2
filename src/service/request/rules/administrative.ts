/** Requests that change the configuration of an organization (docs/decisions/four-eyes.md). */
import { ADMIN_ACTION as NAME } from '../../../protocol/change-request';
import type { ActionId } from '../../../protocol/identifiers';
import type { Request } from './request';

/** Action names with this prefix belong to the service. No organization can use them. */
export const SERVICE_ACTION_PREFIX = 'service.';

export const ADMIN_ACTION = NAME as ActionId;

/** Consumers never see such a request: it is not in /v1, in events or in the executable list. */
export function isAdministrative({ action }: { readonly action: string }): boolean {
  return action === ADMIN_ACTION;
}

/** Whether the request is an approved change that is not applied yet. */
export function isToApply(request: Request): boolean {
  return isAdministrative(request) && request.state === 'executing';
}
