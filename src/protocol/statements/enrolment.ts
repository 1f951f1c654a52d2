/** What is signed about a key: by the key itself when it is enrolled, and by an admin who countersigns it (docs/decisions/signed-turns.md). */
import { canonicalJson } from '../canonical-json';
import { fingerprintOf, parsePublicKeyText, publicKeyText, type SshPublicKey } from '../ssh/public-key';
import { hasExactly, isCount, isHash, isOne, isOneOf, isText, parseStatement } from './form';

export const ENROLMENT_NAMESPACE = 'enrolment@ras';

/** A key, for people and for `ssh-keygen`. */
export interface NamedKey {
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
  /** As in `allowed_signers`. */
  readonly text: string;
}

interface KeyStatement {
  readonly v: 1;
  readonly org: string;
  /** Whose key it is. */
  readonly operator: string;
  /** The id of the passkey. */
  readonly passkey: string;
  readonly key: NamedKey;
  /** Created by the service for one signature. */
  readonly nonce: string;
  /** When it can no longer be signed, epoch ms. */
  readonly expires_at: number;
}

export interface EnrolmentStatement extends KeyStatement {
  readonly decision: 'enrol';
}

export interface CountersignStatement extends KeyStatement {
  readonly decision: 'countersign';
  /** The admin who countersigns. */
  readonly by: string;
  /** The hash of the enrolment's statement. */
  readonly enrolment: string;
}

export const enrolmentText = (statement: EnrolmentStatement | CountersignStatement): string => canonicalJson(statement);

export function namedKey(key: SshPublicKey): NamedKey {
  return { fingerprint: fingerprintOf(key), text: publicKeyText(key) };
}

export function parseEnrolment(text: string): EnrolmentStatement | null {
  return parseStatement(text, { ...KEY_STATEMENT, decision: isOneOf('enrol') }) as EnrolmentStatement | null;
}

export function parseCountersign(text: string): CountersignStatement | null {
  const fields = { ...KEY_STATEMENT, decision: isOneOf('countersign'), by: isText, enrolment: isHash };
  return parseStatement(text, fields) as CountersignStatement | null;
}

function isNamedKey(value: unknown): boolean {
  if (!hasExactly(value, { fingerprint: isText, text: isText })) return false;
  const { fingerprint, text } = value as NamedKey;
  const key = parsePublicKeyText(text);
  return key !== null && fingerprintOf(key) === fingerprint;
}

const KEY_STATEMENT = {
  v: isOne,
  org: isText,
  operator: isText,
  passkey: isText,
  key: isNamedKey,
  nonce: isText,
  expires_at: isCount,
};
