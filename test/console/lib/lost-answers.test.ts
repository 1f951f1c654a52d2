/** Lists and pages while the service does not answer, or refuses what comes next: what is known stays, and the reason is said. */
import { openConsole, queryClient } from './console';
import { draw, textOf } from './drawn';
import { NOW, overviewOf, requestOf, session } from './given';
import { advance, type Page, type Reply, settle } from './page';

const History: unknown = require('../../../src/console/pages/history').default;
const Overview: unknown = require('../../../src/console/pages/overview').default;
const { Outage }: { Outage: unknown } = require('../../../src/console/ui/frame');

let page: Page;
let answers: Page['service']['answers'];
beforeEach(() => {
  ({ page, answers } = openConsole(session(), '/requests'));
});

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
    // What is shown meanwhile is not everything.
    expect(shown.text()).toContain('1–1 of 1 or more');
    next = listed('req_2', null);
    await shown.press('Show more');
    expect(shown.links()).toEqual(expect.arrayContaining(['/requests/req_1', '/requests/req_2']));
    expect([shown.text().includes(words), shown.has('Show more')]).toEqual([false, false]);
    expect(shown.text()).toContain('1–2 of 2Operation');
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
    expect(shown.text()).toContain('Open now 3');
    reply = () => 'no answer';
    await advance(60_000);
    await giveUp();
    expect(shown.text()).toContain('Open now 3');
    expect(shown.text()).not.toContain('cannot be reached');
    open = { count: 4, read: 4 };
    reply = () => [200, overviewOf({ open })];
    await advance(60_000);
    expect(shown.text()).toContain('Open now 4');
  });

  test('a page without any answer says why, and is read again on request', async () => {
    answers['GET /api/overview'] = () => 'no answer';
    const shown = await draw(queryClient, Overview);
    expect(shown.text()).toContain('Loading the overview');
    await giveUp();
    expect(shown.text()).toContain('The service cannot be reached.The console retries by itself.');
    answers['GET /api/overview'] = () => [200, overviewOf({ open: { count: 5, read: 5 } })];
    await shown.press('Retry now');
    expect(shown.text()).toContain('Open now 5');
  });

  test('every page says that the service does not answer, since when its data is, and no more once it answers', async () => {
    answers['GET /api/overview'] = () => [200, overviewOf()];
    await draw(queryClient, Overview);
    const shown = await draw(queryClient, Outage);
    expect(shown.text()).toBe('');
    for (const call of ['GET /api/overview', 'GET /api/powers']) answers[call] = () => [502, ''];
    await settle(() => queryClient.invalidateQueries({ queryKey: ['overview'] }));
    const again = await draw(queryClient, Overview);
    await again.leave();
    const down = await draw(queryClient, Outage);
    expect(down.text()).toMatch(/^The service does not answer\..* What you see is from \d+ \w+ \d{4}/);
  });
});

/** Several requests that are refused or aborted together: each by a call of its own, and what of them failed. */
const { default: StopSelected }: { default: unknown } = require('../../../src/console/pages/inbox/stop-selected');

const REASON = 'Reason for all of them';
const chosen = (...ids: string[]) =>
  ids.map((id) => ({ ...requestOf({ request: { id }, view: { title: `Pay ${id}` } }), remarks: [], same: 0 }));
const replies = (name: 'refuse' | 'abort', by: Readonly<Record<string, Reply | Promise<Reply>>>) => {
  for (const [id, reply] of Object.entries(by)) page.service.answers[`POST /api/requests/${id}/${name}`] = () => reply;
};
const OK: Reply = [200, { server_now: NOW, ...requestOf() }];
const open = (how: 'refuse' | 'abort', ids: string[], onClose: (stopped: boolean) => void = () => undefined) =>
  draw(queryClient, StopSelected, { how, requests: chosen(...ids), onClose });
const sent = () => page.service.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('requests that are stopped together', () => {
  test.each([
    ['refuse', 'Refuse them', '2 requests refused'],
    ['abort', 'Abort them', '2 requests aborted'],
  ] as const)('%s: each has its own call with the one reason, which is required', async (how, button, done) => {
    const closed: boolean[] = [];
    const shown = await open(how, ['req_1', 'req_2'], (stopped) => void closed.push(stopped));
    expect(shown.items()).toEqual(['Pay req_1 12', 'Pay req_2 12']);
    for (const empty of ['', '  ', '\t']) {
      await shown.fill(REASON, empty);
      expect(shown.button(button).disabled).toBe(true);
    }
    replies(how, { req_1: OK, req_2: OK });
    queryClient.setQueryData(['inbox'], {});
    await shown.fill(REASON, ' a flood ');
    await shown.press(button);
    expect(queryClient.getQueryState(['inbox'])).toMatchObject({ isInvalidated: true });
    expect(sent()).toEqual([
      [`/api/requests/req_1/${how}`, { note: 'a flood' }],
      [`/api/requests/req_2/${how}`, { note: 'a flood' }],
    ]);
    expect(shown.text()).toContain(done);
    expect(shown.text()).not.toContain('could not be');
    await shown.press('Done');
    expect(closed).toEqual([true]);
  });

  test('those that are refused can tell their programs one reason, and those that are aborted cannot', async () => {
    expect((await open('abort', ['req_1'])).has('Ask first')).toBe(false);
    const shown = await open('refuse', ['req_1', 'req_2']);
    replies('refuse', { req_1: OK, req_2: OK });
    await shown.fill(REASON, 'a flood');
    await shown.press('Ask first');
    await shown.press('Refuse them');
    expect(sent().map(([, body]) => body)).toEqual(Array(2).fill({ note: 'a flood', outcome_reason: 'ask_first' }));
  });

  test('those that failed are named with the reason, in words without ids, and the others are done', async () => {
    const shown = await open('refuse', ['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_6']);
    replies('refuse', {
      ...{ req_1: OK, req_3: OK, req_6: OK, req_4: 'no answer' },
      req_2: [409, { error: 'The request was already denied by op_b at 2026-11-20T12:00:00.000Z.', kind: 'decided' }],
      req_5: [403, { error: 'You are not among the operators who were asked.', kind: 'forbidden' }],
    });
    await shown.fill(REASON, 'a flood');
    await shown.press('Refuse them');
    expect(shown.text()).toContain('3 requests refused3 requests could not be:');
    expect(new Set(shown.items())).toEqual(
      new Set([
        'Pay req_2 12It was decided before.',
        'Pay req_4 12The service cannot be reached.',
        'Pay req_5 12You are not among the operators who were asked.',
      ]),
    );
    expect(sent()).toHaveLength(6);
  });

  test('a list that changes behind the dialog changes nothing in it', async () => {
    const closed: boolean[] = [];
    const onClose = (stopped: boolean) => void closed.push(stopped);
    const shown = await open('refuse', ['req_1', 'req_2'], onClose);
    await shown.redraw({ how: 'refuse', requests: chosen('req_9'), onClose });
    expect(shown.items()).toEqual(['Pay req_1 12', 'Pay req_2 12']);
    replies('refuse', { req_1: OK, req_2: OK, req_9: OK });
    await shown.fill(REASON, 'a flood');
    await shown.press('Refuse them');
    expect(sent().map(([path]) => path)).toEqual(['/api/requests/req_1/refuse', '/api/requests/req_2/refuse']);
  });

  test('while they are sent, at most four at once, the button counts them and sends nothing again', async () => {
    const ids = ['req_1', 'req_2', 'req_3', 'req_4', 'req_5', 'req_6'];
    const shown = await open('abort', ids);
    const waiting = new Map<string, (reply: Reply) => void>();
    for (const id of ids) replies('abort', { [id]: new Promise<Reply>((resolve) => waiting.set(id, resolve)) });
    await shown.fill(REASON, 'a flood');
    await shown.press('Abort them');
    expect([sent().length, shown.button('0 of 6…').disabled, shown.button('Cancel').disabled]).toEqual([4, true, true]);
    await settle(() => waiting.get('req_2')!(OK));
    expect([sent().length, shown.has('1 of 6…')]).toEqual([5, true]);
    await shown.press('1 of 6…');
    for (const id of ids) await settle(() => waiting.get(id)!(OK));
    expect([sent().length, textOf(shown.body)]).toEqual([6, expect.stringContaining('6 requests aborted')]);
  });

  test('nothing is sent if the dialog is cancelled', async () => {
    const closed: boolean[] = [];
    const shown = await open('refuse', ['req_1'], (stopped) => void closed.push(stopped));
    await shown.fill(REASON, 'a flood');
    await shown.press('Cancel');
    expect([closed, sent()]).toEqual([[false], []]);
  });
});
