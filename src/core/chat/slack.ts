/**
 * Slack's incoming webhooks. `&`, `<` and `>` are the only characters that begin anything but emphasis, so escaped texts hold
 * no mention and no link of their own. `verbatim` keeps Slack from finding addresses, channels and names in plain text.
 */
import { type ChatPost, LINK_TEXT } from './post';

export function slackBody({ heading, lines, link }: ChatPost): object {
  const text = [
    escaped(heading),
    ...lines.map(escaped),
    ...(link === undefined ? [] : [`<${link}|${LINK_TEXT}>`]),
  ].join('\n');
  return {
    // What a notification shows.
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
 * Emphasis, code, emoji and addresses would hide or add characters. A word joiner beside the one that begins them makes it
 * plain; Slack has no other escape. An underscore within a word and a colon within a time begin nothing.
 */
function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
    .replace(/[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\u2060$&')
    .replace(/:(?=[/A-Za-z+])/g, ':\u2060');
}
