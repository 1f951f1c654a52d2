/** A document of a request as rows to draw: bytes in, rows out. Nothing of the document is left out. */

import type { EvidenceKind } from '../../../protocol/evidence';
import { counted } from '../format';
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
 * The bytes as text, with nothing replaced and nothing lost. In a line that is not UTF-8, a byte that is not ASCII becomes
 * a lone surrogate, U+DC80 to U+DCFF, which UTF-8 cannot contain: its mark can never be mistaken for a character of the
 * document.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodedByLine(bytes);
  }
}

/** Reads each byte at most three times. A decoder that throws for each line takes seconds for a document of short lines. */
function decodedByLine(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let size = 0;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    size = writeLine(bytes, start, end, units, size) ?? writeBytes(bytes, start, end, units, size);
  }
  return textOfUnits(units.subarray(0, size));
}

type Write<Size> = (bytes: Uint8Array, start: number, end: number, units: Uint16Array, from: number) => Size;

/** Returns the new size, or null if the line is not UTF-8. */
const writeLine: Write<number | null> = (bytes, start, end, units, from) => {
  let size = from;
  for (let at = start; at < end; ) {
    const point = pointAt(bytes, at, end);
    if (point === null) return null;
    at += lengthOf(point);
    if (point < 0x10000) units[size++] = point;
    else {
      units[size++] = 0xd800 + ((point - 0x10000) >> 10);
      units[size++] = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
  }
  return size;
};

const writeBytes: Write<number> = (bytes, start, end, units, from) => {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    units[from + at - start] = byte < 0x80 ? byte : 0xdc00 + byte;
  }
  return from + end - start;
};

const lengthOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/** Null: not well-formed (the Unicode standard, table 3-7). */
function pointAt(bytes: Uint8Array, at: number, end: number): number | null {
  const lead = bytes[at]!;
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return null;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return null;
  let point = lead & (0x7f >> length);
  for (let index = at + 1; index < at + length; index++) {
    const byte = bytes[index]!;
    if ((byte & 0xc0) !== 0x80) return null;
    point = (point << 6) | (byte & 0x3f);
  }
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return lengthOf(point) !== length || point > 0x10ffff || isSurrogate ? null : point;
}

/** More arguments of one call can be too many. */
const CHUNK = 8192;

function textOfUnits(units: Uint16Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < units.length; at += CHUNK) chunks.push(String.fromCharCode(...units.subarray(at, at + CHUNK)));
  return chunks.join('');
}
