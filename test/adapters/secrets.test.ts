/** KMS and Secrets Manager: what they are asked for, how long an answer is kept, and what happens after a failure. */
import { createPublicKey, createSign, generateKeyPairSync, verify } from 'node:crypto';
import {
  DecryptCommand,
  type DecryptCommandInput,
  DisabledException,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
  type SignCommandInput,
} from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { compactJws } from '../../src/adapters/secrets/jws';
import { createKmsHeadSigner, createKmsKeyWrapper } from '../../src/adapters/secrets/kms';
import { createSecretBox, type DataKeyStore } from '../../src/adapters/secrets/secret-box';
import { createCodeKeys, createPushKeyText } from '../../src/adapters/secrets/secrets-manager';
import type { OrgId } from '../../src/protocol/identifiers';
import type { CodeKeys } from '../../src/service/configuration/ports';
import { expired, lost, throttled } from './answers';

const ORG = 'org_a' as OrgId;
const PAYLOAD = { v: 2, org: ORG, n: 1, seq: 3, hash: 'ab', at: 1, from: 0, prev: null, body: 'cd' } as const;
const OTHER = 'org_b' as OrgId;
const MINUTE = 60_000;
const KEY = 'arn:aws:kms:eu-central-1:123456789012:key/1';

const kms = mockClient(KMSClient);
const secrets = mockClient(SecretsManagerClient);
let nowMs = 0;
const clock = { nowMs: () => nowMs };
const disabled = () => new DisabledException({ message: `${KEY} is disabled.`, $metadata: { httpStatusCode: 400 } });
const FAILURES: readonly (readonly [string, () => Error])[] = [
  ['its key is disabled', disabled],
  ['it is throttled', throttled],
  ['its answer is lost', lost],
  ['the credentials have expired', expired],
];

/** The next call of this kind fails with this error. */
let failure: { readonly of: string; readonly error: Error } | null = null;
const failNext = (of: { readonly name: string }, error: Error) => {
  failure = { of: of.name, error };
};
/** A fake that answers unless the next call is to fail. */
function answering<Input, Output>(of: { readonly name: string }, answer: (input: Input) => Output) {
  return (input: Input): Output => {
    const error = failure?.of === of.name ? failure.error : null;
    if (error === null) return answer(input);
    failure = null;
    throw error;
  };
}

beforeEach(() => {
  failure = null;
  kms.reset();
  secrets.reset();
  nowMs = Date.UTC(2026, 10, 20, 12);
});

describe('a data key wrapped by KMS', () => {
  const wrapper = createKmsKeyWrapper(new KMSClient({ region: 'eu-central-1' }), KEY);

  test('a data key is made and unwrapped for one organization, which is bound into it', async () => {
    const plain = Buffer.alloc(32, 1);
    kms.on(GenerateDataKeyCommand).resolves({ Plaintext: plain, CiphertextBlob: Buffer.from('wrapped') });
    kms.on(DecryptCommand).resolves({ Plaintext: plain });
    const made = await wrapper.generate(ORG);
    expect(made).toEqual({ plain, wrapped: Buffer.from('wrapped').toString('base64') });
    expect(kms.commandCalls(GenerateDataKeyCommand)[0]!.args[0].input).toEqual({
      KeyId: KEY,
      KeySpec: 'AES_256',
      EncryptionContext: { org: ORG },
    });
    expect(await wrapper.unwrap(ORG, made.wrapped)).toEqual(plain);
    expect(kms.commandCalls(DecryptCommand)[0]!.args[0].input).toEqual({
      KeyId: KEY,
      CiphertextBlob: Buffer.from('wrapped'),
      EncryptionContext: { org: ORG },
    });
  });
});

describe('a box of secrets under a key of KMS', () => {
  let stored: Map<OrgId, string>;
  const store: DataKeyStore = {
    wrappedKey: async (org) => stored.get(org) ?? null,
    async putWrappedKey(org, wrapped) {
      if (!stored.has(org)) stored.set(org, wrapped);
      return stored.get(org)!;
    },
  };
  const open = (over: DataKeyStore = store) =>
    createSecretBox({ clock, store: over, wrapper: createKmsKeyWrapper(new KMSClient({ region: 'x' }), KEY) });
  let made = 0;
  beforeEach(() => {
    stored = new Map();
    made = 0;
    // The wrapped key contains what it wraps, so that keys can be distinguished.
    kms.on(GenerateDataKeyCommand).callsFake(
      answering(GenerateDataKeyCommand, () => {
        const Plaintext = Buffer.alloc(32, ++made);
        return { Plaintext, CiphertextBlob: Plaintext };
      }),
    );
    kms.on(DecryptCommand).callsFake(
      answering(DecryptCommand, ({ CiphertextBlob }: DecryptCommandInput) => ({
        Plaintext: Buffer.from(CiphertextBlob!),
      })),
    );
  });
  const secret = Buffer.from('whsec_1');
  const unwraps = () => kms.commandCalls(DecryptCommand).length;

  test('a sealed secret can be opened only in its place and organization', async () => {
    const box = open();
    const sealed = await box.seal(ORG, 'endpoint.1', secret);
    // The other organization has a key too.
    await box.seal(OTHER, 'endpoint.1', secret);
    expect(sealed).not.toContain('whsec');
    expect(Buffer.from(await box.open(ORG, 'endpoint.1', sealed))).toEqual(secret);
    await expect(box.open(ORG, 'endpoint.2', sealed)).rejects.toThrow();
    await expect(box.open(OTHER, 'endpoint.1', sealed)).rejects.toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[bytes.length - 1]! ^= 1;
    await expect(box.open(ORG, 'endpoint.1', bytes.toString('base64url'))).rejects.toThrow();
  });

  test('the box of secrets has a different key for each organization', async () => {
    const box = open();
    await box.seal(ORG, 'p', secret);
    await box.seal(OTHER, 'p', secret);
    expect(stored.get(ORG)).not.toBe(stored.get(OTHER));
  });

  test('the same secret is never sealed to the same text twice', async () => {
    const box = open();
    expect(await box.seal(ORG, 'p', secret)).not.toBe(await box.seal(ORG, 'p', secret));
  });

  test('the box of secrets calls KMS once in five minutes for each organization, however many calls come at once', async () => {
    const sealed = await open().seal(ORG, 'p', secret);
    const theirs = await open().seal(OTHER, 'p', secret);
    const box = open();
    const both = () => [box.open(ORG, 'p', sealed), box.open(OTHER, 'p', theirs)];
    await Promise.all([1, 2, 3].flatMap(both));
    nowMs += 5 * MINUTE - 1;
    await Promise.all(both());
    expect(unwraps()).toBe(2);
    nowMs += 1;
    await Promise.all(both());
    expect(unwraps()).toBe(4);
  });

  test.each(FAILURES)('a secret answers an error if %s, and the next call tries again', async (_, error) => {
    const sealed = await open().seal(ORG, 'p', secret);
    const box = open();
    failNext(DecryptCommand, error());
    await expect(box.open(ORG, 'p', sealed)).rejects.toMatchObject({ name: error().name });
    expect(Buffer.from(await box.open(ORG, 'p', sealed))).toEqual(secret);
  });

  test('the box of secrets stores only keys that KMS made', async () => {
    failNext(GenerateDataKeyCommand, disabled());
    await expect(open().seal(ORG, 'p', secret)).rejects.toThrow('disabled');
    expect(stored.size).toBe(0);
  });

  test('the box of secrets uses the key that another instance stored first', async () => {
    const first = await open().seal(ORG, 'p', secret);
    // This instance read before the first one wrote.
    const late = open({ ...store, wrappedKey: async () => null });
    const second = await late.seal(ORG, 'p', secret);
    const box = open();
    for (const sealed of [first, second]) expect(Buffer.from(await box.open(ORG, 'p', sealed))).toEqual(secret);
  });
});

describe('a head signed by KMS', () => {
  const [R, S] = [`0220${'11'.repeat(32)}`, `0220${'22'.repeat(32)}`];
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = () => createKmsHeadSigner(new KMSClient({ region: 'x' }), KEY);
  beforeEach(() => {
    const PublicKey = publicKey.export({ format: 'der', type: 'spki' });
    kms.on(GetPublicKeyCommand).callsFake(answering(GetPublicKeyCommand, () => ({ PublicKey })));
    kms.on(SignCommand).callsFake(
      answering(SignCommand, ({ Message }: SignCommandInput) => ({
        Signature: createSign('sha256').update(Message!).sign(privateKey),
      })),
    );
  });

  test('a head that KMS signed verifies under the public key that comes with it', async () => {
    const head = signer();
    const payload = { ...PAYLOAD, at: nowMs };
    // DER lengths vary from signature to signature.
    for (let n = 0; n < 64; n++) {
      const { jws, jwk } = await head.sign(payload);
      expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
      expect(jwk).not.toHaveProperty('d');
      expect(verifies(jws, createPublicKey({ key: jwk, format: 'jwk' }))).toBe(true);
      expect(JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())).toEqual(payload);
    }
    expect(kms.commandCalls(GetPublicKeyCommand)).toHaveLength(1);
    expect(kms.commandCalls(SignCommand)[0]!.args[0].input).toMatchObject({
      KeyId: KEY,
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
  });

  test.each(FAILURES)('the signature of a head is an error if %s, and the next call tries again', async (_, error) => {
    const head = signer();
    for (const command of [GetPublicKeyCommand, SignCommand]) {
      failNext(command, error());
      await expect(head.sign(PAYLOAD)).rejects.toMatchObject({ name: error().name });
    }
    expect(verifies((await head.sign(PAYLOAD)).jws, publicKey)).toBe(true);
  });

  test.each([
    ['another tag', `3144${R}${S}`],
    ['a length of two bytes where one is enough', `308144${R}${S}`],
    ['a length without an end', `3080${R}${S}0000`],
    ['a length that is too small', `3043${R}${S}`],
    ['a length that is too large', `3045${R}${S}`],
    ['a byte after its end', `3044${R}${S}00`],
    ['a byte within it that is counted', `3045${R}${S}00`],
    ['a third number', `3047${R}${S}020101`],
    ['a zero byte that is not needed', `3045022100${'11'.repeat(32)}${S}`],
    ['a number of 33 bytes', `3045022101${'11'.repeat(32)}${S}`],
    ['a negative number', `30440220${'91'.repeat(32)}${S}`],
    ['zero', `3025020100${S}`],
    ['a number without bytes', `30240200${S}`],
    ['text instead of a number', `30440c20${'11'.repeat(32)}${S}`],
    ['its last byte missing', `3044${R}${S}`.slice(0, -2)],
    ['one number', `3022${R}`],
    ['nothing', ''],
  ])('a head is not signed with a signature of KMS that is not DER in its only form: %s', async (_, der) => {
    kms.on(SignCommand).callsFake(answering(SignCommand, () => ({ Signature: Buffer.from(der, 'hex') })));
    await expect(signer().sign(PAYLOAD)).rejects.toThrow('KMS answered with a signature that is not DER');
  });

  test('a signed head is a compact JWS of the unchanged payload', async () => {
    const jws = await compactJws({ text: 'Größe' }, () => Buffer.alloc(64, 255));
    const [header, payload, signature] = jws.split('.').map((part) => Buffer.from(part, 'base64url'));
    expect(JSON.parse(header!.toString())).toEqual({ alg: 'ES256', typ: 'JWT' });
    expect(JSON.parse(payload!.toString('utf8'))).toEqual({ text: 'Größe' });
    expect(signature).toEqual(Buffer.alloc(64, 255));
    expect(jws).not.toMatch(/[=+/]/);
  });
});

describe('the secrets of operator codes', () => {
  const keys = () => createCodeKeys(new SecretsManagerClient({ region: 'x' }), 'codes', clock);
  const secret = (fields: object) => ({ SecretString: JSON.stringify(fields) });
  const reads = () => secrets.commandCalls(GetSecretValueCommand).length;
  beforeEach(() => {
    const value = secret({ current: 'k2', k1: 'old', k2: 'new€' });
    secrets.on(GetSecretValueCommand).callsFake(answering(GetSecretValueCommand, () => value));
  });

  test('the secrets of operator codes are found by their ids, and are the bytes of their texts', async () => {
    const codes = keys();
    expect(await codes.currentId()).toBe('k2');
    expect(Buffer.from(await codes.secret('k1')).toString()).toBe('old');
    expect(Buffer.from(await codes.secret('k2'))).toEqual(Buffer.from('new€', 'utf8'));
    await expect(codes.secret('k3')).rejects.toThrow('k3');
    expect(secrets.commandCalls(GetSecretValueCommand)[0]!.args[0].input).toEqual({ SecretId: 'codes' });
  });

  test('the secrets of operator codes are read once in five minutes, and a rotation is seen after that', async () => {
    const codes = keys();
    await Promise.all([codes.currentId(), codes.secret('k1'), codes.secret('k2')]);
    secrets.on(GetSecretValueCommand).resolves(secret({ current: 'k3', k2: 'new', k3: 'newest' }));
    nowMs += 5 * MINUTE - 1;
    expect(await codes.currentId()).toBe('k2');
    expect(reads()).toBe(1);
    nowMs += 1;
    expect(await codes.currentId()).toBe('k3');
    expect(reads()).toBe(2);
  });

  test.each([...FAILURES.slice(1)])(
    'the secrets of operator codes are an error if %s, and the next call reads them again',
    async (_, error) => {
      const codes = keys();
      failNext(GetSecretValueCommand, error());
      await expect(codes.currentId()).rejects.toMatchObject({ name: error().name });
      expect(await codes.currentId()).toBe('k2');
    },
  );

  test.each(FAILURES.slice(1))(
    'the secrets of operator codes stay in use if %s when they are read again',
    async (_, error) => {
      const codes = keys();
      expect(await codes.currentId()).toBe('k2');
      nowMs += 5 * MINUTE;
      failNext(GetSecretValueCommand, error());
      expect(await codes.currentId()).toBe('k2');
      secrets.on(GetSecretValueCommand).resolves(secret({ current: 'k3', k2: 'new', k3: 'newest' }));
      expect(await codes.currentId()).toBe('k3');
    },
  );

  test.each([
    ['names no current key', { k1: 'x' }],
    ['names one that is not there', { current: 'k9', k1: 'x' }],
  ])(
    'the secrets of operator codes are an error if the secret %s, and the error quotes nothing of it',
    async (_, fields) => {
      secrets.on(GetSecretValueCommand).resolves(secret({ ...fields, k1: 'do-not-show' }));
      const failed = await keys()
        .currentId()
        .catch((error: Error) => error);
      expect(failed).toMatchObject({ message: expect.stringContaining('no current key') });
      expect(String(failed)).not.toContain('do-not-show');
    },
  );

  test('a secret that is not JSON is an error that quotes nothing of it', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"k1": do-not-show}' });
    const failed = await keys()
      .currentId()
      .catch((error: Error) => error);
    expect(failed).toEqual(new Error('the secret of operator codes is not valid JSON'));
    expect((failed as Error).stack).not.toContain('do-not');
  });
});

describe('the secret of pushes', () => {
  const keyText = () => createPushKeyText(new SecretsManagerClient({ region: 'x' }), 'push', clock);
  const rotated = { SecretString: JSON.stringify({ current: 'k2', k1: 'old', k2: 'new' }) };
  beforeEach(() => {
    const value = { SecretString: JSON.stringify({ current: 'k1', k1: 'old' }) };
    secrets.on(GetSecretValueCommand).callsFake(answering(GetSecretValueCommand, () => value));
  });

  test('the key of pushes is the current one, and a rotation is seen within five minutes, or at once if it is needed', async () => {
    const text = keyText();
    expect(await text.value()).toBe('old');
    expect(secrets.commandCalls(GetSecretValueCommand)[0]!.args[0].input).toEqual({ SecretId: 'push' });
    secrets.on(GetSecretValueCommand).resolves(rotated);
    expect(await text.value()).toBe('old');
    expect(await text.sooner()).toBe('new');
    const other = keyText();
    await other.value();
    nowMs += 5 * MINUTE;
    expect([await text.value(), await other.value()]).toEqual(['new', 'new']);
  });

  test.each([
    ['has no current key', '{"k1":"do-not-show"}', 'the secret of pushes has no current key'],
    ['is not JSON', '{"k1": do-not-show}', 'the secret of pushes is not valid JSON'],
  ])('a secret of pushes that %s is an error that quotes nothing of it', async (_, SecretString, message) => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString });
    await expect(keyText().value()).rejects.toThrow(new Error(message));
  });
});

describe('a key of operator codes that is not known yet', () => {
  const TEN_SECONDS = 10_000;
  const OLD = { current: 'k1', k1: 'old' };
  const ROTATED = { current: 'k2', k1: 'old', k2: 'new' };
  const reads = () => secrets.commandCalls(GetSecretValueCommand).length;
  /** An instance that read the secret before the rotation. */
  const early = async () => {
    const codes = createCodeKeys(new SecretsManagerClient({ region: 'x' }), 'codes', clock);
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(OLD) });
    expect(await codes.currentId()).toBe('k1');
    const rotate = () => secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(ROTATED) });
    return { codes, rotate };
  };
  const text = async (codes: CodeKeys, id: string) => Buffer.from(await codes.secret(id)).toString();

  test('an unknown key of operator codes is read at once, because another instance may have seen a rotation first', async () => {
    const { codes, rotate } = await early();
    rotate();
    nowMs += 1;
    expect(await Promise.all([text(codes, 'k2'), text(codes, 'k2'), text(codes, 'k1')])).toEqual(['new', 'new', 'old']);
    expect([await codes.currentId(), reads()]).toEqual(['k2', 2]);
    nowMs += 5 * MINUTE - 1;
    expect([await codes.currentId(), reads()]).toEqual(['k2', 2]);
  });

  test('an unknown key of operator codes is read once in ten seconds, so that no caller can cause more reads', async () => {
    const { codes, rotate } = await early();
    for (const id of ['x', 'y', '__proto__', 'constructor', 'current', ''])
      await expect(codes.secret(id)).rejects.toThrow(`no code key ${id}`);
    expect(reads()).toBe(2);
    rotate();
    nowMs += TEN_SECONDS - 1;
    await expect(codes.secret('k2')).rejects.toThrow('no code key k2');
    expect(reads()).toBe(2);
    nowMs += 1;
    expect([await text(codes, 'k2'), reads()]).toEqual(['new', 3]);
  });

  test('reading an unknown key neither delays callers with a known key, nor removes that key if the read fails', async () => {
    const { codes } = await early();
    let fail: (error: Error) => void = () => undefined;
    secrets.on(GetSecretValueCommand).callsFake(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    const unknown = codes.secret('k2');
    expect([await text(codes, 'k1'), await codes.currentId()]).toEqual(['old', 'k1']);
    for (let n = 0; n < 100 && reads() < 2; n++) await new Promise((resolve) => setImmediate(resolve));
    fail(throttled());
    await expect(unknown).rejects.toMatchObject({ name: throttled().name });
    expect([await text(codes, 'k1'), await codes.currentId(), reads()]).toEqual(['old', 'k1', 2]);
  });
});

function verifies(jws: string, key: Parameters<typeof verify>[2]): boolean {
  const [header, payload, signature] = jws.split('.');
  const options = { key: key as never, dsaEncoding: 'ieee-p1363' as const };
  return verify('sha256', Buffer.from(`${header}.${payload}`), options, Buffer.from(signature!, 'base64url'));
}
