/** The inbox that pages share, and when it is read. */
import { advance, type Client, closePage, openPage, type Page, type Reply, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Query {
  readonly data?: never;
}
const { useInbox }: { useInbox(query?: object): Query } = require('../../../src/console/lib/inbox');
const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

beforeEach(() => {
  page = openPage();
  ({ answers, asked } = page.service);
});
afterEach(() => closePage(queryClient));

const now = () => Date.now();
const session = { operator: { id: 'op_me', name: 'Me', role: 'operator' }, org: 'org_demo' };
const entry = (id: string, expires_at: number, window_ends_at: number | null = null) => ({
  request: { id },
  view: { expires_at, window_ends_at },
});
const inboxOf = (entries: object[], seq = 7): Reply => [
  200,
  { server_now: now(), session, seq, requests: entries, counts: { mine: entries.length } },
];

describe('the inbox', () => {
  test('the inbox is read once for all pages that show it, and again after a minute', async () => {
    answers['GET /api/inbox'] = () => inboxOf([entry('req_1', now() + 3_600_000)]);
    await use(queryClient, () => useInbox());
    await use(queryClient, () => useInbox());
    await advance(59_999);
    expect(asked).toEqual(['GET /api/inbox']);
    await advance(1);
    expect(asked).toHaveLength(2);
  });

  test.each<[string, number, number | null]>([
    ['a request', 1000, null],
    ['a round', 3_600_000, 1000],
  ])(
    'the inbox is read again right after %s ends, so that it lists nothing without time left',
    async (_, expires, round) => {
      const from = now();
      answers['GET /api/inbox'] = () =>
        inboxOf(now() > from ? [] : [entry('req_1', from + expires, round === null ? null : from + round)]);
      const shown = await use(queryClient, () => useInbox());
      await advance(1299);
      expect(asked).toHaveLength(1);
      await advance(1);
      expect(shown.now().data).toMatchObject({ requests: [] });
      await advance(3999);
      expect(asked).toHaveLength(2);
    },
  );

  test('the inbox requests the search that its address names', async () => {
    answers['GET /api/inbox'] = () => inboxOf([]);
    await use(queryClient, () => useInbox({ view: 'open', text: 'order 8812', offset: 50 }));
    expect(asked).toEqual(['GET /api/inbox?view=open&text=order%208812&offset=50']);
  });
});
