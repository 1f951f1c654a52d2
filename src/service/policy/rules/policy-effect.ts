/** What an edit of a policy does to the protection of its action. If in doubt, it reports lower protection. */
import { canonicalJson } from '../../../protocol/canonical-json';
import { assertNever } from '../../../protocol/result';
import { EFFECTS, type Effect } from '../../configuration/rules/declaration';
import { differUnseen, type PolicyField, policyDifferences, requiresAsMuch } from './differences';
import { type Draft, MODE_RULES, type Policy } from './policy';

/** The fields in which the policy may require less than before. */
export function loosenedFields(before: Policy, after: Draft): PolicyField[] {
  return policyDifferences(before, after).filter((field) => !makesSafer(field, before, after));
}

function makesSafer(field: PolicyField, before: Policy, after: Draft): boolean {
  switch (field) {
    case 'quorum':
      return after.quorum.default > before.quorum.default;
    case 'minimum quorum':
      return after.quorum.min > before.quorum.min;
    case 'requirements':
      return requiresAsMuch(before, after);
    case 'self approval':
      return after.denySelfApproval;
    case 'required params':
      return before.requiredParams.every((param) => after.requiredParams.includes(param));
    case 'time to live':
      return after.ttlSeconds < before.ttlSeconds;
    default:
      return false;
  }
}

export function policyEffect(before: Policy, after: Draft): Effect | null {
  if (differUnseen(before, after)) return 'lowers';
  const effects = policyDifferences(before, after).map((field) => fieldEffect(field, before, after));
  return EFFECTS.find((effect) => effects.includes(effect)) ?? null;
}

/** The field after which `policyEffect` names the change. Null if no field differs. */
export function heaviestField(before: Policy, after: Draft): PolicyField | null {
  const effect = policyEffect(before, after);
  return policyDifferences(before, after).find((field) => fieldEffect(field, before, after) === effect) ?? null;
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
