/**
 * The secrets that KMS and Secrets Manager hold on AWS, in one file of the data directory that only its owner can read.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { compactJws } from '../adapters/secrets/jws';
import type { Refreshable } from '../adapters/secrets/refreshed';
import type { KeyWrapper } from '../adapters/secrets/secret-box';
import { codeKeysFrom } from '../adapters/secrets/secrets-manager';
import { sshKeyOf } from '../protocol/ssh/public-key';
import type { HeadSigner } from '../service/audit/ports';
import type { CodeKeys } from '../service/configuration/ports';
import type { VerdictSigner } from '../service/request/ports';
import type { DataDirectory } from './platform/data-directory';
import { RunnerError } from './platform/errors';
import { readIfThere, replaceFile } from './platform/files';

interface SecretsFile {
  /** base64 of 32 bytes; wraps the organizations' data keys. */
  readonly wrapping_key: string;
  readonly code_keys: { readonly current: string; readonly keys: Readonly<Record<string, string>> };
  /** The VAPID key of pushes is derived from it. */
  readonly push_key: string;
  /** PKCS #8, P-256; signs the audit chain's head. */
  readonly head_key: string;
  /** PKCS #8, P-256; signs verdicts. */
  readonly verdict_key: string;
  /** Signs the calls to the demo's integration. */
  readonly integration_secret: string;
}

export interface LocalSecrets {
  readonly wrapper: KeyWrapper;
  readonly codeKeys: CodeKeys;
  readonly pushKeyText: Refreshable<string>;
  readonly headSigner: HeadSigner;
  readonly verdictSigner: VerdictSigner;
  readonly integrationSecret: string;
}

export const SECRETS_FILE = 'secrets.json';

type Folder = Pick<DataDirectory, 'path' | 'file'>;

export function openSecrets(directory: Folder): LocalSecrets {
  const path = directory.file(SECRETS_FILE);
  const found = readIfThere(path);
  const file = found === null ? newSecrets() : parse(found, directory);
  if (found === null) replaceFile(path, `${JSON.stringify(file, null, 2)}\n`);
  return {
    wrapper: fileKeyWrapper(Buffer.from(file.wrapping_key, 'base64')),
    codeKeys: codeKeysFrom(async () => file.code_keys),
    pushKeyText: { value: async () => file.push_key, sooner: async () => file.push_key },
    headSigner: fileHeadSigner(file.head_key),
    verdictSigner: fileVerdictSigner(file.verdict_key),
    integrationSecret: file.integration_secret,
  };
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function newSecrets(): SecretsFile {
  const id = `ck_${randomBytes(6).toString('hex')}`;
  return {
    wrapping_key: randomBytes(32).toString('base64'),
    code_keys: { current: id, keys: { [id]: randomBytes(32).toString('base64') } },
    push_key: randomBytes(32).toString('base64url'),
    head_key: newSigningKey(),
    verdict_key: newSigningKey(),
    integration_secret: `whsec_${randomBytes(32).toString('base64url')}`,
  };
}

function parse(text: string, directory: Folder): SecretsFile {
  try {
    const file = JSON.parse(text) as SecretsFile;
    for (const pem of [file.head_key, file.verdict_key]) createPrivateKey(pem);
    if (
      Buffer.from(file.wrapping_key, 'base64').length !== 32 ||
      file.code_keys.keys[file.code_keys.current] === undefined ||
      Buffer.from(file.push_key, 'base64url').length !== 32
    ) {
      throw new Error('incomplete');
    }
    return file;
  } catch {
    throw new RunnerError(
      `the data directory ${directory.path} is damaged (${SECRETS_FILE}): restore it, or move it away to start with empty data`,
    );
  }
}

/** AES-256-GCM under the file's key; the organization is the additional data. */
function fileKeyWrapper(wrappingKey: Buffer): KeyWrapper {
  return {
    async generate(org) {
      const plain = randomBytes(32);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(org));
      const wrapped = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return { plain, wrapped: wrapped.toString('base64') };
    },
    async unwrap(org, wrapped) {
      const bytes = Buffer.from(wrapped, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', wrappingKey, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(org))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    },
  };
}

function fileVerdictSigner(pem: string): VerdictSigner {
  const key = createPrivateKey(pem);
  const publicKey = sshKeyOf(createPublicKey(key));
  return {
    publicKey: async () => publicKey,
    sign: async (bytes) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

function fileHeadSigner(pem: string): HeadSigner {
  const key = createPrivateKey(pem);
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
  return {
    async sign(payload) {
      const jws = await compactJws(payload, (input) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }));
      return { jws, jwk };
    },
  };
}
