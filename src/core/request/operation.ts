/**
 * What people read of an operation, wherever a request is named: its title, and a line for each param. Nothing here is
 * cleaned: who shows it does that (`protocol/visible-text.ts`).
 */
import type { Params, PolicySnapshot } from './request';

export interface Operation {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
}

/** The title is the one of the action's display. An action without a display has only its own title. */
export function operationOf({ policy, params }: { policy: Pick<PolicySnapshot, 'title'>; params: Params }): Operation {
  return { title: policy.title, lines: Object.entries(params).map(([name, value]) => ({ name, value })) };
}
