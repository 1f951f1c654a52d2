/**
 * Makes an edit of the configuration: reads what it declares, decides, and writes if nothing has changed since. After a
 * conflict, it reads and decides again. Only the guard, the door for set-up and the collecting of a token call it.
 */

import type { RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import * as access from '../../access/use-cases/edits';
import * as ceremony from '../../ceremony/use-cases/edits';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import { takeSeatsOut } from '../../ceremony/use-cases/take-seats-out';
import * as chat from '../../chat/use-cases/edits';
import type { Permit } from '../../configuration/ports';
import {
  type Bound,
  type EditDecision,
  type FoundItems,
  type HowAsked,
  howOf,
  type PermitRule,
  type Refusal,
  type Write,
} from '../../configuration/rules/declaration';
import type { Journaled } from '../../configuration/rules/items';
import {
  type EditDeps,
  type EditedMeanwhile,
  type Editor,
  imageOf,
  untilWritten,
} from '../../configuration/use-cases/edit-config';
import type { Occasion, WriteBound, Writing } from '../../configuration/use-cases/parts-of-edits';
import * as configuration from '../../configuration/use-cases/parts-of-edits';
import * as delivery from '../../delivery/use-cases/edits';
import * as policy from '../../policy/use-cases/edits';
import type { Clock } from '../../system/ports';
import {
  type AnyEdit,
  bound,
  type EditBy,
  type EditKind,
  type EditOf,
  type ItemOf,
  type RefusalOf,
  type WriteBy,
} from '../rules/edits';
import { type Intersection, type ReadDeps, readBase } from './read-base';

const WRITERS = [
  ...configuration.writers(),
  ...access.writers(),
  ...policy.writers(),
  ...ceremony.writers(),
  ...chat.writers(),
  ...delivery.writers(),
] as const;

/** What edits do outside of the items that they write. The others only write. */
const OUTSIDE = { ...access.OUTSIDE, ...ceremony.OUTSIDE, ...chat.OUTSIDE, ...delivery.OUTSIDE };
type OutsideKind = keyof typeof OUTSIDE;

type Writers = { readonly [Each in (typeof WRITERS)[number] as Each['kind']]: Each };
/** What the writers of these kinds need. Without a writer that takes the item, no caller compiles. */
type WriterDeps<W extends Write> = W extends unknown
  ? W['kind'] extends keyof Writers
    ? W extends Parameters<NonNullable<Writers[W['kind']]['takes']>>[0]
      ? Parameters<Writers[W['kind']]['open']>[0]
      : { readonly writer: W }
    : { readonly writer: W }
  : never;

type Make<Kind extends EditKind> = Kind extends OutsideKind ? (typeof OUTSIDE)[Kind]['make'] : never;
type Answer<Kind extends EditKind> = Awaited<ReturnType<Make<Kind>>>;

/**
 * The edits after which operators may have lost seats in open requests. After the answer, no verdict can count on them,
 * because every command removes lost seats before it decides. The oldest requests show this at once.
 */
const STRIKES = {
  send_sign_in_link: () => true,
  connect_identity: () => true,
  // A demoted admin loses seats in changes of the configuration; a changed address strikes all seats.
  update_operator: ({ patch }) => patch.enabled === false || patch.role === 'operator' || patch.email !== undefined,
} satisfies { readonly [Kind in EditKind]?: (edit: EditOf<Kind>) => boolean };

type StrikingKind = keyof typeof STRIKES;

/** How many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

/** What reading, deciding and writing edits of these kinds needs. */
type WriteDeps<Kind extends EditKind> = { readonly clock: Clock } & ReadDeps<Kind> &
  Intersection<{ [Each in Kind]: WriterDeps<WriteBy<Each>> }[Kind]>;

export type MakeDeps<Kind extends EditKind> = WriteDeps<Kind> &
  Intersection<
    | { [Each in Kind]: Each extends OutsideKind ? Parameters<Make<Each>>[0] : never }[Kind]
    | { [Each in Kind]: Each extends StrikingKind ? CommandDeps & EditDeps : never }[Kind]
  >;

/** The value of an edit that was made: what comes after, or else the written item. */
export type Made<Kind extends EditKind> = {
  [Each in Kind]: Each extends OutsideKind ? Extract<Answer<Each>, { readonly ok: true }>['value'] : ItemOf<Each>;
}[Kind];
type AnyRefusal<Kind extends EditKind> = {
  [Each in Kind]: Each extends OutsideKind
    ? Extract<Answer<Each>, { readonly ok: false }>['error']
    : RefusalOf<Each> | EditedMeanwhile;
}[Kind];
export type MakeRefusal<Kind extends EditKind> = {
  // A new endpoint has an id that nobody else can have.
  [Each in Kind]: Each extends 'create_endpoint' ? Exclude<AnyRefusal<Each>, EditedMeanwhile> : AnyRefusal<Each>;
}[Kind];

/** `change`: the approved change whose requester collects what the edit gives. */
export async function makeEdit<Kind extends EditKind>(
  deps: MakeDeps<Kind>,
  editor: Editor,
  edit: EditOf<Kind>,
  permit: Permit,
  change?: RequestId,
): Promise<Result<Made<Kind>, MakeRefusal<Kind>>>;
export async function makeEdit(
  deps: MakeDeps<EditKind>,
  editor: Editor,
  edit: AnyEdit,
  permit: Permit,
  change: RequestId | null = null,
): Promise<Result<unknown, Refusal>> {
  const write: WriteBound = async (declared) => {
    // The time of the write: what is made before it can take seconds.
    const how = howOf(editor, deps.clock.nowMs(), permit.rule, change === null ? {} : { change });
    const written = await writeBound(deps, editor, declared, permit, how);
    if (written.ok && mayStrike(edit) && strikes(edit)) await takeSeatsOut(deps, editor.org, SETTLED_AT_ONCE);
    return written;
  };
  if (isOutside(edit)) return makeOutside(deps, { editor, edit, permit, change }, write);
  const written = await write(bound(edit));
  return written.ok ? ok(written.value.item) : written;
}

/** Makes an edit without what it does outside of the item. `rule`: what the decision takes the permit for. */
export async function writeEdit<Kind extends EditKind>(
  deps: WriteDeps<Kind>,
  editor: Editor,
  edit: EditOf<Kind>,
  permit: Permit,
  rule?: PermitRule,
): Promise<Result<ItemOf<Kind>, RefusalOf<Kind> | EditedMeanwhile>>;
export async function writeEdit(
  deps: WriteDeps<EditKind>,
  editor: Editor,
  edit: AnyEdit,
  permit: Permit,
  rule: PermitRule = permit.rule,
): Promise<Result<unknown, Refusal>> {
  const written = await writeBound(deps, editor, bound(edit), permit, howOf(editor, deps.clock.nowMs(), rule));
  return written.ok ? ok(written.value.item) : written;
}

const isOutside = (edit: AnyEdit): edit is EditBy<OutsideKind> => edit.kind in OUTSIDE;
const mayStrike = (edit: AnyEdit): edit is EditBy<StrikingKind> => edit.kind in STRIKES;

const STRIKING: { readonly [Kind in StrikingKind]: (edit: EditBy<Kind>) => boolean } = STRIKES;
const strikes = <Kind extends StrikingKind>(edit: EditBy<Kind>): boolean => STRIKING[edit.kind](edit);

const MAKING: {
  readonly [Kind in OutsideKind]: {
    readonly make: (
      deps: MakeDeps<EditKind>,
      occasion: Occasion<EditBy<Kind>>,
      write: WriteBound,
    ) => Promise<Result<unknown, Refusal>>;
  };
} = OUTSIDE;
const makeOutside = <Kind extends OutsideKind>(
  deps: MakeDeps<EditKind>,
  occasion: Occasion<EditBy<Kind>>,
  write: WriteBound,
) => MAKING[occasion.edit.kind].make(deps, occasion, write);

async function writeBound<Out extends EditDecision>(
  deps: WriteDeps<EditKind>,
  { org }: Editor,
  declared: Bound<Out>,
  permit: Permit,
  how: HowAsked,
): Promise<Out | { readonly ok: false; readonly error: EditedMeanwhile }> {
  const last: { decided: Out | null } = { decided: null };
  let writing: Writing<Write> | null = null;
  const written = await untilWritten<FoundItems, Write, Refusal>({
    read: () => readBase(deps, org, declared.reads),
    decide: (base) => {
      const judged = declared.on(base);
      // The permit for a safer edit was decided on another revision: on this one, the edit could do more.
      const isJudged =
        permit.rule !== 'safer' || permit.revision === null || (judged.revision ?? 0) === permit.revision;
      if (!isJudged) return err({ reason: 'edited_meanwhile' });
      const decided = judged.decide(how);
      last.decided = decided;
      if (!decided.ok) return decided;
      return ok(decided.value.kind === 'nothing' ? null : decided.value);
    },
    save: (next, attempt) => {
      writing ??= WRITERS.find(({ kind }) => kind === next.kind)!.open(deps, org, permit);
      return writing.save(next, attempt);
    },
    isStored: async (next) => {
      const stored = (await writing?.stored(next)) ?? null;
      return stored !== null && imageOf(stored) === imageOf(next.item as Journaled | readonly Journaled[]);
    },
  });
  const { decided } = last;
  const isDecided = decided !== null && (written.ok || !decided.ok);
  return isDecided ? decided : { ok: false, error: { reason: 'edited_meanwhile' } };
}
