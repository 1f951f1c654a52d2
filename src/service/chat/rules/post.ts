/**
 * A post for any chat, before it gets the format of one (docs/decisions/chat.md). All text here is plain: a format
 * shows every character and gives none of them a meaning.
 */

export interface ChatPost extends Omit<PlainPost, 'lines'> {
  readonly lines: readonly (string | LeftOut)[];
}

/** Lines that a chat shows completely, or not at all: then one sentence says so. */
export interface LeftOut {
  readonly lines: readonly string[];
  readonly instead: string;
}

/** What one chat is sent of a post. */
export interface PlainPost {
  readonly heading: string;
  readonly lines: readonly string[];
  /** The only link, to the console. Absent in a test message. */
  readonly link?: string;
}

export const CHAT_FORMATS = ['slack', 'teams', 'discord'] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** The text of the link in formats that support it. */
export const LINK_TEXT = 'Open it in the console';
