/** A policy while it is edited, with every field as its control has it. The service says what is wrong. */

import { LIMITS } from '../../../generated/limits';
import { type DisplayDraft, displayDraftOf, displayOfDraft, NO_DISPLAY } from './display-draft';
import type { Mode } from './policy-words';
import type { Schemas } from './schemas';

export interface ConditionDraft {
  readonly key: number;
  readonly param: string;
  readonly op: Schemas['RuleCondition']['op'];
  /** One value; for `in`, one to a line. */
  readonly value: string;
}

export interface RuleDraft {
  readonly key: number;
  readonly when: readonly ConditionDraft[];
  readonly quorum: string;
  readonly requires: readonly RequirementDraft[];
}

export interface RequirementDraft {
  readonly group: string;
  readonly keys: string;
}

export interface PolicyDraft {
  readonly title: string;
  readonly roster: readonly string[];
  readonly quorumDefault: string;
  readonly quorumMin: string;
  readonly quorumMax: string;
  readonly selectable: boolean;
  readonly requires: readonly RequirementDraft[];
  readonly mode: Mode;
  readonly coincidenceSeconds: string;
  readonly turn: Schemas['TurnNeeds'];
  readonly denySelfApproval: boolean;
  readonly requiredParams: string;
  readonly rules: readonly RuleDraft[];
  readonly ttlMinutes: string;
  /** Empty: no limit. */
  readonly maxOpen: string;
  readonly integration: string;
  readonly display: DisplayDraft;
}

let keys = 0;

export const EMPTY_DRAFT: PolicyDraft = {
  title: '',
  roster: [],
  quorumDefault: '1',
  quorumMin: '1',
  quorumMax: '1',
  selectable: false,
  requires: [],
  mode: 'independent',
  coincidenceSeconds: String(LIMITS.coincidenceSeconds.default),
  turn: 'code',
  denySelfApproval: true,
  requiredParams: '',
  rules: [],
  ttlMinutes: String(LIMITS.ttlSeconds.default / 60),
  maxOpen: '',
  integration: '',
  display: NO_DISPLAY,
};

export function newCondition(): ConditionDraft {
  keys += 1;
  return { key: keys, param: '', op: 'eq', value: '' };
}

export function newRule(): RuleDraft {
  keys += 1;
  return { key: keys, when: [newCondition()], quorum: '2', requires: [] };
}

export function draftOf(action: Schemas['Action']): PolicyDraft {
  return {
    title: action.title,
    roster: action.roster,
    quorumDefault: String(action.quorum.default),
    quorumMin: String(action.quorum.min),
    quorumMax: String(action.quorum.max),
    selectable: action.quorum.selectable,
    requires: requirementDrafts(action.requires),
    mode: action.mode,
    coincidenceSeconds: String(action.coincidence_seconds),
    turn: action.turn,
    denySelfApproval: action.deny_self_approval,
    requiredParams: action.required_params.join('\n'),
    rules: action.param_rules.map(({ when, quorum, requires = [] }) => ({
      ...newRule(),
      when: when.map(({ param, op, value }) => ({
        ...newCondition(),
        param,
        op,
        value: Array.isArray(value) ? value.join('\n') : (value ?? ''),
      })),
      quorum: String(quorum),
      requires: requirementDrafts(requires),
    })),
    ttlMinutes: String(action.ttl_seconds / 60),
    maxOpen: action.max_open === null ? '' : String(action.max_open),
    integration: action.integration ?? '',
    display: displayDraftOf(action.display),
  };
}

export function policyOfDraft(draft: PolicyDraft): Schemas['PolicyBody'] {
  return {
    title: draft.title.trim(),
    roster: [...draft.roster],
    quorum: quorumOf(draft),
    requires: draft.requires.map(requirementOf),
    mode: draft.mode,
    coincidence_seconds: Number(draft.coincidenceSeconds),
    turn: draft.turn,
    deny_self_approval: draft.denySelfApproval,
    required_params: linesOf(draft.requiredParams),
    param_rules: draft.rules.map(({ when, quorum, requires }) => ({
      when: when.map(conditionOf),
      quorum: Number(quorum),
      ...(requires.length === 0 ? {} : { requires: requires.map(requirementOf) }),
    })),
    ttl_seconds: Math.round(Number(draft.ttlMinutes) * 60),
    max_open: draft.maxOpen.trim() === '' ? null : Number(draft.maxOpen),
    integration: draft.integration === '' ? null : draft.integration,
    display: displayOfDraft(draft.display),
  };
}

/**
 * If no program selects a number, the bounds have no effect and the form does not show them. They then follow the fields
 * that are shown, so that the service refuses nothing because of a hidden number.
 */
function quorumOf({ quorumDefault, quorumMin, quorumMax, selectable, rules, roster }: PolicyDraft) {
  const [needed, min, max] = [Number(quorumDefault), Number(quorumMin), Number(quorumMax)];
  if (selectable) return { default: needed, min, max, selectable };
  const least = Math.min(needed, min, ...rules.map(({ quorum }) => Number(quorum)));
  // How many people a group has is not known here.
  const most = roster.some((id) => id.startsWith('grp_')) ? max : roster.length;
  return { default: needed, min: Math.max(1, least), max: Math.max(needed, Math.min(max, most)), selectable };
}

const requirementDrafts = (requires: readonly Schemas['Requirement'][]): RequirementDraft[] =>
  requires.map(({ group, keys }) => ({ group, keys: String(keys) }));

const requirementOf = ({ group, keys }: RequirementDraft): Schemas['Requirement'] => ({ group, keys: Number(keys) });

function conditionOf({ param, op, value }: ConditionDraft): Schemas['RuleCondition'] {
  if (op === 'present') return { param, op };
  return { param, op, value: op === 'in' ? value.split('\n').filter((line) => line !== '') : value };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
