/** For which seats an admin can send a new code, and what the page says if that waits, fails or came too late. */
import { textOf } from './drawn';
import { NOW, optionsOf, seatOf } from './given';
import { openRequest } from './open-request';
import { type Client, closePage, type Reply } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

const PATH = '/api/requests/req_1';
const NEW_CODE = 'Send Bob a new code';
afterEach(() => closePage(queryClient));

const openSeat = (state: string, allowed = true, why: string | null = null) => {
  const reissue = { action: 'reissue', allowed, why };
  const options = [...optionsOf('turn').filter(({ action }) => action !== 'reissue'), reissue];
  const seats = [seatOf('op_a'), seatOf('op_b', { state, turned_at: state === 'turned' ? NOW : null })];
  return openRequest({ view: { seats, you: { seat: true, options } } }, { role: 'admin' });
};

describe('a new code', () => {
  test.each([
    ['asked', true],
    ['locked', true],
    ['turned', false],
    ['out', false],
  ])('a seat that is %s can be sent a new code: %s', async (state, can) => {
    expect((await openSeat(state)).has(NEW_CODE)).toBe(can);
    await closePage(queryClient);
    expect((await openSeat(state, false)).has(NEW_CODE)).toBe(false);
  });

  test('the question says what the service says beforehand', async () => {
    const shown = await openSeat('locked', true, 'this is the last of 3 new codes');
    await shown.press(NEW_CODE);
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain('This is the last of 3 new codes.');
  });

  test.each<[string, Reply, string]>([
    ['the network is lost', 'no answer', 'The service cannot be reached.'],
    [
      'somebody decided meanwhile',
      [409, { error: 'The request was decided.', kind: 'decided' }],
      'The request was decided.',
    ],
    ['the seat was turned meanwhile', [409, { error: 'The seat needs no new code.' }], 'The seat needs no new code.'],
  ])('if %s, the question stays with the reason, and the button can be pressed again', async (_, reply, words) => {
    const shown = await openSeat('locked');
    await shown.press(NEW_CODE);
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => reply;
    await shown.press('Send a new code');
    expect(textOf(shown.body.querySelector('[role="alertdialog"]')!)).toContain(words);
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => [200, { server_now: NOW, ...shown.shown }];
    await shown.press('Send a new code');
    expect(shown.body.querySelector('[role="alertdialog"]')).toBeNull();
    expect(shown.commands()).toEqual([
      ['/reissue', { operator: 'op_b' }],
      ['/reissue', { operator: 'op_b' }],
    ]);
  });

  test('a new code that waits for a second admin says so in place of the question', async () => {
    const shown = await openSeat('locked');
    await shown.press(NEW_CODE);
    const change = {
      id: 'req_9',
      title: 'Send Bob a new code',
      differences: [],
      waiting_for: ['op_d'],
      expires_at: NOW,
    };
    shown.page.service.answers[`POST ${PATH}/reissue`] = () => [202, { server_now: NOW, change }];
    await shown.press('Send a new code');
    expect(shown.text()).toContain('Waits for another admin’s key');
    await shown.press('Done');
    expect(shown.text()).not.toContain('Waits for another admin’s key');
  });
});
