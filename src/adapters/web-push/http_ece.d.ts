/** The part of the package that is used; it comes without types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface WebPush {
    readonly version: 'aes128gcm';
    /** Of the side that calls. */
    readonly privateKey: ECDH;
    readonly authSecret: Uint8Array;
  }

  export function encrypt(
    plaintext: Buffer,
    parameters: WebPush & { readonly dh: Uint8Array; readonly salt: Uint8Array; readonly rs: number },
  ): Buffer;
  export function decrypt(sealed: Buffer, parameters: WebPush): Buffer;
}
