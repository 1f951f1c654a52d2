/** The canary's credentials: a secret that the deployment creates and that `npm run smoke` uses as its key. */
import type { SoftwarePasskey } from '../../adapters/webauthn/software-passkey';

export interface CanaryCredentials {
  /** An API key of the organization `canary` that may propose and read. */
  readonly api_key: string;
  /** The passkey of that organization's operator. */
  readonly passkey: SoftwarePasskey;
  /** `https://…/canary/posts`, which keeps events for ten minutes. */
  readonly receiver: string;
  /** The key from which names of mailboxes are made. */
  readonly mailbox_key: string;
}

/** Null if the secret does not contain credentials yet. Throws if it contains something else. */
export function credentialsIn(text: string): CanaryCredentials | null {
  const value = parsed(text);
  if (value.api_key === undefined) return null;
  const { api_key, passkey, receiver, mailbox_key } = value as Partial<CanaryCredentials>;
  const texts = [api_key, passkey?.credentialId, passkey?.privateKey, receiver, mailbox_key];
  if (!texts.every((each) => typeof each === 'string' && each !== '')) throw new Error(NOT_CREDENTIALS);
  return value as unknown as CanaryCredentials;
}

const NOT_CREDENTIALS = 'These are not the canary credentials. They are the value of the secret CanarySecret.';

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below without the text, because it may be a secret.
  }
  throw new Error(NOT_CREDENTIALS);
}
