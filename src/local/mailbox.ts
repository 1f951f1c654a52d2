/** Messages to operators, kept in the data directory instead of being mailed (docs/local.md). */
import { rendered } from '../adapters/mail/rendered';
import type { DigestMail, Mailer, MailMessage } from '../app/ports';
import { appendLine, linesIn } from './platform/files';

export interface StoredMail {
  readonly org: string;
  readonly operator: string;
  /** Null if the message is about the configuration. */
  readonly request_id: string | null;
  readonly kind: string;
  readonly round: number;
  /** Null if messages of this kind have no code. */
  readonly code: string | null;
  readonly sent_at: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail for several messages, each of which is also listed separately. */
export interface StoredDigest {
  readonly digest_for: string;
  readonly sent_at: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox extends Mailer {
  /** Lists a message that waits for a digest. */
  list(message: MailMessage, nowMs: number): void;
  /** Oldest first. Operators of two organizations may have the same id. */
  of(org: string, operator: string): readonly StoredMail[];
}

export function openMailbox(path: string): Mailbox {
  const mails: StoredMail[] = [];
  const list = (message: MailMessage, nowMs: number) => {
    const mail = mailOf(message, nowMs);
    appendLine(path, JSON.stringify(mail));
    mails.push(mail);
  };
  for (const line of linesIn(path)) {
    try {
      const stored = JSON.parse(line) as StoredMail | StoredDigest;
      if ('operator' in stored) mails.push(stored);
    } catch {
      // A message that cannot be read must not keep the runner from starting.
    }
  }
  return {
    list,
    send: async (message, nowMs) => list(message, nowMs),
    sendDigest: async (digest, nowMs) => appendLine(path, JSON.stringify(digestOf(digest, nowMs))),
    of: (org, operator) => mails.filter((mail) => mail.org === org && mail.operator === operator),
  };
}

function digestOf({ to, mail }: DigestMail, nowMs: number): StoredDigest {
  return { digest_for: to.operator, sent_at: nowMs, ...rendered(mail) };
}

function mailOf({ org, to, requestId, kind, round, code, mail }: MailMessage, nowMs: number): StoredMail {
  return { org, operator: to.operator, request_id: requestId, kind, round, code, sent_at: nowMs, ...rendered(mail) };
}
