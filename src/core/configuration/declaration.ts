/**
 * What an edit of the configuration declares (docs/decisions/declared-edits.md): its entries, what it reads,
 * the decision, who must agree, and what they read. Rooms declare their edits with `atOnce` and `waiting`, and add the
 * items that they read and write to `Readable` and `Writable`.
 */

import { LIMITS } from '../../../generated/limits';
import type { Actor } from '../../protocol/actor';
import type { ApiKeyId, EndpointId, OperatorId, OrgId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import type { EFFECT_TEXTS } from '../../protocol/shown/effects';
import { type Line, said, textOf, type Words } from '../../protocol/words';
import { type AuditData, type EntryWords, type PendingEntry, pendingEntry } from '../audit/chain';
import type { ApiKey, Endpoint, HowEdited, Journaled, Operator } from './items';

/** What an edit can read, by name: what is asked for, and what is found. */
export interface Readable {
  readonly operator: { readonly of: OperatorId; readonly item: Operator | null };
  readonly operators: { readonly of: true; readonly item: readonly Operator[] };
  /** Null for a key that has no id yet. */
  readonly key: { readonly of: ApiKeyId | null; readonly item: ApiKey | null };
  /** The API key with which a signing key is or was registered. */
  readonly signingKeyOwner: { readonly of: string | null; readonly item: ApiKeyId | null };
  readonly endpoint: { readonly of: EndpointId; readonly item: Endpoint | null };
  readonly endpoints: { readonly of: true; readonly item: readonly Endpoint[] };
  readonly setting: { readonly of: string; readonly item: Setting | null };
}

/** What an edit can write, by the kind of item. */
export interface Writable {
  readonly operator: { readonly item: Operator; readonly options: OperatorWriteOptions };
  /** New operators, all in one transaction. */
  readonly operators: {
    readonly item: readonly Operator[];
    readonly options: Pick<OperatorWriteOptions, 'beginsRule'>;
  };
  readonly key: { readonly item: ApiKey };
  readonly endpoint: { readonly item: Endpoint };
  readonly setting: { readonly name: string; readonly item: Setting };
}

/** What an organization sets once for all. */
export interface Setting extends Journaled {
  readonly org: OrgId;
}

/** More conditions for the write of an operator's edit. */
export interface OperatorWriteOptions {
  /** Another operator who must be exactly as it was read. */
  readonly whileUnchanged?: Operator | undefined;
  /** There are two enabled admins after this edit, or were before it: the same write stores the mark. */
  readonly beginsRule?: boolean;
}

/** The organization as powers are computed from it (core/powers/organization.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: it is added to where it is declared
export interface Modelled {}

export type ReadName = keyof Readable;
export type Reads = { readonly [Name in ReadName]?: Readable[Name]['of'] };
export type BaseOf<R> = { readonly [Name in keyof R & ReadName]: Readable[Name]['item'] };

export type WriteOf<Kind extends keyof Writable> = { readonly kind: Kind } & Writable[Kind];
export type Write = { [Kind in keyof Writable]: WriteOf<Kind> }[keyof Writable];
/** The edit changes nothing. */
export interface Nothing<T> {
  readonly kind: 'nothing';
  readonly item: T;
}
export interface Refusal {
  readonly reason: string;
}
export type Outcome = Result<Write | Nothing<unknown>, Refusal>;

export const write = <Kind extends keyof Writable>(
  kind: Kind,
  what: Writable[Kind],
): { readonly ok: true; readonly value: WriteOf<Kind> } => ({ ok: true, value: { kind, ...what } });

export const nothing = <T>(item: T): { readonly ok: true; readonly value: Nothing<T> } => ({
  ok: true,
  value: { kind: 'nothing', item },
});

/** The reason stays a literal, so that each handler must answer it. */
export const refuse = <const Reason extends string, Facts extends object = object>(reason: Reason, facts?: Facts) => ({
  ok: false as const,
  error: { reason, ...facts } as { readonly reason: Reason } & Facts,
});

/** Why the edit may be written (the rule of its permit), or that it is only proposed. */
export type Rule = 'proposed' | 'off' | 'safer' | 'approved' | 'rescued' | 'found';

export interface How<Kind extends string = never, Made = null> extends HowEdited {
  readonly org: OrgId;
  readonly rule: Rule;
  /** What was made for it outside, such as a token. Null if it is only asked whether the edit could be made. */
  readonly made: Made | null;
  /** An entry of this edit. `more` of the edit is added to its data. */
  readonly entry: (kind: Kind, subject: string, data?: AuditData) => PendingEntry;
}

/** The parts of `How` that follow from who edits when, and by which rule. */
export function howOf(
  { org, by }: { readonly org: OrgId; readonly by: Actor },
  at: number,
  rule: Rule,
  more: AuditData = {},
  made: unknown = null,
): How<string, unknown> {
  return {
    ...{ org, by, at, rule, more, made },
    entry: (kind, subject, data = {}) => pendingEntry(at, kind, subject, by, { ...data, ...more }),
  };
}

export { type Line, textOf } from '../../protocol/words';

type Value = string | Words;

export const stated = (field: string, after: Value): Line => ({ field, before: null, after: said`${after}` });
export const changed = (field: string, before: Value, after: Value): Line => ({
  field,
  before: said`${before}`,
  after: said`${after}`,
});

/** Heaviest first. A change with several effects is named after the heaviest. */
export const EFFECTS = [
  'lowers',
  'changes_who',
  'gives_access',
  'raises',
] as const satisfies readonly (keyof typeof EFFECT_TEXTS)[];
/**
 * How an edit affects approvals. If in doubt it lowers: a change must never look safer than it is. `gives_access`: a program
 * may ask for approvals, or run what was approved.
 */
export type Effect = (typeof EFFECTS)[number];

/**
 * What an edit could be used for (docs/decisions/powers.md). Who can make one edit that waits can make all of them,
 * because all wait for the same second admin. So these add up to one power: every edit.
 *
 * `policy`: fewer keys, or keys of others. `seat`: a seat, or a group's vote. `account`: the codes and the session of an
 * account. `approver`: how changes are approved. `request`: an API key. `answer`: hides or shows a power in the answer.
 * `nothing`: takes something away, or concerns no vote.
 */
export type Gives = 'policy' | 'seat' | 'account' | 'approver' | 'request' | 'answer' | 'nothing';

interface Common<Fields, R extends Reads, Kind extends string, Out extends Outcome, Made> {
  /** Its audit entries, who is told of them, and in which words. */
  readonly entries: Readonly<Record<Kind, EntryWords>>;
  /** `made` is null while it is only asked whether the edit could be made. */
  readonly reads: (edit: Fields, made: Made | null) => R;
  /** What to write, or why not. Pure, and called when the edit is proposed, made at once, and applied. */
  readonly decide: (base: BaseOf<R>, edit: Fields, how: How<Kind, Made>) => Out;
  /**
   * Whether this edit of this item needs a fresh sign-in even where another admin approves it. Its operation is `judged` in the document.
   * Where the operation always needs one, the document alone says so.
   */
  readonly fresh?: (base: BaseOf<R>, edit: Fields, by: OperatorId) => boolean;
}

/** An edit that never waits for a second admin: it takes something away or gives nobody a vote, so it has no `gives`. */
export interface AtOnce<Fields, R extends Reads, Kind extends string, Out extends Outcome, Made>
  extends Common<Fields, R, Kind, Out, Made> {
  readonly waits: 'never';
  readonly gives?: never;
  /** The item whose version was judged. Missing if no version is. */
  readonly seen?: (base: BaseOf<R>) => { readonly revision: number } | null;
}

export interface Waiting<Fields, R extends Reads, Kind extends string, Out extends Outcome, Made>
  extends Common<Fields, R, Kind, Out, Made> {
  /** `always`, or whether this edit of this item does more than make things safer (docs/decisions/four-eyes.md). */
  readonly waits: 'always' | ((edit: Fields, base: BaseOf<R>) => boolean);
  /** The item whose version people saw. Null if there is none, or it does not exist yet. */
  readonly seen: (base: BaseOf<R>) => { readonly revision: number } | null;
  /** Nothing is written on approval; the requester collects a token. */
  readonly isCollected?: true;
  /** The actions that people saw as affected. The change holds only while these are the same. */
  readonly affects?: (base: BaseOf<R>) => readonly string[];
  /** The item that the edit concerns. For a new API key its name, because it has no id yet. */
  readonly subject: (edit: Fields) => string;
  /** `An attempt to … SUBJECT was refused.` */
  readonly attempt: string;
  /** The change in one line. */
  readonly title: (edit: Fields, base: BaseOf<R>) => string;
  /** The subject and the difference in one line, for the title of the change's request. */
  readonly headline: (edit: Fields, base: BaseOf<R>) => string;
  /** The name of each changed field and the change. This is what the second admin approves. */
  readonly lines: (edit: Fields, base: BaseOf<R>) => readonly Line[];
  /** Null if the change does not concern approvals. */
  readonly effect: (edit: Fields, base: BaseOf<R>) => Effect | null;
  readonly gives: Gives;
  /** The organization as the edit would leave it. Null if that gives nobody more than any other edit could. */
  readonly after: ((organization: Modelled, edit: Fields, nowMs: number) => Modelled) | null;
}

export const atOnce =
  <Fields, Made = null>() =>
  <const Kind extends string, R extends Reads, Out extends Outcome>(declared: AtOnce<Fields, R, Kind, Out, Made>) =>
    declared;

export const waiting =
  <Fields, Made = null>() =>
  <const Kind extends string, R extends Reads, Out extends Outcome>(declared: Waiting<Fields, R, Kind, Out, Made>) =>
    declared;

/** The params of a change's request beside its lines: the title, and the digest of the document. */
const OTHER_PARAMS = 2;

/** Whether people can read all of the change in the params of one request. */
export function fitsInOneChange(title: string, lines: readonly Line[]): boolean {
  const fits = (text: string): boolean => text.length <= LIMITS.paramValue.max;
  const fields = new Set(lines.map(({ field }) => field)).size;
  return fields + OTHER_PARAMS <= LIMITS.params.max && fits(title) && lines.every((line) => fits(textOf(line)));
}

/** The subject and its first difference in one line. */
export function headlineOf(subject: string, [first, ...others]: readonly Line[]): string {
  if (first === undefined) return `${subject}: no difference`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${subject}: ${first.field} ${textOf(first)}${more}`;
}
