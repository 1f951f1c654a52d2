/**
 * Edits the configuration: reads an item, or all that an edit makes, decides, and writes if nothing has changed since. After
 * a conflict, it reads and decides again.
 */
import type { Journaled } from '../../core/administration/config';
import { canonicalJson } from '../../protocol/canonical-json';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Clock, ConfigStore, Permit } from '../ports';

/** What every edit needs. */
export interface EditDeps {
  readonly clock: Clock;
  readonly config: ConfigStore;
}

/** The organization to edit, and who edits it. `by` is the actor of the audit entry. */
export interface Editor {
  readonly org: OrgId;
  readonly by: string;
}

type Edited = Journaled | readonly Journaled[];

export interface Edit<T extends Edited, E> {
  /** The read is strongly consistent. Null if there is no such item. */
  readonly load: () => Promise<T | null>;
  /** What to write (see `edited`), the same object if nothing changes, or the reason for a refusal. */
  readonly decide: (item: T) => Result<T, E>;
  readonly save: (item: T) => Promise<'saved' | 'conflict'>;
}

export type EditedMeanwhile = { readonly reason: 'edited_meanwhile' };
export type EditRefusal = { readonly reason: 'not_found' } | EditedMeanwhile;

/** False if the permit for a safer edit was decided on another revision: on this one, the edit could do more. */
export function isJudgedFrom(item: Journaled, { rule, revision }: Permit): boolean {
  return rule !== 'safer' || revision === null || item.revision === revision;
}

const MAX_ATTEMPTS = 4;

export function editConfig<T extends Edited, E>(
  edit: Edit<T, E> & { readonly load: () => Promise<T> },
): Promise<Result<T, E | EditedMeanwhile>>;
export function editConfig<T extends Edited, E>(edit: Edit<T, E>): Promise<Result<T, E | EditRefusal>>;
export async function editConfig<T extends Edited, E>(edit: Edit<T, E>): Promise<Result<T, E | EditRefusal>> {
  let attempted: T | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const item = await edit.load();
    if (item === null) return err({ reason: 'not_found' });
    // A write whose answer was lost is sent again and conflicts with itself. The edit has been made.
    if (attempted !== null && imageOf(item) === imageOf(attempted)) return ok(attempted);
    const decided = edit.decide(item);
    if (!decided.ok || decided.value === item) return decided;
    attempted = decided.value;
    if ((await edit.save(attempted)) === 'saved') return ok(attempted);
  }
  return err({ reason: 'edited_meanwhile' });
}

/**
 * The stored item may lack recorded entries, which the check removes, and may contain the organization from its key.
 * Everything else is equal, including the time of the edit.
 */
function imageOf(edited: Edited): string {
  const items: readonly (Journaled & { readonly org?: string })[] = 'length' in edited ? edited : [edited];
  const images = items.map(({ journal: _journal, org: _org, ...image }) => image);
  return canonicalJson(JSON.parse(JSON.stringify(images)));
}
