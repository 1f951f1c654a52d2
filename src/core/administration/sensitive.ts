/**
 * Decides which changes wait for a second admin. A change that only makes things safer must not wait
 * (docs/decisions/four-eyes.md). A change that also does anything else waits.
 */
import { assertNever } from '../../protocol/result';
import type { Policy } from '../policy/policy';
import type { Base, BaseAction } from './change';
import { type ApiKey, type ApiKeyPatch, changedFields, type Operator, type OperatorPatch } from './config';
import { differUnseen, type PolicyField, policyDifferences, requiresAsMuch } from './differences';
import type { Edit } from './edits';

export function isSensitive(edit: Edit, base: Base): boolean {
  switch (edit.kind) {
    case 'put_action':
      return isSensitivePolicy(base.action ?? null, edit.policy);
    case 'update_operator':
      return base.operator == null || !onlyTakesAway(base.operator, edit.patch);
    case 'update_key':
      return isSensitiveKey(base.key ?? null, edit);
    case 'set_changes_turn':
      return edit.turn === 'code';
    case 'set_mailed_links':
      return edit.allowed;
    // Without a provider, sign-in links by mail are no longer forbidden.
    case 'set_identity_provider':
      return edit.provider !== null || base.identityProvider?.provider?.forbidsMailLinks === true;
    case 'put_group':
    case 'create_operator':
    case 'invite_operators':
    case 'send_sign_in_link':
    case 'connect_identity':
    case 'create_key':
    case 'rotate_key':
    case 'rename_organization':
    // A new code unlocks a seat and allows five more guesses.
    case 'reissue_code':
      return true;
    default:
      return assertNever(edit);
  }
}

/** A named holder can hide from the powers of people that anybody has the key (docs/decisions/powers.md). */
function isSensitiveKey(key: ApiKey | null, { maxOpen, holder }: ApiKeyPatch): boolean {
  const raises = maxOpen !== undefined && (maxOpen ?? Infinity) > (key?.maxOpen ?? Infinity);
  return raises || (holder !== undefined && holder !== (key?.holder ?? null));
}

/** Creating an action is sensitive, even if a deleted action had the same name. */
function isSensitivePolicy(base: BaseAction | null, policy: Omit<Policy, 'version'>): boolean {
  if (base === null || base.deletedAtMs !== null) return true;
  return differUnseen(base.policy, policy) || loosenedFields(base.policy, policy).length > 0;
}

export function loosenedFields(before: Policy, after: Omit<Policy, 'version'>): PolicyField[] {
  return policyDifferences(before, after).filter((field) => !makesSafer(field, before, after));
}

function makesSafer(field: PolicyField, before: Policy, after: Omit<Policy, 'version'>): boolean {
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

/** True if the edit only disables or demotes. */
function onlyTakesAway(operator: Operator, patch: OperatorPatch): boolean {
  return changedFields(operator, patch).every(
    (field) => (field === 'enabled' && patch.enabled === false) || (field === 'role' && patch.role === 'operator'),
  );
}
