/**
 * What an edit of the configuration declares (docs/decisions/declared-edits.md): its entries, what it reads,
 * the decision, who must agree, and what they read. Rooms declare their edits with `atOnce` and `waiting`, and with
 * `readable` the items that these read.
 */

import { LIMITS } from '../../../../generated/limits';
import type { Actor } from '../../../protocol/actor';
import type { ActionId, ApiKeyId, EndpointId, OperatorId, OrgId } from '../../../protocol/identifiers';
import type { Result } from '../../../protocol/result';
import type { EFFECT_TEXTS } from '../../../protocol/shown/effects';
import { type Line, lineText, plainText, said, type Words } from '../../../protocol/words';
import { type AuditData, type EntryWords, type PendingEntry, pendingEntry } from '../../audit/rules/chain';
import type { ApiKey, Endpoint, HowEdited, Journaled, Operator } from './items';

/** An item that edits can read, and what stands for it where nothing was read. `Of`: what a reader is asked for. */
export interface Readable<Name extends string, Of, Item> {
  /** The name under which the edit gets it. */
  readonly name: Name;
  readonly blank: Item;
  of(asked: Of): AskedItem<Name, Of, Item>;
}
export interface AskedItem<Name extends string = string, Of = unknown, Item = unknown> {
  readonly name: Name;
  readonly blank: Item;
  readonly asked: Of;
}

export const readable =
  <Of, Item>() =>
  <const Name extends string>(name: Name, blank: Item): Readable<Name, Of, Item> => ({
    name,
    blank,
    of: (asked) => ({ name, blank, asked }),
  });

export const OPERATOR = /* @__PURE__ */ readable<OperatorId, Operator | null>()('operator', null);
export const OPERATORS = /* @__PURE__ */ readable<true, readonly Operator[]>()('operators', []);
/** Asked for with null: a key that has no id yet. */
export const KEY = /* @__PURE__ */ readable<ApiKeyId | null, ApiKey | null>()('key', null);
/** The API key with which a signing key is or was registered. */
export const SIGNING_KEY_OWNER = /* @__PURE__ */ readable<string | null, ApiKeyId | null>()('signingKeyOwner', null);
/** Those of the ids that name an action now. */
export const LIVE_ACTIONS = /* @__PURE__ */ readable<readonly ActionId[], readonly ActionId[]>()('liveActions', []);
export const ENDPOINT = /* @__PURE__ */ readable<EndpointId, Endpoint | null>()('endpoint', null);
export const ENDPOINTS = /* @__PURE__ */ readable<true, readonly Endpoint[]>()('endpoints', []);

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

export type Reads = readonly AskedItem[];
/** What was read, by name. */
export type FoundItems = Readonly<Record<string, unknown>>;
export type BaseOf<R extends Reads> = { readonly [A in R[number] as A['name']]: A['blank'] };

/** What an edit writes: an item and what its kind needs besides. The writer of the kind knows it. */
export interface Write {
  readonly kind: string;
  readonly item: unknown;
}
/** The edit changes nothing. */
export interface Nothing<T> {
  readonly kind: 'nothing';
  readonly item: T;
}
export interface Refusal {
  readonly reason: string;
}
export type EditDecision = Result<Write | Nothing<unknown>, Refusal>;

export const write = <const Kind extends string, What extends { readonly item: unknown }>(kind: Kind, what: What) => ({
  ok: true as const,
  value: { kind, ...what } as { readonly kind: Kind } & What,
});

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
export type PermitRule = 'proposed' | 'off' | 'safer' | 'approved' | 'rescued' | 'found';

export interface How<Kind extends string = never, Made = null> extends HowEdited {
  readonly org: OrgId;
  readonly rule: PermitRule;
  /** What was made for it outside, such as a token. Null if it is only asked whether the edit could be made. */
  readonly made: Made | null;
  /** An entry of this edit. `more` of the edit is added to its data. */
  readonly entry: (kind: Kind, subject: string, data?: AuditData) => PendingEntry;
}

/** The parts of `How` that follow from who edits when, and by which rule. */
export type HowAsked = Omit<How<string>, 'made'>;

export function howOf(
  { org, by }: { readonly org: OrgId; readonly by: Actor },
  at: number,
  rule: PermitRule,
  more: AuditData = {},
): HowAsked {
  return {
    ...{ org, by, at, rule, more },
    entry: (kind, subject, data = {}) => pendingEntry(at, kind, subject, by, { ...data, ...more }),
  };
}

export { type Line, lineText } from '../../../protocol/words';

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
 * account. `approver`: how changes are approved. `request`: an API key, and what it can be used for.
 * `nothing`: takes something away, or concerns no vote.
 */
export type Gives = 'policy' | 'seat' | 'account' | 'approver' | 'request' | 'nothing';

interface Common<Fields, R extends Reads, Kind extends string, Out extends EditDecision, Made> {
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
export interface AtOnce<Fields, R extends Reads, Kind extends string, Out extends EditDecision, Made>
  extends Common<Fields, R, Kind, Out, Made> {
  readonly waits: 'never';
  readonly gives?: never;
  /** The item whose version was judged. Missing if no version is. */
  readonly seen?: (base: BaseOf<R>) => { readonly revision: number } | null;
}

export interface Waiting<Fields, R extends Reads, Kind extends string, Out extends EditDecision, Made, After>
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
  /** The organization as the edit would leave it (service/powers). Null if that gives nobody more than any other edit could. */
  readonly after: After;
}

export type Model<Fields> = ((organization: never, edit: Fields, nowMs: number) => unknown) | null;

/** An edit whose fields are known. The types of its fields and of what it reads do not show, so all kinds are handled alike. */
export interface Bound<Out extends EditDecision = EditDecision> {
  readonly reads: Reads;
  /** The edit of what was read. Blank items stand for what was not. */
  on(base: FoundItems): Judged<Out>;
}
export interface Judged<Out extends EditDecision = EditDecision> {
  /** Of the item whose version was judged, or people saw. Null if there is none. */
  readonly revision: number | null;
  decide(how: HowAsked): Out;
  needsFreshSignIn(by: OperatorId): boolean;
}
export interface WaitingBound<Out extends EditDecision = EditDecision> extends Bound<Out> {
  readonly isCollected: boolean;
  readonly subject: string;
  on(base: FoundItems): WaitingJudged<Out>;
}
export interface WaitingJudged<Out extends EditDecision = EditDecision> extends Judged<Out> {
  waits(): boolean;
  /** Null if the edit can affect no other item. */
  affects(): readonly string[] | null;
  title(): string;
  headline(): string;
  lines(): readonly Line[];
  effect(): Effect | null;
}

/** The only place where what was read gets the types that the edit declares. */
function baseOf<R extends Reads>(reads: R, found: FoundItems): BaseOf<R> {
  const items = reads.map(({ name, blank }) => [name, name in found ? found[name] : blank] as const);
  return Object.fromEntries(items) as BaseOf<R>;
}

function boundTo<Fields, R extends Reads, Kind extends string, Out extends EditDecision, Made>(
  { decide, fresh, seen }: Common<Fields, R, Kind, Out, Made> & Pick<AtOnce<Fields, R, Kind, Out, Made>, 'seen'>,
  base: BaseOf<R>,
  edit: Fields,
  made: Made | null,
): Judged<Out> {
  return {
    revision: seen?.(base)?.revision ?? null,
    decide: (how) => decide(base, edit, { ...how, made }),
    needsFreshSignIn: (by) => fresh?.(base, edit, by) ?? false,
  };
}

export const atOnce =
  <Fields, Made = null>() =>
  <const Kind extends string, R extends Reads, Out extends EditDecision>(
    declared: AtOnce<Fields, R, Kind, Out, Made>,
  ) => ({
    ...declared,
    bind(edit: Fields, made: Made | null): Bound<Out> {
      const reads = declared.reads(edit, made);
      return { reads, on: (found) => boundTo(declared, baseOf(reads, found), edit, made) };
    },
  });

export const waiting =
  <Fields, Made = null>() =>
  <const Kind extends string, R extends Reads, Out extends EditDecision, After extends Model<Fields>>(
    declared: Waiting<Fields, R, Kind, Out, Made, After>,
  ) => ({
    ...declared,
    bind(edit: Fields, made: Made | null): WaitingBound<Out> {
      const { isCollected = false, waits, affects, title, headline, lines, effect } = declared;
      const reads = declared.reads(edit, made);
      return {
        reads,
        isCollected,
        subject: declared.subject(edit),
        on(found) {
          const base = baseOf(reads, found);
          return {
            ...boundTo(declared, base, edit, made),
            waits: () => waits === 'always' || waits(edit, base),
            affects: () => affects?.(base) ?? null,
            title: () => title(edit, base),
            headline: () => headline(edit, base),
            lines: () => lines(edit, base),
            effect: () => effect(edit, base),
          };
        },
      };
    },
  });

/** The params of a change's request beside its lines: the title, and the digest of the document. */
const OTHER_PARAMS = 2;

/** Whether people can read all of the change in the params of one request. */
export function fitsInOneChange(title: string, lines: readonly Line[]): boolean {
  const fits = (text: string): boolean => text.length <= LIMITS.paramValue.max;
  const fields = new Set(lines.map(({ field }) => field)).size;
  return fields + OTHER_PARAMS <= LIMITS.params.max && fits(title) && lines.every((line) => fits(lineText(line)));
}

/** As many texts in a line as a param can hold. The name of each line after the first has a number. */
export function packed(field: string, texts: readonly Words[]): Line[] {
  const lines: Words[] = [];
  for (const text of texts) {
    const longer = said`${lines.at(-1) ?? []}${lines.length === 0 ? '' : '; '}${text}`;
    if (plainText(longer).length <= LIMITS.paramValue.max) lines.splice(-1, 1, longer);
    else lines.push(text);
  }
  return lines.map((text, index) => stated(index === 0 ? field : `${field} ${index + 1}`, text));
}

/** The subject and its first difference in one line. */
export function headlineText(subject: string, [first, ...others]: readonly Line[]): string {
  if (first === undefined) return `${subject}: no difference`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${subject}: ${first.field} ${lineText(first)}${more}`;
}
