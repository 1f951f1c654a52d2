/** Verifies passkeys with @simplewebauthn/server. No input makes it throw. */
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { usedOn } from '../../protocol/client-data';
import type { CredentialResponse, PasskeyVerifier } from '../../service/access/ports';

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/**
 * Loaded at the first use of a passkey, so that other routes do not pay for loading certificate code at a cold start.
 */
const library = () => import('@simplewebauthn/server');

/**
 * In order of preference. ES256 is first, because OpenSSH verifies only its signatures. EdDSA and RS256 can sign in but
 * cannot sign turns.
 */
const ALGORITHMS = [-7, -8, -257];

const NAME = 'Request authorization';

/** Requires a PIN or a fingerprint at every sign-in. This verifies the person and not only the device. */
const PERSON = { userVerification: 'required', residentKey: 'required' } as const;

export function createPasskeyVerifier(): PasskeyVerifier {
  return {
    creationOptions: async ({ rpId, challenge, userHandle, userName, displayName, exclude }) =>
      (await library()).generateRegistrationOptions({
        rpName: NAME,
        rpID: rpId,
        userID: bytes(userHandle, 'hex'),
        userName,
        userDisplayName: displayName,
        challenge: bytes(challenge, 'base64url'),
        attestationType: 'none',
        supportedAlgorithmIDs: [...ALGORITHMS],
        excludeCredentials: exclude.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        authenticatorSelection: PERSON,
      }),

    requestOptions: async ({ rpId, challenge }) =>
      (await library()).generateAuthenticationOptions({
        rpID: rpId,
        challenge: bytes(challenge, 'base64url'),
        userVerification: PERSON.userVerification,
      }),

    challengeOf,

    verifyCreation: (response, { challenge, origin, rpId }) =>
      orNull(response, async () => {
        const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
          response: response as RegistrationResponse,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
        });
        if (!verified) return null;
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
        return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
      }),

    verifyUse: (response, passkey, { challenge, origin, rpId }) =>
      orNull(response, async () => {
        const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
          response: response as AuthenticationResponse,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: bytes(passkey.publicKey, 'base64url'),
            counter: passkey.counter,
            transports: [...passkey.transports],
          },
        });
        return verified ? { counter: authenticationInfo.newCounter } : null;
      }),
  };
}

function challengeOf({ response }: CredentialResponse): string | null {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof data.challenge === 'string' && /^[\w-]{43,200}$/.test(data.challenge) ? data.challenge : null;
  } catch {
    return null;
  }
}

/**
 * The library throws if something is malformed or does not match, which the caller treats alike. It accepts a frame of a
 * browser that does not name the page above.
 */
async function orNull<T>({ response }: CredentialResponse, verify: () => Promise<T | null>): Promise<T | null> {
  try {
    const page = usedOn(bytes(response.clientDataJSON, 'base64url'));
    return page?.isFramed === false ? await verify() : null;
  } catch {
    return null;
  }
}

function bytes(text: string, encoding: 'hex' | 'base64url'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, encoding));
}
