/** A decision that a passkey has to sign: what is told where it does not. */
import { optionsOf } from './given';
import { openRequest } from './open-request';
import { type Client, closePage } from './page';

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

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const {
  PasskeyProblem,
}: { PasskeyProblem: new (words: string) => Error } = require('../../../src/console/lib/passkey');
afterEach(() => closePage(queryClient));

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
