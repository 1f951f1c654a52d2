/** Bytes of a text in UTF-8. Without Node's Buffer, on which the use cases must not depend. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
