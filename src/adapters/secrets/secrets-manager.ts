/**
 * The secrets of operator codes and of pushes, which Secrets Manager keeps as JSON: `{"current": id, id: text, …}`. Secrets
 * Manager can generate this form. 64 letters and digits have 381 bits. The bytes of such a text are the key of codes, and the
 * VAPID key of pushes is derived from it.
 */

import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CodeKeys } from '../../service/configuration/ports';
import type { Clock } from '../../service/system/ports';
import { type Refreshable, refreshable } from './refreshed';

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
    const { current, texts } = await readTexts(client, secretId, 'the secret of operator codes');
    const keys = Object.fromEntries(
      Object.entries(texts).map(([id, text]) => [id, Buffer.from(text, 'utf8').toString('base64')]),
    );
    return { current, keys };
  });
  return codeKeysFrom(value, sooner);
}

/** The text from which the VAPID key is derived. Only the current one counts: a new key ends every device. */
export function createPushKeyText(client: SecretsManagerClient, secretId: string, clock: Clock): Refreshable<string> {
  return refreshable(clock, async () => {
    const { current, texts } = await readTexts(client, secretId, 'the secret of pushes');
    return texts[current]!;
  });
}

async function readTexts(client: SecretsManagerClient, secretId: string, what: string) {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  const { current, ...texts } = secretJson<Readonly<Record<string, string>>>(SecretString ?? '', what);
  if (current === undefined || texts[current] === undefined) throw new Error(`${what} has no current key`);
  return { current, texts };
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
