/** What must hold when a change of the configuration is written at once, without a second admin. */
import type { Journaled } from '../../core/administration/config';
import type { WriteOptions } from '../ports';

export type WriteGuard =
  /** The caller is not subject to the rule: the set-up of an organization, and the administration command. */
  | { readonly rule: 'not_concerned' }
  /** The organization never had two enabled admins. The write checks it. */
  | { readonly rule: 'off' }
  /** The change makes things safer, judged from this revision of the item. From another one it could do more. */
  | { readonly rule: 'on'; readonly revision: number };

export const AT_ONCE: WriteGuard = { rule: 'not_concerned' };

export function isFromGuard(item: Journaled, guard: WriteGuard): boolean {
  return guard.rule !== 'on' || item.revision === guard.revision;
}

export function optionsOf(guard: WriteGuard): WriteOptions {
  return guard.rule === 'off' ? { whileRuleIsOff: true } : {};
}
