/** The keys that sign decisions: as the admin pages show them, and the statement that enrols one. */

import { canonicalJson } from '../../protocol/canonical-json';
import { bytesOfBase64, joined, sshFields, utf8 } from './bytes';
import type { Schemas } from './schemas';
import { type Prepared, StatementDiffers, toBeSigned } from './to-be-signed';

/** The key of the query that reads them. */
export const SIGNING_KEYS = ['signing-keys'];

/** What the browser said about the authenticator at enrolment. */
export function deviceOf(transports: readonly string[]): string {
  if (transports.includes('internal')) return 'in the device';
  if (transports.includes('hybrid')) return 'on a phone';
  if (transports.some((each) => ['usb', 'nfc', 'ble', 'smart-card'].includes(each))) return 'a security key';
  return 'unknown device';
}

const NAMESPACE = 'enrolment@ras';

/**
 * What is signed about a key: by the new key itself, and by the admin who countersigns it
 * (docs/decisions/signed-turns.md). The page builds it and only compares it with the service's statement.
 */
export interface KeySigning {
  readonly org: string;
  /** The owner of the key. */
  readonly operator: string;
  /** The id of the passkey. */
  readonly passkey: string;
  /** As it is shown, or as this page computed it from the new key. */
  readonly fingerprint: string;
  /** The admin who countersigns. Null: the key signs its own enrolment. */
  readonly countersignedBy: string | null;
}

/** Throws `StatementDiffers` unless the service's statement is exactly the one of this key. */
export async function prepareKeyStatement(
  signing: KeySigning,
  service: Schemas['KeyStatementAnswer'],
): Promise<Prepared> {
  const { statement, passkeys } = service;
  if (statement !== (await statementOf(signing, partsOf(statement)))) throw new StatementDiffers();
  return { statement, challenge: await toBeSigned(NAMESPACE, statement), passkeys };
}

/** What only the service knows: numbers without meaning, and the key itself, which the fingerprint identifies. */
interface Parts {
  readonly key?: { readonly text?: unknown };
  readonly nonce?: unknown;
  readonly expires_at?: unknown;
  readonly enrolment?: unknown;
}

async function statementOf(signing: KeySigning, { key, nonce, expires_at, enrolment }: Parts): Promise<string | null> {
  const { org, operator, passkey, fingerprint, countersignedBy } = signing;
  if (typeof key?.text !== 'string' || typeof nonce !== 'string' || typeof expires_at !== 'number') return null;
  if ((await fingerprintOf(key.text)) !== fingerprint) return null;
  const stated = { v: 1, org, operator, passkey, key: { fingerprint, text: key.text }, nonce, expires_at };
  if (countersignedBy === null) return canonicalJson({ ...stated, decision: 'enrol' });
  if (typeof enrolment !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(enrolment)) return null;
  return canonicalJson({ ...stated, decision: 'countersign', by: countersignedBy, enrolment });
}

function partsOf(statement: string): Parts {
  try {
    return (JSON.parse(statement) as Parts | null) ?? {};
  } catch {
    throw new StatementDiffers();
  }
}

/** As `ssh-keygen -l` prints it, of `<type> <base64>`. */
async function fingerprintOf(keyText: string): Promise<string | null> {
  try {
    return await fingerprintOfBlob(bytesOfBase64(keyText.split(' ')[1] ?? ''));
  } catch {
    return null;
  }
}

async function fingerprintOfBlob(blob: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', blob));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/(?<!=)=+$/, '')}`;
}

const KEY_TYPE = 'sk-ecdsa-sha2-nistp256@openssh.com';
const POINT_BYTES = 65;

/** Of the P-256 key that the browser made (SubjectPublicKeyInfo, RFC 5480 §2.2), for this host. */
export function fingerprintOfNewKey(spki: Uint8Array, host: string): Promise<string> {
  const fields = [utf8(KEY_TYPE), utf8('nistp256'), spki.slice(-POINT_BYTES), utf8(host)];
  return fingerprintOfBlob(joined(sshFields(fields)));
}
