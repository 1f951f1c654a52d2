/**
 * Discord's webhooks. A backslash before any character that is no letter, digit or blank makes it plain, also where it
 * would begin a mention or an address. `allowed_mentions` notifies nobody, and flag 4 shows no preview of a link.
 */
import type { ChatPost } from './post';

const SUPPRESS_EMBEDS = 4;

export function discordBody({ heading, lines, link }: ChatPost): object {
  const text = [...[heading, ...lines].map(escaped), ...(link === undefined ? [] : [`<${link}>`])];
  return { content: text.join('\n'), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
