/** Back closes what is open above the page. The history of the page in happy-dom goes back at once; a browser's is slower. */
import { closePage, install, openPage, type Page, settle } from './page';

const {
  openLayer,
  atPage,
  startAtPage,
}: {
  openLayer(close: () => boolean): () => void;
  atPage(call: () => void): void;
  startAtPage(): void;
} = require('../../../src/console/lib/back');

const client = { clear: () => undefined } as never;
let page: Page;
let closed: string[];

beforeEach(() => {
  page = openPage('/requests/req_1');
  closed = [];
});
afterEach(async () => {
  atPage(() => undefined);
  await closePage(client);
});

const layer = (name: string, stays = false) =>
  openLayer(() => {
    if (!stays) closed.push(name);
    return !stays;
  });
const back = () => settle(() => page.history.back());
const state = () => (globalThis as unknown as { history: { state: { above?: number } | null } }).history.state;

test('back closes what is open, and a second one leaves the page', async () => {
  page.history.replaceState(null, '', '/inbox');
  await settle(() => atPage(() => push('/requests/req_1')));
  layer('question');
  expect(page.shown()).toBe('/requests/req_1');
  await back();
  expect([closed, page.shown(), state()]).toEqual([['question'], '/requests/req_1', null]);
  await back();
  expect([closed, page.shown()]).toEqual([['question'], '/inbox']);
});

test('of two that are open, back closes the upper one', async () => {
  layer('question');
  layer('sign-in');
  await back();
  expect(closed).toEqual(['sign-in']);
  await back();
  expect(closed).toEqual(['sign-in', 'question']);
});

test('what only its own buttons close stays, also after two', async () => {
  layer('question');
  layer('secret', true);
  await back();
  await back();
  expect([closed, state()]).toEqual([[], { above: 2 }]);
});

test('what is closed in another way leaves no entry, so back leaves the page', async () => {
  page.history.replaceState(null, '', '/inbox');
  await settle(() => atPage(() => push('/requests/req_1')));
  const over = layer('question');
  await settle(over);
  expect(state()).toBeNull();
  await back();
  expect([closed, page.shown()]).toEqual([[], '/inbox']);
});

test('what opens in the place of another uses its entry', async () => {
  const over = layer('question');
  const entries = page.history.length;
  await settle(() => {
    over();
    layer('answer');
  });
  expect([page.history.length, state()]).toEqual([entries, { above: 1 }]);
  await back();
  expect(closed).toEqual(['answer']);
});

test('a page that follows from what is open comes after the page below it', async () => {
  const over = layer('menu');
  await settle(() => atPage(() => push('/account')));
  await settle(over);
  expect([page.shown(), state()]).toEqual(['/account', null]);
  await back();
  expect([page.shown(), closed]).toEqual(['/requests/req_1', []]);
});

test('in a browser that takes its time, the page that follows waits, and so does what opens meanwhile', async () => {
  const { history } = globalThis as unknown as { history: { go(steps: number): void } };
  const go = history.go.bind(history);
  const gone: number[] = [];
  install({
    history: new Proxy(history, { get: late(gone), set: (real, name, value) => Reflect.set(real, name, value) }),
  });
  const over = layer('menu');
  await settle(over);
  atPage(() => push('/account'));
  expect([gone, page.shown()]).toEqual([[-1], '/requests/req_1']);
  layer('next');
  await settle(() => go(-1));
  expect([page.shown(), state()]).toEqual(['/account', { above: 1 }]);
  await back();
  expect([page.shown(), closed]).toEqual(['/account', ['next']]);
  await back();
  expect(page.shown()).toBe('/requests/req_1');
  install({ history });
});

test('the page below keeps its place: only its own entry is restored by the browser', async () => {
  const { history } = globalThis as unknown as { history: { scrollRestoration: string } };
  expect(history.scrollRestoration).toBe('auto');
  layer('question');
  expect(history.scrollRestoration).not.toBe('auto');
  await back();
  expect(history.scrollRestoration).toBe('auto');
});

function push(to: string, state: object | null = null): void {
  const { history } = globalThis as unknown as { history: { pushState(state: unknown, unused: '', to: string): void } };
  history.pushState(state, '', to);
}

/** Keeps the steps instead of going. */
const late = (gone: number[]) => (real: object, name: string) => {
  if (name === 'go') return (steps: number) => void gone.push(steps);
  const value: unknown = Reflect.get(real, name);
  return typeof value === 'function' ? value.bind(real) : value;
};

test('a page that was reloaded under a dialog is where it was, and what opens there has its own entry', async () => {
  push('/requests/req_1', { above: 1 });
  // A reload keeps the entries, and forgets what was open.
  startAtPage();
  expect([page.shown(), state()]).toEqual(['/requests/req_1', null]);
  layer('question');
  expect(state()).toEqual({ above: 1 });
  await back();
  expect([closed, page.shown(), state()]).toEqual([['question'], '/requests/req_1', null]);
});
