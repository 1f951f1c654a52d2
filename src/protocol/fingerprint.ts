/** The first 64 bits of an operation hash, in groups that are easy to read aloud. */
export function shortFingerprint(hash: string): string {
  const hex = hash.replace(/^sha256:/, '').slice(0, 16);
  return hex.match(/.{1,4}/g)?.join(' ') ?? '';
}
