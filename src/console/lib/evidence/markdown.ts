/**
 * Markdown as rows, one for each line. Only markup that hides nothing is laid out. HTML, images, links, tables and escapes
 * stay as text, and nothing is loaded.
 *
 * Not a library for CommonMark: those hide comments, addresses and references, and need quadratic time for some texts. Here a
 * dot takes every character and no two repetitions can take the same, so each pattern needs linear time.
 */

export interface MarkdownRow {
  /** `fence` is the first line of a code block, which may name its language. */
  readonly kind: 'heading' | 'item' | 'quote' | 'line' | 'code' | 'fence' | 'rule' | 'blank';
  /** How far it is indented; of a heading, its level. */
  readonly depth: number;
  readonly marker: string;
  readonly text: string;
}

const DEEPEST = 6;

const FENCE = /^([ \t]*)(`{3,}|~{3,})/;
const LINE = /^([ \t]*)(?:(#{1,6})[ \t]+|([-*+]|\d{1,9}[.)])[ \t]+|((?:>[ \t]?){1,6}))?(.*)$/s;

export function parseMarkdown(lines: readonly string[]): MarkdownRow[] {
  let fence: { readonly sign: string; readonly indent: number } | null = null;
  return lines.flatMap((line): MarkdownRow | [] => {
    const [start = '', indent = '', sign = ''] = FENCE.exec(line) ?? [];
    const rest = line.slice(start.length);
    if (fence !== null) {
      const isEnd = sign.startsWith(fence.sign) && /^[ \t]*$/.test(rest);
      const blanks = /^[ \t]*/.exec(line)![0].length;
      const code = rowOf('code', line.slice(Math.min(blanks, fence.indent)));
      if (isEnd) fence = null;
      return isEnd ? [] : code;
    }
    if (sign === '' || rest.includes('`')) return lineOf(line);
    fence = { sign, indent: indent.length };
    return rowOf('fence', rest);
  });
}

const rowOf = (kind: MarkdownRow['kind'], text: string, depth = 0, marker = ''): MarkdownRow => ({
  kind,
  depth: Math.min(DEEPEST, depth),
  marker,
  text,
});

function lineOf(line: string): MarkdownRow {
  if (/^[ \t]*$/.test(line)) return rowOf('blank', '');
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''))) return rowOf('rule', '');
  const [, indent = '', heading, marker, quote, text = ''] = LINE.exec(line)!;
  const depth = Math.floor(indent.replaceAll('\t', '    ').length / 2);
  if (heading !== undefined) return rowOf('heading', text, heading.length);
  if (marker !== undefined) return rowOf('item', text, depth, marker);
  if (quote !== undefined) return rowOf('quote', text, quote.split('>').length - 1);
  return rowOf(text.startsWith('|') ? 'code' : 'line', text, depth);
}

export interface Inline {
  readonly kind: 'text' | 'code' | 'strong';
  readonly text: string;
}

/** Signs within a word or a pattern of file names are no markup, and neither are a single * or _. */
const MARKUP = /(\\.|`[^`]+`|(?<![^\s([{"'])\*\*(?!\s)[^*]+(?<!\s)\*\*(?![^\s)\]}"'.,:;!?]))/s;

export function inlineOf(line: string): Inline[] {
  return line.split(MARKUP).flatMap((text, index): Inline | [] => {
    if (text === '') return [];
    if (index % 2 === 0 || text.startsWith('\\')) return { kind: 'text', text };
    const length = text.startsWith('`') ? 1 : 2;
    return { kind: length === 1 ? 'code' : 'strong', text: text.slice(length, -length) };
  });
}
