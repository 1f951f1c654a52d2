/** Messages to operators: taken notices and mails. */

import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { PendingEntry } from '../audit/rules/chain';
import type { Mail } from '../mail/rules';
import type { Notice, NoticeKind } from './rules/notices';

export interface NoticeStore {
  /**
   * Returns `taken` for exactly one caller. `takenBy` is the caller's own id for this attempt. `about` is a request or
   * an item of the configuration.
   */
  take(org: OrgId, about: string, cause: string, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Releases a notice that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, about: string, cause: string, takenBy: string): Promise<void>;
  taken(org: OrgId, about: string): Promise<ReadonlySet<string>>;
}

/** `waits`: the notice was taken for a combined mail. */
export type NoticeTaken = 'taken' | 'lost' | 'waits';

/** A message that waits for its operator's next combined mail: a notice, or an edit of the configuration. */
export type WaitingMessage = {
  /** Its position among the waiting messages, oldest first. */
  readonly place: string;
} & ({ readonly requestId: RequestId; readonly notice: Notice } | { readonly entry: PendingEntry });

/** An edit of the configuration of which an operator is told. */
export interface ToldEdit {
  readonly operator: OperatorId;
  /** The edited item, and the name of the message. Each is taken once. */
  readonly about: string;
  readonly cause: string;
  readonly entry: PendingEntry;
}

/** The combined mails of one operator. */
export interface CombinedMails {
  /** Goes up with every notice that is about to wait. */
  readonly queued: number;
  readonly lastAtMs: number | null;
  /** The places of the last combined mail's messages, while it may not have been sent. */
  readonly sending: readonly string[];
  /** Strongly consistent, oldest first. */
  readonly waiting: readonly WaitingMessage[];
}

/** Messages that wait for a combined mail (docs/decisions/combined-mails.md). */
export interface CombinedMailStore {
  /** Takes the notice and lets it wait, in one write. */
  wait(org: OrgId, request: RequestId, notice: Notice, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Does the same for an edit of the configuration. */
  waitTold(org: OrgId, told: ToldEdit, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Makes the operator's next combined mail due. Call it after every `wait`, and again if the result is not known. */
  makeDue(org: OrgId, operator: OperatorId, nowMs: number): Promise<void>;
  read(org: OrgId, operator: OperatorId, atMost: number): Promise<CombinedMails>;
  /** Takes a combined mail for one caller, if none was taken since `lastAtMs`. */
  take(
    org: OrgId,
    operator: OperatorId,
    combined: { places: readonly string[]; takenBy: string; lastAtMs: number | null; nowMs: number },
  ): Promise<boolean>;
  /** Gives back a combined mail that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, operator: OperatorId, takenBy: string): Promise<void>;
  /** Removes the messages of a combined mail. */
  finish(org: OrgId, operator: OperatorId, places: readonly string[]): Promise<void>;
  /** Nothing is waiting: no combined mail is due, unless another notice was queued since. */
  rest(org: OrgId, operator: OperatorId, queued: number): Promise<void>;
}

export interface MailMessage {
  readonly org: OrgId;
  readonly to: { readonly operator: OperatorId; readonly name: string; readonly email: string };
  /** Null if the message is about the configuration. */
  readonly requestId: RequestId | null;
  readonly kind: NoticeKind | 'changed' | 'sign_in_link';
  readonly round: number;
  readonly code: string | null;
  readonly mail: Mail;
}

/** One mail for several messages. */
export interface CombinedMail {
  readonly to: MailMessage['to'];
  readonly mail: Mail;
}

export interface Mailer {
  /** Throws `MailNotSent` if certainly nothing was sent, and another error if that is not known. */
  send(message: MailMessage, nowMs: number): Promise<void>;
  /** Throws as `send` does. */
  sendCombinedMail(combined: CombinedMail, nowMs: number): Promise<void>;
}

export class MailNotSent extends Error {}

/** Entries of an edit of the configuration, for the people they concern. */
export interface Announcement {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  readonly announced: readonly PendingEntry[];
}

export type NoticeMessage = RequestNotices | Announcement;

/** Notices of one request, which is read once for all of them. */
export interface RequestNotices {
  readonly org: OrgId;
  readonly request_id: RequestId;
  readonly notices: readonly Notice[];
}

/** The next combined mail of an operator is due. */
export interface CombinedMailMessage {
  readonly org: OrgId;
  readonly combined_for: OperatorId;
}
