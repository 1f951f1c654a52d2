/** Bytes of texts, and byte strings as OpenSSH writes them. */

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Throws for a text that is not base64. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Each field with its length before it, in four bytes (RFC 4251 §5, `string`). */
export const sshFields = (fields: readonly Uint8Array[]): Uint8Array[] =>
  fields.flatMap((field) => [lengthOf(field), field]);

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}
