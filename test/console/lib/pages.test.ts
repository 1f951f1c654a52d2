/** What the pages of every operator say and send, drawn without a browser. */
import { draw } from './drawn';
import { NOW, overviewOf, requestOf, session, watchedOf } from './given';
import { advance, type Client, closePage, install, openPage, type Page, settle, takeDownloads } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');
const { observeServerNow }: { observeServerNow(answer: object): void } = require('../../../src/console/lib/clock');
const pages = {
  History: require('../../../src/console/pages/history').default as unknown,
  Overview: require('../../../src/console/pages/overview').default as unknown,
  Account: require('../../../src/console/pages/account').default as unknown,
  Inbox: require('../../../src/console/pages/inbox').Inbox as unknown,
  SignIn: require('../../../src/console/pages/sign-in').default as unknown,
};

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];
afterEach(() => closePage(queryClient));

function at(address: string, me: ReturnType<typeof session> = session()): void {
  page = openPage(address);
  ({ answers, asked } = page.service);
  observeServerNow({ server_now: NOW });
  queryClient.setQueryData(['session'], me);
  answers['GET /api/session'] = () => [200, me];
  answers['GET /api/operators'] = () => [200, { operators: [], cursor: null }];
}
const listed = (requests: object[], cursor: string | null = null) =>
  [200, { server_now: NOW, requests, cursor }] as const;
const bodies = () => page.service.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
const sent = (method: string) => page.service.calls.filter((call) => call.method === method);

describe('the history', () => {
  const open = async (address: string, requests: object[] = [requestOf()]) => {
    at(address);
    answers['GET /api/requests'] = () => listed(requests);
    return draw(queryClient, pages.History);
  };

  test('the history requests what its address says, so that a copied address shows the same list', async () => {
    await open('/requests?state=denied&action=pay&requester=op_a&since=1000&until=2000');
    expect(asked).toContain('GET /api/requests?state=denied&action=pay&requester=op_a&since=1000&until=2000&limit=50');
  });

  test('the history ignores invalid parts of its address', async () => {
    await open('/requests?state=proposed&action=%20&since=-1&until=soon');
    expect(asked).toContain('GET /api/requests?limit=50');
  });

  test('the history keeps each part of a search in its address, and picks people by name', async () => {
    const shown = await open('/requests?requester=op_a&until=1795176000000');
    const until = shown.control('Until').value as string;
    expect(new Date(until).getTime()).toBe(1795176000000);
    await shown.fill('From', '2026-11-19T08:00');
    await shown.fill('State', 'denied');
    await shown.fill('Run', 'failed');
    const since = new Date('2026-11-19T08:00').getTime();
    expect(Object.fromEntries(new URL(page.shown(), 'https://x').searchParams)).toEqual({
      state: 'denied',
      requester: 'op_a',
      since: String(since),
      until: '1795176000000',
      run: 'failed',
    });
    // What became of it is looked for in what is loaded.
    expect(asked.at(-1)).toBe(
      `GET /api/requests?state=denied&requester=op_a&since=${since}&until=1795176000000&limit=50`,
    );
    await shown.press('Show all');
    expect(page.shown()).toBe('/requests');
  });

  test('the history finds words in what is loaded, and says how far it looked', async () => {
    at('/requests?text=northwind');
    answers['GET /api/requests'] = ({ path }) =>
      path.includes('cursor=c1')
        ? listed([requestOf({ request: { id: 'req_2', params: { to: 'Northwind GmbH' } } })])
        : listed([requestOf()], 'c1');
    const shown = await draw(queryClient, pages.History);
    expect(shown.text()).toContain('None of the 1 newest requests matches');
    await shown.press('Show more');
    expect(shown.rows()).toHaveLength(2);
    expect(shown.links()).toContain('/requests/req_2');
  });

  test('the history shows of each request its title, its verdict and who made it, its result and its duration', async () => {
    const decided = { by: ['op_b', 'op_d'], at: NOW + 60_000, reason: null };
    const failed = { id: 'req_2', state: 'succeeded', outcome: 'authorized', params: {} };
    const execution = { ...requestOf().request.execution, state: 'failed', error: 'no funds' };
    const shown = await open('/requests', [
      requestOf({ request: { state: 'staging' }, view: { turned: 1 } }),
      requestOf({ request: { ...failed, execution }, view: { summary: 'For Bob', has_intent: true, decided } }),
    ]);
    const [, first, second] = shown.rows();
    expect(first).toBe('Pay out 121 min agoTurning keys–Carla––');
    expect(second).toBe('Pay out1 min ago · For BobApproved FailedCarlaop_b + 12 min 0 s');
    expect(shown.links()).toEqual(expect.arrayContaining(['/requests/req_1', '/requests/req_2']));
  });

  test('the history loads the next page, and says if nothing matches', async () => {
    at('/requests');
    answers['GET /api/requests'] = ({ path }) =>
      path.includes('cursor=c1') ? listed([requestOf({ request: { id: 'req_2' } })]) : listed([requestOf()], 'c1');
    const shown = await draw(queryClient, pages.History);
    // What is saved is what is shown.
    expect(shown.text()).toContain('What is shown so far:Save NDJSON');
    await shown.press('Show more');
    expect(asked.at(-1)).toBe('GET /api/requests?limit=50&cursor=c1');
    expect([shown.rows().length, shown.has('Show more')]).toEqual([3, false]);
    expect(shown.text()).not.toContain('What is shown so far');
    expect((await open('/requests?state=denied', [])).text()).toContain('No request matches');
  });

  test('the history saves what is loaded, as lines of JSON or as a table', async () => {
    const shown = await open('/requests');
    const saved = takeDownloads();
    await shown.press('Save CSV');
    await shown.press('Save NDJSON');
    expect(saved.map(({ name, blob }) => [name, blob!.type])).toEqual([
      ['requests.csv', 'text/csv'],
      ['requests.ndjson', 'application/x-ndjson'],
    ]);
    expect(await saved[0]!.blob!.text()).toMatch(/^id,action,.*\r\nreq_1,pay\.out,/);
    expect(JSON.parse(await saved[1]!.blob!.text())).toMatchObject({ id: 'req_1' });
  });
});

describe('the overview', () => {
  const open = async (more: object, role: 'operator' | 'admin' = 'operator') => {
    at('/overview', session(role));
    answers['GET /api/overview'] = () => [200, overviewOf(more)];
    return draw(queryClient, pages.Overview);
  };
  const outcomes = { authorized: 0, denied: 0, aborted: 0, expired: 0, pending: 0 };

  test('the overview never says 100 % of something that is less', async () => {
    const deliveries = { pending: 1, delivered: 9998, failed: 1, attempted: 10_000, delivered_at_first: 9996 };
    const text = (await open({ deliveries, outcomes: { ...outcomes, authorized: 2999, denied: 1 } })).text();
    expect(text).toContain('Delivered at first attempt99.9 %9,998 delivered, 1 failed');
    expect(text).toContain('Approved99.9 %2,999 of 3,000 decided, 10 requested');
  });

  test('the overview counts every verdict as decided, and waiting requests as open', async () => {
    const each = { authorized: 1, denied: 1, aborted: 1, expired: 1, pending: 7 };
    const text = (await open({ outcomes: each, truncated: true, requests: 11 })).text();
    expect(text).toContain('Approved25 %1 of 4 decided, the newest 11 requested');
    expect(text).toContain('Open7Nothing waits');
  });

  test('the overview shows no share of nothing', async () => {
    const text = (await open({})).text();
    expect(text).toContain('Approved–0 of 0 decided');
    expect(text).toContain('Median time to verdict–No verdict yet');
    expect(text).toContain('Delivered at first attempt–');
    expect(text).toContain('Nobody. No key is missing.');
  });

  test('the overview shows how long verdicts took, and the oldest request that waits', async () => {
    const oldest_pending = { id: 'req_9', action: 'pay', created_at: NOW - 7_200_000, expires_at: NOW };
    const shown = await open({ time_to_verdict: { p50_ms: 90_000, p95_ms: 3_660_000 }, oldest_pending });
    expect(shown.text()).toContain('Median time to verdict1 min 30 s95 % within 1 h 01 min');
    expect(shown.text()).toContain('Oldest: 2 h ago');
    expect(shown.links()).toContain('/requests/req_9');
  });

  test('the overview puts failing endpoints first, and only admins have a link to them', async () => {
    const failing = { health: 'failing', failing_since: NOW - 7_200_000, waiting: 2, last_error: 'answered 500' };
    const endpoints = [
      watchedOf({ id: 'whe_1', health: 'disabled', description: 'Off' }),
      watchedOf({ id: 'whe_2', health: 'unused', description: 'New', last_attempt_at: null }),
      watchedOf({ id: 'whe_3', health: 'healthy', description: 'Fine' }),
      watchedOf({ id: 'whe_4', ...failing, description: 'Broken', next_attempt_at: NOW + 90_000 }),
    ];
    const shown = await open({ endpoints }, 'admin');
    expect(
      shown
        .rows()
        .map((row) => /Broken|Fine|New|Off/.exec(row)?.[0])
        .filter(Boolean),
    ).toEqual(['Broken', 'Fine', 'New', 'Off']);
    expect(shown.text()).toContain(
      'Broken has been failing for 2 hours2 events are waiting. Next attempt in 1:30. Last error: answered 500.',
    );
    expect(shown.text().match(/has been failing/g)).toHaveLength(1);
    expect(shown.has('Open the endpoint')).toBe(true);
    const asOperator = await open({ endpoints });
    expect([asOperator.has('Open the endpoint'), asOperator.links().filter((to) => to?.includes('/webhooks'))]).toEqual(
      [false, []],
    );
  });

  test('the overview counts up to a hundred events that wait at an endpoint', async () => {
    const failing = { health: 'failing', failing_since: NOW - 7_200_000, last_error: 'answered 500' };
    const many = await open({
      endpoints: [watchedOf({ ...failing, waiting: 100 }), watchedOf({ id: 'whe_2', ...failing, waiting: 99 })],
    });
    expect(many.text()).toContain('2 hours100 or more events are waiting.');
    expect(many.text()).toContain('2 hours99 events are waiting.');
  });

  test('the overview requests seven days, or thirty if they are chosen, every 15 seconds', async () => {
    const shown = await open({});
    await shown.press('30 days');
    await advance(15_000);
    expect(asked.filter((call) => call.includes('overview')).map((call) => call.slice(-2))).toEqual(['=7', '30', '30']);
  });

  test('the overview names at most five of the slowest, with how many decided', async () => {
    const operators = Array.from({ length: 7 }, (_, n) => ({
      operator: `op_${n}`,
      name: `Name ${n}`,
      decisions: n === 0 ? 1 : 2,
      p50_ms: 60_000,
    }));
    const text = (await open({ operators })).text();
    expect(text).toContain('Name 01 min 0 s, 1 decision');
    expect(text).toContain('Name 41 min 0 s, 2 decisions');
    expect(text).not.toContain('Name 5');
  });
});

describe('the inbox', () => {
  const open = async (mine: object[], everything: object[] = mine, cursor: string | null = null) => {
    at('/');
    answers['GET /api/requests'] = ({ path }) => {
      if (path.includes('waiting=true')) return listed(mine, cursor);
      return listed(path.includes('state=notified') ? everything : []);
    };
    return draw(queryClient, pages.Inbox);
  };
  const named = (id: string, title: string, minutes: number, more: object = {}) =>
    requestOf({ request: { id, ...more }, view: { title, expires_at: NOW + minutes * 60_000 } });
  const titles = (shown: { rows(): string[] }) =>
    shown
      .rows()
      .map((row) => /One|Two|Three/.exec(row)?.[0])
      .filter(Boolean);

  test('the inbox shows what needs me, what ends within 15 minutes, and everything that is open', async () => {
    const [one, two, three] = [named('req_1', 'One', 15), named('req_2', 'Two', 16), named('req_3', 'Three', 5)];
    const shown = await open([one, two], [one, two, three]);
    expect(titles(shown)).toEqual(['One', 'Two']);
    expect(shown.text()).toContain('2 need you');
    await shown.press('Ends within 15 min · 1');
    expect(titles(shown)).toEqual(['One']);
    await shown.press('Everything open · 3');
    expect(titles(shown)).toEqual(['Three', 'One', 'Two']);
    await shown.press('Needs me · 2');
    expect(titles(shown)).toEqual(['One', 'Two']);
  });

  test('the inbox search covers all that a row says, and also requester and id', async () => {
    const shown = await open([
      named('req_1', 'One', 30, { params: { to: 'Account 7' } }),
      named('req_2', 'Two', 30, { requester: 'op_zed' }),
    ]);
    for (const [text, found] of [
      ['account 7 ', ['One']],
      ['OP_ZED', ['Two']],
      ['carla', ['One', 'Two']],
      ['req_2', ['Two']],
    ] as const) {
      await shown.fill('Search these requests', text);
      expect([text, titles(shown)]).toEqual([text, found]);
    }
    await shown.fill('Search these requests', 'nobody');
    expect(shown.text()).toContain('No request matches your search');
  });

  test('the inbox says that there are more requests, and counts them as such', async () => {
    const shown = await open([named('req_1', 'One', 30)], [], 'more');
    expect(shown.text()).toContain('1+ need you');
    expect(shown.text()).toContain('There are more requests. These have the least time left.');
    await shown.press('Everything open · 0');
    expect(shown.text()).not.toContain('There are more requests.');
    expect((await open([])).text()).toContain('Nothing waits for you');
  });

  test('the inbox shows the time left of a round instead of that of its request', async () => {
    const view = { title: 'One', expires_at: NOW + 3_600_000, window_ends_at: NOW + 42_000, turned: 1 };
    const shown = await open([requestOf({ view })]);
    expect(shown.rows()[1]).toContain('1 of 2 keys turned0:42');
  });

  test('the inbox announces new requests to screen readers once', async () => {
    const mine = [named('req_1', 'One', 30)];
    const shown = await open(mine);
    expect(shown.text()).not.toContain('waits for you.');
    mine.push(named('req_2', 'Two', 30));
    await advance(4000);
    expect(shown.text()).toContain('A new request waits for you.');
  });
});

describe('the page of the account', () => {
  const open = async (address: string, chat: object | null = null) => {
    at(`${address}/account`, session('operator'));
    install({ navigator: {}, isSecureContext: true });
    Object.assign((globalThis as unknown as { window: object }).window, { PublicKeyCredential: class {} });
    answers['GET /api/passkeys'] = () => [200, { passkeys: [PASSKEY], cursor: null }];
    answers['GET /api/own-chat'] = () => [200, { server_now: NOW, chat }];
    answers['GET /api/sessions'] = () => [200, { sessions: SESSIONS, cursor: null }];
    return draw(queryClient, pages.Account);
  };
  const PASSKEY = {
    id: 'psk_1',
    name: 'Phone',
    created_at: NOW,
    can_sign: true,
    standing: 'unproven',
    fingerprint: 'SHA256:x',
  };
  const SESSIONS = [
    { id: 'ses_1', operator: 'op_a', current: true, created_at: NOW - 60_000, expires_at: NOW + 1 },
    { id: 'ses_2', operator: 'op_a', current: false, created_at: NOW - 120_000, expires_at: NOW + 1 },
  ];

  test('the account page ends another session only after a question, and never its own', async () => {
    const shown = await open('https://console.example');
    expect(asked).toContain('GET /api/sessions?operator=op_a&limit=50');
    expect([shown.has('End session ses_1'), shown.has('End session ses_2')]).toEqual([false, true]);
    answers['DELETE /api/sessions/ses_2'] = () => [200, { server_now: NOW }];
    await shown.press('End session ses_2');
    expect(sent('DELETE')).toEqual([]);
    await shown.press('End it');
    expect(sent('DELETE')).toMatchObject([{ path: '/api/sessions/ses_2' }]);
    expect(asked.filter((call) => call.startsWith('GET /api/sessions'))).toHaveLength(2);
  });

  test('the account page offers a passkey only where passkeys work, and says how each one is used', async () => {
    const shown = await open('https://console.example');
    expect(shown.has('Add a passkey')).toBe(true);
    expect(shown.text()).toContain('has not signed its enrolment');
    expect(shown.has('Sign the enrolment of passkey Phone')).toBe(true);
    expect((await open('http://127.0.0.1:8787')).has('Add a passkey')).toBe(false);
  });

  test('the account page deletes a passkey after a question', async () => {
    const shown = await open('https://console.example');
    answers['DELETE /api/passkeys/psk_1'] = () => [200, { server_now: NOW }];
    await shown.press('Delete passkey Phone');
    await shown.press('Cancel');
    expect(sent('DELETE')).toEqual([]);
    await shown.press('Delete passkey Phone');
    await shown.press('Delete it');
    expect(sent('DELETE')).toMatchObject([{ path: '/api/passkeys/psk_1' }]);
  });

  test('signing out shows the sign-in page', async () => {
    const shown = await open('https://console.example');
    answers['DELETE /api/session'] = () => [200, { server_now: NOW }];
    await shown.press('Sign out');
    expect(queryClient.getQueryData(['session'])).toBeNull();
    expect(page.shown()).toBe('/sign-in');
  });

  test('the account page sets a chat without the blanks around it, and tests it', async () => {
    const shown = await open('https://console.example');
    await shown.press('Post messages to a chat…');
    await shown.fill('Chat', 'teams');
    await shown.fill('Incoming-webhook URL', ' https://chat.example/x ');
    answers['PUT /api/own-chat'] = () => [200, { server_now: NOW, chat: null }];
    await shown.press('Post messages there');
    expect(bodies()).toEqual([{ format: 'teams', url: 'https://chat.example/x' }]);
    const set = await open('https://console.example', { format: 'teams', host: 'chat.example', set_at: NOW });
    expect(set.text()).toContain('Messages go to Microsoft Teams at chat.example');
    answers['POST /api/own-chat/test'] = () => [200, { server_now: NOW, taken: false, problem: 'It answered 410.' }];
    await set.press('Send a test message');
    expect(set.text()).toContain('It answered 410.');
  });
});

test('a page that cannot be shown says so, and every other page still works', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  at('/overview');
  answers['GET /api/requests'] = () => listed([]);
  answers['GET /api/overview'] = () => [200, {}];
  const { App }: { App: unknown } = require('../../../src/console/app');
  const shown = await draw(queryClient, App);
  while (shown.text().includes('Loading')) await settle();
  expect(shown.text()).toContain('This page could not be shown.');
  await shown.press('History');
  while (shown.text().includes('Loading')) await settle();
  expect(page.shown()).toBe('/requests');
  expect(shown.text()).toContain('No request matches');
  expect(shown.text()).not.toContain('This page could not be shown.');
  said.mockRestore();
});

describe('a sign-in link', () => {
  test('a sign-in link asks before it replaces another operator, can be tried again without an answer, and is used once', async () => {
    at('/sign-in');
    const shown = await draw(queryClient, pages.SignIn, { token: 'token_1', signedIn: session() });
    expect(shown.text()).toContain('Switch operator?You are signed in as Anna.');
    expect(sent('POST')).toEqual([]);
    answers['POST /api/session'] = () => 'no answer';
    await shown.press('Use the link');
    expect(shown.text()).toContain('The service cannot be reached.');
    answers['POST /api/session'] = () => [401, { error: 'This sign-in link is invalid.' }];
    await shown.press('Try again');
    expect(bodies()).toEqual(Array(2).fill({ token: 'token_1', replace: true }));
    expect(shown.text()).toContain('This link is invalid, expired or already used.');
    expect(shown.has('Try again')).toBe(false);
  });
});
