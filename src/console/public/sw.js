/**
 * Lets the console be installed, and open without a network. It stores only files of the application. It never stores an
 * answer of the service, because an old answer must not be mistaken for the current state.
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
