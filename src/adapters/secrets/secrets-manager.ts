/**
 * The secrets of operator codes, which Secrets Manager keeps as JSON: `{"current": id, id: text, …}`. Secrets Manager
 * can generate this form. The bytes of the text are the key; 64 letters and digits have 381 bits.
 */

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CodeKeys } from '../../service/configuration/ports';
import type { Clock } from '../../service/system/ports';
import { refreshable } from './refreshed';

interface CodeSecret {
  /** The id of the secret for new requests. */
  readonly current: string;
  /** base64, by id. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * A rotation is seen after five minutes, or when a key that it added is needed. Old keys stay in the secret. Anyone can
 * send a challenge that names an unknown key (`signInByPasskey`), so looking for unknown keys is limited.
 */
export function createCodeKeys(client: SecretsManagerClient, secretId: string, clock: Clock): CodeKeys {
  const { value, sooner } = refreshable(clock, async () => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    return codeSecretOf(secretJson(SecretString ?? '', 'the secret of operator codes'));
  });
  return codeKeysFrom(value, sooner);
}

function codeSecretOf({ current, ...texts }: Readonly<Record<string, string>>): CodeSecret {
  if (current === undefined || texts[current] === undefined)
    throw new Error('the secret of operator codes has no current key');
  const keys = Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, Buffer.from(text, 'utf8').toString('base64')]),
  );
  return { current, keys };
}

/**
 * `readAgain` is called for a key that is missing. Another instance may already use a new key that this one has not
 * read.
 */
export function codeKeysFrom(secretValue: () => Promise<CodeSecret>, readAgain = secretValue): CodeKeys {
  return {
    currentId: async () => (await secretValue()).current,
    secret: async (id) => {
      const key = codeKeyOf(await secretValue(), id) ?? codeKeyOf(await readAgain(), id);
      if (key === null) throw new Error(`no code key ${id}: it must stay until its last request is decided`);
      return Buffer.from(key, 'base64');
    },
  };
}

const codeKeyOf = ({ keys }: CodeSecret, id: string): string | null => (Object.hasOwn(keys, id) ? keys[id]! : null);

/** Parses a secret that holds JSON. The error of JSON.parse would quote a part of it, and errors are logged. */
export function secretJson<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${what} is not valid JSON`);
  }
}
