/** What the table says of each kind of edit. A kind without a row, and a refusal without an edit that meets it, do not compile. */

import type { ApplyRefusal } from '../../../src/service/administration/rules/change';
import type { EditKind, EditOf, WaitingKind } from '../../../src/service/administration/rules/edits';
import type { MakeRefusal } from '../../../src/service/administration/use-cases/make-edit';
import type { AuditData } from '../../../src/service/audit/rules/chain';
import type { Effect } from '../../../src/service/configuration/rules/declaration';
import type { Approval, Organization } from './organization';

/** The edit, after what it needs was stored. */
export type Given<Kind extends EditKind> = EditOf<Kind> | ((organization: Organization) => Promise<EditOf<Kind>>);

/** Ids and digests that are new each time are written as `key_…` and `sha256:…`. */
export interface Case<Kind extends EditKind> {
  readonly edit: Given<Kind>;
  /** The kind, the subject and all data of each entry, in the order of the items. */
  readonly writes: readonly string[];
  /** Whom each of them tells what, where changes are approved. The subject of the mail, if it has one of its own, in brackets. */
  readonly tells: readonly string[];
  /** What the same edit does once more. Absent: nothing. */
  readonly again?: 'is made again' | { readonly refused: string };
}

type Words = readonly [title: string, headline: string, effect: Effect | null];

export type WaitingCase<Kind extends WaitingKind> = Case<Kind> & {
  readonly lines: readonly string[];
  /** What the entry says besides if another admin approved it. */
  readonly approved?: AuditData;
} & ({ readonly waits: Words } | { readonly safer: Words });

export interface Refused<Kind extends EditKind> {
  readonly edit: Given<Kind>;
  readonly facts?: object;
  /** Where it is refused. Absent: everywhere. */
  readonly only?: Approval;
}

/** Another edit is made at the same moment: `edit-key.test.ts` and `edit-config.test.ts`. */
type Race = 'edited_meanwhile';
/** Each row of an edit that gives a token collects it twice. */
type Collecting = 'collected';
type Reason<Kind extends EditKind> = MakeRefusal<Kind>['reason'];

/** Another edit is made before the approved one, or before its token is collected, which is then refused. */
export type Overtaken<Kind extends WaitingKind> = readonly [
  edit: Given<Kind>,
  meanwhile: (organization: Organization, edit: EditOf<Kind>) => Promise<unknown>,
  reason: ApplyRefusal | 'signing_key_taken' | 'invalid_actions' | 'two_tokens' | 'key_revoked',
];

interface Refusals<Kind extends EditKind> {
  readonly refused: { readonly [Each in Exclude<Reason<Kind>, Race | Collecting>]: Refused<Kind> };
}
type AtOnceRow<Kind extends EditKind> = Refusals<Kind> & Case<Kind>;
type WaitingRow<Kind extends WaitingKind> = Refusals<Kind> &
  WaitingCase<Kind> & {
    /** Other edits of the kind. */
    readonly more?: readonly WaitingCase<Kind>[];
    /** `An attempt to … was refused.` */
    readonly attempt: (edit: EditOf<Kind>) => string;
    readonly overtaken: readonly Overtaken<Kind>[];
  };

export type Rows = {
  readonly [Each in EditKind]: Each extends WaitingKind ? WaitingRow<Each> : AtOnceRow<Each>;
};

/** A name that reads as another one, and why it is refused. */
export const MISLEADING = 'Nina\u202edev';
export const misleading = (field: string) => ({
  problem: `${field}: must not contain U+202E (right-to-left override). Control characters and characters that change the reading direction are not allowed`,
});

/** An edit of an account has this entry too, which strikes the seats of its operator. */
export const struck = (what: string) => `operator.identity_changed op_charlie {"changed":["${what}"]}`;
export const STRUCK_TELLS = 'nobody: How the operator op_charlie signs in was changed.';
