/**
 * A page of the console in happy-dom: a document, an address and a keyboard, and a service that answers as a test says.
 * Layout and the keyboard of complete pages are tested in a browser (`test/console/*.test.ts`).
 */
import type { ReactNode } from 'react';

const ORIGIN = 'https://console.example';

// A browser resolves an address against the page. The console's modules use this class when they load.
class RequestOfPage extends globalThis.Request {
  constructor(input: string | URL | Request, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
  }
}
if (globalThis.Request.name !== RequestOfPage.name) globalThis.Request = RequestOfPage as typeof Request;

// Every browser that the console supports has it, and Node from 21 on.
const ofMap: { groupBy?: unknown } = Map;
ofMap.groupBy ??= <T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

// An ES module. Node's `require` loads it, but Jest's own does not.
const { Window }: { Window: new (options: object) => Browser } = process
  .getBuiltinModule('node:module')
  .createRequire(__filename)('happy-dom');

/** Hashes and signatures are computed in other threads, so how long they take depends on the machine. */
const computed = { started: 0, ended: 0 };
const subtle = new Proxy(crypto.subtle, {
  get:
    (real, name) =>
    async (...args: unknown[]) => {
      computed.started += 1;
      try {
        return await (real as unknown as Record<string | symbol, (...args: unknown[]) => Promise<unknown>>)[name]!(
          ...args,
        );
      } finally {
        computed.ended += 1;
      }
    },
});

/** Node has these too, but a document accepts only its own. */
const ALSO_IN_NODE = ['Event', 'CustomEvent', 'MessageEvent', 'EventTarget', 'navigator'];

openWindow('/');

// The library looks for the document when it loads.
const React: Components = require('react');
const { options }: { options: { requestAnimationFrame?: (run: () => void) => void } } = require('preact');
const { renderHook }: TestingLibrary = require('@testing-library/react/pure');
const { environmentManager, notifyManager, QueryClientProvider }: Library = require('@tanstack/react-query');

export const { createElement } = React;
// Jest's output for a component refers to React.
install({ React });
// What follows a drawing would wait for a timer.
options.requestAnimationFrame = setImmediate;

interface Components {
  createElement(type: unknown, props: object | null, ...children: unknown[]): ReactNode;
}

interface Browser {
  readonly document: Document;
  readonly history: { readonly length: number; back(): void; replaceState(data: null, unused: '', to: string): void };
  readonly location: URL & { reload: () => void };
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  readonly Event: new (type: string) => object;
  readonly KeyboardEvent: new (type: string, init: object) => { defaultPrevented: boolean; preventDefault(): void };
  dispatchEvent(event: object): void;
}

export interface Document {
  cookie: string;
  readonly documentElement: Element;
  readonly body: Element;
  readonly activeElement: Element | null;
  createElement(tag: string): Element;
}

/** The part of an element that the tests use. The types of the service have no document. */
export interface Element {
  readonly tagName: string;
  readonly textContent: string;
  readonly className: string;
  readonly dataset: Record<string, string | undefined>;
  readonly childNodes: Iterable<Element>;
  readonly parentElement: Element | null;
  readonly value: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly maxLength: number;
  readonly type: string;
  readonly form: Element | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  closest(selector: string): Element | null;
  append(...elements: Element[]): void;
  dispatchEvent(event: object): void;
  click(): void;
}

interface TestingLibrary {
  renderHook<T>(
    hook: () => T,
    how: { wrapper: (props: { children?: ReactNode }) => ReactNode },
  ): { readonly result: { readonly current: T }; rerender(): void; unmount(): void };
}

interface Library {
  readonly environmentManager: { setIsServer(isServer: () => boolean): void };
  readonly notifyManager: { setScheduler(schedule: (run: () => void) => void): void };
  readonly QueryClientProvider: (props: { client: never; children?: ReactNode }) => ReactNode;
}

/** The part of a query client that tests use. */
export interface Client {
  clear(): void;
  invalidateQueries(which: { queryKey: readonly unknown[] }): Promise<void>;
  getQueryData(key: readonly unknown[]): unknown;
  getQueryState(key: readonly unknown[]): { readonly isInvalidated: boolean } | undefined;
  setQueryData(key: readonly unknown[], data: unknown): void;
}

/** Node has no cache. */
type Init = RequestInit & { readonly cache?: string };

export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly cache: string | undefined;
  readonly credentials: string;
}

export type Reply = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>] | 'no answer';

export interface Service {
  readonly calls: Call[];
  /** The calls in short: `GET /api/keys?limit=100`. */
  readonly asked: string[];
  /** By method and path without its query. */
  readonly answers: Record<string, (call: Call) => Reply | Promise<Reply>>;
}

const open: (() => void)[] = [];

/** A page at an address, instead of the one before. Time passes by `advance`. */
export function openPage(address = '/') {
  // This device's date and timers do not advance by themselves, and the service's answers arrive at once.
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'requestAnimationFrame'],
  });
  environmentManager.setIsServer(() => false);
  notifyManager.setScheduler((run) => queueMicrotask(run));
  const service: Service = { calls: [], asked: [], answers: {} };
  const page = openWindow(address);
  const { document, history, location, localStorage } = page;
  install({ fetch: (request: Request, init?: Init) => answered(service, request, init) });
  return {
    service,
    document,
    history,
    location,
    stored: (key: string) => localStorage.getItem(key),
    store: (key: string, value: string) => localStorage.setItem(key, value),
    /** The address that the browser shows. */
    shown: () => location.pathname + location.search + location.hash,
    tell: (type: string) => page.dispatchEvent(new page.Event(type)),
    /** Adds an element to the page. */
    add(tag: string, attributes: Readonly<Record<string, string>> = {}): Element {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
      return element;
    },
    /** Returns whether a part of the page handled the key, or had handled it before. */
    press(key: string, { isTaken = false, ...held }: Readonly<Record<string, boolean>> = {}, target = document.body) {
      const event = new page.KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true });
      if (isTaken) event.preventDefault();
      target.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}

/** Installs the globals of a page, if Node has none or an earlier page installed them. Node's own globals stay. */
function openWindow(address: string): Browser {
  const page = new Window({ url: new URL(address, ORIGIN).href });
  const [given, now] = [page, globalThis] as unknown as Readonly<Record<string, unknown>>[] as [Globals, Globals];
  const before = now.window as Globals | undefined;
  const isFree = (name: string) => !(name in now) || (before !== undefined && now[name] === before[name]);
  const names = [...Object.getOwnPropertyNames(page).filter(isFree), ...ALSO_IN_NODE];
  install(Object.fromEntries(names.map((name) => [name, given[name]])));
  install({ crypto: { subtle } });
  page.document.cookie = 'signed_in=1';
  return page;
}

type Globals = Readonly<Record<string, unknown>>;

/**
 * Collects the files that the page saves from now on. Node keeps their content, and the click on their link saves them.
 */
export function takeDownloads() {
  const saved: { readonly name: string; readonly href: string; readonly blob: Blob | undefined }[] = [];
  const blobs = new Map<string, Blob>();
  const make = URL.createObjectURL;
  jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const href = make.call(URL, blob);
    blobs.set(href, blob as Blob);
    return href;
  });
  const { HTMLAnchorElement } = globalThis as unknown as { HTMLAnchorElement: { prototype: { click(): void } } };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: unknown) {
    const { download, href } = this as { download: string; href: string };
    saved.push({ name: download, href, blob: blobs.get(href) });
  });
  return saved;
}

export type Page = ReturnType<typeof openPage>;

/** For use after each test. Otherwise pending work and timers would continue in the next one. */
export async function closePage(client?: Client): Promise<void> {
  try {
    leave();
    client?.clear();
    // Pending work ends, and sets its last timer while no timer is real.
    await settle();
  } finally {
    jest.restoreAllMocks();
    jest.useRealTimers();
  }
}

/** Leaves everything that is shown. */
export function leave(): void {
  for (const unmount of open.splice(0)) unmount();
}

export const onLeave = (unmount: () => void): void => void open.push(unmount);

export function install(globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Runs a hook in a page that shows only what the hook returns. */
export async function use<T>(client: Client, hook: () => T) {
  const shown: T[] = [];
  const { rerender, unmount } = renderHook(() => void shown.push(hook()), { wrapper: withClient(client) });
  onLeave(unmount);
  await settle();
  return { now: () => shown.at(-1) as T, shown, draw: () => settle(rerender), leave: () => settle(unmount) };
}

export const withClient =
  (client: Client) =>
  ({ children }: { children?: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);

/** Waits until pending work is answered and drawn. No timer is needed for this. */
export async function settle(run: () => unknown = () => undefined): Promise<void> {
  await run();
  let before = -1;
  while (before !== computed.ended || computed.started > computed.ended) {
    before = computed.ended;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

export const advance = (ms: number): Promise<void> => settle(() => jest.advanceTimersByTime(ms));

async function answered(service: Service, request: Request, init: Init = {}): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, credentials } = request;
  const text = await request.text();
  const call: Call = {
    method,
    path: pathname + search,
    body: text === '' ? undefined : JSON.parse(text),
    signal: init.signal ?? request.signal,
    cache: init.cache,
    credentials,
  };
  service.calls.push(call);
  service.asked.push(`${method} ${call.path}`);
  const reply = await service.answers[`${method} ${pathname}`]?.(call);
  if (reply === undefined || reply === 'no answer') throw new TypeError('fetch failed');
  const [status, body, headers = {}] = reply;
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(content, { status, headers });
}
