/**
 * Markdown as rows, one for each line. Only markup that hides nothing is laid out. HTML, images, links, tables and escapes
 * stay as text, and nothing is loaded.
 *
 * Not a library for CommonMark: those hide comments, addresses and references, and need quadratic time for some texts. Here a
 * dot takes every character and no two repetitions can take the same, so each pattern needs linear time.
 */
import { counted } from '../format';
import type { Parsed, Row } from './row';

const DEEPEST = 6;
const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/s;
const LINE = /^([ \t]*)(?:(#{1,6})[ \t]+|([-*+]|\d{1,9}[.)])[ \t]+|((?:>[ \t]?){1,6}))?(.*)$/s;

export function parseMarkdown(lines: readonly string[]): Parsed {
  let fence: { readonly sign: string; readonly indent: number } | null = null;
  const rows = lines.flatMap((line): Row | [] => {
    const [, indent = '', sign = '', rest = ''] = FENCE.exec(line) ?? [];
    if (fence === null) {
      // It may name the language of the code.
      if (sign === '' || rest.includes('`')) return rowOf(line);
      fence = { sign, indent: indent.length };
      return { kind: 'fence', text: rest };
    }
    if (sign.startsWith(fence.sign) && isBlank(rest)) {
      fence = null;
      return [];
    }
    const blanks = /^[ \t]*/.exec(line)![0].length;
    return { kind: 'code', text: line.slice(Math.min(blanks, fence.indent)) };
  });
  return { rows, size: counted(rows.length, 'line') };
}

const isBlank = (text: string): boolean => /^[ \t]*$/.test(text);

function rowOf(line: string): Row {
  if (isBlank(line)) return { kind: 'blank', text: '' };
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''))) return { kind: 'rule', text: '' };
  const [, indent = '', heading, bullet, quote, text = ''] = LINE.exec(line)!;
  if (heading !== undefined) return { kind: 'heading', text };
  if (quote !== undefined) return { kind: 'quote', text, depth: quote.split('>').length - 2 };
  const depth = Math.min(DEEPEST, Math.floor(indent.replaceAll('\t', '    ').length / 2));
  if (bullet !== undefined) return { kind: 'item', text, depth, mark: /\d/.test(bullet) ? bullet : '•' };
  return { kind: text.startsWith('|') ? 'code' : 'prose', text, depth };
}

/** Signs within a word or a pattern of file names are no markup, and neither are a single * or _. */
const MARKUP = /(\\.|`[^`]+`|(?<![^\s([{"'])\*\*(?!\s)[^*]+(?<!\s)\*\*(?![^\s)\]}"'.,:;!?]))/s;

interface Inline {
  readonly tag: 'span' | 'code' | 'strong';
  readonly text: string;
}

export function inlineOf(line: string): Inline[] {
  return line.split(MARKUP).flatMap((text, index): Inline | [] => {
    if (text === '') return [];
    if (index % 2 === 0 || text.startsWith('\\')) return { tag: 'span', text };
    return text.startsWith('`') ? { tag: 'code', text: text.slice(1, -1) } : { tag: 'strong', text: text.slice(2, -2) };
  });
}
