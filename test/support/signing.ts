/** Operators with a passkey in software, which signs the service's statements; and workers' keys. */
import { generateKeyPairSync } from 'node:crypto';
import { type WorkerKey, workerKey } from '../../src/client';
import { toBeSigned } from '../../src/protocol/ssh/signature';
import { ENROLMENT_NAMESPACE } from '../../src/protocol/statements/enrolment';
import { TURN_NAMESPACE } from '../../src/protocol/statements/turn';
import { type AuthenticatorOptions, aCredential, type Credential } from './authenticator';
import type { Ledger } from './ledger';

export const SIGNING_ORIGIN = 'http://localhost:1';
export const HERE: AuthenticatorOptions = { origin: SIGNING_ORIGIN, rpId: 'localhost' };

/** The console of a ledger, or of a house. */
interface Console {
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  api(...call: Parameters<Ledger['api']>): Promise<{ readonly status: number; readonly body: any }>;
  code: Ledger['code'];
}
export type Signed = Awaited<ReturnType<Console['api']>>;

export interface Signature {
  readonly passkey: string;
  readonly response: object;
}

/** Who can sign statements about keys. */
export interface Signer {
  readonly id: string;
  readonly passkey: string;
  readonly credential: Credential;
}

export interface SigningOperator extends Signer {
  statement(request: string, decision?: string): Promise<string>;
  /** Signs a statement; by default the service's own, for turning a key. */
  sign(request: string, options?: { decision?: string; statement?: string; by?: Credential }): Promise<Signature>;
  /** Turns the key with the right code. */
  turn(request: string, signature?: Signature): Promise<Signed>;
}

/** Signs in as the operator and enrols a passkey. The ledger must be at `SIGNING_ORIGIN`. */
export async function aSigningOperator(
  ledger: Pick<Console, 'api' | 'code'>,
  id: string,
  options: Partial<AuthenticatorOptions> = {},
): Promise<SigningOperator> {
  const credential = aCredential({ ...HERE, ...options });
  const { body: offered } = await ledger.api(id, 'POST', '/api/passkeys/options', {});
  const response = credential.create(offered.options.challenge);
  const enrolled = await ledger.api(id, 'POST', '/api/passkeys', { name: 'laptop', response });
  if (enrolled.status !== 201) throw new Error(`not enrolled: ${JSON.stringify(enrolled.body)}`);
  const passkey = enrolled.body.passkey.id as string;
  const statementOf = async (request: string, decision = 'authorize'): Promise<string> =>
    (await ledger.api(id, 'GET', `/api/requests/${request}/statement?decision=${decision}`)).body.statement;
  const sign: SigningOperator['sign'] = async (request, { decision, statement, by = credential } = {}) => {
    const signed = statement ?? (await statementOf(request, decision));
    const challenge = toBeSigned(TURN_NAMESPACE, signed).toString('base64url');
    return { passkey, response: by.use(challenge) };
  };
  return {
    id,
    passkey,
    credential,
    statement: statementOf,
    sign,
    async turn(request, signature) {
      const body = { code: await ledger.code(id, request), signature: signature ?? (await sign(request)) };
      return ledger.api(id, 'POST', `/api/requests/${request}/turn`, body);
    },
  };
}

/** The answer of a passkey to a statement about a key. */
export function signedKeyStatement({ passkey, credential }: Pick<Signer, 'passkey' | 'credential'>, statement: string) {
  const challenge = toBeSigned(ENROLMENT_NAMESPACE, statement).toString('base64url');
  return { statement, signature: { passkey, response: credential.use(challenge) } };
}

/** The new key signs its enrolment. */
export async function signsEnrolment(ledger: Pick<Console, 'api'>, owner: Signer): Promise<Signed> {
  const path = `/api/passkeys/${owner.passkey}/enrolment`;
  const { body } = await ledger.api(owner.id, 'GET', path);
  return ledger.api(owner.id, 'POST', path, signedKeyStatement(owner, body.statement));
}

/** The admin signs that the key is its operator's. */
export async function countersigns(ledger: Pick<Console, 'api'>, admin: Signer, passkey: string): Promise<Signed> {
  const path = `/api/signing-keys/${passkey}/countersignature`;
  const { status, body } = await ledger.api(admin.id, 'GET', path);
  if (status !== 200) return { status, body };
  return ledger.api(admin.id, 'POST', path, signedKeyStatement(admin, body.statement));
}

export function aWorkerKey(type: 'ed25519' | 'ec' = 'ed25519'): WorkerKey {
  const { privateKey } = generateKeyPairSync(type as 'ec', { namedCurve: 'P-256' });
  return workerKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}
