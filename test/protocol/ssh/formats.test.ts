/** The binary and text forms of OpenSSH, byte by byte, and what stands one byte beside them. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  fingerprintOf,
  keyObjectOf,
  parsePublicKey,
  parsePublicKeyText,
  pointOfCoseKey,
  publicKeyBlob,
  publicKeyText,
  type SshPublicKey,
  sshKeyOf,
} from '../../../src/protocol/ssh/public-key';
import { armour, parseArmour, type SshSignature, WEBAUTHN_SIGNATURE } from '../../../src/protocol/ssh/signature';
import {
  ecdsaBlob,
  mpint,
  rawFromDer,
  readEcdsaBlob,
  readWhole,
  SshReader,
  sshString,
  uint32,
} from '../../../src/protocol/ssh/wire';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const POINT = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
const KEYS: readonly SshPublicKey[] = [
  { type: 'ssh-ed25519', bytes: Buffer.alloc(32, 1) },
  { type: 'ecdsa-sha2-nistp256', point: POINT },
  { type: 'sk-ecdsa-sha2-nistp256@openssh.com', point: POINT, application: 'console.acme.dev' },
];

describe('a number of SSH', () => {
  it.each([
    ['00', '00000000'],
    ['7f', '00000001 7f'],
    ['80', '00000002 0080'],
    ['ff', '00000002 00ff'],
    ['0001', '00000001 01'],
    ['000080', '00000002 0080'],
    ['0100', '00000002 0100'],
  ])('the SSH number %s is written as %s', (bytes, written) => expect(mpint(hex(bytes))).toEqual(hex(written)));

  it.each([
    ['00000001 7f', '0000007f'],
    ['00000002 0080', '00000080'],
    ['00000005 00ffffffff', 'ffffffff'],
    ['00000004 7fffffff', '7fffffff'],
  ])('the SSH number %s is read as the four bytes %s', (written, bytes) => {
    expect(readWhole(hex(written), (reader) => reader.mpint(4))).toEqual(hex(bytes));
  });

  it.each([
    ['zero', '00000000'],
    ['a zero byte', '00000001 00'],
    ['a negative number', '00000001 80'],
    ['a zero byte that is not needed', '00000002 007f'],
    ['two zero bytes', '00000003 000080'],
    ['five bytes', '00000005 0100000000'],
    ['five bytes after a zero', '00000006 00ffffffffff'],
    ['fewer bytes than it says', '00000002 7f'],
    ['a byte after its end', '00000001 7f 00'],
  ])('an SSH number is not read from %s', (_, written) => {
    expect(readWhole(hex(written), (reader) => reader.mpint(4))).toBeNull();
  });
});

describe('a text of SSH', () => {
  const read = (bytes: Buffer) => readWhole(bytes, (reader) => reader.text());

  it('an SSH text is its length in bytes, and UTF-8', () => {
    expect(sshString('€')).toEqual(hex('00000003 e282ac'));
    expect(read(sshString('€'))).toBe('€');
    expect(read(sshString(''))).toBe('');
  });

  it('an SSH text is not read from bytes that are not UTF-8, or with the wrong length', () => {
    for (const bytes of ['00000001 ff', '00000002 c080', '00000002 61', '00000001 6162', '000000', '']) {
      expect(read(hex(bytes))).toBeNull();
    }
  });
});

it('an error in the code of a reader is not hidden as unreadable bytes', () => {
  const broken = () => {
    throw new RangeError('a bug');
  };
  expect(() => readWhole(hex('00'), broken)).toThrow('a bug');
});

describe('a DER signature', () => {
  const [r, s] = [`02 20 ${'11'.repeat(32)}`, `02 20 ${'22'.repeat(32)}`];
  const der = `30 44 ${r} ${s}`;
  const raw = (text: string) => rawFromDer(hex(text))?.toString('hex') ?? null;

  it('a DER signature is two numbers of 32 bytes, with short ones padded at the start', () => {
    expect(raw(der)).toBe('11'.repeat(32) + '22'.repeat(32));
    expect(raw('30 06 0201 01 0201 7f')).toBe(`${'00'.repeat(31)}01${'00'.repeat(31)}7f`);
    expect(raw(`30 26 0221 00${'ff'.repeat(32)} 0201 02`)).toBe(`${'ff'.repeat(32)}${'00'.repeat(31)}02`);
  });

  it.each([
    ['another tag', der.replace('30', '31')],
    ['a length that is too small', der.replace('44', '43')],
    ['a length that is too large', der.replace('44', '45')],
    ['a first number of another type', der.replace('02 20 11', '03 20 11')],
    ['a second number of another type', der.replace('02 20 22', '03 20 22')],
    ['a negative number', `30 06 0201 80 0201 01`],
    ['a zero byte that is not needed', `30 07 0202 0001 0201 01`],
    ['a number of 33 bytes', `30 26 0221 01${'00'.repeat(32)} 0201 01`],
    ['zero', '30 06 0201 00 0201 01'],
    ['a byte after its end', `${der} 00`],
    ['a byte after its end that it counts', `30 45 ${r} ${s} 00`],
    ['an end that is missing', der.slice(0, -2)],
    ['one number', '30 03 0201 01'],
    ['nothing', ''],
  ])('a DER signature with %s is refused', (_, text) => expect(raw(text)).toBeNull());

  it('a DER signature has the same numbers as its SSH form', () => {
    const numbers = Buffer.concat([Buffer.alloc(32, 0x91), Buffer.alloc(31), Buffer.from([5])]);
    const blob = ecdsaBlob(numbers);
    expect(blob).toEqual(Buffer.concat([hex('00000021 00'), Buffer.alloc(32, 0x91), hex('00000001 05')]));
    expect(readWhole(blob, readEcdsaBlob)).toEqual(numbers);
  });
});

describe('a public key', () => {
  it.each(KEYS)('a public key of the type $type is read as it was written', (key) => {
    expect(parsePublicKey(publicKeyBlob(key))).toEqual(key);
    expect(parsePublicKeyText(publicKeyText(key))).toEqual(key);
    expect(publicKeyText(key)).toBe(`${key.type} ${publicKeyBlob(key).toString('base64')}`);
  });

  it('a public key has the fingerprint that ssh-keygen prints: SHA-256 in base64 without padding', () => {
    for (const key of KEYS) {
      const base64 = createHash('sha256').update(publicKeyBlob(key)).digest('base64');
      expect(fingerprintOf(key)).toBe(`SHA256:${base64.slice(0, 43)}`);
    }
  });

  const blob = (...fields: (string | Uint8Array)[]) => Buffer.concat(fields.map(sshString));
  it.each([
    ['Ed25519 with 31 bytes', blob('ssh-ed25519', Buffer.alloc(31))],
    ['Ed25519 with 33 bytes', blob('ssh-ed25519', Buffer.alloc(33))],
    ['a byte after its end', Buffer.concat([blob('ssh-ed25519', Buffer.alloc(32)), hex('00')])],
    ['another curve', blob('ecdsa-sha2-nistp256', 'nistp384', POINT)],
    ['another curve of a passkey', blob('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp384', POINT, 'localhost')],
    ['a point of 64 bytes', blob('ecdsa-sha2-nistp256', 'nistp256', POINT.subarray(0, 64))],
    ['a point of 66 bytes', blob('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([POINT, hex('00')]))],
    ['a point that is compressed', blob('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(65, 2))],
    ['a passkey without its application', blob('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', POINT)],
    ['another type', blob('ssh-rsa', Buffer.alloc(32))],
    ['nothing', Buffer.alloc(0)],
  ])('a public key is not read from %s', (_, bytes) => expect(parsePublicKey(bytes)).toBeNull());

  it.each([
    ['a comment', (text: string) => `${text} me@host`],
    ['a blank after it', (text: string) => `${text} `],
    ['two blanks in it', (text: string) => text.replace(' ', '  ')],
    ['a line feed', (text: string) => `${text}\n`],
    ['another type before it', (text: string) => text.replace('ssh-ed25519', 'ssh-rsa')],
    ['no type', (text: string) => text.split(' ')[1]!],
    ['no bytes', (text: string) => text.split(' ')[0]!],
  ])('a public key has one text, and the text with %s is another', (_, change) => {
    expect(parsePublicKeyText(change(publicKeyText(KEYS[0]!)))).toBeNull();
  });

  it('a public key becomes a key of Node and back, and a key of another curve does not', () => {
    for (const type of ['ed25519', 'ec'] as const) {
      const { publicKey } = generateKeyPairSync(type as 'ec', { namedCurve: 'P-256' });
      const key = sshKeyOf(publicKey);
      expect(keyObjectOf(key).export({ format: 'jwk' })).toEqual(publicKey.export({ format: 'jwk' }));
    }
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(() => sshKeyOf(publicKey)).toThrow('P-384');
  });
});

describe('the key of a passkey’s record', () => {
  const cose = Buffer.concat([hex('a5010203262001215820'), Buffer.alloc(32, 1), hex('225820'), Buffer.alloc(32, 2)]);

  it('the key of a passkey is its point, for ES256', () => {
    const point = Buffer.concat([hex('04'), Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
    expect(pointOfCoseKey(cose.toString('base64url'))).toEqual(point);
  });

  it('the key of a passkey is null for any other algorithm', () => {
    const fixed = [...Array(10).keys(), 42, 43, 44];
    for (const at of fixed) {
      const other = Buffer.from(cose);
      other[at]! ^= 1;
      expect(pointOfCoseKey(other.toString('base64url'))).toBeNull();
    }
    for (const other of [Buffer.concat([cose, hex('00')]), cose.subarray(0, 76), Buffer.alloc(0)]) {
      expect(pointOfCoseKey(other.toString('base64url'))).toBeNull();
    }
  });
});

describe('an armoured signature', () => {
  const raw = Buffer.alloc(64, 0x11);
  const signatures: readonly SshSignature[] = [
    { key: KEYS[0]!, namespace: 'worker@ras', value: { type: 'ssh-ed25519', bytes: Buffer.alloc(64, 3) } },
    { key: KEYS[1]!, namespace: 'verdict@ras', value: { type: 'ecdsa-sha2-nistp256', raw } },
    {
      key: KEYS[2]!,
      namespace: 'turn@ras',
      value: {
        type: WEBAUTHN_SIGNATURE,
        raw,
        flags: 0x85,
        counter: 0x01020304,
        origin: 'https://console.acme.dev',
        clientData: Buffer.from('{}'),
        extensions: Buffer.from([0xa0]),
      },
    },
  ];

  it.each(signatures)('an armoured signature is read as it was written, in lines of 70: $namespace', (signature) => {
    const text = armour(signature);
    expect(parseArmour(text)).toEqual(signature);
    const lines = text.split('\n').slice(1, -2);
    expect(lines.slice(0, -1).every((line) => line.length === 70)).toBe(true);
    expect(lines.at(-1)!.length).toBeLessThanOrEqual(70);
  });

  const text = armour(signatures[0]!);
  it.each([
    ['text before it', `x${text}`],
    ['a line before it', `\n${text}`],
    ['a line after it', `${text}\n`],
    ['another last line', text.replace('-----END SSH', '-----END PGP')],
    ['another first line', text.replace('-----BEGIN SSH', '-----BEGIN PGP')],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['lines of another length', text.replace(/(.{70})\n(.)/, '$1$2\n')],
    ['no last line feed', text.slice(0, -1)],
    ['nothing', ''],
  ])('an armoured signature has one text, and the text with %s is another', (_, other) =>
    expect(parseArmour(other)).toBeNull(),
  );

  const fields = {
    magic: Buffer.from('SSHSIG'),
    version: uint32(1),
    key: sshString(publicKeyBlob(KEYS[0]!)),
    namespace: sshString('worker@ras'),
    reserved: sshString(''),
    hash: sshString('sha512'),
    value: sshString(Buffer.concat([sshString('ssh-ed25519'), sshString(Buffer.alloc(64, 3))])),
  };
  const wrapped = (changed: Partial<typeof fields> & { after?: Buffer } = {}) => {
    const base64 = Buffer.concat(Object.values({ ...fields, ...changed })).toString('base64');
    return `-----BEGIN SSH SIGNATURE-----\n${base64.replace(/.{70}/g, '$&\n')}\n-----END SSH SIGNATURE-----\n`;
  };
  const value = (...parts: (string | Uint8Array)[]) => sshString(Buffer.concat(parts.map(sshString)));

  it('an armoured signature has the fields of PROTOCOL.sshsig', () => expect(wrapped()).toBe(text));

  it.each([
    ['another magic', { magic: Buffer.from('SSHSIH') }],
    ['another version', { version: uint32(2) }],
    ['a key that is none', { key: sshString('x') }],
    ['no namespace', { namespace: sshString('') }],
    ['something in the reserved field', { reserved: sshString('x') }],
    ['another hash', { hash: sshString('sha256') }],
    ['a signature of 63 bytes', { value: value('ssh-ed25519', Buffer.alloc(63)) }],
    ['a signature of another type', { value: value('ssh-rsa', Buffer.alloc(64)) }],
    ['a signature of P-256 that is no two numbers', { value: value('ecdsa-sha2-nistp256', Buffer.alloc(64)) }],
    ['bytes after its end', { after: Buffer.from([0]) }],
  ])('an armoured signature is refused with %s', (_, changed) => expect(parseArmour(wrapped(changed))).toBeNull());
});

it('a key of another curve is refused, and the error names the curve', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  expect(() => sshKeyOf(rsa)).toThrow('a key of an unknown curve signs nothing here');
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  expect(() => sshKeyOf(p384)).toThrow('a key of P-384 signs nothing here');
});

describe('a reader says why it cannot go on', () => {
  const reader = (text: string) => new SshReader(hex(text));

  it.each<[string, () => unknown]>([
    ['ends too early', () => reader('00000002 61').string()],
    ['not UTF-8', () => reader('00000001 ff').text()],
    ['not a number of this size', () => reader('00000002 0001').mpint(2)],
    ['goes on', () => reader('00').end()],
  ])('the reader of SSH bytes says why it cannot continue: %s', (why, read) => expect(read).toThrow(why));
});
