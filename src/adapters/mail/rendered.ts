/** Fills the compiled template with a mail: HTML and plain text with the same content in the same order. */
import { MAIL_HTML, MAIL_TEXT, type Part } from '../../../generated/mail-template';
import type { Mail, MailLine, MailPart } from '../../service/mail/rules';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export function rendered(mail: Mail): RenderedMail {
  const scope = scopeOf(mail);
  return {
    subject: mail.subject,
    html: filled(MAIL_HTML, scope, (value, name) => (name === 'url' ? escaped(value) : unlinked(escaped(value)))),
    text: filled(MAIL_TEXT, scope, (value) => value)
      .split('\n')
      .flatMap(fenced)
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trimEnd(),
  };
}

interface Scope {
  readonly [name: string]: string | readonly Scope[];
}

function filled(parts: readonly Part[], scope: Scope, write: (value: string, name: string) => string): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const found = scope['each' in part ? part.each : part.value];
      if ('each' in part && typeof found === 'object')
        return found.map((each) => filled(part.parts, each, write)).join('');
      if ('value' in part && typeof found === 'string') return write(found, part.value);
      throw new Error(`the template of mails names ${JSON.stringify(part)}, which no mail has`);
    })
    .join('');
}

function scopeOf({ subject, organization, opening, messages, rest }: Mail): Scope {
  const [first] = messages;
  return {
    subject,
    organization,
    // Mail programs show this text beside the subject, also on a locked phone, so it contains no code.
    preview: opening ?? first?.lines.join(' ') ?? '',
    opening: texts(opening),
    messages: messages.map(messageScope),
    rest: rest === null ? [] : [{ heading: rest.heading, others: rest.lines.map(lineScope) }],
  };
}

const messageScope = ({ heading, warnings, lines, operation, code, link, notes, facts, words }: MailPart): Scope => ({
  heading: texts(heading),
  warnings: texts(...warnings),
  lines: texts(...lines),
  operation: texts(operation),
  code: code === null ? [] : [{ ...code }],
  link: [{ ...link }],
  notes: texts(...notes),
  facts: facts === null ? [] : [{ heading: facts.heading, rows: facts.rows.map((row) => ({ ...row })) }],
  words: words === null ? [] : [{ ...words }],
});

const lineScope = ({ digits, text, url }: MailLine): Scope => ({
  text,
  url,
  short: digits === '' ? [] : [{ digits }],
});

const texts = (...all: readonly (string | null)[]): Scope[] => all.flatMap((text) => (text === null ? [] : [{ text }]));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: string): string => value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Mail programs turn text that looks like an address into a link. A character without width prevents that. */
const unlinked = (html: string): string => html.replace(/\.(?<=[\p{L}\p{N}]\.)(?=\p{L})|:(?=\/\/)|@/gu, '$&&#8204;');

/** A longer line could be wrapped by a mail program, and its rest would have no bar. */
const FENCE_WIDTH = 72;

/** Only lines with text of a proposer begin with a bar. A long one is divided, with a bar before each part. */
function fenced(line: string): string[] {
  if (!line.startsWith('| ')) return [line];
  const characters = [...line.slice(2)];
  const lines: string[] = [];
  for (let at = 0; at < Math.max(1, characters.length); at += FENCE_WIDTH) {
    lines.push(`${at === 0 ? '| ' : '|   '}${characters.slice(at, at + FENCE_WIDTH).join('')}`);
  }
  return lines;
}
