/** What the pages of every operator say and send, drawn without a browser. */
import { listOf, openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { inboxOf, NOW, operatorOf, overviewOf, requestOf, session, watchedOf } from './given';
import { advance, install, type Page, settle } from './page';

const pages = {
  History: require('../../../src/console/pages/history').default as unknown,
  Overview: require('../../../src/console/pages/overview').default as unknown,
  Account: require('../../../src/console/pages/account').default as unknown,
  Inbox: require('../../../src/console/pages/inbox').Inbox as unknown,
  Webhooks: require('../../../src/console/pages/admin/webhooks').default as unknown,
  SignIn: require('../../../src/console/pages/sign-in').default as unknown,
};

let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

function at(address: string, me: ReturnType<typeof session> = session()): void {
  ({ page, answers, asked } = openConsole(me, address));
  answers['GET /api/operators'] = () => listOf('operators', []);
}
const listed = (requests: object[], cursor: string | null = null, searched: object = {}) =>
  [
    200,
    { server_now: NOW, requests, cursor, searched: { count: requests.length, back_to: null, ...searched } },
  ] as const;
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
    at('/requests?until=1795176000000');
    answers['GET /api/operators'] = () => listOf('operators', [operatorOf('op_a'), operatorOf('op_b')]);
    answers['GET /api/requests'] = () => listed([requestOf()]);
    const shown = await draw(queryClient, pages.History);
    const until = shown.control('Until').value as string;
    expect(new Date(until).getTime()).toBe(1795176000000);
    await shown.fill('From', '2026-11-19T08:00');
    await shown.fill('State', 'denied');
    await shown.fill('Requested by', 'op_a');
    expect(shown.control('Requested by').value).toBe('op_a');
    await shown.fill('Run', 'failed');
    const since = new Date('2026-11-19T08:00').getTime();
    expect(Object.fromEntries(new URL(page.shown(), 'https://x').searchParams)).toEqual({
      state: 'denied',
      requester: 'op_a',
      since: String(since),
      until: '1795176000000',
      run: 'failed',
    });
    // The result of a run is searched in what is loaded.
    expect(asked.at(-1)).toBe(
      `GET /api/requests?state=denied&requester=op_a&since=${since}&until=1795176000000&run=failed&limit=50`,
    );
    await shown.press('Show all');
    expect(page.shown()).toBe('/requests');
  });

  test('the history keeps a year that is half typed while its list is read again', async () => {
    const shown = await open('/requests?since=1795000000000&until=1795176000000');
    for (const year of ['0002', '0020', '0202']) {
      await shown.fill('From', `${year}-11-19T08:00`);
      answers['GET /api/requests'] = () => listed([], year);
      await settle(() => queryClient.invalidateQueries({ queryKey: ['requests'] }));
      expect([shown.control('From').value, page.shown()]).toEqual([
        `${year}-11-19T08:00`,
        '/requests?since=1795000000000&until=1795176000000',
      ]);
    }
    await shown.fill('From', '2025-11-19T08:00');
    expect(page.shown()).toBe(`/requests?since=${new Date('2025-11-19T08:00').getTime()}&until=1795176000000`);
  });

  test('the history says how far the service searched, continues on request, and says at the end if nothing matches', async () => {
    at('/requests?text=northwind');
    answers['GET /api/requests'] = ({ path }) =>
      path.includes('cursor=c1')
        ? listed([], null, { count: 400 })
        : listed([], 'c1', { count: 1000, back_to: Date.UTC(2026, 10, 3, 12) });
    const shown = await draw(queryClient, pages.History);
    expect(asked).toContain('GET /api/requests?text=northwind&limit=50');
    expect(shown.text()).toContain('0 of 1,000 requests match, searched back to 3 Nov 2026.');
    expect(shown.text()).not.toContain('No request matches');
    await shown.press('Search further back');
    expect(shown.text()).toContain('No request matches');
    expect(shown.text()).toContain('0 of 1,400 requests match. Everything was searched.');
    expect(shown.has('Search further back')).toBe(false);
  });

  test('the history shows of each request its title, its verdict and who made it, its result and its duration', async () => {
    const decided = { by: ['op_b', 'op_d'], at: NOW + 60_000, ended_by: null, note: null, reason: null };
    const failed = { id: 'req_2', state: 'succeeded', outcome: 'authorized', params: {} };
    const execution = { ...requestOf().request.execution, state: 'failed', error: 'no funds' };
    const shown = await open('/requests', [
      requestOf({ request: { state: 'staging' }, view: { turned: 1 } }),
      requestOf({ request: { ...failed, execution }, view: { summary: 'For Bob', has_intent: true, decided } }),
    ]);
    const [, first, second] = shown.rows();
    expect(first).toBe('Pay out 121 min agoTurning keys–Carla––');
    expect(second).toBe('Pay out1 min ago · For BobApproved FailedCarlaop_b + 12 min');
    expect(shown.links()).toEqual(expect.arrayContaining(['/requests/req_1', '/requests/req_2']));
  });

  /** As many requests as `count`, in pages of 50 as the service gives them. */
  const answerMany = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => requestOf({ request: { id: `req_${n + 1}` } }));
    answers['GET /api/requests'] = ({ path }) => {
      const { searchParams } = new URL(path, 'https://x');
      const from = Number(searchParams.get('cursor') ?? 0);
      const end = from + Number(searchParams.get('limit'));
      return listed(all.slice(from, end), end < count ? String(end) : null);
    };
  };
  const idsIn = (shown: { links(): (string | null)[] }) =>
    shown.links().flatMap((to) => /^\/requests\/req_(\d+)$/.exec(to ?? '')?.[1] ?? []);

  test('the history is shown in pages of fifty, says how many there are as soon as it knows, and keeps its page', async () => {
    at('/requests');
    answerMany(120);
    const shown = await draw(queryClient, pages.History);
    expect(shown.text()).toContain('1–50 of 50 or more');
    expect(idsIn(shown)).toHaveLength(50);
    const next = () => shown.all('button[aria-label="Next page"]')[0]!;
    const before = () => shown.all('button[aria-label="Previous page"]')[0]!;
    expect([before().disabled, next().disabled]).toEqual([true, false]);
    await settle(() => next().click());
    expect(shown.text()).toContain('51–100 of 100 or more');
    await settle(() => next().click());
    expect(shown.text()).toContain('101–120 of 120');
    expect(shown.text()).not.toContain('or more');
    expect(idsIn(shown)).toEqual(Array.from({ length: 20 }, (_, n) => String(101 + n)));
    expect(next().disabled).toBe(true);
    await shown.leave();
    const again = await draw(queryClient, pages.History);
    expect(again.text()).toContain('101–120 of 120');
    const calls = asked.length;
    await settle(() => again.all('button[aria-label="Previous page"]')[0]!.click());
    expect(again.text()).toContain('51–100 of 120');
    expect(asked).toHaveLength(calls);
  });

  test('a page of the history that turns out to be empty is not shown, and a cut page can be read on', async () => {
    at('/requests');
    const fifty = Array.from({ length: 50 }, (_, n) => requestOf({ request: { id: `req_${n + 1}` } }));
    answers['GET /api/requests'] = ({ path }) => (path.includes('cursor=') ? listed([]) : listed(fifty, 'c1'));
    const shown = await draw(queryClient, pages.History);
    await settle(() => shown.all('button[aria-label="Next page"]')[0]!.click());
    expect(shown.text()).toContain('1–50 of 50');
    expect(shown.text()).not.toContain('or more');
    at('/requests?since=1000');
    // Large requests fill an answer before it has fifty.
    answers['GET /api/requests'] = ({ path }) =>
      path.includes('cursor=') ? listed([requestOf({ request: { id: 'req_2' } })]) : listed([requestOf()], 'c1');
    const short = await draw(queryClient, pages.History);
    expect(short.text()).toContain('1–1 of 1 or more');
    await short.press('Show more');
    expect([idsIn(short), short.has('Show more')]).toEqual([['1', '2'], false]);
    expect((await open('/requests?state=denied', [])).text()).toContain('No request matches');
  });

  test('the history says why its next page could not be read, and stays where it is', async () => {
    at('/requests');
    answerMany(50);
    const first = answers['GET /api/requests']!;
    answers['GET /api/requests'] = async (call) => {
      if (call.path.includes('cursor=')) return [429, { error: 'You searched too often.' }];
      const [status, body] = (await first(call)) as readonly [number, object];
      return [status, { ...body, cursor: 'c1' }];
    };
    const shown = await draw(queryClient, pages.History);
    await settle(() => shown.all('button[aria-label="Next page"]')[0]!.click());
    await advance(60_000);
    expect(shown.text()).toContain('You searched too often.');
    expect(shown.text()).toContain('1–50 of 50 or more');
  });

  test.each([
    ['admin', '/welcome', 'Open the guide'],
    ['operator', '/', 'Open the inbox'],
  ] as const)(
    'an empty history says what will be there, and to who is %s the one next step',
    async (role, to, step) => {
      at('/requests', session(role));
      answers['GET /api/requests'] = () => listed([]);
      const shown = await draw(queryClient, pages.History);
      expect(shown.text()).toContain('No requests yetEvery request will be here, with who decided it');
      expect([shown.links(), shown.has(step), shown.has('Export…')]).toEqual([[to], true, false]);
    },
  );

  test('an empty part of the history leads to all of it', async () => {
    const shown = await open('/requests?since=1000', []);
    expect(shown.text()).toContain('No request matches');
    expect(shown.text()).not.toContain('No requests yet');
    expect(shown.links()).toEqual(['/requests']);
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

  const decided = { time_to_verdict: { p50_ms: 90_000, p95_ms: 3_660_000 } };

  test('the overview counts every verdict as decided', async () => {
    const each = { authorized: 1, denied: 1, aborted: 1, expired: 1, pending: 7 };
    const text = (await open({ outcomes: each, truncated: true, requests: 11 })).text();
    expect(text).toContain('Approved25 %1 of 4 decided, the newest 11 requested');
  });

  test('the overview says in each part what it is counted in, and counts what is open whatever its age', async () => {
    const all = (await open({ days: 30, open: { count: 513, read: 513 } })).text();
    expect(all).toContain('Open now 513Every open request, whatever its age.');
    expect(all.match(/All requests of the last 30 days\./g)).toHaveLength(4);
    expect(all).toContain('The newest 100 events of each endpoint in the last 30 days.');
    expect(all).toContain('Waiting forEvery open request.');
    const newest = (await open({ truncated: true, requests: 1000, open: { count: 1513, read: 1000 } })).text();
    expect(newest).toContain('Open now 1,513');
    const words = 'The newest 1,000 requests of the last 7 days. Older ones are not counted.';
    for (const part of ['How long people took', 'newest 1,000 requested', 'Requests a day', 'Slowest actions'])
      expect(newest).toContain(`${part}${words}`);
    expect(newest).toContain('Waiting forThe 1,000 requests that have waited longest, of 1,513 open ones.');
  });

  test('the overview lists five of more, and says of how many', async () => {
    const many = (count: number) => ({
      waiting_on: Array.from({ length: count }, (_, n) => ({
        operator: `op_${n}`,
        name: `N${n}`,
        requests: 1,
        since: NOW,
      })),
      actions: Array.from({ length: count }, (_, n) => ({
        action: `a${n}`,
        title: `T${n}`,
        requests: 1,
        p50_ms: 1000,
      })),
    });
    const six = (await open(many(6))).text();
    expect(six).toContain('Waiting for5 of 6. Every open request.');
    expect(six).toContain('Slowest actions5 of 6. All requests');
    expect(six).not.toMatch(/N5|T5/);
    const five = (await open(many(5))).text();
    expect(five).toContain('Waiting forEvery open request.');
    expect(five).toContain('Slowest actionsAll requests');
  });

  test('the overview shows open requests by the time that is left, each piece leads to them, and nothing is empty', async () => {
    const time_left = { minutes_5: 6, minutes_15: 41, minutes_60: 0, later: 1318 };
    const oldest_pending = { id: 'req_9', action: 'pay', created_at: NOW - 7_200_000, expires_at: NOW };
    const shown = await open({ open: { count: 1365, read: 1000 }, time_left, oldest_pending });
    const pieces = shown.all('.piece');
    expect(
      pieces.map((piece) => [piece.textContent, piece.getAttribute('aria-label'), piece.getAttribute('href')]),
    ).toEqual([
      ['6', '6 end within 5 min', '/?view=open&soon=true'],
      ['41', '41 end within 15 min', '/?view=open&soon=true'],
      ['1,318', '1,318 end later', '/?view=open'],
    ]);
    expect(shown.text()).toContain('End within 5 min: 6 · within 15 min: 41 · later: 1,318Oldest: 2 h ago');
    expect(shown.links()).toContain('/requests/req_9');
    expect((await open({})).text()).toContain('Open now 0Every open request, whatever its age.Nothing waits.');
  });

  test('the overview shows no share of nothing', async () => {
    const text = (await open({})).text();
    expect(text).toContain('Approved–0 of 0 decided');
    expect(text).toContain('No verdict yet.');
    expect(text).toContain('Delivered at first attempt–');
    expect(text).toContain('Nobody. No key is missing.');
  });

  test('an overview without requests says what will be there, and has the one next step', async () => {
    const shown = await open({ requests: 0, days: 30 }, 'admin');
    expect(shown.text()).toContain(
      'No requests in the last 30 daysHere will be the open requests by the time they have left',
    );
    expect([shown.has('Open the guide'), shown.text().includes('Open now')]).toEqual([true, false]);
    const one = await open({ requests: 0, open: { count: 1, read: 1 } });
    expect(one.text()).toContain('Open now 1');
  });

  test('the overview shows how long verdicts took', async () => {
    const decisions = [{ id: 'req_1', outcome: 'denied', at: NOW, took_ms: 90_000 }];
    const text = (await open({ ...decided, decisions })).text();
    expect(text).toContain('Half took at most 1 min 30 s (the dashed line), 95 % at most 1 h 1 min.');
  });

  test('the overview has only endpoints that fail, before everything else, and only admins have a link to them', async () => {
    const failing = { health: 'failing', failing_since: NOW - 7_200_000, waiting: 2, last_error: 'answered 500' };
    const endpoints = [
      watchedOf({ id: 'whe_1', health: 'disabled', description: 'Off' }),
      watchedOf({ id: 'whe_2', health: 'unused', description: 'New', last_attempt_at: null }),
      watchedOf({ id: 'whe_3', health: 'healthy', description: 'Fine' }),
      watchedOf({ id: 'whe_4', ...failing, description: 'Broken', next_attempt_at: NOW + 90_000 }),
    ];
    const shown = await open({ endpoints }, 'admin');
    expect(shown.text()).not.toMatch(/Fine|New|Off/);
    expect(shown.text()).toMatch(
      /30 days Broken has been failing for 2 hours2 events are waiting\. Next attempt in 1:30\. Last error: answered 500\./,
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

  test('the overview requests seven days, or thirty if they are chosen, every minute', async () => {
    const shown = await open({});
    await shown.press('30 days');
    await advance(60_000);
    expect(asked.flatMap((call) => /overview\?days=(\d+)&zone=Asia%2FKa/.exec(call)?.[1] ?? [])).toEqual([
      '7',
      '30',
      '30',
    ]);
  });
});

describe('the inbox', () => {
  const open = async (address: string, requests: object[], more: object = {}) => {
    at(address);
    answers['GET /api/inbox'] = () => [200, inboxOf(requests, more)];
    return draw(queryClient, pages.Inbox);
  };
  const named = (id: string, title: string, more: object = {}) => ({
    ...requestOf({ request: { id }, view: { title } }),
    ...more,
  });

  test('the inbox shows the counts of the service, and not the number of its rows', async () => {
    const shown = await open('/', [named('req_1', 'One')], {
      counts: { mine: 502, open: 1618, matching: 502, unusual: 11, soon: 2, unread: 0 },
    });
    const text = shown.text();
    for (const said of ['502 need you', 'Needs me502', 'Everything open1,618', 'Unusual11', 'Ends soon2', '1–1 of 502'])
      expect(text.replaceAll(/\s+(?=\d)/g, '')).toContain(said.replaceAll(/\s+(?=\d)/g, ''));
  });

  test.each([
    ['gives_access', 'Gives a program access'],
    ['lowers', 'Lowers protection'],
    ['changes_who', 'Changes who decides'],
    ['raises', ''],
    [null, ''],
  ])('the row of a change whose effect is %s says so: “%s”', async (effect, words) => {
    const change = requestOf({
      request: { action: 'service.admin' },
      view: { change: { kind: 'create_key', effect } },
    });
    const shown = await open('/', [change]);
    expect(shown.all('table .badge').map((badge) => textOf(badge).trim())).toEqual(words === '' ? [] : [words]);
  });

  test('a flood is shown without unknown counts, and can be paged through', async () => {
    const unknown = { mine: null, matching: null, unusual: null, soon: null };
    const shown = await open('/', [named('req_1', 'One', { same: null })], {
      counts: { ...unknown, asked: 1500, open: 1600, unread: 1450 },
      actions: [{ id: 'demo.refund', name: 'Refund', count: null }],
      next: 50,
    });
    const text = shown.text();
    for (const said of ['1,500 open requests ask you', '1–50 of 1,500', 'only this page was read'])
      expect(text).toContain(said);
    expect(text).toMatch(/Needs me\s*Everything open\s*1,6001–50 of/);
    expect(text).toMatch(/Unusual\s*Ends soon\s*\D/);
    expect(text).not.toMatch(/null|same as|does not search or count/);
    await settle(() => shown.all('[aria-label="Next page"]')[0]!.click());
    expect(page.shown()).toBe('/?offset=50');
  });

  test('the inbox requests what its address says, and changes its address with each filter', async () => {
    const counts = { mine: 99, open: 99, matching: 99 };
    const shown = await open(
      '/?view=open&requester=op_c&sort=amount&offset=50&state=nonsense',
      Array.from({ length: 40 }, (_, n) => named(`req_${n}`, `Large ${n}`)),
      { counts, next: 40 },
    );
    expect(asked).toContain('GET /api/inbox?view=open&requester=op_c&sort=amount&offset=50');
    // Above the rows, and on a phone below them.
    const turn = (name: string) => settle(() => shown.all(`[aria-label="${name}"]`)[0]!.click());
    await shown.press('Unusual 0');
    expect(page.shown()).toBe('/?view=open&requester=op_c&unusual=true&sort=amount');
    await shown.fill('State', 'staging');
    expect(asked.at(-1)).toBe('GET /api/inbox?view=open&requester=op_c&state=staging&unusual=true&sort=amount');
    await shown.press('Clear');
    expect(page.shown()).toBe('/?view=open&sort=amount');
    // A page of large requests is shorter than 50.
    await turn('Next page');
    expect(page.shown()).toBe('/?view=open&sort=amount&offset=40');
    await turn('Previous page');
    expect(page.shown()).toBe('/?view=open&sort=amount');
  });

  test('the inbox searches for words when the operator stops typing', async () => {
    const shown = await open('/', [named('req_1', 'One')]);
    for (const text of ['o', 'or', 'order 8812']) await shown.fill('Search the open requests', text);
    await advance(250);
    expect(asked.filter((call) => call.includes('text='))).toEqual(['GET /api/inbox?text=order%208812']);
  });

  test('a filter of the inbox that is chosen before the search begins stays chosen', async () => {
    const shown = await open('/', [named('req_1', 'One')]);
    await shown.fill('Search the open requests', 'order');
    await shown.press('Unusual 0');
    await advance(250);
    expect(page.shown()).toBe('/?text=order&unusual=true');
  });

  test('the outcome of refused requests is shown also if no request is left in the inbox', async () => {
    const shown = await open('/', [named('req_1', 'One'), named('req_2', 'Two')]);
    await shown.check('Select all on this page');
    await shown.press('Refuse…');
    await shown.fill('Reason for all of them', 'Paid twice');
    answers['GET /api/inbox'] = () => [200, inboxOf([])];
    for (const id of ['req_1', 'req_2']) answers[`POST /api/requests/${id}/refuse`] = () => [200, requestOf()];
    await shown.press('Refuse them');
    expect(bodies()).toEqual([{ note: 'Paid twice' }, { note: 'Paid twice' }]);
    expect(shown.text()).toContain('2 requests refused');
    await shown.press('Done');
    expect(shown.text()).toContain('Nothing waits for you');
    expect(shown.text()).not.toContain('refused');
  });

  test('the inbox says that no open request matches, or that nothing waits', async () => {
    const none = { counts: { mine: 7, open: 9, matching: 0 } };
    expect((await open('/?text=x', [], none)).text()).toContain('No request matchesEvery open request was searched.');
    const flood = await open('/?text=y', [], { counts: { mine: 0, open: 1234, matching: 0, unread: 234 } });
    expect(flood.text()).not.toContain('Every open request was searched.');
    expect(flood.text()).toContain('This page does not search or count 234 open requests');
    expect((await open('/', [])).text()).toContain('Nothing waits for you');
    expect((await open('/?view=open', [])).text()).toContain('Nothing is open');
  });

  test('the inbox shows the most serious remark of a request, or else how many identical requests are open', async () => {
    const shown = await open('/', [
      named('req_1', 'One', { remarks: [{ level: 'warn', short: '400× the highest approved amount' }], same: 2 }),
      named('req_2', 'Two', { remarks: [{ level: 'note', short: 'in your name' }] }),
      named('req_3', 'Three', { remarks: [{ level: 'note', short: null }], same: 2 }),
    ]);
    const [, one, two, three] = shown.rows();
    expect(one).toContain('1 warning: 400× the highest approved amount');
    expect(one).not.toContain('same as');
    expect(two).toContain('in your name');
    expect(three).toContain('same as 2 others');
  });

  test('the inbox shows the time left of a round instead of that of its request', async () => {
    const view = { title: 'One', expires_at: NOW + 3_600_000, window_ends_at: NOW + 42_000, turned: 1 };
    const shown = await open('/', [requestOf({ view })]);
    expect(shown.rows()[1]).toMatch(/1 of 2 keys turned0:42/);
  });

  test('the inbox announces new requests to screen readers, once', async () => {
    const mine = [named('req_1', 'One')];
    const shown = await open('/', mine);
    expect(shown.text()).not.toContain('waits for you.');
    answers['GET /api/inbox'] = () => [200, inboxOf([...mine, named('req_2', 'Two')])];
    await advance(60_000);
    expect(shown.text()).toContain('A new request waits for you.');
  });
});

describe('the page of the account', () => {
  const open = async (address: string) => {
    at(`${address}/account`, session('operator'));
    install({ navigator: {}, isSecureContext: true });
    Object.assign((globalThis as unknown as { window: object }).window, { PublicKeyCredential: class {} });
    answers['GET /api/passkeys'] = () => [200, { passkeys: [PASSKEY], cursor: null }];
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
    { id: 'ses_1', operator: 'op_a', current: true, device: 'mac', created_at: NOW - 60_000, expires_at: NOW + 1 },
    { id: 'ses_2', operator: 'op_a', current: false, device: 'iphone', created_at: NOW - 120_000, expires_at: NOW + 1 },
  ];

  test('single keys can be turned off and on again on the account page, which has the list of keys', async () => {
    const shown = await open('https://console.example');
    const label = 'Shortcuts of a single key, such as j and t';
    expect(shown.control(label).checked).toBe(true);
    await settle(() => shown.control(label).click());
    expect(page.stored('single-keys')).toBe('off');
    await shown.press('Keyboard shortcuts…');
    expect(shown.text()).toContain('Single keys are turned off on this device');
    for (const [key, what] of [
      ['t', 'Open the question before your key is turned'],
      ['r', 'Open the question before you refuse'],
      ['/', 'Search this page, or everything'],
    ])
      expect(shown.text()).toContain(`${key}${what}`);
    await shown.press('Close');
    await settle(() => shown.control(label).click());
    expect([shown.control(label).checked, page.stored('single-keys')]).toEqual([true, null]);
  });

  test('the account page ends another session only after a question, and never its own', async () => {
    const shown = await open('https://console.example');
    expect(asked).toContain('GET /api/sessions?operator=op_a&limit=50');
    expect([shown.has('End session ses_1'), shown.has('End session ses_2')]).toEqual([false, true]);
    expect(shown.text()).toMatch(/Mac or iPad \(this session\) signed in 1 min ago.*iPhone signed in 2 min ago/);
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
    expect(shown.has('Sign enrolment of passkey Phone')).toBe(true);
    expect((await open('http://127.0.0.1:8787')).has('Add a passkey')).toBe(false);
  });

  test('a passkey of the account page has the name of a device from a list, and nobody types one', async () => {
    const shown = await open('https://console.example');
    expect(shown.all('input:not([type="checkbox"])')).toEqual([]);
    await shown.fill('This device', 'Security key');
    answers['POST /api/passkeys/options'] = () => [409, { error: 'You have ten passkeys.' }];
    await shown.press('Add a passkey');
    expect(shown.control('This device').value).toBe('Security key');
  });

  test('the account page of an admin has nothing of the organization', async () => {
    at('https://console.example/account', session('admin'));
    answers['GET /api/company-sign-in'] = () => [200, { server_now: NOW, provider: null, connected_at: null }];
    const shown = await draw(queryClient, pages.Account);
    expect(shown.all('h2').map(textOf)).toEqual(['Passkeys', 'Notifications', 'Times', 'Keyboard', 'Sessions']);
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
});

test('a page that fails to render says so, and every other page still works', async () => {
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
  expect(shown.text()).toContain('No requests yet');
  expect(shown.text()).not.toContain('This page could not be shown.');
  said.mockRestore();
});

describe('the table of pages', () => {
  const { App }: { App: unknown } = require('../../../src/console/app');
  const { PAGES: rows }: { PAGES: readonly Row[] } = require('../../../src/console/page-table');
  interface Row {
    readonly path: string;
    readonly entry?: readonly [label: string, icon: unknown];
  }
  const open = async (address: string, role?: 'admin') => {
    at(address, session(role));
    answers['GET /api/audit'] = () => [200, { server_now: NOW, entries: [], cursor: null }];
    answers['GET /api/requests'] = () => listed([]);
    const shown = await draw(queryClient, App);
    while (shown.text().includes('Loading the page')) await settle();
    return {
      headings: shown.all('h1').map(textOf),
      links: shown.all('nav[aria-label="Pages"] a').map((link) => textOf(link).trim()),
      marked: shown.all('nav[aria-label="Pages"] [aria-current="page"]').map((link) => textOf(link).trim()),
    };
  };

  test('no two pages have the same path', () => {
    const paths = rows.map(({ path }) => path.replace(/:\w+/g, ':'));
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });

  test.each(rows.flatMap(({ path, entry }) => (entry === undefined ? [] : [[path, entry[0]] as const])))(
    'the page at %s has the name of its entry, %s, as its heading',
    async (path, label) => {
      expect((await open(path, 'admin')).headings).toEqual([label]);
    },
  );

  test('the navigation has the work first, and administration for admins', async () => {
    const work = ['Inbox', 'History', 'Overview', 'Actions'];
    const administration = ['Webhooks', 'API keys', 'Operators', 'Groups', 'Audit log', 'Settings'];
    expect((await open('/')).links).toEqual(work);
    expect((await open('/', 'admin')).links).toEqual([...work, ...administration]);
  });

  test('who is no admin opens the inbox, requests, the history, the overview, actions and the own account', async () => {
    const opened: string[] = [];
    for (const { path } of rows) {
      if (!(await open(path)).headings.includes('For admins')) opened.push(path);
    }
    expect(opened).toEqual(['/', '/requests/:id', '/requests', '/overview', '/actions', '/actions/:id', '/account']);
  });

  test.each([
    ['/', 'Inbox'],
    ['/welcome', 'Inbox'],
    ['/requests', 'History'],
    ['/actions/pay', 'Actions'],
    ['/new-action', 'Actions'],
    ['/webhooks/ep_1', 'Webhooks'],
    ['/requests/req_1', null],
    ['/account', null],
  ])('at %s the navigation marks %s', async (path, label) => {
    expect((await open(path, 'admin')).marked).toEqual(label === null ? [] : [label]);
  });
});

describe('a sign-in link', () => {
  const forgotten: string[] = [];
  const open = (signedIn: object | null, token: string | null = 'token_1') => {
    at('/sign-in');
    queryClient.setQueryData(['session'], signedIn);
    const forgetToken = () => forgotten.push('token_1');
    forgotten.splice(0);
    return draw(queryClient, pages.SignIn, { token, signedIn, forgetToken });
  };

  test('a sign-in link sends nothing before the press, and is then sent once', async () => {
    const shown = await open(null);
    expect(shown.text()).toContain('This link signs you in');
    expect([asked, forgotten]).toEqual([[], []]);
    answers['POST /api/session'] = () => [200, session()];
    await shown.press('Continue');
    expect(bodies()).toEqual([{ token: 'token_1', replace: false }]);
    expect([forgotten, page.shown()]).toEqual([['token_1'], '/']);
  });

  test('a sign-in link asks once before it replaces another operator, and can be used again without an answer', async () => {
    const shown = await open(session());
    expect(shown.text()).toContain('Switch operator?You are signed in as Anna.');
    expect([sent('POST'), shown.has('Continue')]).toEqual([[], false]);
    answers['POST /api/session'] = () => 'no answer';
    await shown.press('Use the link');
    expect(shown.text()).toContain('The service cannot be reached.');
    expect(forgotten).toEqual([]);
    answers['POST /api/session'] = () => [200, session()];
    await shown.press('Use the link');
    expect(bodies()).toEqual(Array(2).fill({ token: 'token_1', replace: true }));
    expect(forgotten).toEqual(['token_1']);
  });

  test.each<[number, string, boolean]>([
    [401, 'This link is invalid, expired or already used.', true],
    [429, 'Too many attempts. Wait a minute.', false],
    [503, 'Busy.', false],
  ])(
    'a sign-in link that is answered %d says so, and is forgotten only if it is spent',
    async (status, words, isSpent) => {
      const shown = await open(null);
      answers['POST /api/session'] = () => [status, { error: words }];
      await shown.press('Continue');
      expect(shown.text()).toContain(words);
      expect(forgotten).toEqual(isSpent ? ['token_1'] : []);
    },
  );

  test('an operator who stays signed in is not asked again about the link', async () => {
    const shown = await open(session());
    await shown.press('Stay signed in');
    expect([sent('POST'), forgotten, page.shown()]).toEqual([[], ['token_1'], '/']);
  });

  test('the sign-in page says what to do without any way in', async () => {
    const shown = await open(null, null);
    expect(shown.text()).toContain('Ask an admin of your organization for a new link.');
  });
});
