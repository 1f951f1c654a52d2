/**
 * A mail as data: its parts in the order of the mail. One template makes HTML and plain text of it
 * (`adapters/mail/mail.mjml`), so both have the same content.
 */
import type { OperatorId } from '../../protocol/identifiers';

/** What every mail of an organization needs. */
export interface Letterhead {
  readonly organization: string;
  readonly consoleUrl: string;
  /** The names of operators. One without a name is called by its id. */
  readonly names: ReadonlyMap<OperatorId, string>;
}

export interface Mail {
  readonly subject: string;
  /** The name of the organization. */
  readonly organization: string;
  /** Why there is one mail for several messages. Null in a mail for one. */
  readonly opening: string | null;
  readonly messages: readonly MailPart[];
  /** What a mail with very many messages says of the others: a line each. Null if there are none. */
  readonly rest: { readonly heading: string; readonly lines: readonly MailLine[] } | null;
}

export interface MailPart {
  /** Its number and subject in a combined mail. Null in a mail for one message. */
  readonly heading: string | null;
  /** What is unusual, in our words. */
  readonly warnings: readonly string[];
  /** What happened or what is requested, in our words. */
  readonly lines: readonly string[];
  readonly operation: string | null;
  readonly code: { readonly label: string; readonly digits: string } | null;
  readonly link: { readonly words: string; readonly url: string };
  readonly notes: readonly string[];
  /** What is approved. The program that made the request chose the values. */
  readonly facts: { readonly heading: string; readonly rows: readonly Fact[] } | null;
  /** The requester's own words. They come last, marked with a bar before each line. */
  readonly words: { readonly heading: string; readonly text: string } | null;
}

/** One message in one line: its code, what it is about, and where it is. */
export interface MailLine {
  /** Blank if it has no code. */
  readonly digits: string;
  readonly text: string;
  readonly url: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export const EMPTY_PART: Omit<MailPart, 'link'> = {
  heading: null,
  warnings: [],
  lines: [],
  operation: null,
  code: null,
  notes: [],
  facts: null,
  words: null,
};
