/** A document of a request as rows to draw: bytes in, rows out. Nothing of the document is left out. */
import type { EvidenceKind } from '../../../protocol/evidence';
import { counted } from '../count';
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

/**
 * With nothing replaced and nothing lost. In a line that is not UTF-8, a byte that is not ASCII becomes a lone surrogate,
 * U+DC80 to U+DCFF, which UTF-8 cannot contain: its mark can never be mistaken for a character of the document.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const middle = bytes.lastIndexOf(10, bytes.length / 2) + 1 || bytes.indexOf(10) + 1;
    if (middle % bytes.length !== 0) return decodeUtf8(bytes.subarray(0, middle)) + decodeUtf8(bytes.subarray(middle));
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
  }
}
