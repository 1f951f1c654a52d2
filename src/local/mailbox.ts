/** Messages to operators, kept in the data directory instead of being mailed (docs/design.md#one-machine). */
import type { Mailer, MailMessage } from '../app/ports';
import { appendLine, readIfThere } from './platform/files';

export interface StoredMail {
  readonly operator: string;
  readonly request_id: string;
  readonly kind: string;
  readonly round: number;
  /** Null if messages of this kind have no code. */
  readonly code: string | null;
  readonly sent_at: number;
  readonly subject: string;
  readonly text: string;
}

export interface Mailbox extends Mailer {
  /** Oldest first. */
  of(operator: string): readonly StoredMail[];
}

export function openMailbox(path: string): Mailbox {
  const mails: StoredMail[] = [];
  for (const line of readIfThere(path)?.split('\n') ?? []) {
    try {
      if (line !== '') mails.push(JSON.parse(line) as StoredMail);
    } catch {
      // The last line may be incomplete if the runner was killed while it wrote. That message was not sent.
    }
  }
  return {
    async send(message, nowMs) {
      const mail = mailOf(message, nowMs);
      appendLine(path, JSON.stringify(mail));
      mails.push(mail);
    },
    of: (operator) => mails.filter((mail) => mail.operator === operator),
  };
}

function mailOf({ to, requestId, kind, round, code, subject, text }: MailMessage, nowMs: number): StoredMail {
  return { operator: to.operator, request_id: requestId, kind, round, code, sent_at: nowMs, subject, text };
}
