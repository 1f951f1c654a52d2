/** What browsers are asked for, which answers are accepted, and the canary's passkey, which is a text. */

import { createPasskeyVerifier } from '../../src/adapters/webauthn';
import {
  answerOfSoftwarePasskey,
  createSoftwarePasskey,
  type SoftwarePasskey,
} from '../../src/adapters/webauthn/software-passkey';
import type { CredentialResponse } from '../../src/service/access/ports';
import type { Passkey } from '../../src/service/access/rules/passkey';
import { type AuthenticatorOptions, aCredential } from '../support/authenticator';

const ORIGIN = 'https://console.acme.dev';
const HERE: AuthenticatorOptions = { origin: ORIGIN, rpId: 'console.acme.dev' };
const CHALLENGE = Buffer.alloc(32, 9).toString('base64url');
const EXPECTED = { challenge: CHALLENGE, origin: ORIGIN, rpId: HERE.rpId };
const verifier = createPasskeyVerifier();
const stored = (patch: Partial<Passkey>) => ({ counter: 0, transports: [], ...patch }) as Passkey;
const answer = (response: object) => response as CredentialResponse;

test('an enrolment requests user verification, three algorithms, and no key that is already enrolled', async () => {
  const exclude = [stored({ credentialId: 'AAAA', transports: ['internal', 'hybrid'] })];
  const input = { rpId: HERE.rpId, challenge: CHALLENGE, userHandle: '00ff'.repeat(16), exclude };
  const options = await verifier.creationOptions({ ...input, userName: 'bravo@acme.dev', displayName: 'Bravo' });
  expect(options).toMatchObject({
    rp: { id: HERE.rpId, name: 'Request authorization' },
    user: {
      id: Buffer.from('00ff'.repeat(16), 'hex').toString('base64url'),
      name: 'bravo@acme.dev',
      displayName: 'Bravo',
    },
    challenge: CHALLENGE,
    attestation: 'none',
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: [{ id: 'AAAA', type: 'public-key', transports: ['internal', 'hybrid'] }],
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  });
});

test('a sign-in requests user verification, and names no credential', async () => {
  const options = await verifier.requestOptions({ rpId: HERE.rpId, challenge: CHALLENGE });
  expect(options).toMatchObject({ rpId: HERE.rpId, challenge: CHALLENGE, userVerification: 'required' });
  expect((options as { allowCredentials?: unknown }).allowCredentials).toBeUndefined();
});

/** What neither a creation nor a use may be: the options of the authenticator, and what is expected. */
const REFUSED: readonly [string, Partial<AuthenticatorOptions>, Partial<typeof EXPECTED>][] = [
  ['is for another challenge', {}, { challenge: 'A'.repeat(43) }],
  ['was made at another origin', { origin: 'https://console.acme.example' }, {}],
  ['was made in a frame of another page', { frame: { crossOrigin: true } }, {}],
  ['was made in a frame below a foreign page', { frame: { crossOrigin: true, topOrigin: 'https://evil.example' } }, {}],
  ['names a page above it', { frame: { crossOrigin: false, topOrigin: 'https://evil.example' } }, {}],
  ['is for another site', { rpId: 'acme.example' }, {}],
  ['did not verify its user', { verifiesUser: false }, {}],
];

describe('the challenge that an answer names', () => {
  const named = (challenge: unknown) =>
    verifier.challengeOf({
      id: 'x',
      response: { clientDataJSON: Buffer.from(JSON.stringify({ challenge })).toString('base64url') },
    });

  test.each([43, 200])('the challenge in an answer is read with %d characters', (length) => {
    expect(named('a'.repeat(length))).toBe('a'.repeat(length));
  });

  test.each([['a'.repeat(42)], ['a'.repeat(201)], [`${'a'.repeat(43)}+`], [`+${'a'.repeat(43)}`], [7], [undefined]])(
    'an answer has no challenge if it is %j',
    (challenge) => expect(named(challenge)).toBeNull(),
  );

  test('a text that is not JSON has no challenge', () => {
    expect(verifier.challengeOf({ id: 'x', response: { clientDataJSON: 'AAAA' } })).toBeNull();
  });
});

describe('a new passkey', () => {
  test('a new passkey is accepted as its device made it', async () => {
    const credential = aCredential(HERE);
    expect(await verifier.verifyCreation(answer(credential.create(CHALLENGE)), EXPECTED)).toEqual({
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: 0,
      transports: [],
    });
    const response = credential.create(CHALLENGE) as { response: object };
    const told = answer({ ...response, response: { ...response.response, transports: ['usb'] } });
    expect(await verifier.verifyCreation(told, EXPECTED)).toMatchObject({ transports: ['usb'] });
  });

  test.each(REFUSED)('a new passkey is not accepted if it %s', async (_, options, expected) => {
    const response = answer(aCredential({ ...HERE, ...options }).create(CHALLENGE));
    expect(await verifier.verifyCreation(response, { ...EXPECTED, ...expected })).toBeNull();
  });
});

describe('a use of a passkey', () => {
  const used = (passkey: Partial<Passkey>, response: object, expected: Partial<typeof EXPECTED> = {}) =>
    verifier.verifyUse(answer(response), stored(passkey), { ...EXPECTED, ...expected });

  test('the use of a passkey gives the new count', async () => {
    const credential = aCredential(HERE);
    const { id: credentialId, publicKey } = credential;
    expect(await used({ credentialId, publicKey }, credential.use(CHALLENGE))).toEqual({ counter: 1 });
    // The counter went back, so this is a copy.
    expect(await used({ credentialId, publicKey, counter: 9 }, credential.use(CHALLENGE))).toBeNull();
  });

  test.each(REFUSED)('the use of a passkey is not accepted if it %s', async (_, options, expected) => {
    const credential = aCredential({ ...HERE, ...options });
    const passkey = { credentialId: credential.id, publicKey: credential.publicKey };
    expect(await used(passkey, credential.use(CHALLENGE), expected)).toBeNull();
  });

  test('the use of a passkey is not accepted with the key of another passkey', async () => {
    const [credential, other] = [aCredential(HERE), aCredential(HERE)];
    const passkey = { credentialId: credential.id, publicKey: other.publicKey };
    expect(await used(passkey, credential.use(CHALLENGE))).toBeNull();
  });
});

describe('a passkey whose private key is a text', () => {
  let own: SoftwarePasskey;
  let publicKey: string;
  beforeAll(() => {
    ({ publicKey, ...own } = createSoftwarePasskey());
  });
  const use = (response: CredentialResponse) =>
    verifier.verifyUse(response, stored({ credentialId: own.credentialId, publicKey }), EXPECTED);

  test('a passkey with an exported private key signs in repeatedly, and does not count its uses', async () => {
    const response = answerOfSoftwarePasskey(own, { challenge: CHALLENGE, origin: ORIGIN });
    expect([await use(response), await use(response)]).toEqual([{ counter: 0 }, { counter: 0 }]);
    expect(verifier.challengeOf(response)).toBe(CHALLENGE);
    expect(response).toMatchObject({ id: own.credentialId, rawId: own.credentialId, type: 'public-key' });
    const { clientDataJSON } = response.response;
    expect(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).toEqual({
      type: 'webauthn.get',
      challenge: CHALLENGE,
      origin: ORIGIN,
      crossOrigin: false,
    });
  });

  test('a passkey with an exported private key works only at its origin, and each one is different', async () => {
    const elsewhere = { challenge: CHALLENGE, origin: 'https://console.acme.example' };
    expect(await use(answerOfSoftwarePasskey(own, elsewhere))).toBeNull();
    const other = createSoftwarePasskey();
    expect(other.credentialId).not.toBe(own.credentialId);
    expect(Buffer.from(other.credentialId, 'base64url')).toHaveLength(20);
    const response = answerOfSoftwarePasskey({ ...other, ...own, privateKey: other.privateKey }, EXPECTED);
    expect(await use(response)).toBeNull();
  });
});
