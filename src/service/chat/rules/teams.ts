/**
 * Microsoft Teams, with a webhook of Workflows: an Adaptive Card. A `TextRun` shows its text unchanged, without
 * Markdown, and a card without `msteams` has no mentions. The only action opens the console and sends nothing.
 */
import { LINK_TEXT, type PlainPost } from './post';

/** Teams refuses a message of more than 28 KB. */
const MAX_BYTES = 28_000;

export function teamsBody({ heading, lines, link }: PlainPost): object {
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

export const fitsTeams = (body: object): boolean => new TextEncoder().encode(JSON.stringify(body)).length <= MAX_BYTES;

function paragraph(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: withoutFunctions(text), ...style }] };
}

/** Teams would replace `{{DATE(…)}}` with a date. */
function withoutFunctions(text: string): string {
  return text.replace(/\{(?=\{)/g, '{\u2060');
}
