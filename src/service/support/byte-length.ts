/** The length of a text in UTF-8 bytes, without Node's Buffer, because the use cases must not depend on Node. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
