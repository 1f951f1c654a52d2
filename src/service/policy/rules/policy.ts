/**
 * The policy of an action: who is asked, how many must agree, and in which mode (docs/design.md#policy-of-an-action).
 */
import type { MODES } from '../../../../generated/limits';
import type { Display } from '../../../protocol/display/display';
import type { ActionId, GroupId, OperatorId } from '../../../protocol/identifiers';
import type { Requirement } from '../../../protocol/requirements';

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

/** The fields of an operator that policies need. */
export interface RosterMember {
  readonly id: OperatorId;
  readonly enabled: boolean;
}
