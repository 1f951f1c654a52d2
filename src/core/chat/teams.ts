/**
 * Microsoft Teams, with a webhook of Workflows: an Adaptive Card. A `TextRun` shows its text unchanged, without
 * Markdown, and a card without `msteams` has no mentions. The only action opens the console and sends nothing.
 */
import { type ChatPost, LINK_TEXT } from './post';

export function teamsBody({ heading, lines, link }: ChatPost): object {
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

function paragraph(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: withoutFunctions(text), ...style }] };
}

/** Teams would replace `{{DATE(…)}}` with a date. */
function withoutFunctions(text: string): string {
  return text.replace(/\{(?=\{)/g, '{\u2060');
}
