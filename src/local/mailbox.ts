/**
 * Messages to operators, kept in the data directory instead of being mailed (docs/local.md#limits). What they say stays in the
 * file: a runner under load would otherwise keep some 70 KB of each request in memory.
 */
import { rendered } from '../adapters/mail/rendered';
import type { CombinedMail, Mailer, MailMessage } from '../service/notice/ports';
import { appendLine, eachLine, keepLines, type LineSpan, linesAt } from './platform/files';

/** A mail without what it says. */
export interface ListedMail {
  readonly org: string;
  readonly operator: string;
  /** Null if the message is about the configuration. */
  readonly request_id: string | null;
  readonly kind: string;
  readonly round: number;
  /** Null if messages of this kind have no code. */
  readonly code: string | null;
  readonly sent_at: number;
}

export interface StoredMail extends ListedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail for several messages, each of which is also listed separately. */
export interface StoredCombined {
  readonly combined_for: string;
  readonly sent_at: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailbox extends Mailer {
  /** Lists a message that waits for a combined mail. */
  list(message: MailMessage, nowMs: number): void;
  /** The newest mails of an operator, oldest first. Operators of two organizations may have the same id. */
  of(org: string, operator: string): readonly ListedMail[];
  /** The last `count` of them, with what they say. */
  newest(org: string, operator: string, count: number): readonly StoredMail[];
}

/** Of each operator. Also of the combined mails to each. */
const KEPT_MAILS = 500;

interface Kept {
  readonly owner: string;
  /** Null for a combined mail. */
  readonly mail: ListedMail | null;
  readonly place: LineSpan;
}

export function openMailbox(path: string): Mailbox {
  const kept = readNewest(path);
  const list = (message: MailMessage, nowMs: number) => kept.add(append(path, mailOf(message, nowMs)));
  return {
    list,
    send: async (message, nowMs) => list(message, nowMs),
    sendCombinedMail: async (combined, nowMs) => kept.add(append(path, combinedOf(combined, nowMs))),
    of: (org, operator) => kept.of(ownerOf({ org, operator })).flatMap(({ mail }) => mail ?? []),
    newest(org, operator, count) {
      const places = kept.of(ownerOf({ org, operator })).map(({ place }) => place);
      return linesAt(path, places.slice(-count)).flatMap((line) => {
        const stored = parsed(line);
        return stored !== null && 'operator' in stored ? stored : [];
      });
    },
  };
}

/** The newest of each owner, in order. */
class Newest {
  private readonly owners = new Map<string, Kept[]>();
  dropped = 0;

  add(kept: Kept): void {
    const own = this.owners.get(kept.owner) ?? [];
    this.owners.set(kept.owner, own);
    own.push(kept);
    if (own.length <= KEPT_MAILS) return;
    own.shift();
    this.dropped += 1;
  }

  of(owner: string): readonly Kept[] {
    return this.owners.get(owner) ?? [];
  }

  places(): readonly LineSpan[] {
    const places = [...this.owners.values()].flatMap((own) => own.map(({ place }) => place));
    return places.sort((a, b) => a.at - b.at);
  }
}

/** Leaves only these in the file: it grows while the runner runs. */
function readNewest(path: string): Newest {
  const newest = newestIn(path);
  if (newest.dropped === 0) return newest;
  keepLines(path, newest.places());
  return newestIn(path);
}

function newestIn(path: string): Newest {
  const newest = new Newest();
  eachLine(path, (line, place) => {
    const stored = parsed(line);
    // A message that cannot be read must not keep the runner from starting.
    if (stored === null) newest.dropped += 1;
    else newest.add(keptOf(stored, place));
  });
  return newest;
}

function append(path: string, stored: StoredMail | StoredCombined): Kept {
  return keptOf(stored, appendLine(path, JSON.stringify(stored)));
}

function keptOf(stored: StoredMail | StoredCombined, place: LineSpan): Kept {
  if (!('operator' in stored)) return { owner: `combined ${stored.combined_for}`, mail: null, place };
  const { org, operator, request_id, kind, round, code, sent_at } = stored;
  return { owner: ownerOf(stored), mail: { org, operator, request_id, kind, round, code, sent_at }, place };
}

const ownerOf = ({ org, operator }: Pick<ListedMail, 'org' | 'operator'>): string => `${org} ${operator}`;

function parsed(line: string): StoredMail | StoredCombined | null {
  try {
    const stored: unknown = JSON.parse(line);
    return typeof stored === 'object' ? (stored as StoredMail | StoredCombined | null) : null;
  } catch {
    return null;
  }
}

function combinedOf({ to, mail }: CombinedMail, nowMs: number): StoredCombined {
  return { combined_for: to.operator, sent_at: nowMs, ...rendered(mail) };
}

function mailOf({ org, to, requestId, kind, round, code, mail }: MailMessage, nowMs: number): StoredMail {
  return { org, operator: to.operator, request_id: requestId, kind, round, code, sent_at: nowMs, ...rendered(mail) };
}
