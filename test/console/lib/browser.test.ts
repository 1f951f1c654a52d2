/** What the console does with the address, the keyboard, the theme and files. */
import { advance, type Client, closePage, type Element, install, openPage, settle, takeDownloads, use } from './page';

// Modules that need the types of a browser, which the types of the service do not have.
interface Router {
  readonly arrivedByLink: boolean;
  navigate(to: string, how?: { replace?: boolean }): void;
  usePlace(): { path: string; query: URLSearchParams };
  matchPath(pattern: string, path: string): object | null;
  Link(props: object): { type: string; props: { href: string; onClick(event: object): void } };
}
const router: Router = require('../../../src/console/lib/router');
const {
  allowSingleKeys,
  useRowKeys,
  useShortcuts,
  useSingleKey,
}: {
  allowSingleKeys(allowed: boolean): void;
  useSingleKey(key: string, press: (() => void) | null): void;
  useRowKeys(list: { current: object | null }): void;
  useShortcuts(does: { commands(): void; shortcuts(): void }): void;
} = require('../../../src/console/lib/shortcuts');
const {
  useTheme,
}: { useTheme(): readonly [string, (theme: string) => void] } = require('../../../src/console/lib/device');
const {
  observeServerNow,
  useNow,
}: {
  observeServerNow(answer: object): void;
  useNow(everyMs?: number): number;
} = require('../../../src/console/lib/clock');
const {
  download,
}: { download(name: string, type: string, content: string): void } = require('../../../src/console/lib/download');

const client = { clear: () => undefined, mount: () => undefined, unmount: () => undefined } as unknown as Client;

afterEach(() => closePage());

/** The state just after a page was loaded. */
function loaded<T>(load: () => T): T {
  let module: T | undefined;
  jest.isolateModules(() => {
    module = load();
  });
  return module as T;
}

test('the page says nothing about the connection before there was any answer', async () => {
  const { useConnection, here } = loaded(() => ({
    useConnection: require('../../../src/console/lib/api').useConnection as () => object,
    here: require('./page') as typeof import('./page'),
  }));
  here.openPage();
  expect((await here.use(client, useConnection)).now()).toEqual({ down: false, lastHeardMs: null });
  await here.closePage();
});

describe('a path', () => {
  test('a path names a page, and its parts are decoded', () => {
    const { matchPath } = router;
    expect(matchPath('/requests/:id', '/requests/req_1')).toEqual({ id: 'req_1' });
    expect(matchPath('/a/:x/b/:y', '/a/1/b/2')).toEqual({ x: '1', y: '2' });
    expect(matchPath('/actions/:id', '/actions/a%20b')).toEqual({ id: 'a b' });
    expect(matchPath('/actions/:id', '/actions/%zz')).toEqual({ id: '%zz' });
    expect(matchPath('/inbox', '/inbox')).toEqual({});
  });

  test('a path that is longer, shorter, empty in a part or different names no page', () => {
    for (const path of ['/requests', '/requests/', '/requests/1/2', '/request/1']) {
      expect(router.matchPath('/requests/:id', path)).toBeNull();
    }
  });
});

describe('the address', () => {
  test('the address has the path of the page and its query', async () => {
    openPage('/history?state=denied&q=a%20b');
    const place = await use(client, router.usePlace);
    expect(place.now().path).toBe('/history');
    expect(Object.fromEntries(place.now().query)).toEqual({ state: 'denied', q: 'a b' });
  });

  test('an address without a query has only a path', async () => {
    openPage('/inbox');
    const { path, query } = (await use(client, router.usePlace)).now();
    expect([path, query.size]).toEqual(['/inbox', 0]);
  });

  test('a link changes the address and the page, and the back button returns to the page before', async () => {
    const { history, shown } = openPage('/inbox');
    const place = await use(client, router.usePlace);
    await settle(() => router.navigate('/history?a=1'));
    expect([place.now().path, history.length]).toEqual(['/history', 2]);
    await settle(() => router.navigate('/history?a=2', { replace: true }));
    expect([shown(), history.length]).toEqual(['/history?a=2', 2]);
    expect(place.now().query.get('a')).toBe('2');
    await settle(() => history.back());
    expect(place.now().path).toBe('/inbox');
    await place.leave();
    router.navigate('/x');
    expect(place.now().path).toBe('/inbox');
  });

  test('the heading of a page that was reached by a link takes the focus', () => {
    openPage('/inbox');
    const fresh = loaded<Router>(() => require('../../../src/console/lib/router'));
    expect(fresh.arrivedByLink).toBe(false);
    fresh.navigate('/history');
    expect(fresh.arrivedByLink).toBe(true);
  });

  test('the heading of a page that was reached by the back button takes the focus', async () => {
    // With a copy of React that both use.
    const { fresh, here } = loaded(() => ({
      fresh: require('../../../src/console/lib/router') as Router,
      here: require('./page') as typeof import('./page'),
    }));
    const { tell } = here.openPage('/inbox');
    await here.use(client, fresh.usePlace);
    expect(fresh.arrivedByLink).toBe(false);
    await here.settle(() => tell('popstate'));
    expect(fresh.arrivedByLink).toBe(true);
    await here.closePage();
  });
});

describe('a link', () => {
  const click = (of: object = {}) => {
    const page = openPage('/inbox');
    const scrolled: unknown[] = [];
    install({ scrollTo: (...to: number[]) => scrolled.push(to) });
    const held = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
    const event = {
      defaultPrevented: false,
      ...held,
      ...of,
      preventDefault: () => Object.assign(event, { taken: true }),
    };
    const { type, props } = router.Link({ to: '/history', className: 'x' });
    props.onClick(event);
    return { type, props, taken: 'taken' in event, shown: page.shown(), scrolled };
  };

  test('a link has its address, and shows its page from the top without loading it', () => {
    expect(click()).toMatchObject({
      type: 'a',
      props: { href: '/history', className: 'x' },
      taken: true,
      shown: '/history',
      scrolled: [[0, 0]],
    });
  });

  test.each([
    { button: 1 },
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ])('a click with %j is left to the browser', (how) => {
    expect(click(how)).toMatchObject({ taken: false, shown: '/inbox', scrolled: [] });
  });
});

describe('a one-time link', () => {
  const open = (address: string) => {
    const page = openPage(address);
    const take = loaded<() => string | null>(() => require('../../../src/console/lib/sign-in').takeToken);
    return { page, take };
  };

  test.each([
    ['/sign-in#token=abc', 'abc', '/sign-in'],
    ['/sign-in?token=abc', 'abc', '/sign-in'],
    ['/sign-in?next=%2Finbox&token=old#token=new', 'new', '/sign-in?next=%2Finbox'],
    ['/sign-in', null, '/sign-in'],
    ['/sign-in#top', null, '/sign-in#top'],
    ['/inbox#token=abc', null, '/inbox'],
    ['/inbox?token=abc', null, '/inbox'],
  ])('the one-time link %s gives the token %s and leaves the address as %s', (address, token, left) => {
    const { page, take } = open(address);
    expect(take()).toBe(token);
    expect(page.shown()).toBe(left);
    expect(page.history).toHaveLength(1);
  });

  test('a one-time link gives its token once', () => {
    const { take } = open('/sign-in#token=abc');
    expect([take(), take()]).toEqual(['abc', null]);
  });

  test('a one-time link that is opened on a loaded page loads the page again, and another fragment does not', () => {
    const { page, take } = open('/inbox');
    take();
    let reloads = 0;
    page.location.reload = () => {
      reloads += 1;
    };
    const goTo = (hash: string) => {
      page.location.hash = hash;
      page.tell('hashchange');
      return reloads > 0;
    };
    expect([goTo('#top'), goTo('#token=abc')]).toEqual([false, true]);
  });
});

describe('the keys of every page', () => {
  const opened = async () => {
    const page = openPage();
    const did: string[] = [];
    const keys = await use(client, () =>
      useShortcuts({ commands: () => did.push('commands'), shortcuts: () => did.push('shortcuts') }),
    );
    return { ...page, did, keys };
  };
  const FIELDS = ['input', 'select', 'textarea'];

  test.each<[string, Record<string, boolean>, string[]]>([
    ['k', { ctrlKey: true }, ['commands']],
    ['K', { metaKey: true }, ['commands']],
    ['k', {}, []],
    ['k', { ctrlKey: true, altKey: true }, []],
    ['j', { ctrlKey: true }, []],
    ['?', {}, ['shortcuts']],
    ['?', { ctrlKey: true }, []],
    ['?', { metaKey: true }, []],
    ['?', { altKey: true }, []],
    ['!', {}, []],
    ['/', {}, ['commands']],
    ['/', { ctrlKey: true }, []],
  ])('the key %s pressed with %j does what the list of shortcuts says', async (key, held, expected) => {
    const { press, did } = await opened();
    expect(press(key, held)).toBe(expected.length > 0);
    expect(did).toEqual(expected);
  });

  test.each(FIELDS)(
    'shortcuts other than the list of commands are letters while someone types into %s',
    async (tag) => {
      const { press, did, add } = await opened();
      const field = add(tag);
      expect(press('?', {}, field)).toBe(false);
      expect(press('k', { ctrlKey: true }, field)).toBe(true);
      expect(press('?', {}, add('button'))).toBe(true);
      expect(did).toEqual(['commands', 'shortcuts']);
    },
  );

  test('the search of a page is where / leads, and a search elsewhere is not', async () => {
    const { press, did, add, document } = await opened();
    add('input', { type: 'search' });
    press('/');
    expect(did).toEqual(['commands']);
    const field = document.createElement('input');
    field.setAttribute('type', 'search');
    add('main').append(field);
    expect(press('/')).toBe(true);
    expect([did, document.activeElement === field]).toEqual([['commands'], true]);
    // There it is a letter.
    expect(press('/', {}, field)).toBe(false);
  });

  test('if single keys are turned off, none acts, and the list of commands still opens', async () => {
    const { press, did } = await opened();
    allowSingleKeys(false);
    expect([press('?'), press('/'), press('k', { ctrlKey: true })]).toEqual([false, false, true]);
    expect(did).toEqual(['commands']);
    allowSingleKeys(true);
    press('?');
    expect(did).toEqual(['commands', 'shortcuts']);
  });

  test('single keys can be turned off where storage is blocked, until the page is closed', async () => {
    const { press, did } = await opened();
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const { localStorage } = globalThis as unknown as { localStorage: object };
    install({ localStorage: { getItem: blocked, setItem: blocked, removeItem: blocked } });
    allowSingleKeys(false);
    press('?');
    expect(did).toEqual([]);
    allowSingleKeys(true);
    press('?');
    expect(did).toEqual(['shortcuts']);
    install({ localStorage });
  });

  test('a key of a page acts once while it is held down, never over a dialog or while someone types, and not if it has nothing to do', async () => {
    const { press, add } = openPage();
    let did = 0;
    let isPossible = true;
    const keys = await use(client, () => useSingleKey('t', isPossible ? () => (did += 1) : null));
    press('t');
    press('t', { repeat: true });
    press('T');
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isTaken']) press('t', { [held]: true });
    press('t', {}, add('textarea'));
    expect(did).toBe(1);
    isPossible = false;
    await keys.draw();
    expect([press('t'), did]).toEqual([false, 1]);
    isPossible = true;
    await keys.draw();
    add('dialog');
    expect([press('t'), did]).toEqual([false, 1]);
  });

  test('shortcuts open nothing over a dialog', async () => {
    const { press, did, add } = await opened();
    add('dialog');
    press('?');
    press('/');
    // The browser's search does not open either.
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(did).toEqual([]);
  });

  test('shortcuts ignore a key that a part of the page has handled', async () => {
    const { press, did } = await opened();
    press('?', { isTaken: true });
    expect(did).toEqual([]);
  });

  test('shortcuts do nothing after the page is left', async () => {
    const { press, did, keys } = await opened();
    await keys.leave();
    press('?');
    expect(did).toEqual([]);
  });
});

describe('the keys of a list', () => {
  const opened = async (rows = 3) => {
    const page = openPage();
    const links = Array.from({ length: rows }, () => page.add('a', { class: 'stretched', href: '/' }));
    page.add('a', { href: '/' });
    const keys = await use(client, () => useRowKeys({ current: page.document }));
    const at = () => links.indexOf(page.document.activeElement as Element);
    return { ...page, at, keys };
  };

  test('j and k move the focus from row to row, and stop at the first and the last', async () => {
    const { press, at } = await opened();
    const places = ['j', 'j', 'k', 'k', 'j', 'j', 'j', 'j', 'k'].map((key) => {
      press(key);
      return at();
    });
    expect(places).toEqual([0, 1, 0, 0, 1, 2, 2, 2, 1]);
  });

  test('j and k begin at the first row', async () => {
    const { press, at } = await opened();
    press('k');
    expect(at()).toBe(0);
  });

  test('other keys, and j while someone types, holds a modifier or has a dialog open, move nothing', async () => {
    const { press, at, add } = await opened();
    for (const key of ['J', 'n', 'Enter']) press(key);
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isTaken']) press('j', { [held]: true });
    allowSingleKeys(false);
    press('j');
    allowSingleKeys(true);
    press('j', {}, add('textarea'));
    add('dialog');
    press('j');
    expect(at()).toBe(-1);
  });

  test('j and k do nothing in an empty list, in a list that is not drawn yet, and after it is left', async () => {
    const empty = await opened(0);
    expect([empty.press('j'), empty.document.activeElement]).toEqual([false, empty.document.body]);
    await use(client, () => useRowKeys({ current: null }));
    empty.press('k');
    const left = await opened();
    await left.keys.leave();
    left.press('j');
    expect(left.at()).toBe(-1);
  });
});

describe('the theme', () => {
  test.each(['light', 'dark'])(
    'the theme %s is shown at once and kept on this device until the system’s theme is chosen',
    async (theme) => {
      const { document, stored } = openPage();
      const shown = await use(client, useTheme);
      expect(shown.now()[0]).toBe('system');
      await settle(() => shown.now()[1](theme));
      expect([shown.now()[0], document.documentElement.dataset.theme, stored('theme')]).toEqual([theme, theme, theme]);
      expect((await use(client, useTheme)).now()[0]).toBe(theme);
      await settle(() => shown.now()[1]('system'));
      expect(shown.now()[0]).toBe('system');
      expect([document.documentElement.getAttribute('data-theme'), stored('theme')]).toEqual([null, null]);
    },
  );

  test('an unknown theme is the one of the system', async () => {
    openPage().document.documentElement.dataset.theme = 'sepia';
    expect((await use(client, useTheme)).now()[0]).toBe('system');
  });

  test('a chosen theme holds until the page is closed if storage is blocked', async () => {
    const { document } = openPage();
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    install({ localStorage: { setItem: blocked, removeItem: blocked } });
    const shown = await use(client, useTheme);
    await settle(() => shown.now()[1]('dark'));
    expect([shown.now()[0], document.documentElement.dataset.theme]).toEqual(['dark', 'dark']);
  });
});

describe('the time that is shown', () => {
  test('the time on the page is the service’s, and advances every second or as often as the page asks', async () => {
    openPage();
    observeServerNow({ server_now: 1_900_000_000_000 });
    const each = await use(client, () => useNow());
    const slow = await use(client, () => useNow(5000));
    await advance(999);
    expect(each.now()).toBe(1_900_000_000_000);
    await advance(1);
    expect(each.now()).toBe(1_900_000_001_000);
    observeServerNow({ server_now: 2_000_000_000_000 });
    await advance(1000);
    expect(each.now()).toBe(2_000_000_001_000);
    expect(slow.now()).toBe(1_900_000_000_000);
    await advance(3000);
    expect(slow.now()).toBe(2_000_000_004_000);
    await each.leave();
    const drawn = each.shown.length;
    await advance(5000);
    expect(each.shown).toHaveLength(drawn);
  });

  test('the time on the page is this device’s until the service has answered', () => {
    openPage();
    const { serverNow } = loaded<{ serverNow(): number }>(() => require('../../../src/console/lib/clock'));
    expect(serverNow()).toBe(Date.now());
    jest.advanceTimersByTime(1000);
    expect(serverNow()).toBe(Date.now());
  });

  test('the time on the page advances at the interval that the page asked for last', async () => {
    openPage();
    observeServerNow({ server_now: 1_900_000_000_000 });
    let every = 1000;
    const shown = await use(client, () => useNow(every));
    every = 5000;
    await advance(500);
    await shown.draw();
    expect(shown.now()).toBe(1_900_000_000_500);
    const drawn = shown.shown.length;
    await advance(4999);
    expect(shown.shown).toHaveLength(drawn);
    await advance(1);
    expect(shown.now()).toBe(1_900_000_005_500);
  });
});

test('a file is saved under its name, and its memory is released later', async () => {
  openPage();
  const saved = takeDownloads();
  const revoke = jest.spyOn(URL, 'revokeObjectURL');
  download('list.csv', 'text/csv', 'a,b\r\n');
  expect(saved).toEqual([{ name: 'list.csv', href: expect.stringMatching(/^blob:/), blob: expect.any(Blob) }]);
  const { href, blob } = saved[0]!;
  expect([blob!.type, await blob!.text()]).toEqual(['text/csv', 'a,b\r\n']);
  expect(revoke).not.toHaveBeenCalled();
  await advance(10_000);
  expect(revoke).toHaveBeenCalledWith(href);
});
