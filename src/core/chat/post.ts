/**
 * What is posted to a chat, before it has the form of one (docs/decisions/chat.md). Every text here is plain: a form shows
 * all of its characters and gives none of them a meaning.
 */
import type { OperatorId } from '../../protocol/identifiers';

export interface ChatPost {
  readonly heading: string;
  readonly lines: readonly string[];
  /** The only link, to the console. Absent in a test message. */
  readonly link?: string;
}

export const CHAT_FORMATS = ['slack', 'teams', 'discord'] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** The name of the organization's setting, and the subject of its entries. */
export const CHAT = 'chat';

/** The name of the setting of the organization (null) or of one operator. All of them begin alike. */
export const chatName = (operator: OperatorId | null): string => (operator === null ? CHAT : `${CHAT}:${operator}`);

/** What the link is called, where a form has names for links. */
export const LINK_TEXT = 'Open it in the console';
