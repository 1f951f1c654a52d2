/** What the page of a request offers after it is decided, or after the reader turned a key: the request that ends next. */
import { inboxOf, NOW, optionsOf, requestOf, seatOf, session } from './given';
import { openRequest } from './open-request';
import { type Client, closePage, settle } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

afterEach(() => closePage(queryClient));

const DECIDED = {
  request: { state: 'denied', outcome: 'denied', live: false },
  view: { decided: { by: ['op_b'], at: NOW, reason: null }, needed: 0, you: { seat: true, options: optionsOf() } },
};
const TURNED = {
  view: {
    seats: [seatOf('op_a', { state: 'turned', turned_at: NOW }), seatOf('op_b')],
    ...{ turned: 1, needed: 1, you: { seat: true, needed_after: null, options: optionsOf('withdraw') } },
  },
};
const waiting = (...ids: string[]) => ids.map((id) => requestOf({ request: { id } }));
const openAfter = (requests: object[], fields: Parameters<typeof openRequest>[0] = DECIDED, counts: object = {}) =>
  openRequest(fields, {
    answers: { 'GET /api/inbox': () => [200, inboxOf(requests, { session: session(), counts })] },
  });

describe('the next request', () => {
  test.each([
    ['decided', DECIDED],
    ['turned by the reader', TURNED],
  ])('after a request is %s, the first other one that waits is one key away', async (_, fields) => {
    const shown = await openAfter(waiting('req_7', 'req_8'), fields);
    expect(shown.has('Next request (2 left) n')).toBe(true);
    expect(shown.links()).toContain('/requests/req_7');
    await settle(() => shown.page.press('n'));
    expect(shown.page.shown()).toBe('/requests/req_7');
  });

  test('a list that does not know yet that this request is decided offers another one, and does not count this one', async () => {
    const shown = await openAfter(waiting('req_1', 'req_7'));
    expect(shown.has('Next request (1 left) n')).toBe(true);
    expect(shown.links()).toContain('/requests/req_7');
  });

  test('if this request alone is listed, nothing else waits', async () => {
    const shown = await openAfter(waiting('req_1'));
    expect(shown.text()).toContain('Nothing else waits for you. Go to your inbox.');
    expect(shown.text()).not.toContain('Next request');
    shown.page.press('n');
    expect(shown.page.shown()).toBe('/requests/req_1');
  });

  test('the service counts more than it lists, and counts none if there are too many', async () => {
    expect((await openAfter(waiting('req_7'), DECIDED, { mine: 1234 })).has('Next request (1,234 left) n')).toBe(true);
    await closePage(queryClient);
    expect((await openAfter(waiting('req_7'), DECIDED, { mine: null })).has('Next request n')).toBe(true);
  });

  test('an open request that waits for the reader offers no other one', async () => {
    const shown = await openAfter(waiting('req_7'), {});
    expect(shown.text()).not.toMatch(/Next request|Nothing else waits/);
  });

  test('nothing is offered before the inbox has answered, or if it does not', async () => {
    const shown = await openRequest(DECIDED, { answers: { 'GET /api/inbox': () => new Promise(() => undefined) } });
    expect(shown.text()).not.toMatch(/Next request|Nothing else waits/);
    expect(shown.part('Result')).toContain('Refused by Bob');
  });
});
