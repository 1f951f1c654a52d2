/** What the canary's secrets hold, and what only their holder can make. */
import { createHmac } from 'node:crypto';
import { credentialsIn } from '../../src/lambda/canary/credentials';
import { isMailboxName, mailboxName } from '../../src/lambda/canary/mailbox-name';

const RECEIVER = 'https://receiver.acme.dev/canary/posts';
const MAILBOX_KEY = 'm'.repeat(64);

describe('the name of a mailbox', () => {
  const random = '0123456789abcdef'.repeat(2);
  const name = mailboxName(MAILBOX_KEY, random);

  it('only a holder of the key can make the name of a mailbox', () => {
    const proof = createHmac('sha256', MAILBOX_KEY).update(`service.canary-mailbox.v1 ${random}`).digest('hex');
    expect(name).toBe(`${random}-${proof.slice(0, 32)}`);
    expect(isMailboxName(MAILBOX_KEY, name)).toBe(true);
    expect(isMailboxName('another key', name)).toBe(false);
    expect(isMailboxName(MAILBOX_KEY, mailboxName(MAILBOX_KEY, 'f'.repeat(32)))).toBe(true);
  });

  it.each([
    '',
    random,
    `${random}-`,
    `-${random}`,
    `${random}-${'0'.repeat(32)}`,
    `x${name}`,
    `${name}x`,
    `${name.slice(0, -1)}`,
    `${name.slice(1)}`,
    name.toUpperCase(),
    `${name}\n`,
  ])('the name of a mailbox is not "%s"', (other) => {
    expect(isMailboxName(MAILBOX_KEY, other)).toBe(false);
  });
});

describe('the credentials of the canary', () => {
  const whole = {
    api_key: 'rak_x',
    passkey: { credentialId: 'c', privateKey: 'p' },
    receiver: RECEIVER,
    mailbox_key: 'm',
  };
  const MESSAGE = 'These are not the canary credentials. They are the value of the secret CanarySecret.';

  it('the credentials of the canary are read from the secret, and are missing until the deployment has filled it', () => {
    expect(credentialsIn(JSON.stringify(whole))).toEqual(whole);
    expect(credentialsIn('{}')).toBeNull();
    expect(credentialsIn('{"receiver":"x"}')).toBeNull();
  });

  it.each<[string, unknown]>([
    ['without a passkey', { ...whole, passkey: undefined }],
    ['without a credential', { ...whole, passkey: { privateKey: 'p' } }],
    ['without a private key', { ...whole, passkey: { credentialId: 'c', privateKey: '' } }],
    ['without a receiver', { ...whole, receiver: undefined }],
    ['with an empty mailbox key', { ...whole, mailbox_key: '' }],
    ['with an API key that is no text', { ...whole, api_key: 7 }],
    ['that are a list', [whole]],
    ['that are null', null],
    ['that are a text', 'rak_x'],
  ])('the credentials of the canary are refused %s, and the message does not repeat them', (_, value) => {
    expect(() => credentialsIn(JSON.stringify(value))).toThrow(new Error(MESSAGE));
  });

  it('the credentials of the canary are refused if they are not JSON', () => {
    expect(() => credentialsIn('rak_secret')).toThrow(new Error(MESSAGE));
  });
});
