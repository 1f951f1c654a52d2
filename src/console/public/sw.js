/**
 * Lets the console be installed, open without a network, and be told of news by pushes. It stores only files of the
 * application. It never stores an answer of the service, because an old answer must not be mistaken for the current state.
 */
const FILES = 'files-1';
const IS_FILE = /^\/(assets\/|icon|manifest\.webmanifest$)/;

/** Lets a browser that can do so request a page while this worker starts, so that no page waits for the start. */
const ROUTES = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/assets/*' }, source: 'race-network-and-fetch-handler' },
  { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
];

self.addEventListener('install', (event) => {
  event.addRoutes?.(ROUTES);
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(['/', '/icon.svg'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name !== FILES);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
  self.clients.claim();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/local/')) {
    event.respondWith(page(request));
  } else if (IS_FILE.test(url.pathname)) {
    event.respondWith(file(request));
  }
});

/** Every page is the same file: the newest one, or without a network the last stored one. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(FILES)).put('/', answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The name of a built file contains its hash, so a stored file never becomes outdated. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept !== undefined && new URL(request.url).pathname.startsWith('/assets/')) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone());
    return answer;
  } catch (error) {
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Also a push that cannot be read shows a notification, because Safari ends a subscription whose push shows none. */
const NEWS = { title: 'There is news', body: '', tag: 'news', renotify: true, data: { path: '/' } };

self.addEventListener('push', (event) => event.waitUntil(replace(notificationOf(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data, location.origin)));
});

/**
 * The browser or its push service ended the subscription. Codes go to a subscription, so a new one needs a person with a
 * fresh sign-in and is never made here.
 */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(endSubscription(event.newSubscription)));

const show = ({ title, ...options }) =>
  self.registration.showNotification(title, { icon: '/icon-192.png', ...options });

/**
 * What a push shows. The code is only in the data, which no screen shows. A request that is decided needs no code, and what
 * became of it replaces what was shown before, without a sound.
 */
function notificationOf(message) {
  try {
    const { title, lines, path, tag, seat, code, decided } = message.json();
    if (![title, path, tag, ...lines].every((text) => typeof text === 'string') || title === '' || tag === '')
      return NEWS;
    const body = lines.join('\n');
    if (decided === true) return { title, body, tag, renotify: false, data: { path } };
    return { title, body, tag, renotify: true, data: { path, seat, code } };
  } catch {
    return NEWS;
  }
}

/**
 * A reminder brings no code, because the record has none, so the code of the notification that it replaces stays: only for
 * the same seat in the same round, because a press on a code that has been replaced would count as a wrong one.
 */
async function replace(next) {
  const { seat, code } = next.data;
  if (seat !== undefined && code === undefined) {
    const [before] = await self.registration.getNotifications({ tag: next.tag }).catch(() => []);
    if (before?.data?.seat === seat) next.data.code = before.data.code;
  }
  return show(next);
}

/** What a press opens: a page of the console, and for a request its code in the fragment, which no browser sends. */
function addressOf(data, origin) {
  const { path, code } = data ?? {};
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, origin)) return '/';
  const wanted = new URL(path, origin);
  if (wanted.origin !== origin) return '/';
  const isRequest = /^\/requests\/[^/]+$/.test(wanted.pathname);
  return wanted.pathname + (isRequest && /^\d{8}$/.test(code) ? `#code=${code}` : '');
}

/**
 * Focuses the page that shows the address already. Only its fragment changes, so nothing that was typed there is lost.
 * Otherwise a page is opened, and all others stay as they are.
 */
async function open(address) {
  const { pathname, href } = new URL(address, location.origin);
  const pages = await self.clients.matchAll({ type: 'window' });
  const places = await Promise.all(pages.map(placeOf));
  const there = pages[places.indexOf(pathname)];
  if (there === undefined) return self.clients.openWindow(address);
  await there.focus();
  return there.navigate(href.includes('#') ? href : `${href}#`);
}

/** Browsers tell the worker only at which address a page was loaded. One that does not answer soon is asleep. */
const ANSWERS_WITHIN_MS = 300;

const placeOf = (page) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const tell = (place) => {
      port1.close();
      resolve(place);
    };
    port1.onmessage = ({ data }) => tell(data);
    setTimeout(tell, ANSWERS_WITHIN_MS, null);
    page.postMessage('place', [port2]);
  });

async function endSubscription(subscription) {
  await subscription?.unsubscribe();
  const body = 'Open your account to turn it on again.';
  const ended = {
    title: 'This device is no longer notified',
    body,
    tag: 'ended',
    renotify: true,
    data: { path: '/account' },
  };
  // Without the permission nothing can be shown.
  await show(ended).catch(() => undefined);
}
