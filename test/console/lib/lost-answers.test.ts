/** Lists and pages while the service does not answer, or refuses what comes next: what is known stays, and the reason is said. */
import { draw } from './drawn';
import { inboxOf, NOW, overviewOf, requestOf, session } from './given';
import { advance, type Client, closePage, openPage, type Page, type Reply, settle } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const { observeServerNow }: { observeServerNow(answer: object): void } = require('../../../src/console/lib/clock');
const History: unknown = require('../../../src/console/pages/history').default;
const Overview: unknown = require('../../../src/console/pages/overview').default;
const { Outage }: { Outage: unknown } = require('../../../src/console/ui/outage');

let page: Page;
let answers: Page['service']['answers'];
beforeEach(() => {
  page = openPage('/requests');
  ({ answers } = page.service);
  observeServerNow({ server_now: NOW });
  queryClient.setQueryData(['session'], session());
  answers['GET /api/inbox'] = () => [200, inboxOf([], { session: session() })];
  for (const name of ['operators', 'groups', 'actions'])
    answers[`GET /api/${name}`] = () => [200, { [name]: [], cursor: null }];
});
afterEach(() => closePage(queryClient));

const listed = (id: string, cursor: string | null): Reply => [
  200,
  { server_now: NOW, requests: [requestOf({ request: { id } })], cursor, searched: { count: 1, back_to: null } },
];
/** The library tries again twice by itself, if another attempt may succeed. */
const giveUp = async () => {
  for (let n = 0; n < 3; n++) await advance(2500);
};

describe('the next page of a list', () => {
  test.each<[string, Reply, string]>([
    ['the network is lost', 'no answer', 'The service cannot be reached.'],
    ['the service fails', [500, { error: 'internal error' }], 'Internal error.'],
    ['there were too many searches', [429, { error: 'Search again in a minute.' }], 'Search again in a minute.'],
  ])('if %s, the list stays, says why, and goes on when the button is pressed again', async (_, reply, words) => {
    let next = reply;
    answers['GET /api/requests'] = ({ path }) => (path.includes('cursor=c1') ? next : listed('req_1', 'c1'));
    const shown = await draw(queryClient, History);
    await shown.press('Show more');
    await giveUp();
    expect(shown.links()).toContain('/requests/req_1');
    expect(shown.text()).toContain(words);
    // What is saved meanwhile is not everything.
    expect(shown.has('Save CSV (1 of 1 or more)')).toBe(true);
    next = listed('req_2', null);
    await shown.press('Show more');
    expect(shown.links()).toEqual(expect.arrayContaining(['/requests/req_1', '/requests/req_2']));
    expect([shown.text().includes(words), shown.has('Show more')]).toEqual([false, false]);
    expect(shown.has('Save CSV (2 of 2)')).toBe(true);
  });

  test('while the next page is read, the button cannot be pressed again', async () => {
    answers['GET /api/requests'] = ({ path }) =>
      path.includes('cursor=c1') ? new Promise(() => undefined) : listed('req_1', 'c1');
    const shown = await draw(queryClient, History);
    await shown.press('Show more');
    expect(shown.button('Loading…').disabled).toBe(true);
    await shown.press('Loading…');
    expect(page.service.asked.filter((call) => call.includes('cursor=c1'))).toHaveLength(1);
  });
});

describe('a page whose service stops answering', () => {
  test('the page keeps what it showed, and continues by itself', async () => {
    let open = { count: 3, read: 3 };
    let reply: () => Reply = () => [200, overviewOf({ open })];
    answers['GET /api/overview'] = () => reply();
    const shown = await draw(queryClient, Overview);
    expect(shown.text()).toContain('Open3');
    reply = () => 'no answer';
    await advance(60_000);
    await giveUp();
    expect(shown.text()).toContain('Open3');
    expect(shown.text()).not.toContain('cannot be reached');
    open = { count: 4, read: 4 };
    reply = () => [200, overviewOf({ open })];
    await advance(60_000);
    expect(shown.text()).toContain('Open4');
  });

  test('a page without any answer says why, and is read again on request', async () => {
    answers['GET /api/overview'] = () => 'no answer';
    const shown = await draw(queryClient, Overview);
    expect(shown.text()).toContain('Loading the overview');
    await giveUp();
    expect(shown.text()).toContain('The service cannot be reached.The console retries by itself.');
    answers['GET /api/overview'] = () => [200, overviewOf({ open: { count: 5, read: 5 } })];
    await shown.press('Retry now');
    expect(shown.text()).toContain('Open5');
  });

  test('every page says that the service does not answer, since when its data is, and no more once it answers', async () => {
    answers['GET /api/overview'] = () => [200, overviewOf()];
    await draw(queryClient, Overview);
    const shown = await draw(queryClient, Outage);
    expect(shown.text()).toBe('');
    answers['GET /api/overview'] = () => [502, ''];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['overview'] }));
    const again = await draw(queryClient, Overview);
    await again.leave();
    const down = await draw(queryClient, Outage);
    expect(down.text()).toMatch(/^The service does not answer\..* What you see is from \d+ \w+ \d{4}/);
  });
});
