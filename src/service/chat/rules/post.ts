/**
 * A post for a chat, and its body in the format of each chat (docs/decisions/chat.md). The text of a post is plain: a
 * format shows every character and gives none of them a meaning.
 */

/** A post for any chat, before it gets the format of one. */
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

/** Converts a post to the format of a chat. */
const BODIES: Readonly<Record<ChatFormat, (post: ChatPost) => object>> = {
  slack: (post) => fitted(post, slackBody, fitsSlack),
  teams: (post) => fitted(post, teamsBody, fitsTeams),
  discord: (post) => fitted(post, discordBody, fitsDiscord),
};

export function chatBody(format: ChatFormat, post: ChatPost): string {
  return JSON.stringify(BODIES[format](post));
}

const TOO_LONG = 'This message is too long for this chat. The console shows all of it.';

/**
 * A chat refuses a longer post, so the finished body is measured. Leaves out as few lines as possible: the first ones
 * that may be left out, and at last all lines.
 */
function fitted<Body>(post: ChatPost, bodyOf: (plain: PlainPost) => Body, fits: (body: Body) => boolean): Body {
  const most = post.lines.filter((line) => typeof line !== 'string').length;
  for (let leftOut = 0; leftOut <= most; leftOut++) {
    const body = bodyOf(without(post, leftOut));
    if (fits(body)) return body;
  }
  return bodyOf({ ...post, lines: [TOO_LONG] });
}

function without({ lines, ...post }: ChatPost, leftOut: number): PlainPost {
  let seen = 0;
  return {
    ...post,
    lines: lines.flatMap((line) => {
      if (typeof line === 'string') return line;
      return seen++ < leftOut ? line.instead : line.lines;
    }),
  };
}

/** Slack refuses a longer text of a block, with the escapes counted, and more blocks. */
const [MAX_TEXT, MAX_BLOCKS] = [3000, 50];

/**
 * Slack's incoming webhooks. Except for emphasis, only `&`, `<` and `>` have a meaning, so escaped text contains no
 * mention and no link of its own. `verbatim` prevents Slack from detecting addresses, channels and names in plain text.
 */
function slackBody({ heading, lines, link }: PlainPost) {
  const all = [heading, ...lines].map(escapedForSlack);
  return {
    // Shown in notifications.
    text: escapedForSlack(heading),
    mrkdwn: false,
    link_names: 0,
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    blocks: inBlocks([...all, ...(link === undefined ? [] : [`<${link}|${LINK_TEXT}>`])]).map(section),
  };
}

const fitsSlack = ({ blocks }: ReturnType<typeof slackBody>): boolean =>
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
function escapedForSlack(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
    .replace(/[*~`]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\u2060$&')
    .replace(/:(?=[/A-Za-z+])/g, ':\u2060');
}

/** Teams refuses a message of more than 28 KB. */
const MAX_BYTES = 28_000;

/**
 * Microsoft Teams, with a webhook of Workflows: an Adaptive Card. A `TextRun` shows its text unchanged, without
 * Markdown, and a card without `msteams` has no mentions. The only action opens the console and sends nothing.
 */
function teamsBody({ heading, lines, link }: PlainPost): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [paragraph(heading, { weight: 'Bolder' }), ...lines.map((line) => paragraph(line))],
    ...(link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: LINK_TEXT, url: link }] }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

const fitsTeams = (body: object): boolean => new TextEncoder().encode(JSON.stringify(body)).length <= MAX_BYTES;

function paragraph(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: withoutFunctions(text), ...style }] };
}

/** Teams would replace `{{DATE(…)}}` with a date. */
function withoutFunctions(text: string): string {
  return text.replace(/\{(?=\{)/g, '{\u2060');
}

/** Hides link previews. */
const SUPPRESS_EMBEDS = 4;
/** Discord refuses a longer content, with the backslashes counted. */
const MAX_CONTENT = 2000;

/**
 * Discord's webhooks. A backslash before a character other than a letter, digit or blank makes it plain, even if it
 * would begin a mention or an address. `allowed_mentions` notifies nobody.
 */
function discordBody({ heading, lines, link }: PlainPost) {
  const text = [...[heading, ...lines].map(escapedForDiscord), ...(link === undefined ? [] : [`<${link}>`])];
  return { content: text.join('\n'), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS };
}

const fitsDiscord = ({ content }: ReturnType<typeof discordBody>): boolean => content.length <= MAX_CONTENT;

function escapedForDiscord(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
