/** The worker's own signature of its report: anybody can verify it with `ssh-keygen` (docs/decisions/signed-turns.md). */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { ED25519_KEY, P256_KEY, parsePublicKeyText, publicKeyText, sshKeyOf } from '../../protocol/ssh/public-key';
import { armour, type SignatureValue, toBeSigned } from '../../protocol/ssh/signature';
import { executionStatementText, WORKER_NAMESPACE } from '../../protocol/statements/execution';
import type { Claim, ExecutionReport } from '../types';

/** Signs reports. Register `publicKey` with the worker's API key, on the console's page "API keys". */
export interface WorkerKey {
  /** In OpenSSH's form, as in a `.pub` file. */
  readonly publicKey: string;
  /** Ed25519, or ECDSA with P-256 and SHA-256: 64 bytes in both cases, for ECDSA r and s. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/**
 * From a private key in PEM (PKCS #8), Ed25519 or P-256: `openssl genpkey -algorithm ed25519`. Throws TypeError for another
 * key. For a key that never leaves a key service, implement `WorkerKey` yourself.
 */
export function workerKey(pem: string): WorkerKey {
  const key = createPrivateKey(pem);
  const own = sshKeyOf(createPublicKey(key));
  const hash = own.type === ED25519_KEY ? null : 'sha256';
  return {
    publicKey: publicKeyText(own),
    sign: (bytes) => sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

type Receipt = NonNullable<ExecutionReport['receipt']>;
type Told = Pick<ExecutionReport, 'status' | 'reference'>;

/** The receipt of a run under this claim. Throws if the key cannot sign. */
export async function signedReceipt(key: WorkerKey, { claim_id, request }: Claim, report: Told): Promise<Receipt> {
  const { id, operation_hash, params } = request;
  const intent = params.intent ?? '';
  const { status, reference = null } = report;
  const statement = executionStatementText({
    v: 1,
    claim: claim_id,
    request: id,
    operation_hash,
    intent,
    status,
    reference,
  });
  const publicKey = signingKeyOf(key);
  const signed = await key.sign(toBeSigned(WORKER_NAMESPACE, statement));
  const value: SignatureValue =
    publicKey.type === ED25519_KEY ? { type: ED25519_KEY, bytes: signed } : { type: P256_KEY, raw: signed };
  return { operation_hash, intent, signature: armour({ key: publicKey, namespace: WORKER_NAMESPACE, value }) };
}

/** Throws TypeError if its public key cannot sign reports. */
export function assertSigns(key: WorkerKey): void {
  signingKeyOf(key);
}

function signingKeyOf({ publicKey }: WorkerKey) {
  const key = parsePublicKeyText(publicKey);
  if (key === null || 'application' in key) {
    throw new TypeError('`sign.publicKey` must be an Ed25519 or P-256 public key in the form of OpenSSH.');
  }
  return key;
}
