/**
 * An ES256 key in COSE as base64url, as an authenticator writes it. All bytes of one coordinate of its point are `x`, and of the
 * other `y`, so it verifies nothing.
 */
export const es256Key = (x = 1, y = 2): string =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.alloc(32, x),
    Buffer.from('225820', 'hex'),
    Buffer.alloc(32, y),
  ]).toString('base64url');
