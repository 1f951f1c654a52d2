/**
 * Discord's webhooks. A backslash before a character other than a letter, digit or blank makes it plain, even if it
 * would begin a mention or an address. `allowed_mentions` notifies nobody, and flag 4 hides link previews.
 */
import type { PlainPost } from './post';

const SUPPRESS_EMBEDS = 4;
/** Discord refuses a longer content, with the backslashes counted. */
const MAX_CONTENT = 2000;

export function discordBody({ heading, lines, link }: PlainPost) {
  const text = [...[heading, ...lines].map(escaped), ...(link === undefined ? [] : [`<${link}>`])];
  return { content: text.join('\n'), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

export const fitsDiscord = ({ content }: ReturnType<typeof discordBody>): boolean => content.length <= MAX_CONTENT;

function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
