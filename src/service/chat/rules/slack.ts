/**
 * Slack's incoming webhooks. Except for emphasis, only `&`, `<` and `>` have a meaning, so escaped text contains no
 * mention and no link of its own. `verbatim` prevents Slack from detecting addresses, channels and names in plain text.
 */
import { LINK_TEXT, type PlainPost } from './post';

/** Slack refuses a longer text of a block, with what was escaped counted, and more blocks. */
const [MAX_TEXT, MAX_BLOCKS] = [3000, 50];

export function slackBody({ heading, lines, link }: PlainPost) {
  const all = [heading, ...lines].map(escaped);
  return {
    // Shown in notifications.
    text: escaped(heading),
    mrkdwn: false,
    link_names: 0,
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    blocks: inBlocks([...all, ...(link === undefined ? [] : [`<${link}|${LINK_TEXT}>`])]).map(section),
  };
}

export const fitsSlack = ({ blocks }: ReturnType<typeof slackBody>): boolean =>
  blocks.length <= MAX_BLOCKS && blocks.every(({ text }) => text.text.length <= MAX_TEXT);

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/** As few blocks as possible. A line is in one block, because an escape must not be split. */
function inBlocks(lines: readonly string[]): string[] {
  const blocks: string[] = [];
  for (const line of lines) {
    const longer = blocks.length === 0 ? line : `${blocks.at(-1)}\n${line}`;
    if (blocks.length > 0 && longer.length <= MAX_TEXT) blocks[blocks.length - 1] = longer;
    else blocks.push(line);
  }
  return blocks;
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
