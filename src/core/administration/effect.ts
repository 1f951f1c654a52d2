/**
 * Tells the people who approve a change of the configuration how it affects approvals. If in doubt, it reports lower
 * protection: a change must never look safer than it is.
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { assertNever } from '../../protocol/result';
import { MODE_RULES } from '../policy/modes';
import type { Policy } from '../policy/policy';
import type { Base } from './change';
import { differUnseen, type PolicyField, policyDifferences, requiresAsMuch } from './differences';
import type { Edit } from './edits';

/** Heaviest first. A change with several effects is named after the heaviest. */
const EFFECTS = ['lowers', 'changes_who', 'raises'] as const;
export type Effect = (typeof EFFECTS)[number];

type Draft = Omit<Policy, 'version'>;

/** Null if the change does not concern approvals. */
export function effectOf(edit: Edit, { action, operator }: Base): Effect | null {
  switch (edit.kind) {
    case 'put_action':
      return action == null || action.deletedAtMs !== null ? null : policyEffect(action.policy, edit.policy);
    case 'update_operator':
      return Object.keys(edit.patch).some((field) => field !== 'name' && field !== 'samePerson') || operator == null
        ? 'changes_who'
        : null;
    case 'put_group':
    case 'create_operator':
    case 'invite_operators':
    // Anyone who has the link can act as the operator.
    case 'send_sign_in_link':
    case 'connect_identity':
    // Who controls the provider decides who can sign in.
    case 'set_identity_provider':
      return 'changes_who';
    case 'set_changes_turn':
      return edit.turn === 'code' ? 'lowers' : 'raises';
    case 'set_mailed_links':
      return edit.allowed ? 'lowers' : 'raises';
    // A new code unlocks a seat and allows five more guesses.
    case 'reissue_code':
      return 'lowers';
    case 'create_key':
    case 'update_key':
    case 'rotate_key':
    case 'rename_organization':
      return null;
    default:
      return assertNever(edit);
  }
}

function policyEffect(before: Policy, after: Draft): Effect | null {
  if (differUnseen(before, after)) return 'lowers';
  const effects = policyDifferences(before, after).map((field) => fieldEffect(field, before, after));
  return EFFECTS.find((effect) => effects.includes(effect)) ?? null;
}

function fieldEffect(field: PolicyField, before: Policy, after: Draft): Effect | null {
  switch (field) {
    case 'title':
      return null;
    case 'roster':
      return 'changes_who';
    case 'quorum':
      return raisesIf(after.quorum.default > before.quorum.default);
    case 'minimum quorum':
      return raisesIf(after.quorum.min > before.quorum.min);
    case 'maximum quorum':
      return raisesIf(after.quorum.max > before.quorum.max);
    case 'proposer selects the quorum':
      return raisesIf(!after.quorum.selectable);
    case 'requirements':
      return raisesIf(requiresAsMuch(before, after));
    case 'a turn needs':
      return raisesIf(after.turn === 'code_and_passkey');
    case 'mode':
      return raisesIf(MODE_RULES[after.mode].strictness > MODE_RULES[before.mode].strictness);
    case 'coincidence window':
      return raisesIf(after.coincidenceSeconds < before.coincidenceSeconds);
    case 'self approval':
      return raisesIf(after.denySelfApproval);
    case 'required params':
      return raisesIf(before.requiredParams.every((param) => after.requiredParams.includes(param)));
    case 'rules':
      return raisesIf(onlyAddsStricterRules(before, after));
    case 'time to live':
      return raisesIf(after.ttlSeconds < before.ttlSeconds);
    case 'open requests at most':
      return raisesIf((after.maxOpen ?? Infinity) < (before.maxOpen ?? Infinity));
    // A new integration changes what runs after the last key. It can do more than the old one.
    case 'integration':
      return raisesIf(after.integration === null);
    // People approve what they read.
    case 'display':
      return 'lowers';
    default:
      return assertNever(field);
  }
}

const raisesIf = (isStricter: boolean): Effect => (isStricter ? 'raises' : 'lowers');

/** A rule can also require fewer keys than the policy without it. */
function onlyAddsStricterRules(before: Policy, after: Draft): boolean {
  const known = new Set(before.paramRules.map((rule) => canonicalJson(JSON.parse(JSON.stringify(rule)))));
  const kept = after.paramRules.map((rule) => canonicalJson(JSON.parse(JSON.stringify(rule))));
  const added = after.paramRules.filter((_, index) => !known.has(kept[index] ?? ''));
  return [...known].every((rule) => kept.includes(rule)) && added.every((rule) => rule.quorum >= after.quorum.default);
}
