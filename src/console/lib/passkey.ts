/** Passkeys, where this browser and this address can have any. The library is loaded when it is needed. */
import { answer, api, type Schemas } from './api';
import type { Session } from './session';

/** A passkey is bound to a host name: at a bare address the service has none to offer. */
export function passkeysPossible(): boolean {
  const isAddress = /^[\d.]+$/.test(location.hostname) || location.hostname.startsWith('[');
  return !isAddress && isSecureContext && 'PublicKeyCredential' in window;
}

export async function signInByPasskey(): Promise<Session> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await answer(api.POST('/api/session/options', { body: {} }));
  const response = await startAuthentication({ optionsJSON: options as never });
  return answer(
    api.POST('/api/session/passkey', { body: { response: response as Schemas['AuthenticationResponse'] } }),
  );
}

export async function enrolPasskey(name: string): Promise<Schemas['Passkey']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { options } = await answer(api.POST('/api/passkeys/options', { body: {} }));
  const response = await startRegistration({ optionsJSON: options as never });
  const body = { name, response: response as Schemas['RegistrationResponse'] };
  return (await answer(api.POST('/api/passkeys', { body }))).passkey;
}
