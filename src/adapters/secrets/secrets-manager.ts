/**
 * The secrets of operator codes, in Secrets Manager as JSON: `{"current": id, id: text, …}`. Secrets Manager can
 * generate this form itself. The bytes of the text are the key; 64 letters and digits have 381 bits.
 */
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Clock, CodeKeys } from '../../app/ports';
import { secretJson } from './secret-json';

interface CodeSecret {
  /** The id of the secret for new requests. */
  readonly current: string;
  /** base64, by id. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A rotation is seen after at most this time, or when a key that it added is needed. Old keys stay in the secret. */
const CACHE_MS = 5 * 60_000;
/** Anybody can send a challenge that names a key (`signInByPasskey`). That makes each instance read six times a minute. */
const LOOK_AGAIN_MS = 10_000;

export function createCodeKeys(client: SecretsManagerClient, secretId: string, clock: Clock): CodeKeys {
  let cached: { readonly value: Promise<CodeSecret>; readonly untilMs: number } | null = null;
  let looking: Promise<CodeSecret> | null = null;
  let lookAgainAtMs = 0;
  const read = async (): Promise<CodeSecret> => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    return codeSecretOf(secretJson(SecretString ?? '', 'the secret of operator codes'));
  };
  const secretValue = (): Promise<CodeSecret> => {
    if (cached === null || clock.nowMs() >= cached.untilMs) {
      const value = read();
      cached = { value, untilMs: clock.nowMs() + CACHE_MS };
      value.catch(() => {
        cached = null;
      });
    }
    return cached.value;
  };
  const look = async (): Promise<CodeSecret> => {
    lookAgainAtMs = clock.nowMs() + LOOK_AGAIN_MS;
    try {
      const value = await read();
      cached = { value: Promise.resolve(value), untilMs: clock.nowMs() + CACHE_MS };
      return value;
    } finally {
      looking = null;
    }
  };
  /** One read for all that wait for a key. What is known stays in use until it has succeeded. */
  const readAgain = (): Promise<CodeSecret> => {
    if (looking === null && clock.nowMs() < lookAgainAtMs) return secretValue();
    looking ??= look();
    return looking;
  };
  return codeKeysFrom(secretValue, readAgain);
}

function codeSecretOf({ current, ...texts }: Readonly<Record<string, string>>): CodeSecret {
  if (current === undefined || texts[current] === undefined)
    throw new Error('the secret of operator codes has no current key');
  const keys = Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, Buffer.from(text, 'utf8').toString('base64')]),
  );
  return { current, keys };
}

/** `readAgain`: for a key that is not there. An instance that saw a rotation first uses it for new requests already. */
export function codeKeysFrom(secretValue: () => Promise<CodeSecret>, readAgain = secretValue): CodeKeys {
  return {
    currentId: async () => (await secretValue()).current,
    secret: async (id) => {
      const key = keyOf(await secretValue(), id) ?? keyOf(await readAgain(), id);
      if (key === null) throw new Error(`no code key ${id}: it must stay until its last request is decided`);
      return Buffer.from(key, 'base64');
    },
  };
}

const keyOf = ({ keys }: CodeSecret, id: string): string | null => (Object.hasOwn(keys, id) ? keys[id]! : null);
