/** What the canary acts with: a secret that the deployment makes, and that `npm run smoke` takes as its key. */
import type { SoftwarePasskey } from '../../adapters/webauthn/software-passkey';

export interface CanaryCredentials {
  /** Of the organization `canary`: it may propose and read. */
  readonly api_key: string;
  /** Of the operator of that organization. */
  readonly passkey: SoftwarePasskey;
  /** `https://…/canary/posts`: where events are kept for ten minutes. */
  readonly receiver: string;
  /** What the names of mailboxes are made with. */
  readonly mailbox_key: string;
}

/** Null if the secret holds no credentials yet. Throws if it holds something else. */
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
    // Refused below, without the text, which may be a secret.
  }
  throw new Error(NOT_CREDENTIALS);
}
