/** The file of `ssh-keygen -Y verify -f`: who may sign what, with which key, and when (ssh-keygen(1), ALLOWED SIGNERS). */
import { parsePublicKeyText, publicKeyBlob, publicKeyText, type SshPublicKey } from './public-key';

export interface AllowedSigner {
  /** An operator's id, `service` or a worker's name. Never a pattern. */
  readonly principal: string;
  readonly namespaces: readonly string[];
  /** Inclusive, to the second. Null: always. */
  readonly validAfterMs: number | null;
  readonly validBeforeMs: number | null;
  readonly key: SshPublicKey;
  /** A comment above the line, for people. One line. */
  readonly note?: string;
}

/** OpenSSH reads a principal as a list of patterns, and a shell reads it in `verify.sh`: plain characters only. */
export const PRINCIPAL = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/;

export function allowedSignersText(signers: readonly AllowedSigner[]): string {
  return signers
    .map((signer) => `${signer.note === undefined ? '' : `# ${signer.note}\n`}${lineOf(signer)}\n`)
    .join('');
}

function lineOf({ principal, namespaces, validAfterMs, validBeforeMs, key }: AllowedSigner): string {
  if (!PRINCIPAL.test(principal)) throw new TypeError(`${JSON.stringify(principal)} cannot be a signer`);
  const options = [
    `namespaces="${namespaces.join(',')}"`,
    ...(validAfterMs === null ? [] : [`valid-after="${timeText(validAfterMs)}"`]),
    ...(validBeforeMs === null ? [] : [`valid-before="${timeText(validBeforeMs)}"`]),
  ];
  return `${principal} ${options.join(',')} ${publicKeyText(key)}`;
}

/** `YYYYMMDDHHMMSSZ`, in UTC. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}

/** Reads only lines as `allowedSignersText` writes them, blank lines and comments. Null for any other line. */
export function parseAllowedSigners(text: string): AllowedSigner[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const signers = lines.map(parseLine);
  return signers.every((signer) => signer !== null) ? (signers as AllowedSigner[]) : null;
}

const LINE =
  /^(\S+) namespaces="([a-z@,]+)"(?:,valid-after="(\d{14})Z")?(?:,valid-before="(\d{14})Z")? (\S+ [A-Za-z0-9+/]+=*)$/;

function parseLine(line: string): AllowedSigner | null {
  const [, principal = '', namespaces = '', after, before, keyText = ''] = LINE.exec(line) ?? [];
  const key = parsePublicKeyText(keyText);
  const [validAfterMs, validBeforeMs] = [after, before].map(timeOf);
  if (key === null || !PRINCIPAL.test(principal)) return null;
  if (Number.isNaN(validAfterMs) || Number.isNaN(validBeforeMs)) return null;
  return {
    principal,
    namespaces: namespaces.split(','),
    validAfterMs: validAfterMs ?? null,
    validBeforeMs: validBeforeMs ?? null,
    key,
  };
}

function timeOf(digits: string | undefined): number | null {
  if (digits === undefined) return null;
  const [, date, hour, minute, second] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(digits)!;
  return Date.parse(`${date!.replace(/^(\d{4})(\d\d)/, '$1-$2-')}T${hour}:${minute}:${second}Z`);
}

export interface SignerQuestion {
  readonly principal: string;
  readonly namespace: string;
  readonly key: SshPublicKey;
  readonly atMs: number;
}

/** Whether this key may sign for the principal in this namespace at this instant. */
export function isAllowedSigner(signers: readonly AllowedSigner[], asked: SignerQuestion): boolean {
  const blob = publicKeyBlob(asked.key);
  // OpenSSH compares whole seconds.
  const atMs = asked.atMs - (asked.atMs % 1000);
  return signers.some(
    (signer) =>
      signer.principal === asked.principal &&
      signer.namespaces.includes(asked.namespace) &&
      publicKeyBlob(signer.key).equals(blob) &&
      (signer.validAfterMs === null || atMs >= signer.validAfterMs) &&
      (signer.validBeforeMs === null || atMs <= signer.validBeforeMs),
  );
}
