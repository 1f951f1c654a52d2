/**
 * Bytes as text, with nothing replaced and nothing lost. A byte that is not UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF,
 * which UTF-8 cannot contain: it is shown as a mark, and can never be mistaken for a character of the document.
 */

const BYTE_MARK = 0xdc00;

/** The byte that a lone surrogate stands for, or null. */
export const brokenByte = (point: number): number | null =>
  point >= BYTE_MARK + 0x80 && point <= BYTE_MARK + 0xff ? point - BYTE_MARK : null;

export interface Decoded {
  readonly text: string;
  /** How many bytes are not UTF-8. */
  readonly broken: number;
}

export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { text: decodeValid(bytes), broken: 0 };
  } catch {
    return decodeBroken(bytes);
  }
}

const decodeValid = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

function decodeBroken(bytes: Uint8Array): Decoded {
  const parts: string[] = [];
  let broken = 0;
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at);
    if (length === 0) {
      if (at > from) parts.push(decodeValid(bytes.subarray(from, at)));
      parts.push(String.fromCharCode(BYTE_MARK + bytes[at]!));
      broken += 1;
      from = at + 1;
    }
    at += Math.max(1, length);
  }
  if (at > from) parts.push(decodeValid(bytes.subarray(from)));
  return { text: parts.join(''), broken };
}

/** The length of the character that begins here, by table 3-7 of the Unicode standard. 0: none does. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first <= 0xf4 ? 4 : 0;
  if (length === 0 || first < 0xc2) return 0;
  const [low, high] = SECOND[first] ?? [0x80, 0xbf];
  for (let n = 1; n < length; n++) {
    const byte = bytes[at + n] ?? 0;
    if (byte < (n === 1 ? low : 0x80) || byte > (n === 1 ? high : 0xbf)) return 0;
  }
  return length;
}

const SECOND: Readonly<Record<number, readonly [low: number, high: number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};
