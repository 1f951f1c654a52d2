/** The first 64 bits of an operation hash, in groups that two people can read to each other. */
export function shortFingerprint(hash: string): string {
  const hex = hash.replace(/^sha256:/, '').slice(0, 16);
  return hex.match(/.{1,4}/g)?.join(' ') ?? '';
}
