/** A decision that a passkey has to sign: what is told where it does not. */
import { optionsOf } from './given';
import { openRequest } from './open-request';
import type { Reply } from './page';

// What is signed, and by which key, has its own tests (statement.test.ts, passkey.test.ts).
jest.mock('../../../src/console/lib/statement', () => ({
  ...jest.requireActual('../../../src/console/lib/statement'),
  prepare: async () => ({ statement: '{}', challenge: new Uint8Array(), passkeys: [{ id: 'psk_1' }] }),
}));
const device = { fails: new Error() };
jest.mock('../../../src/console/lib/passkey', () => ({
  ...jest.requireActual('../../../src/console/lib/passkey'),
  signStatement: () => Promise.reject(device.fails),
}));

const {
  PasskeyProblem,
}: { PasskeyProblem: new (words: string) => Error } = require('../../../src/console/lib/passkey');

test.each([
  ['its own words', () => new PasskeyProblem('This key is not enrolled here.'), 'This key is not enrolled here.'],
  ['plain words for any other fault', () => new TypeError('x is y'), 'Your passkey did not sign, so nothing was sent.'],
])('a decision that could not be signed is explained in %s, and nothing is sent', async (_, fault, words) => {
  const view = { turn: 'code_and_passkey', you: { seat: true, options: optionsOf('turn') } };
  const shown = await openRequest({ view });
  shown.page.service.answers['GET /api/requests/req_1/statement'] = () => [200, {}];
  device.fails = fault();
  await shown.fill('Your code for this request', '12345678');
  await shown.press('Turn my key…');
  await shown.press('Sign and turn my key');
  expect(shown.text()).toContain(words);
  expect(shown.commands()).toEqual([]);
});

test.each<[string, Reply, string]>([
  ['the network is lost', 'no answer', 'The service cannot be reached.'],
  [
    'the service refuses it',
    [409, { error: 'You have no passkey that can sign.' }],
    'You have no passkey that can sign.',
  ],
])('if %s before it can be signed, no key is turned, and the next dialog asks again', async (_, reply, words) => {
  const view = { turn: 'code_and_passkey', you: { seat: true, options: optionsOf('turn') } };
  const shown = await openRequest({ view });
  const { answers } = shown.page.service;
  answers['GET /api/requests/req_1/statement'] = () => reply;
  await shown.fill('Your code for this request', '12345678');
  await shown.press('Turn my key…');
  expect(shown.text()).toContain(words);
  expect(shown.button('Sign and turn my key').disabled).toBe(true);
  await shown.press('Cancel');
  answers['GET /api/requests/req_1/statement'] = () => [200, {}];
  await shown.press('Turn my key…');
  expect(shown.text()).not.toContain(words);
  expect(shown.button('Sign and turn my key').disabled).toBe(false);
  expect(shown.commands()).toEqual([]);
});

test('while the statement is read, no key is turned', async () => {
  const view = { turn: 'code_and_passkey', you: { seat: true, options: optionsOf('turn') } };
  const shown = await openRequest({ view });
  shown.page.service.answers['GET /api/requests/req_1/statement'] = () => new Promise(() => undefined);
  await shown.fill('Your code for this request', '12345678');
  await shown.press('Turn my key…');
  expect(shown.button('Sign and turn my key').disabled).toBe(true);
});
