/**
 * Makes an edit of the configuration: reads what it declares, decides, and writes if nothing has changed since. After a
 * conflict, it reads and decides again. Only the guard, the door for set-up and the collecting of a token call it.
 */

import {
  type AnyEdit,
  baseFrom,
  type Declared,
  declared,
  type EditKind,
  type EditOf,
  type ItemOf,
  type RefusalOf,
  type WrittenBy,
} from '../../core/administration/edits';
import type { AuditData } from '../../core/audit/chain';
import {
  type BaseOf,
  howOf,
  type Reads,
  type Refusal,
  type Rule,
  type Write,
} from '../../core/configuration/declaration';
import type { Journaled } from '../../core/configuration/items';
import type { RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Clock, Permit } from '../ports';
import { type EditedMeanwhile, type Editor, imageOf, untilWritten } from './edit-config';
import { OUTSIDE, type OutsideDeps, type RefusedOutside, type ValueOutside } from './outside';
import { type Intersection, type ReadDeps, readBase } from './readers';
import { type WriterDeps, writerOf } from './writers';

interface LoopDeps {
  readonly clock: Clock;
}

/** What reading, deciding and writing edits of these kinds needs. */
type WriteDeps<Kind extends EditKind> = LoopDeps & ReadDeps<Kind> & Intersection<WriterDeps<WrittenBy<Kind>>>;

export type MakeDeps<Kind extends EditKind> = WriteDeps<Kind> & Intersection<OutsideDeps<Kind>>;

/** The value of an edit that was made. */
export type Made<Kind extends EditKind> = ValueOutside<Kind, ItemOf<Kind>>;
export type MakeRefusal<Kind extends EditKind> =
  | RefusalOf<Kind>
  | RefusedOutside<Kind>
  // A new endpoint has an id that nobody else can have.
  | (Kind extends 'create_endpoint' ? never : EditedMeanwhile);

type MakeEdit = <Kind extends EditKind>(
  deps: MakeDeps<Kind>,
  editor: Editor,
  edit: EditOf<Kind>,
  permit: Permit,
  /** The approved change whose requester collects what the edit gives. */
  change?: RequestId,
) => Promise<Result<Made<Kind>, MakeRefusal<Kind>>>;

export const makeEdit = makeAny as unknown as MakeEdit;

async function makeAny(
  deps: never,
  editor: Editor,
  edit: AnyEdit,
  permit: Permit,
  change: RequestId | null = null,
): Promise<Result<unknown, Refusal>> {
  const { before, after } = OUTSIDE[edit.kind] ?? {};
  const made = before === undefined ? ok(null) : await before(deps, editor, edit, change);
  if (!made.ok) return made;
  const more: AuditData = change === null ? {} : { change };
  const written = await writeAny(deps, editor, edit, permit, { made: made.value, more });
  if (!written.ok || after === undefined) return written;
  return after(deps, editor, edit, { item: written.value, made: made.value, permit });
}

type WriteEdit = <Kind extends EditKind>(
  deps: WriteDeps<Kind>,
  editor: Editor,
  edit: EditOf<Kind>,
  permit: Permit,
  /** What the decision takes the permit for. */
  rule?: Rule,
) => Promise<Result<ItemOf<Kind>, RefusalOf<Kind> | EditedMeanwhile>>;

/** Makes an edit without what follows outside of the item. */
export const writeEdit = ((deps: never, editor: Editor, edit: AnyEdit, permit: Permit, rule = permit.rule) =>
  writeAny(deps, editor, edit, permit, { made: null, more: {}, rule })) as unknown as WriteEdit;

interface Around {
  /** What was made outside before. */
  readonly made: unknown;
  /** Added to the data of the audit entries. */
  readonly more: AuditData;
  readonly rule?: Rule;
}

async function writeAny(
  deps: LoopDeps,
  editor: Editor,
  edit: AnyEdit,
  permit: Permit,
  { made, more, rule = permit.rule }: Around,
): Promise<Result<unknown, Refusal>> {
  const { org } = editor;
  const declaration = declared(edit);
  const how = howOf(editor, deps.clock.nowMs(), rule, more, made);
  let item: unknown = null;
  let writing: ReturnType<ReturnType<typeof writerOf>> | null = null;
  const written = await untilWritten<BaseOf<Reads>, Write, Refusal>({
    read: () => readBase(deps, org, declaration.reads(edit, made)),
    decide: (base) => {
      if (!isJudgedFrom(declaration, base, permit)) return err({ reason: 'edited_meanwhile' });
      const decided = declaration.decide(base, edit, how);
      if (!decided.ok) return decided;
      item = decided.value.item;
      return ok(decided.value.kind === 'nothing' ? null : decided.value);
    },
    save: (next, attempt) => {
      writing ??= writerOf(next.kind)(deps, org, permit);
      return writing.save(next, attempt);
    },
    isStored: async (next) => {
      const stored = (await writing?.stored(next)) ?? null;
      return stored !== null && imageOf(stored) === imageOf(next.item as Journaled | readonly Journaled[]);
    },
  });
  return written.ok ? ok(item) : written;
}

/** False if the permit for a safer edit was decided on another revision: on this one, the edit could do more. */
function isJudgedFrom(declaration: Declared, base: object, { rule, revision }: Permit): boolean {
  if (rule !== 'safer' || revision === null) return true;
  return (declaration.seen?.(baseFrom(base))?.revision ?? 0) === revision;
}
