import type { Effect } from '../../configuration/rules/declaration';
import type { Scope } from '../../configuration/rules/items';

/** Reading alone neither asks people for anything nor runs what they approve. Null: a key that is not known. */
export const accessOf = (key: { readonly scopes: readonly Scope[] } | null): Effect | null =>
  key === null || key.scopes.some((scope) => scope !== 'read') ? 'gives_access' : null;
