/** A document of a request as rows to draw: bytes in, a closed result out. */
import { type DiffFile, parseDiff } from './diff';
import { type JsonFailure, type JsonRow, MAX_DEPTH, parseJson } from './json';
import { type MarkdownRow, parseMarkdown } from './markdown';
import { decodeUtf8 } from './utf8';

export type EvidenceKind = 'text' | 'diff' | 'json' | 'markdown';

export type Document = (
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'diff'; readonly intro: readonly string[]; readonly files: readonly DiffFile[] }
  | { readonly kind: 'json'; readonly rows: readonly JsonRow[] }
  | { readonly kind: 'markdown'; readonly rows: readonly MarkdownRow[] }
) & {
  /** Notes for people about how it is shown. */
  readonly notes: readonly string[];
};

export function readDocument(kind: EvidenceKind, bytes: Uint8Array): Document {
  const { text, broken } = decodeUtf8(bytes);
  const { lines, isCrLf } = linesOf(text);
  const notes = [
    ...(broken === 0
      ? []
      : [
          `${broken === 1 ? '1 byte is not UTF-8, and marked where it is' : `${broken} bytes are not UTF-8, and marked where they are`}.`,
        ]),
    ...(isCrLf ? ['Every line ends in CR LF.'] : []),
  ];
  const asText = (why: string): Document => ({ kind: 'text', lines, notes: [...notes, `${why} It is shown as text.`] });
  switch (kind) {
    case 'text':
      return { kind, lines, notes };
    case 'markdown':
      return { kind, rows: parseMarkdown(lines), notes };
    case 'diff': {
      const diff = parseDiff(lines);
      return diff === null ? asText('This is not a unified diff.') : { kind, ...diff, notes };
    }
    case 'json': {
      // JSON is UTF-8. In the tree, a mark for a byte could be mistaken for an escape.
      const rows = broken === 0 ? parseJson(text) : 'not_json';
      return typeof rows === 'string' ? asText(FAILURES[rows]) : { kind, rows, notes: [...notes, ...hiddenIn(rows)] };
    }
  }
}

const FAILURES: Readonly<Record<JsonFailure, string>> = {
  not_json: 'This is not JSON.',
  too_deep: `This JSON is nested more than ${MAX_DEPTH} levels deep.`,
};

function hiddenIn(rows: readonly JsonRow[]): string[] {
  const count = (is: (row: JsonRow) => boolean): number => rows.filter(is).length;
  const repeated = count((row) => row.repeated);
  const inexact = count((row) => row.inexact);
  return [
    ...(repeated === 0 ? [] : [`${repeated} members share a name in their object. Programs may read any of them.`]),
    ...(inexact === 0
      ? []
      : [`${inexact} ${inexact === 1 ? 'number has' : 'numbers have'} more digits than most programs keep.`]),
  ];
}

/** A carriage return is marked, like every character without a shape, unless all lines end in one. */
function linesOf(text: string): { readonly lines: readonly string[]; readonly isCrLf: boolean } {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const isCrLf = lines.length > 0 && lines.every((line) => line.endsWith('\r'));
  const ended = isCrLf ? lines.map((line) => line.slice(0, -1)) : lines;
  return { lines: last === '' ? ended : [...ended, last], isCrLf };
}
