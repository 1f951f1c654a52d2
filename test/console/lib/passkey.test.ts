/** Passkeys: when there can be any, and what the device is asked to sign. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { PASSKEY_KEY, sshKeyOf } from '../../../src/protocol/ssh/public-key';
import { toBeSigned } from '../../../src/protocol/ssh/signature';
import { enrolmentText, namedKey } from '../../../src/protocol/statements/enrolment';
import { closePage, install, openPage, type Page } from './page';

// A module that needs the types of a browser, which the types of the service do not have.
interface Enrolled {
  readonly passkey: object;
  readonly signed: boolean;
}
interface Signature {
  readonly passkey: string;
  readonly response: { readonly id: string };
}
const passkeys: {
  readonly SIGN_IN_ONLY: string;
  signInByPasskey(): Promise<object>;
  enrolPasskey(name: string, session: object): Promise<Enrolled>;
  signEnrolment(passkey: { id: string; fingerprint: string | null }, session: object): Promise<Enrolled>;
  signStatement(prepared: object): Promise<Signature>;
} = require('../../../src/console/lib/passkey');
const { passkeysPossible }: { passkeysPossible(): boolean } = require('../../../src/console/lib/passkeys-possible');

const HOST = 'console.example';
let page: Page;
let answers: Page['service']['answers'];
/** What the device was asked, and what it does. */
let asked: { challenge: string; options: Record<string, unknown> }[];
let device: { id: string; refuses: string | null; publicKey: Uint8Array | null };

beforeEach(() => {
  page = openPage();
  ({ answers } = page.service);
  asked = [];
  device = { id: 'cred_1', refuses: null, publicKey: spki };
  const credential = (response: object) => ({
    id: device.id,
    rawId: Buffer.from(device.id),
    type: 'public-key',
    response: { clientDataJSON: new Uint8Array([1]), ...response },
    getClientExtensionResults: () => ({}),
    authenticatorAttachment: 'platform',
  });
  const answer = (response: object) => async (given: { publicKey: { challenge: ArrayBuffer } }) => {
    const { challenge, ...options } = given.publicKey;
    asked.push({ challenge: Buffer.from(challenge).toString('base64url'), options });
    if (device.refuses !== null) throw new DOMException('See: https://www.w3.org/TR/webauthn-2', device.refuses);
    return credential(response);
  };
  browserOf({
    get: answer({ authenticatorData: new Uint8Array([2]), signature: new Uint8Array([3]) }),
    create: answer({ attestationObject: new Uint8Array([4]), getPublicKey: () => device.publicKey }),
  });
});
afterEach(() => closePage());

function browserOf(credentials: object | null, isSecureContext = true): void {
  const supported = credentials === null ? undefined : class {};
  install({ navigator: { credentials }, isSecureContext, PublicKeyCredential: supported });
  const { window } = globalThis as unknown as { window: object };
  if (supported !== undefined) Object.assign(window, { PublicKeyCredential: supported });
}

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
const { point } = sshKeyOf(publicKey) as unknown as { readonly point: Uint8Array };
const key = namedKey({ type: PASSKEY_KEY, point, application: HOST });
const SESSION = { org: 'org_acme', operator: { id: 'op_bravo' } };
const OWN = { id: 'psk_1', credential_id: 'cred_1', transports: ['internal'] };
const stated = (changed: object = {}) =>
  enrolmentText({
    ...{ v: 1, org: 'org_acme', operator: 'op_bravo', passkey: 'psk_1', key, decision: 'enrol' },
    ...{ nonce: 'q83vEjRWeJCrze8SNFZ4kA', expires_at: 1795228400000, ...changed },
  });
const challenge = () => randomBytes(32).toString('base64url');

describe('passkeys', () => {
  test.each([
    ['https://console.example', true],
    ['http://localhost:8787', true],
    ['https://1.example', true],
    ['https://a.example2', true],
    ['http://127.0.0.1:8787', false],
    ['http://[::1]:8787', false],
  ])('passkeys at %s are possible: %s', (address, possible) => {
    openPage(address);
    browserOf({});
    expect(passkeysPossible()).toBe(possible);
  });

  test('passkeys are not possible in a browser without them, or on a page that is not secure', () => {
    openPage();
    browserOf(null);
    expect(passkeysPossible()).toBe(false);
    browserOf({}, false);
    expect(passkeysPossible()).toBe(false);
  });
});

describe('signing in', () => {
  test('signing in passes the challenge of the service to the device, and the device’s answer to the service', async () => {
    const wanted = challenge();
    answers['POST /api/session/options'] = () => [200, { options: { challenge: wanted, rpId: HOST } }];
    answers['POST /api/session/passkey'] = () => [200, { operator: { id: 'op_bravo' } }];
    expect(await passkeys.signInByPasskey()).toEqual({ operator: { id: 'op_bravo' } });
    expect(asked).toMatchObject([{ challenge: wanted, options: { rpId: HOST } }]);
    const [first, second] = page.service.calls.map(({ body }) => body);
    expect(first).toEqual({});
    expect(second).toMatchObject({ response: { id: 'cred_1', response: { signature: 'Aw' } } });
  });

  test.each<[string, unknown]>([
    ['begins as a statement does', toBeSigned('turn@ras', '{}').toString('base64url')],
    ['is missing', undefined],
    ['is no text', 7],
  ])('signing in does not use the device if the challenge %s', async (_, given) => {
    answers['POST /api/session/options'] = () => [200, { options: { challenge: given } }];
    answers['POST /api/passkeys/options'] = answers['POST /api/session/options'];
    for (const attempt of [passkeys.signInByPasskey(), passkeys.enrolPasskey('laptop', SESSION)]) {
      await expect(attempt).rejects.toThrow(
        'The service asked for a signature that is not a sign-in. Do not use your passkey. Tell an admin.',
      );
    }
    expect(asked).toEqual([]);
  });

  test('a sign-in that the person cancels sends nothing and says so in plain words', async () => {
    device.refuses = 'NotAllowedError';
    answers['POST /api/session/options'] = () => [200, { options: { challenge: challenge() } }];
    await expect(passkeys.signInByPasskey()).rejects.toThrow('No passkey was used. Try again, or open a sign-in link.');
    expect(page.service.asked).toEqual(['POST /api/session/options']);
  });
});

describe('adding a passkey', () => {
  const enrolled = { id: 'psk_1', name: 'laptop', can_sign: true };
  const signing = { ...enrolled, fingerprint: key.fingerprint };
  beforeEach(() => {
    const user = { id: 'b3A', name: 'b', displayName: 'B' };
    answers['POST /api/passkeys/options'] = () => [200, { options: { challenge: challenge(), user } }];
    answers['POST /api/passkeys'] = () => [200, { passkey: enrolled }];
    answers['GET /api/passkeys/psk_1/enrolment'] = () => [200, { statement: stated(), passkeys: [OWN] }];
    answers['POST /api/passkeys/psk_1/enrolment'] = () => [200, { passkey: signing }];
  });

  test('adding a passkey sends its name and its key, and the key signs whose it is', async () => {
    expect(await passkeys.enrolPasskey('laptop', SESSION)).toEqual({ passkey: signing, signed: true });
    const [first, made, , proof] = page.service.calls;
    expect(first!.body).toEqual({});
    expect(made!.body).toMatchObject({ name: 'laptop', response: { id: 'cred_1' } });
    expect(proof!.body).toMatchObject({ statement: stated(), signature: { passkey: 'psk_1' } });
    expect(asked[1]!.challenge).toBe(toBeSigned('enrolment@ras', stated()).toString('base64url'));
  });

  test.each([
    ['NotAllowedError', 'No passkey was added. Try again.'],
    ['UnknownError', 'No passkey was added. Try again.'],
    ['InvalidStateError', 'This device already has a passkey of yours.'],
  ])('adding a passkey that ends in a %s sends nothing and says so in plain words', async (name, words) => {
    device.refuses = name;
    await expect(passkeys.enrolPasskey('laptop', SESSION)).rejects.toThrow(words);
    expect(page.service.asked).toEqual(['POST /api/passkeys/options']);
  });

  test.each<[string, () => void]>([
    ['makes no key that can sign', () => Object.assign(answers, cannotSign)],
    ['does not tell its key', () => Object.assign(device, { publicKey: null })],
  ])('adding a passkey that %s requires only one signature', async (_, change) => {
    change();
    const { signed } = await passkeys.enrolPasskey('laptop', SESSION);
    expect([signed, asked.length]).toEqual([false, 1]);
    expect(passkeys.SIGN_IN_ONLY).toMatch(/^It cannot sign decisions, because /);
    expect(page.service.asked).toHaveLength(2);
  });
  const cannotSign = { 'POST /api/passkeys': () => [200, { passkey: { ...enrolled, can_sign: false } }] };

  test.each<[string, object]>([
    ['of somebody else', { operator: 'op_mallory' }],
    ['of another organization', { org: 'org_other' }],
    ['of another passkey', { passkey: 'psk_2' }],
    ['of another key', { key: namedKey({ type: PASSKEY_KEY, point, application: 'evil.example' }) }],
  ])(
    'adding a passkey keeps the key and signs nothing if the service requests the signature %s',
    async (_, changed) => {
      answers['GET /api/passkeys/psk_1/enrolment'] = () => [200, { statement: stated(changed), passkeys: [OWN] }];
      expect(await passkeys.enrolPasskey('laptop', SESSION)).toEqual({ passkey: enrolled, signed: false });
      expect(asked).toHaveLength(1);
    },
  );

  test('an enrolment can be signed later, from the list, which shows a fault', async () => {
    expect(await passkeys.signEnrolment({ id: 'psk_1', fingerprint: key.fingerprint }, SESSION)).toEqual({
      passkey: signing,
      signed: true,
    });
    await expect(passkeys.signEnrolment({ id: 'psk_1', fingerprint: null }, SESSION)).rejects.toThrow(
      /not what this page shows/,
    );
  });
});

describe('signing a decision', () => {
  const other = { id: 'psk_2', credential_id: 'cred_2', transports: ['usb'] };
  const prepared = { statement: '{}', challenge: new Uint8Array([1, 2, 3]), passkeys: [OWN, other] };

  test('signing a decision requires one of the keys that may sign, on this host, with the person present', async () => {
    device.id = 'cred_2';
    const { passkey, response } = await passkeys.signStatement(prepared);
    expect([passkey, response.id]).toEqual(['psk_2', 'cred_2']);
    expect(asked).toEqual([
      {
        challenge: 'AQID',
        options: {
          rpId: HOST,
          userVerification: 'required',
          allowCredentials: [
            { id: expect.anything(), type: 'public-key', transports: ['internal'] },
            { id: expect.anything(), type: 'public-key', transports: ['usb'] },
          ],
        },
      },
    ]);
  });

  test('a decision that the person does not sign says so in plain words', async () => {
    device.refuses = 'NotAllowedError';
    await expect(passkeys.signStatement(prepared)).rejects.toThrow('Your passkey did not sign, so nothing was sent.');
  });

  test('signing a decision accepts only enrolled keys', async () => {
    device.id = 'cred_9';
    await expect(passkeys.signStatement(prepared)).rejects.toThrow(
      'The browser answered with a passkey that is not enrolled here, so nothing was sent.',
    );
  });
});
