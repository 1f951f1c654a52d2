/** Messages to operators: what was taken, digests, and mail. */
import type { PendingEntry } from '../../core/audit/chain';
import type { Notice, NoticeKind } from '../../core/notice/notices';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';

export interface NoticeStore {
  /**
   * `taken` for exactly one caller. `takenBy` is the caller's own id, made for this attempt. `about`: a request, or an item
   * of the configuration.
   */
  take(org: OrgId, about: string, cause: string, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Releases a notice that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, about: string, cause: string, takenBy: string): Promise<void>;
  taken(org: OrgId, about: string): Promise<ReadonlySet<string>>;
}

/** `waits`: the notice was taken for a digest. */
export type NoticeTaken = 'taken' | 'lost' | 'waits';

/** A message that waits for its operator's next mail digest: a notice, or an edit of the configuration. */
export type WaitingMessage = {
  /** Its place among those that wait, oldest first. */
  readonly place: string;
} & ({ readonly requestId: RequestId; readonly notice: Notice } | { readonly entry: PendingEntry });

/** An edit of the configuration that an operator is told. */
export interface ToldEdit {
  readonly operator: OperatorId;
  /** The item that was edited, and the name of the message: it is taken once. */
  readonly about: string;
  readonly cause: string;
  readonly entry: PendingEntry;
}

/** The digests of one operator. */
export interface MailDigests {
  /** Goes up with every notice that is about to wait. */
  readonly queued: number;
  readonly lastAtMs: number | null;
  /** The places that the last digest stands for, while it may not have been sent yet. */
  readonly sending: readonly string[];
  /** Strongly consistent, oldest first. */
  readonly waiting: readonly WaitingMessage[];
}

/** Messages that wait for a digest (docs/decisions/mail-digests.md). */
export interface MailDigestStore {
  /** Takes the notice and lets it wait, in one write. */
  wait(org: OrgId, request: RequestId, notice: Notice, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** The same for an edit of the configuration. */
  waitTold(org: OrgId, told: ToldEdit, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Makes the operator's next digest due. To be called after every `wait`, again if that is not known. */
  makeDue(org: OrgId, operator: OperatorId, nowMs: number): Promise<void>;
  read(org: OrgId, operator: OperatorId, atMost: number): Promise<MailDigests>;
  /** Takes a digest for one caller, if none was taken since `lastAtMs`. */
  take(
    org: OrgId,
    operator: OperatorId,
    digest: { places: readonly string[]; takenBy: string; lastAtMs: number | null; nowMs: number },
  ): Promise<boolean>;
  /** Gives back a digest that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, operator: OperatorId, takenBy: string): Promise<void>;
  /** Removes what a digest stands for. */
  finish(org: OrgId, operator: OperatorId, places: readonly string[]): Promise<void>;
  /** Nothing waits: no digest is due, unless another notice was queued since. */
  rest(org: OrgId, operator: OperatorId, queued: number): Promise<void>;
}

export interface MailCounter {
  /** Counts mails to an operator; below zero for those that were not sent. Answers how many there were in the window that runs now. */
  count(org: OrgId, operator: OperatorId, mails: number, nowMs: number): Promise<number>;
}

export interface MailMessage {
  readonly org: OrgId;
  readonly to: { readonly operator: OperatorId; readonly name: string; readonly email: string };
  /** Null: the message is about the configuration. */
  readonly requestId: RequestId | null;
  readonly kind: NoticeKind | 'changed' | 'sign_in_link';
  readonly round: number;
  readonly code: string | null;
  readonly subject: string;
  readonly text: string;
}

/** One mail for several messages. */
export interface DigestMail {
  readonly to: MailMessage['to'];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Throws `MailNotSent` if certainly nothing was sent, and any other error if that is not known. */
  send(message: MailMessage, nowMs: number): Promise<void>;
  /** Throws as `send` does. */
  sendDigest(digest: DigestMail, nowMs: number): Promise<void>;
}

export class MailNotSent extends Error {}

/** Entries of one edit of the configuration, to be told to the people whom they concern. */
export interface Announcement {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  readonly announced: readonly PendingEntry[];
}

export type NoticeMessage = RequestNotices | Announcement;

/** Some notices of one request, which is read once for all of them. */
export interface RequestNotices {
  readonly org: OrgId;
  readonly request_id: RequestId;
  readonly notices: readonly Notice[];
}

/** The next mail digest of an operator is due. */
export interface DigestMessage {
  readonly org: OrgId;
  readonly digest_for: OperatorId;
}
