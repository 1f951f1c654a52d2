/** A change of the configuration in one line: its subject and the difference. It is the title of the change's request. */
import { assertNever } from '../../protocol/result';
import type { Policy } from '../policy/policy';
import type { Base, BaseAction } from './change';
import { differenceLines, type PolicyField } from './differences';
import type { Edit } from './edits';
import { operatorLines } from './words';

export function headlineOf(edit: Edit, base: Base): string {
  switch (edit.kind) {
    case 'put_action':
      return policyHeadline(base.action, edit.policy);
    case 'create_operator':
      return `New ${edit.operator.role}: ${edit.operator.name}`;
    case 'update_operator':
      return headline(base.operator?.name ?? edit.id, operatorLines(base.operator, edit.patch));
    case 'send_sign_in_link':
      return `Sign-in link for ${base.operator?.name ?? edit.id}`;
    case 'create_key':
      return `New API key: ${edit.name}`;
    case 'rotate_key':
      return `Second token for the API key ${base.key?.name ?? edit.id}`;
    case 'reissue_code':
      return `New code for ${edit.seat}`;
    case 'set_changes_turn':
      return edit.turn === 'code' ? 'Approve changes with a code alone' : 'Approve changes with passkeys';
    default:
      return assertNever(edit);
  }
}

/** As people call them, where that is not the name of the field. */
const CALLED: ReadonlyMap<string, string> = new Map<PolicyField, string>([
  ['roster', 'operators asked'],
  ['quorum', 'keys needed'],
  ['minimum quorum', 'fewest keys'],
  ['maximum quorum', 'most keys'],
  ['a turn needs', 'a key takes'],
]);

function policyHeadline(base: BaseAction | null, policy: Omit<Policy, 'version'>): string {
  if (base === null || base.deletedAtMs !== null) return `New action: ${policy.title}`;
  const lines = differenceLines(base.policy, policy).map(
    ([field, text]) => [CALLED.get(field) ?? field, text] as const,
  );
  return headline(base.policy.title, lines);
}

function headline(subject: string, lines: readonly (readonly [field: string, text: string])[]): string {
  const [first, ...others] = lines;
  if (first === undefined) return `${subject}: no difference`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${subject}: ${first.join(' ')}${more}`;
}
