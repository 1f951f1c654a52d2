/** Passkeys, if this browser and this address can have them. The library is loaded when it is needed. */
import { answer, api, type Schemas } from './api';
import { rememberOrganization } from './organization';
import type { Session } from './session';
import { fingerprintOfNewKey, prepareKeyStatement } from './signing-keys';
import { type Prepared, signsAStatement } from './to-be-signed';

/** For a passkey whose device offered no ES256 key. `ssh-keygen` verifies no other, so no other key may sign. */
export const SIGN_IN_ONLY = 'It cannot sign decisions, because this device does not make ES256 keys.';

/** Explains to a person why a passkey was not used. */
export class PasskeyProblem extends Error {}

export async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await answer(api.POST('/api/session/options', { body: {} }));
  await refuseStatement(options);
  const response = await startAuthentication({ optionsJSON: options as never }).catch(
    said('No passkey was used. Try again, or open a sign-in link.'),
  );
  return rememberOrganization(
    await answer(
      api.POST('/api/session/passkey', { body: { response: response as Schemas['AuthenticationResponse'] } }),
    ),
  );
}

export interface Enrolled {
  readonly passkey: Schemas['Passkey'];
  /** Whether the new key signed its enrolment. If not, it can still sign it from the list. */
  readonly signed: boolean;
}

/** The browser asks twice: to create the key, and to sign with it who owns it. */
export async function enrolPasskey(name: string, session: Session): Promise<Enrolled> {
  const { base64URLStringToBuffer, startRegistration } = await import('@simplewebauthn/browser');
  const { options } = await answer(api.POST('/api/passkeys/options', { body: {} }));
  await refuseStatement(options);
  const response = await startRegistration({ optionsJSON: options as never }).catch(
    said('No passkey was added. Try again.', 'This device already has a passkey of yours.'),
  );
  const body = { name, response: response as Schemas['RegistrationResponse'] };
  const { passkey } = await answer(api.POST('/api/passkeys', { body }));
  const { publicKey } = response.response;
  if (!passkey.can_sign || publicKey === undefined) return { passkey, signed: false };
  const spki = new Uint8Array(base64URLStringToBuffer(publicKey));
  const fingerprint = await fingerprintOfNewKey(spki, location.hostname);
  return signEnrolment({ ...passkey, fingerprint }, session).catch(() => ({ passkey, signed: false }));
}

/** The key signs who its operator is. */
export async function signEnrolment(
  { id, fingerprint }: Pick<Schemas['Passkey'], 'id' | 'fingerprint'>,
  session: Session,
): Promise<Enrolled> {
  const path = { id };
  const service = await answer(api.GET('/api/passkeys/{id}/enrolment', { params: { path } }));
  const { org, operator } = session;
  const signing = { org, operator: operator.id, passkey: id, fingerprint: fingerprint ?? '', countersignedBy: null };
  const prepared = await prepareKeyStatement(signing, service);
  const body = { statement: prepared.statement, signature: await signStatement(prepared) };
  const { passkey } = await answer(api.POST('/api/passkeys/{id}/enrolment', { params: { path }, body }));
  return { passkey, signed: true };
}

/**
 * Otherwise a dishonest service could have a decision signed as a sign-in, with a challenge that begins like a
 * statement.
 */
async function refuseStatement(options: object): Promise<void> {
  const { base64URLStringToBuffer } = await import('@simplewebauthn/browser');
  const { challenge } = options as { challenge?: unknown };
  const bytes = typeof challenge === 'string' ? new Uint8Array(base64URLStringToBuffer(challenge)) : null;
  if (bytes === null || signsAStatement(bytes)) {
    throw new PasskeyProblem(
      'The service asked for a signature that is not a sign-in. Do not use your passkey. Tell an admin.',
    );
  }
}

/** Asks for the passkey. Throws if the person or the browser refuses. */
export async function signStatement({ challenge, passkeys }: Prepared): Promise<Schemas['Signature']> {
  const { bufferToBase64URLString, startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = {
    challenge: bufferToBase64URLString(challenge.buffer),
    rpId: location.hostname,
    userVerification: 'required' as const,
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports: transports as never,
    })),
  };
  const response = await startAuthentication({ optionsJSON }).catch(
    said('Your passkey did not sign, so nothing was sent.'),
  );
  const passkey = passkeys.find(({ credential_id }) => credential_id === response.id);
  if (passkey === undefined) {
    throw new PasskeyProblem('The browser answered with a passkey that is not enrolled here, so nothing was sent.');
  }
  return { passkey: passkey.id, response: response as Schemas['AuthenticationResponse'] };
}

/**
 * The browser's own errors tell a person little. `known`: whether the device already has a passkey of this operator.
 */
function said(words: string, known = words): (cause: unknown) => never {
  return (cause) => {
    throw new PasskeyProblem(cause instanceof Error && cause.name === 'InvalidStateError' ? known : words);
  };
}
