/** How the console waits for changes, and how many calls an open page makes. */
import { queryClient } from './console';
import { draw } from './drawn';
import { inboxOf, NOW, requestOf, session } from './given';
import { openRequest } from './open-request';
import { advance, createElement, openPage, type Page, type Reply, settle, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
const { useInbox }: { useInbox(): object } = require('../../../src/console/lib/inbox');
const { useRequest }: { useRequest(id: string): object } = require('../../../src/console/lib/requests');
const { useWatch }: { useWatch(): void } = require('../../../src/console/lib/watch');
const { Frame }: { Frame: unknown } = require('../../../src/console/ui/frame');
const { default: Inbox }: { default: unknown } = require('../../../src/console/pages/inbox');
const { default: Overview }: { default: unknown } = require('../../../src/console/pages/overview');
const { default: RequestPage }: { default: unknown } = require('../../../src/console/pages/request/request-page');

const REQUEST = '/api/requests/req_1';
let page: Page;
let answers: Page['service']['answers'];
let asked: string[];

const count = (path: string) => asked.filter((call) => call.replace(/\?.*/, '') === `GET ${path}`).length;
/** In steps, so that each answer arrives before the next step. */
async function pass(ms: number): Promise<void> {
  for (let n = 0; n < ms; n += 100) await advance(Math.min(100, ms - n));
}

/** The audit chain of the organization, and who waits for it to grow. */
function chain({ mayWait = true } = {}) {
  let seq = 7;
  const waiting = new Set<(changed: boolean) => void>();
  const watched = (changed: boolean): Reply => [200, { server_now: NOW, changed, may_wait: mayWait }];
  answers['GET /api/inbox'] = () => [200, { ...inboxOf([], { session: session('admin') }), seq }];
  answers['GET /api/watch'] = ({ path }) => {
    if (Number(/after=(\d+)/.exec(path)?.[1]) < seq) return watched(true);
    if (!mayWait) return watched(false);
    return new Promise((resolve) => {
      const answer = (changed: boolean) => {
        waiting.delete(answer);
        resolve(watched(changed));
      };
      waiting.add(answer);
      setTimeout(() => answer(false), 20_000);
    });
  };
  return {
    grow: () =>
      settle(() => {
        seq += 1;
        for (const answer of waiting) answer(true);
      }),
  };
}

/** A page in its frame, as people keep it open. */
async function keepOpen(content: unknown, { mayWait = true } = {}) {
  const { page: given } = await openRequest({}, { role: 'admin' });
  page = given;
  ({ answers, asked } = page.service);
  const { grow } = chain({ mayWait });
  answers['GET /api/overview'] = () => [500, { error: 'not drawn here' }];
  await draw(queryClient, Frame, {
    session: session('admin'),
    children: createElement(content, { params: { id: 'req_1' } }),
  });
  await pass(1500);
  asked.length = 0;
  return { grow };
}

describe('the calls of a page that stays open for a minute', () => {
  const PAGES: Record<string, unknown> = { inbox: Inbox, request: RequestPage, overview: Overview };

  test.each([
    ['inbox', { watch: 3, inbox: 1 }],
    ['request', { watch: 3, inbox: 1, request: 2, history: 1, questions: 1 }],
    ['overview', { watch: 3, inbox: 1, overview: 1 }],
  ])('the page %s makes few calls while nothing changes', async (name, calls) => {
    await keepOpen(PAGES[name]);
    await pass(60_000);
    expect(made()).toEqual(calls);
  });

  test.each([
    ['inbox', { watch: 30, inbox: 30 }],
    // As many as it made when it did not hear of changes: 20, 12 and 4.
    ['request', { watch: 30, inbox: 30, request: 12, history: 12, questions: 12 }],
    ['overview', { watch: 30, inbox: 30, overview: 1 }],
  ])('the page %s makes no more calls than that with an entry each second', async (name, most) => {
    const { grow } = await keepOpen(PAGES[name]);
    for (let second = 0; second < 60; second++) {
      await grow();
      await pass(1000);
    }
    expect(made()).toEqual(most);
  });

  test('where no call may wait, only the request is read often', async () => {
    await keepOpen(RequestPage, { mayWait: false });
    await pass(60_000);
    expect(made()).toEqual({ watch: 4, inbox: 1, request: 11, history: 1, questions: 1 });
  });

  const PATHS = { watch: '/api/watch', inbox: '/api/inbox', overview: '/api/overview', request: REQUEST };
  const PARTS = { history: `${REQUEST}/history`, questions: `${REQUEST}/questions` };

  function made(): Partial<Record<keyof typeof PATHS | keyof typeof PARTS, number>> {
    const counts = Object.entries({ ...PATHS, ...PARTS }).map(([name, path]) => [name, count(path)] as const);
    const all = counts.filter(([, calls]) => calls > 0);
    // Nothing else is read.
    expect(all.reduce((sum, [, calls]) => sum + calls, 0)).toBe(asked.length);
    return Object.fromEntries(all);
  }
});

describe('a console that somebody looks at', () => {
  const answered = (found: object): Reply => [
    200,
    { server_now: Date.now(), changed: false, may_wait: true, ...found },
  ];
  let seq: number;

  beforeEach(() => {
    page = openPage();
    ({ answers, asked } = page.service);
    seq = 7;
    answers['GET /api/inbox'] = () => [200, { ...inboxOf([]), server_now: Date.now(), seq }];
    answers[`GET ${REQUEST}`] = () => [200, { ...requestOf(), server_now: NOW }];
  });

  const watching = () =>
    use(queryClient, () => {
      useWatch();
      useInbox();
      useRequest('req_1');
    });

  test('the inbox is read as soon as something happens, and then the console waits for the next change', async () => {
    let happened: (reply: Reply) => void = () => undefined;
    answers['GET /api/watch'] = () =>
      new Promise((resolve) => {
        happened = resolve;
      });
    await watching();
    await advance(3000);
    expect(asked).toEqual(['GET /api/inbox', `GET ${REQUEST}?page=true`, 'GET /api/watch?after=7&wait=20']);
    queryClient.setQueryData(['change', 'req_1', 'notified'], { title: 'Before' });
    seq = 9;
    await settle(() => happened(answered({ changed: true })));
    await advance(0);
    expect(queryClient.getQueryState(['change', 'req_1', 'notified'])?.isInvalidated).toBe(true);
    await advance(2000);
    expect(asked.slice(3)).toEqual(['GET /api/inbox', `GET ${REQUEST}`, 'GET /api/watch?after=9&wait=20']);
  });

  test('the request is read after the last of several changes, however soon it follows', async () => {
    answers['GET /api/watch'] = ({ path }) =>
      path.includes(`after=${seq}&`) ? new Promise(() => undefined) : answered({ changed: true });
    await watching();
    seq = 8;
    await settle(() => queryClient.invalidateQueries({ queryKey: ['inbox'] }));
    await pass(1000);
    asked.length = 0;
    await pass(1200);
    expect(count(REQUEST)).toBe(0);
    await pass(30_000);
    expect(count(REQUEST)).toBe(1);
  });

  test.each([
    ['failed', () => [503, { error: 'busy' }] as const],
    ['was not allowed to wait', () => answered({ may_wait: false })],
  ])('after a call that %s the console pauses, and reads the request often', async (_, answer) => {
    answers['GET /api/watch'] = answer;
    await watching();
    await pass(16_900);
    expect([count('/api/watch'), count(REQUEST)]).toEqual([1, 3]);
    await pass(200);
    expect(count('/api/watch')).toBe(2);
  });

  test('a request to which nothing more happens is never read often', async () => {
    answers['GET /api/watch'] = () => [503, { error: 'busy' }];
    const { request, view } = requestOf({
      request: { live: false },
      view: { decided: { by: [], at: NOW, ended_by: null, note: null, reason: null } },
    });
    answers[`GET ${REQUEST}`] = () => [200, { server_now: NOW, request, view }];
    await watching();
    await pass(29_900);
    expect(count(REQUEST)).toBe(1);
  });

  test('once calls wait again, the request is read less often', async () => {
    answers['GET /api/watch'] = () => [503, { error: 'busy' }];
    await watching();
    answers['GET /api/watch'] = () => new Promise((resolve) => setTimeout(() => resolve(answered({})), 20_000));
    await pass(40_000);
    asked.length = 0;
    await pass(29_000);
    expect(count(REQUEST)).toBeLessThanOrEqual(1);
  });
});
