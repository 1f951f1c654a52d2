/** Converts a post to the format of a chat. */
import type { ChatFormat, ChatPost } from './post';
import { slackBody } from './slack';
import { teamsBody } from './teams';

const BODIES: Readonly<Record<ChatFormat, (post: ChatPost) => object>> = {
  slack: slackBody,
  teams: teamsBody,
  discord: discordBody,
};

export function chatBody(format: ChatFormat, post: ChatPost): string {
  return JSON.stringify(BODIES[format](post));
}

const SUPPRESS_EMBEDS = 4;

/**
 * Discord's webhooks. A backslash before a character other than a letter, digit or blank makes it plain, even if it
 * would begin a mention or an address. `allowed_mentions` notifies nobody, and flag 4 hides link previews.
 */
function discordBody({ heading, lines, link }: ChatPost): object {
  const text = [...[heading, ...lines].map(escaped), ...(link === undefined ? [] : [`<${link}>`])];
  return { content: text.join('\n'), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
