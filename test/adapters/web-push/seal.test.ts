/** The library, our use of it and the text of the RFC agree: RFC 8291, appendix A, in both directions. */
import { createECDH } from 'node:crypto';
import { decrypt } from 'http_ece';
import { sealPush } from '../../../src/adapters/web-push/seal';
import { MAX_PLAINTEXT_BYTES } from '../../../src/service/push/rules/payload';
import { openAsInRfc, sealAsInRfc } from './rfc8291';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC = {
  plaintext: Buffer.from('When I grow up, I want to be a watermelon'),
  serverPrivate: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  serverPublic: bytes('BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'),
  browserPrivate: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  sealed: bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
};

const keyOf = (privateKey: Buffer) => {
  const key = createECDH('prime256v1');
  key.setPrivateKey(privateKey);
  return key;
};
const browser = { own: RFC.browserPrivate, browserPublic: bytes(RFC.p256dh), auth: bytes(RFC.auth) };
const openByLibrary = (sealed: Uint8Array) =>
  decrypt(Buffer.from(sealed), {
    version: 'aes128gcm',
    privateKey: keyOf(RFC.browserPrivate),
    authSecret: bytes(RFC.auth),
  });

describe('a push', () => {
  it('is sealed byte for byte as in RFC 8291, by the service and by an implementation of the RFC alone', () => {
    const key = keyOf(RFC.serverPrivate);
    expect(sealPush(RFC.plaintext, RFC, { key, salt: RFC.salt })).toEqual(RFC.sealed);
    const { serverPublic, salt } = RFC;
    expect(sealAsInRfc(RFC.plaintext, { ...browser, own: RFC.serverPrivate, serverPublic, salt })).toEqual(RFC.sealed);
  });

  it('as in RFC 8291 is opened by the library and by an implementation of the RFC alone', () => {
    expect(openByLibrary(RFC.sealed)).toEqual(RFC.plaintext);
    expect(openAsInRfc(RFC.sealed, browser)).toEqual(RFC.plaintext);
  });

  it.each([0, 1, 3992, MAX_PLAINTEXT_BYTES])(
    'with %i bytes of text is one record, and at most 4,096 bytes',
    (length) => {
      const text = Buffer.alloc(length, 'ž');
      const sealed = sealPush(text, RFC);
      expect(sealed.length).toBe(length + 103);
      expect(sealed.length).toBeLessThanOrEqual(4_096);
      expect(openAsInRfc(sealed, browser)).toEqual(text);
      expect(openByLibrary(sealed)).toEqual(text);
    },
  );

  it('with one byte more is refused before it is sealed', () => {
    expect(() => sealPush(Buffer.alloc(MAX_PLAINTEXT_BYTES + 1), RFC)).toThrow('3994 bytes, more than 3993');
  });

  it('has a salt and a key of its own, also if the text is the same', () => {
    const [first, second] = [sealPush(RFC.plaintext, RFC), sealPush(RFC.plaintext, RFC)].map((each) =>
      Buffer.from(each),
    );
    expect(first!.subarray(0, 16)).not.toEqual(second!.subarray(0, 16));
    expect(first!.subarray(21, 86)).not.toEqual(second!.subarray(21, 86));
  });

  it('for another browser, or changed on its way, is opened by nobody', () => {
    const sealed = Buffer.from(sealPush(RFC.plaintext, RFC));
    expect(() => openAsInRfc(sealed, { ...browser, auth: Buffer.alloc(16) })).toThrow();
    sealed[sealed.length - 20]! ^= 1;
    expect(() => openAsInRfc(sealed, browser)).toThrow();
  });
});
