/**
 * Slack's incoming webhooks. Except for emphasis, only `&`, `<` and `>` have a meaning, so escaped text contains no
 * mention and no link of its own. `verbatim` prevents Slack from detecting addresses, channels and names in plain text.
 */
import { type ChatPost, LINK_TEXT } from './post';

export function slackBody({ heading, lines, link }: ChatPost): object {
  const text = [
    escaped(heading),
    ...lines.map(escaped),
    ...(link === undefined ? [] : [`<${link}|${LINK_TEXT}>`]),
  ].join('\n');
  return {
    // Shown in notifications.
    text: escaped(heading),
    mrkdwn: false,
    link_names: 0,
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }],
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Emphasis, code, emoji and addresses would hide or add characters. A word joiner next to their first character makes
 * it plain; Slack has no other escape. An underscore inside a word and a colon inside a time have no meaning.
 */
function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
    .replace(/[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\u2060$&')
    .replace(/:(?=[/A-Za-z+])/g, ':\u2060');
}
