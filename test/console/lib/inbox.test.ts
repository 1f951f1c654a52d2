/** The inbox that pages share: when it is read, and how the console waits for what happens. */
import { advance, type Client, closePage, openPage, type Page, type Reply, settle, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Query {
  readonly data?: never;
}
const {
  useInbox,
  useWatch,
}: { useInbox(query?: object): Query; useWatch(): void } = require('../../../src/console/lib/inbox');
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
/** In steps, so that each answer arrives before the next second. */
async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) await advance(1000);
}
const count = (path: string) => asked.filter((call) => call.startsWith(`GET ${path}`)).length;

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

describe('a console that somebody looks at', () => {
  const watching = () =>
    use(queryClient, () => {
      useWatch();
      return useInbox();
    });

  test('the console makes at most six calls a minute while nothing changes', async () => {
    answers['GET /api/inbox'] = () => inboxOf([]);
    answers['GET /api/watch'] = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve([200, { server_now: now(), changed: false }]), 20_000);
      });
    await watching();
    await pass(60);
    asked.length = 0;
    await pass(300);
    expect(asked.length).toBeLessThanOrEqual(30);
    expect(count('/api/watch?after=7&wait=20')).toBeGreaterThan(12);
  });

  test('the console makes at most six calls a minute if the service does not let it wait', async () => {
    answers['GET /api/inbox'] = () => inboxOf([]);
    answers['GET /api/watch'] = () => [200, { server_now: now(), changed: false }];
    await watching();
    await pass(60);
    asked.length = 0;
    await pass(300);
    expect(asked.length).toBeLessThanOrEqual(30);
  });

  test('the console reads the inbox as soon as something happens, and then waits for the next change', async () => {
    let happened: (reply: Reply) => void = () => undefined;
    let seq = 7;
    answers['GET /api/inbox'] = () => inboxOf([], seq);
    answers['GET /api/watch'] = () =>
      new Promise((resolve) => {
        happened = resolve;
      });
    await watching();
    await advance(3000);
    expect(asked).toEqual(['GET /api/inbox', 'GET /api/watch?after=7&wait=20']);
    seq = 9;
    await settle(() => happened([200, { server_now: now(), changed: true }]));
    expect(asked).toHaveLength(3);
    await advance(2000);
    expect(asked.slice(2)).toEqual(['GET /api/inbox', 'GET /api/watch?after=9&wait=20']);
  });

  test('the console waits a while after a failed call, and then calls again', async () => {
    answers['GET /api/inbox'] = () => inboxOf([]);
    answers['GET /api/watch'] = () => [503, { error: 'busy' }];
    await watching();
    await pass(16);
    expect(count('/api/watch')).toBe(1);
    await pass(2);
    expect(count('/api/watch')).toBe(2);
  });
});
