/**
 * Edits the configuration: reads an item, or all that an edit makes, decides, and writes if nothing has changed since. After
 * a conflict, it reads and decides again.
 */

import type { Actor } from '../../../protocol/actor';
import { canonicalJson } from '../../../protocol/canonical-json';
import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { Clock } from '../../system/ports';
import type { ConfigStore } from '../ports';
import type { Journaled } from '../rules/items';

/** What every edit needs. */
export interface EditDeps {
  readonly clock: Clock;
  readonly config: ConfigStore;
}

/** The organization to edit, and who edits it. `by` is the actor of the audit entry. */
export interface Editor {
  readonly org: OrgId;
  readonly by: Actor;
}

type Edited = Journaled | readonly Journaled[];

export interface EditSteps<T extends Edited, E> {
  /** The read is strongly consistent. Null if there is no such item. */
  readonly load: () => Promise<T | null>;
  /** What to write (see `edited`), the same object if nothing changes, or the reason for a refusal. */
  readonly decide: (item: T) => Result<T, E>;
  readonly save: (item: T) => Promise<'saved' | 'conflict'>;
}

export type EditedMeanwhile = { readonly reason: 'edited_meanwhile' };
export type EditRefusal = { readonly reason: 'not_found' } | EditedMeanwhile;

const MAX_ATTEMPTS = 8;

/** Reads, decides and writes until a write gets through. */
export interface Loop<Base, Next, E> {
  readonly read: () => Promise<Base>;
  /** Null: nothing is written. */
  readonly decide: (base: Base) => Result<Next | null, E>;
  /** `refused`: it will not get through either if it is read again. */
  readonly save: (next: Next, attempt: number) => Promise<'saved' | 'conflict' | 'refused'>;
  /** Whether it is stored. A write whose answer was lost is sent again and conflicts with itself. */
  readonly isStored: (next: Next, base: Base) => boolean | Promise<boolean>;
}

/** What was written, or null if nothing changes, with what it was decided on. */
export async function untilWritten<Base, Next, E>(
  loop: Loop<Base, Next, E>,
): Promise<Result<{ readonly base: Base; readonly next: Next | null }, E | EditedMeanwhile>> {
  let attempted: Next | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const base = await loop.read();
    if (attempted !== null && (await loop.isStored(attempted, base))) return ok({ base, next: attempted });
    const decided = loop.decide(base);
    if (!decided.ok) return decided;
    if (decided.value === null) return ok({ base, next: null });
    attempted = decided.value;
    const saved = await loop.save(attempted, attempt);
    if (saved === 'saved') return ok({ base, next: attempted });
    if (saved === 'refused') break;
  }
  return err({ reason: 'edited_meanwhile' });
}

export function editConfig<T extends Edited, E>(
  edit: EditSteps<T, E> & { readonly load: () => Promise<T> },
): Promise<Result<T, E | EditedMeanwhile>>;
export function editConfig<T extends Edited, E>(edit: EditSteps<T, E>): Promise<Result<T, E | EditRefusal>>;
export async function editConfig<T extends Edited, E>(edit: EditSteps<T, E>): Promise<Result<T, E | EditRefusal>> {
  const written = await untilWritten<T | null, T, E | EditRefusal>({
    read: edit.load,
    decide: (item) => {
      if (item === null) return err({ reason: 'not_found' });
      const decided = edit.decide(item);
      return decided.ok && decided.value === item ? ok(null) : decided;
    },
    save: edit.save,
    isStored: (attempted, item) => item !== null && imageOf(item) === imageOf(attempted),
  });
  return written.ok ? ok(written.value.next ?? written.value.base!) : written;
}

/**
 * The stored item may lack recorded entries, which the check removes, and may contain the organization from its key.
 * Everything else is equal, including the time of the edit.
 */
export function imageOf(edited: Edited): string {
  const items: readonly (Journaled & { readonly org?: string })[] = 'length' in edited ? edited : [edited];
  const images = items.map(({ journal: _journal, org: _org, ...image }) => image);
  return canonicalJson(JSON.parse(JSON.stringify(images)));
}
