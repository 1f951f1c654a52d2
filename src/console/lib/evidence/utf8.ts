/**
 * Bytes as text, with nothing replaced and nothing lost. A byte that is not UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF,
 * which UTF-8 cannot contain: it is shown as a mark, and can never be mistaken for a character of the document.
 */

const BYTE_MARK = 0xdc00;

/** The byte that a lone surrogate stands for, or null. */
export const brokenByte = (point: number): number | null =>
  point >= BYTE_MARK + 0x80 && point <= BYTE_MARK + 0xff ? point - BYTE_MARK : null;

/** Some characters by the syntax of RFC 3629, with one character here for each byte; or else one byte. */
const CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte is meant
  /(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}){1,999}|[\x80-\xff]/g;

interface Decoded {
  readonly text: string;
  /** How many bytes are not UTF-8. */
  readonly broken: number;
}

export function decodeUtf8(bytes: Uint8Array): Decoded {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return { text: utf8.decode(bytes), broken: 0 };
  } catch {
    return decodeBroken(bytes, utf8);
  }
}

function decodeBroken(bytes: Uint8Array, utf8: { decode(bytes: Uint8Array): string }): Decoded {
  let broken = 0;
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .replace(CHARACTERS, (found) => {
      const first = found.charCodeAt(0);
      if (found.length > 1 || first < 0x80) return utf8.decode(Uint8Array.from(found, (byte) => byte.charCodeAt(0)));
      broken += 1;
      return String.fromCharCode(BYTE_MARK + first);
    });
  return { text, broken };
}
