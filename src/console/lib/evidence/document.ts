/** A document of a request as rows to draw: bytes in, rows out. Nothing of the document is left out. */
import type { EvidenceKind } from '../../../protocol/evidence';
import { counted } from '../count';
import { decodeUtf8 } from './decode';
import { parseDiff } from './diff';
import { parseJson } from './json';
import { parseMarkdown } from './markdown';
import type { Parsed, Row } from './row';

export interface Document extends Required<Parsed> {
  readonly kind: EvidenceKind;
}

/** A parser returns a reason if the document is of another kind. It is then shown as text. */
const PARSERS: Readonly<Record<EvidenceKind, (lines: readonly string[]) => Parsed | string>> = {
  text: parseText,
  diff: parseDiff,
  json: parseJson,
  markdown: parseMarkdown,
};

export function readDocument(kind: EvidenceKind, bytes: Uint8Array): Document {
  const text = decodeUtf8(bytes);
  // A carriage return is marked, like every character without a shape, unless all lines end in one.
  const isCrLf = text.includes('\n') && !/(?<!\r)\n/.test(text);
  const lines = text.split(isCrLf ? '\r\n' : '\n');
  if (lines.at(-1) === '') lines.pop();
  const parsed = PARSERS[kind](lines);
  const isOther = typeof parsed === 'string';
  const notes = [
    ...(text.isWellFormed()
      ? []
      : ['It is not UTF-8. Where a line is not, each of its bytes is marked that is not ASCII.']),
    ...(isCrLf ? ['Every line ends in CR LF.'] : []),
    ...(isOther ? [`${parsed} It is shown as text.`] : (parsed.notes ?? [])),
  ];
  return isOther ? { kind: 'text', ...parseText(lines), notes } : { kind, ...parsed, notes };
}

function parseText(lines: readonly string[]) {
  const rows = lines.map((text, index): Row => ({ kind: 'line', text, mark: index + 1 }));
  return { rows, size: counted(lines.length, 'line') };
}
