/**
 * Limits the single mails to an operator. The first ten in ten minutes are sent at once, and further ones wait for a
 * combined mail, so that nobody who may propose can flood people (docs/decisions/combined-mails.md).
 */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { Counter } from '../../access/ports';
import { MAIL_WINDOW_MS, SINGLE_MAILS, UNWRITTEN_MAILS } from '../rules/notices';

/** When this many operators are remembered, all are forgotten. */
const MAX_REMEMBERED = 10_000;

export interface MailPace {
  /** Counts one more mail. True if it must wait for the operator's next combined mail. */
  mustWait(org: OrgId, operator: OperatorId, nowMs: number): Promise<boolean>;
}

interface Window {
  readonly endsAtMs: number;
  unwritten: number;
  /** Whether the count of this window was written before. If so, each further mail is written at once. */
  isWritten: boolean;
}

/** Remembers counts in one instance. */
export function createMailPace(counter: Counter): MailPace {
  const windows = new Map<string, Window>();
  const windowOf = (name: string, nowMs: number): Window => {
    const known = windows.get(name);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    if (windows.size >= MAX_REMEMBERED) windows.clear();
    const started = { endsAtMs: nowMs + MAIL_WINDOW_MS, unwritten: 0, isWritten: false };
    windows.set(name, started);
    return started;
  };
  return {
    async mustWait(org, operator, nowMs) {
      const of = `${org}#${operator}`;
      const window = windowOf(of, nowMs);
      window.unwritten += 1;
      if (!window.isWritten && window.unwritten <= UNWRITTEN_MAILS) return false;
      window.isWritten = true;
      const mails = window.unwritten;
      window.unwritten = 0;
      return (await counter.count({ what: 'mails', of, windowMs: MAIL_WINDOW_MS }, nowMs, mails)).count > SINGLE_MAILS;
    },
  };
}
