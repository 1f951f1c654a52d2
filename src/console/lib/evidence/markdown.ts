/**
 * Markdown as rows, one for each line. Only what is safe to lay out is markup: HTML, images, references and escapes stay the
 * text that they are, so nothing is hidden or loaded. A link is shown with its address, and leads nowhere.
 *
 * Not a library for CommonMark: those hide comments, titles of links and references, and need quadratic time for some texts.
 */

export type MarkdownRow =
  | {
      readonly kind: 'heading' | 'item' | 'quote' | 'line';
      readonly depth: number;
      readonly marker: string;
      readonly text: string;
    }
  | { readonly kind: 'code' | 'info'; readonly text: string }
  | { readonly kind: 'cells'; readonly isHead: boolean; readonly cells: readonly string[] }
  | { readonly kind: 'rule' | 'blank' };

const MAX_INDENT = 6;
const MAX_CELLS = 30;

// Each of them needs linear time, whatever the line: a dot takes every character, and no two repetitions can take the same.
const FENCE = /^([ \t]*)(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/s;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$/s;
const QUOTE = /^[ \t]*((?:>[ \t]?){1,20})(.*)$/s;
const DELIMITER_CELL = /^:?-+:?$/;

export function parseMarkdown(lines: readonly string[]): MarkdownRow[] {
  const rows: MarkdownRow[] = [];
  let fence: Fence | null = null;
  let isTable = false;
  lines.forEach((line, index) => {
    if (fence !== null) {
      if (closes(fence, line)) fence = null;
      else rows.push({ kind: 'code', text: withoutIndent(line, fence.indent) });
      return;
    }
    fence = fenceOf(line);
    if (fence !== null) {
      rows.push({ kind: 'info', text: fence.info });
      return;
    }
    const cells = line.includes('|') ? cellsOf(line) : null;
    const below = cells === null || isTable ? null : cellsOf(lines[index + 1] ?? '');
    const isHead = below !== null && isDelimiter(below) && below.length === cells!.length;
    isTable = cells !== null && (isTable || isHead);
    if (!isTable) rows.push(rowOf(line));
    // What follows the head only says that this is a table.
    else if (!isBelowHead(rows) || !isDelimiter(cells!)) rows.push({ kind: 'cells', isHead, cells: cells! });
  });
  return rows;
}

function isBelowHead(rows: readonly MarkdownRow[]): boolean {
  const last = rows.at(-1);
  return last?.kind === 'cells' && last.isHead;
}

function rowOf(line: string): MarkdownRow {
  if (inkOf(line) === '') return { kind: 'blank' };
  const heading = HEADING.exec(line);
  if (heading !== null) return { kind: 'heading', depth: heading[1]!.length, marker: '', text: heading[2]! };
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]+/g, ''))) return { kind: 'rule' };
  const item = ITEM.exec(line);
  if (item !== null) return { kind: 'item', depth: depthOf(item[1]!), marker: item[2]!, text: item[3]! };
  const quote = QUOTE.exec(line);
  if (quote !== null) {
    const signs = quote[1]!.split('>').length - 1;
    return { kind: 'quote', depth: Math.min(signs, MAX_INDENT), marker: '', text: quote[2]! };
  }
  const text = line.slice(indentOf(line));
  return { kind: 'line', depth: depthOf(line.slice(0, line.length - text.length)), marker: '', text };
}

const depthOf = (indent: string): number =>
  Math.min(MAX_INDENT, Math.floor(indent.replaceAll('\t', '    ').length / 2));

interface Fence {
  readonly sign: string;
  readonly indent: number;
  readonly info: string;
}

function fenceOf(line: string): Fence | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const [all = '', indent = '', sign] = FENCE.exec(line) ?? [];
  const info = inkOf(line.slice(all.length));
  return sign === undefined || info.includes('`') ? null : { sign, indent: indent.length, info };
}

function closes({ sign }: Fence, line: string): boolean {
  const text = inkOf(line);
  return text.length >= sign.length && text === sign.charAt(0).repeat(text.length);
}

const withoutIndent = (line: string, indent: number): string => line.slice(Math.min(indent, indentOf(line)));

/** How many blanks are before the text. Other characters without a shape are part of the text, and marked there. */
function indentOf(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at;
}

/** Without blanks at its ends. A pattern for the end would need quadratic time. */
function inkOf(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1;
  return line.slice(Math.min(end, indentOf(line)), end);
}

/** Null: too many. */
function cellsOf(line: string): string[] | null {
  const text = inkOf(line).replace(/^\|/, '').replace(/\|$/, '');
  const cells = text.split('|', MAX_CELLS + 1);
  return cells.length > MAX_CELLS ? null : cells.map(inkOf);
}

const isDelimiter = (cells: readonly string[]): boolean => cells.every((cell) => DELIMITER_CELL.test(cell));

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

const LINK = /\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)/y;

/**
 * The markup within a line: code, bold and links. A single * or _ is more often a part of a name or a pattern, so it stays.
 * Each sign is compared only with the next one of its kind, so the time is linear; what has no partner stays text.
 */
export function inlineOf(text: string, isStrong = false): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const found = markupAt(text, at, isStrong);
    if (found === null) {
      // The sign after a backslash is text. The backslash stays too.
      const length = text.startsWith('**', at) || text[at] === '\\' ? 2 : 1;
      plain += text.slice(at, at + length);
      at += length;
    } else {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      parts.push(found.part);
      at = found.end;
    }
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

function markupAt(text: string, at: number, isStrong: boolean): { readonly part: Inline; readonly end: number } | null {
  switch (text[at]) {
    case '`': {
      const end = text.indexOf('`', at + 1);
      return end <= at + 1 ? null : { part: { kind: 'code', text: text.slice(at + 1, end) }, end: end + 1 };
    }
    case '*': {
      const end = isStrong || !text.startsWith('**', at) ? -1 : text.indexOf('**', at + 2);
      if (end <= at + 2 || !isAround(text, at, end + 2)) return null;
      return { part: { kind: 'strong', parts: inlineOf(text.slice(at + 2, end), true) }, end: end + 2 };
    }
    case '[': {
      LINK.lastIndex = at;
      const link = text[at - 1] === '!' ? null : LINK.exec(text);
      if (link === null) return null;
      return { part: { kind: 'link', text: link[1]!, address: link[2]! }, end: LINK.lastIndex };
    }
    default:
      return null;
  }
}

/** Whether the signs stand around words, and not within a word or a pattern of file names. */
function isAround(text: string, from: number, to: number): boolean {
  const inner = text.slice(from + 2, to - 2);
  return (
    inner.trim() === inner &&
    /^[\s([{"'“‘:,;—–-]?$/.test(text.charAt(from - 1)) &&
    /^[\s)\]}"'”’.,:;!?—–-]?$/.test(text.charAt(to))
  );
}
