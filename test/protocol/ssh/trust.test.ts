/** Who may sign, for what and when; and which assertions of a passkey are signatures. The rules of `ssh-keygen -Y verify`. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  type AllowedSigner,
  allowedSignersText,
  isAllowedSigner,
  parseAllowedSigners,
  timeText,
} from '../../../src/protocol/ssh/allowed-signers';
import { P256_KEY, PASSKEY_KEY, publicKeyText, sshKeyOf } from '../../../src/protocol/ssh/public-key';
import { type SshSignature, toBeSigned, WEBAUTHN_SIGNATURE } from '../../../src/protocol/ssh/signature';
import { isSignedBy } from '../../../src/protocol/ssh/verify';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P256 = sshKeyOf(publicKey) as { type: typeof P256_KEY; point: Uint8Array };
const ED25519 = sshKeyOf(generateKeyPairSync('ed25519').publicKey);
const AFTER = Date.parse('2026-11-20T12:00:00Z');
const BEFORE = Date.parse('2026-11-20T13:00:00Z');
const SIGNER: AllowedSigner = {
  principal: 'op_alpha',
  namespaces: ['turn@ras', 'enrolment@ras'],
  validAfterMs: AFTER,
  validBeforeMs: BEFORE,
  key: ED25519,
};

describe('a list of signers', () => {
  const line = `op_alpha namespaces="turn@ras,enrolment@ras",valid-after="20261120120000Z",valid-before="20261120130000Z" ${publicKeyText(ED25519)}\n`;

  it('a list of signers has one line for each, in UTC and to the second, with the note above it', () => {
    expect(allowedSignersText([SIGNER])).toBe(line);
    const forever = { ...SIGNER, namespaces: ['turn@ras'], validAfterMs: null, validBeforeMs: null, note: 'of Alpha' };
    expect(allowedSignersText([SIGNER, forever])).toBe(
      `${line}# of Alpha\nop_alpha namespaces="turn@ras" ${publicKeyText(ED25519)}\n`,
    );
    expect(timeText(AFTER + 999)).toBe('20261120120000Z');
  });

  it('a list of signers is read with either line ending, blank lines and comments', () => {
    expect(parseAllowedSigners(`# note\r\n\r\n  \n${line.trimEnd()}\r\n${line}`)).toEqual([SIGNER, SIGNER]);
    expect(parseAllowedSigners('')).toEqual([]);
  });

  it.each([
    ['only a time after', { validBeforeMs: null }],
    ['only a time before', { validAfterMs: null }],
    ['no time', { validAfterMs: null, validBeforeMs: null }],
  ])('a list of signers is read as it was written, with %s', (_, changed) => {
    const signers = [{ ...SIGNER, ...changed }];
    expect(parseAllowedSigners(allowedSignersText(signers))).toEqual(signers);
  });

  it.each([
    ['a pattern for a name', line.replace('op_alpha', 'op_*')],
    ['two names', line.replace('op_alpha', 'op_alpha,op_bravo')],
    ['text before the name', ` ${line}`],
    ['text after the key', `${line.trimEnd()} x\n`],
    ['no namespaces', line.replace('namespaces="turn@ras,enrolment@ras",', '')],
    ['an option that is not known', line.replace('namespaces', 'cert-authority,namespaces')],
    ['a month that is none', line.replace('20261120120000Z', '20261320120000Z')],
    ['an hour that is none', line.replace('20261120130000Z', '20261120250000Z')],
    ['a time that is not in UTC', line.replace('20261120120000Z', '20261120120000')],
    ['a key that is none', line.replace('ssh-ed25519', 'ssh-rsa')],
  ])('a list of signers with %s cannot be read at all, although the other lines can', (_, other) => {
    expect(parseAllowedSigners(`${line}${other}`)).toBeNull();
  });

  it('a list of signers has names of up to 128 plain characters', () => {
    const written = (principal: string) => allowedSignersText([{ ...SIGNER, principal }]);
    for (const name of ['a', '0', 'A.b_c@d+e-f', 'a'.repeat(128)]) {
      expect(parseAllowedSigners(written(name))?.[0]?.principal).toBe(name);
    }
    for (const name of ['', '-a', '.a', 'a b', 'a"', 'a*', 'a\n', 'é', 'a'.repeat(129)]) {
      expect(() => written(name)).toThrow('cannot be a signer');
    }
  });
});

describe('a key', () => {
  const ask = (changed: object = {}) =>
    isAllowedSigner([SIGNER], { principal: 'op_alpha', namespace: 'turn@ras', key: ED25519, atMs: AFTER, ...changed });

  it('a key may sign for its principal, in each of its namespaces', () => {
    expect(ask()).toBe(true);
    expect(ask({ namespace: 'enrolment@ras' })).toBe(true);
    expect(ask({ namespace: 'worker@ras' })).toBe(false);
    expect(ask({ principal: 'op_bravo' })).toBe(false);
    expect(ask({ key: P256 })).toBe(false);
  });

  it('a key may sign from the first second to the last one, both included', () => {
    expect([AFTER - 1, AFTER, BEFORE, BEFORE + 999, BEFORE + 1000].map((atMs) => ask({ atMs }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('a key without limits may sign at any time, and a key with several lines by any of them', () => {
    const forever = { ...SIGNER, validAfterMs: null, validBeforeMs: null };
    const asked = { principal: 'op_alpha', namespace: 'turn@ras', key: ED25519, atMs: 0 };
    expect(isAllowedSigner([forever], asked)).toBe(true);
    expect(isAllowedSigner([SIGNER, forever], asked)).toBe(true);
    expect(isAllowedSigner([SIGNER], asked)).toBe(false);
    expect(isAllowedSigner([], asked)).toBe(false);
  });
});

describe('an assertion of a passkey', () => {
  const ORIGIN = 'https://console.acme.dev';
  const challenge = (namespace = 'turn@ras', message = 'm') => toBeSigned(namespace, message).toString('base64url');
  const begin = (origin = ORIGIN) => `{"type":"webauthn.get","challenge":"${challenge()}","origin":"${origin}"`;

  /** With a signature that is right for what is in it. */
  function asserted({
    flags = 0x05,
    extensions = Buffer.alloc(0),
    origin = ORIGIN,
    clientData = `${begin(origin)},"crossOrigin":false}`,
    application = 'console.acme.dev',
  } = {}): SshSignature {
    const sha256 = (data: string) => createHash('sha256').update(data).digest();
    const head = Buffer.from([flags, 0, 0, 1, 2]);
    const signed = Buffer.concat([sha256(application), head, extensions, sha256(clientData)]);
    const raw = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const value = { raw, flags, counter: 0x102, origin, clientData: Buffer.from(clientData), extensions };
    const key = { type: PASSKEY_KEY, point: P256.point, application: 'console.acme.dev' } as const;
    return { key, namespace: 'turn@ras', value: { type: WEBAUTHN_SIGNATURE, ...value } };
  }
  const holds = (signature: SshSignature) => isSignedBy(signature, 'turn@ras', 'm');
  const EXTENSIONS = Buffer.from([0xa0]);

  it('a passkey’s assertion is a signature with the user present, whether verified or not', () => {
    expect(holds(asserted())).toBe(true);
    expect(holds(asserted({ flags: 0x01 }))).toBe(true);
    expect(holds(asserted({ flags: 0x81, extensions: EXTENSIONS }))).toBe(true);
    expect(holds(asserted({ clientData: `${begin()}}` }))).toBe(true);
  });

  it.each([
    ['the user was not present', { flags: 0x04 }],
    ['it has attested data', { flags: 0x45 }],
    ['it has extensions without the flag', { extensions: EXTENSIONS }],
    ['it has the flag without extensions', { flags: 0x85 }],
    ['it is of another application', { application: 'localhost' }],
    ['it is of a registration', { clientData: `${begin().replace('.get', '.create')}}` }],
    ['another page had it in a frame', { clientData: `${begin()},"crossOrigin":true}` }],
    ['what it says about a frame is no answer', { clientData: `${begin()},"crossOrigin":"false"}` }],
    ['it was in the frame of a foreign page', { clientData: `${begin()},"topOrigin":"https://evil.example"}` }],
    ['its client data is not JSON', { clientData: `${begin()}` }],
    ['something stands before the client data', { clientData: ` ${begin()}}` }],
    ['its origin is not that of the client data', { clientData: `${begin('https://evil.example')}}` }],
    ['its origin only begins like that of the client data', { clientData: `${begin(`${ORIGIN}.evil.example`)}}` }],
    ['its origin has a quote', { origin: `${ORIGIN}"x` }],
    ['its origin has a backslash', { origin: `${ORIGIN}\\x` }],
    ['its origin has a line feed', { origin: `${ORIGIN}\nx` }],
    ['its origin has a carriage return', { origin: `${ORIGIN}\rx` }],
  ])('a passkey’s assertion is refused if %s', (_, changed) => expect(holds(asserted(changed))).toBe(false));

  it('a passkey’s assertion is refused with another counter, message or namespace than was signed', () => {
    const signature = asserted();
    expect(holds({ ...signature, value: { ...signature.value, counter: 0x103 } as SshSignature['value'] })).toBe(false);
    expect(isSignedBy(signature, 'turn@ras', 'n')).toBe(false);
    expect(isSignedBy(signature, 'worker@ras', 'm')).toBe(false);
    expect(isSignedBy({ ...signature, namespace: 'worker@ras' }, 'turn@ras', 'm')).toBe(false);
  });

  it('a passkey’s assertion is refused under a plain key, and a plain signature under a passkey', () => {
    const raw = sign('sha256', toBeSigned('turn@ras', 'm'), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const plain = { key: P256, namespace: 'turn@ras', value: { type: P256_KEY, raw } } as const;
    expect(holds(plain)).toBe(true);
    expect(holds({ ...plain, key: asserted().key })).toBe(false);
    expect(holds({ ...asserted(), key: P256 })).toBe(false);
    expect(holds({ ...plain, key: ED25519 })).toBe(false);
  });

  it('a passkey’s assertion is refused under a point that is not on the curve', () => {
    const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]);
    expect(holds({ ...asserted(), key: { type: PASSKEY_KEY, point, application: 'console.acme.dev' } })).toBe(false);
  });
});
