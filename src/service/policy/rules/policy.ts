/**
 * The policy of an action: who is asked, how many must agree, and in which mode (docs/design.md#policy-of-an-action).
 * How it is stored, what each mode means, and which integration a platform action may have.
 */

import type { MODES } from '../../../../generated/limits';
import type { Display } from '../../../protocol/display/display';
import type { ActionId, GroupId, OperatorId } from '../../../protocol/identifiers';
import type { Requirement } from '../../../protocol/requirements';
import type { Journaled } from '../../configuration/rules/items';

export type RuleOp = 'eq' | 'ne' | 'in' | 'prefix' | 'gt' | 'gte' | 'lt' | 'lte' | 'present';

/** What is needed to turn a key: only the code, or also a signature by the operator's passkey. */
export type TurnNeeds = 'code' | 'code_and_passkey';

/** How close in time the turns of a quorum must be, as listed in the console's OpenAPI document. */
export type Mode = (typeof MODES)[number];

export interface Condition {
  readonly param: string;
  readonly op: RuleOp;
  /** A list for `in`, absent for `present`, otherwise one string. */
  readonly value?: string | readonly string[];
}

export interface ParamRule {
  /** All conditions must hold. */
  readonly when: readonly Condition[];
  readonly quorum: number;
  /** Requirements that the rule adds. Absent means none. */
  readonly requires?: readonly Requirement[];
}

export interface Policy {
  readonly id: ActionId;
  /** Starts at 1. Every edit adds one. */
  readonly version: number;
  readonly title: string;
  readonly roster: readonly (OperatorId | GroupId)[];
  readonly quorum: {
    readonly default: number;
    readonly min: number;
    readonly max: number;
    readonly selectable: boolean;
  };
  /** Keys that members of groups must turn, beside the quorum. Absent means none. */
  readonly requires?: readonly Requirement[];
  readonly mode: Mode;
  readonly coincidenceSeconds: number;
  readonly denySelfApproval: boolean;
  readonly requiredParams: readonly string[];
  readonly paramRules: readonly ParamRule[];
  readonly ttlSeconds: number;
  /** How many requests of the action may be open at once. Null means no limit. */
  readonly maxOpen: number | null;
  readonly turn: TurnNeeds;
  /** For platform actions, the integration to call once. The deployment declares it. */
  readonly integration: string | null;
  /** How its requests are shown. Null: by their params as they were sent. */
  readonly display: Display | null;
}

/** A policy that is not saved: the edit that saves it gives the version. */
export type Draft = Omit<Policy, 'version'>;

/** The fields of an operator that policies need. */
export interface RosterMember {
  readonly id: OperatorId;
  readonly enabled: boolean;
}

/** A policy as stored. Deleted actions stay, so that their version numbers continue. */
export interface StoredPolicy extends Journaled {
  readonly policy: Policy;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

/**
 * The properties of each mode of a quorum, except how its turns are judged. A new mode does not compile until it is
 * listed here.
 */
interface ModeRules {
  /** True if all keys of a round must be turned within a short time, so that a code must not wait for a combined mail. */
  readonly isHurried: boolean;
  /** A change to a mode with a higher number raises protection, and any other change of the mode lowers it. */
  readonly strictness: number;
}

export const MODE_RULES: Readonly<Record<Mode, ModeRules>> = {
  independent: { isHurried: false, strictness: 0 },
  coincident: { isHurried: true, strictness: 1 },
};

/**
 * The integration of each platform action. Only the deployment declares them; an organization enables them. An action
 * that an organization defines never has an integration (docs/contract.md).
 */
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
