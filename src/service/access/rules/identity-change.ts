/** Somebody else changed whose account an operator's is, so the operator's seats in open requests are struck. */

import { type Actor, isBy } from '../../../protocol/actor';
import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import type { How } from '../../configuration/rules/declaration';
import { edited, type Operator } from '../../configuration/rules/items';

export const IDENTITY_CHANGE_ENTRIES = {
  // The entry of what was done to the account tells people.
  'operator.identity_changed': {
    audience: null,
    told: ({ subject }) => said`How the operator ${named('operator', subject)} signs in was changed.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** An operator's own changes strike no seat. */
export function identityChange({ id }: Operator, by: Actor, at: number): Partial<Operator> {
  return isBy(by, id) ? {} : { identityChangedAtMs: at };
}

export function identityChanged(
  operator: Operator,
  what: string,
  { at, by, entry }: Pick<How<'operator.identity_changed'>, 'at' | 'by' | 'entry'>,
): Operator {
  const changed = entry('operator.identity_changed', operator.id, { changed: [what] });
  return edited<Operator>(operator, identityChange(operator, by, at), [changed]);
}
