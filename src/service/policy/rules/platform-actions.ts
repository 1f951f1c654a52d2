/**
 * Platform actions. Only the deployment declares them, each together with its integration; an organization enables them.
 * An action that an organization defines never has an integration (docs/contract.md).
 */
import type { Policy } from './policy';

/** The integration of each platform action. */
export type PlatformActions = ReadonlyMap<string, string>;

/**
 * The policy as it applies now. A stored policy may name an integration that the deployment no longer declares for this
 * action. That integration is not called.
 */
export function asDeclared<P extends Pick<Policy, 'id' | 'integration'>>(
  policy: P,
  platformActions: PlatformActions,
): P {
  return isDeclared(platformActions, policy.id, policy.integration) ? policy : { ...policy, integration: null };
}

/** Whether the action may have this integration. Null (no integration) is always allowed. */
export function isDeclared(platformActions: PlatformActions, action: string, integration: string | null): boolean {
  return integration === null || platformActions.get(action) === integration;
}
