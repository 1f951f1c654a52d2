/**
 * Lets the console be installed, and open without a network. It keeps files of the application alone: no answer of the
 * service is ever kept, because what was true once must not be taken for what is true now.
 */
const FILES = 'files-1';
const IS_FILE = /^\/(assets\/|icon|manifest\.webmanifest$)/;

/** No page waits until this worker has started: where the browser can, it asks the network at the same time. */
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

/** Every page is the same file: the newest one, or without a network the one that was there last. */
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

/** The name of a built file has its hash, so what is kept is right for ever. */
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
