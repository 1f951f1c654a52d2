/**
 * A page of the console without a browser: an address, a keyboard, and a service that answers as a test says. Hooks run
 * in React itself, which draws nothing. The pages as people see them are tested in a browser (`test/console/*.test.ts`).
 */
import React, { createElement, type ReactNode } from 'react';

const ORIGIN = 'https://console.example';

// A browser resolves an address against the page. The console's modules take the class when they load.
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

const { createRoot }: { createRoot(container: object): Root } = require('react-dom/client');
const { environmentManager, notifyManager, QueryClientProvider }: Library = require('@tanstack/react-query');

interface Root {
  render(content: ReactNode): void;
  unmount(): void;
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

/** Hashes and signatures are computed in other threads, and take as long as the machine is busy. */
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

/** A page at an address, instead of the one before. Time passes by `advance`. */
export function openPage(address = '/') {
  // Neither the date of this device nor a timer goes on by itself; what the service answers arrives at once.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
  environmentManager.setIsServer(() => false);
  notifyManager.setScheduler((run) => queueMicrotask(run));
  const service: Service = { calls: [], asked: [], answers: {} };
  const page = Object.assign(new EventTarget(), { HTMLIFrameElement: class {} });
  const document = documentOf();
  const bar = addressBar(new URL(address, ORIGIN));
  const stored = new Map<string, string>();
  install({
    window: page,
    document,
    location: bar.location,
    history: bar.history,
    localStorage: {
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    HTMLElement: Element,
    // What Jest makes of a component names it.
    React,
    crypto: { subtle },
    fetch: (request: Request, init?: Init) => answered(service, request, init),
  });
  return {
    service,
    document,
    stored,
    address: bar,
    tell: (type: string) => page.dispatchEvent(new Event(type)),
    /** Answers whether something on the page took the key, or had taken it before. */
    press(key: string, { isTaken = false, ...held }: Readonly<Record<string, boolean>> = {}, target: object = page) {
      const none = { ctrlKey: false, metaKey: false, altKey: false };
      const event = Object.assign(new Event('keydown', { cancelable: true }), { ...none, ...held, key });
      Object.defineProperty(event, 'target', { value: target });
      if (isTaken) event.preventDefault();
      page.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}

export type Page = ReturnType<typeof openPage>;

/** After each test: what still waits or repeats would go on in the next one. */
export async function closePage(client?: Client): Promise<void> {
  try {
    for (const unmount of open.splice(0)) unmount();
    client?.clear();
    // What was under way ends, and sets its last timer, while no timer is real.
    await settle();
  } finally {
    jest.useRealTimers();
  }
}

export function install(globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Runs a hook as a page does that shows nothing but what the hook answers. */
export async function use<T>(client: Client, hook: () => T) {
  const shown: T[] = [];
  const root = createRoot(container());
  const run = () => {
    shown.push(hook());
  };
  open.push(() => root.unmount());
  const leave = () => settle(() => root.unmount());
  const provided = () => createElement(QueryClientProvider, { client: client as never }, createElement(Shown, { run }));
  const draw = () => settle(() => root.render(provided()));
  await draw();
  return { now: () => shown.at(-1) as T, shown, draw, leave };
}

function Shown({ run }: { readonly run: () => void }): null {
  run();
  return null;
}

/** Until what is under way has been answered and drawn, which takes no timer. */
export async function settle(run: () => unknown = () => undefined): Promise<void> {
  await run();
  let before = -1;
  while (before !== computed.ended || computed.started > computed.ended) {
    before = computed.ended;
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

export const advance = (ms: number): Promise<void> => settle(() => jest.advanceTimersByTime(ms));

/** React asks no more of a place in which nothing is drawn. */
function container(): object {
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const { document } = globalThis as unknown as { document: object };
  return { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ...listens, ownerDocument: document, textContent: '' };
}

function documentOf() {
  const drawn: Element[] = [];
  const document = Object.assign(new EventTarget(), {
    nodeType: 9,
    cookie: 'signed_in=1',
    documentElement: { dataset: {} as Record<string, string | undefined> },
    activeElement: null as Element | null,
    querySelector: (selector: string) => drawn.find((one) => one.matches(selector)) ?? null,
    querySelectorAll: (selector: string) => drawn.filter((one) => one.matches(selector)),
    /** An element that the page shows from now on. */
    draw(tag: string, attributes: Record<string, string> = {}): Element {
      const element = new Element(tag, attributes, document);
      drawn.push(element);
      return element;
    },
  });
  return document;
}

/** As much of an element as keys and focus need. A selector has a tag, a class and an attribute, or some of them. */
export class Element extends EventTarget {
  constructor(
    readonly tag: string,
    readonly attributes: Record<string, string>,
    private readonly owner: { activeElement: Element | null },
  ) {
    super();
  }

  matches(selectors: string): boolean {
    return selectors.split(', ').some((selector) => {
      const parts = /^([a-z]+)?(?:\.([a-z]+))?(?:\[([a-z]+)="(.*)"\])?$/.exec(selector);
      if (parts === null || selector === '') throw new SyntaxError(`'${selector}' is not a valid selector`);
      const [, tag, name, attribute, value] = parts;
      if (tag !== undefined && tag !== this.tag) return false;
      if (name !== undefined && name !== this.attributes.class) return false;
      return attribute === undefined || this.attributes[attribute] === value;
    });
  }

  closest(selectors: string): Element | null {
    return this.matches(selectors) ? this : null;
  }

  focus(): void {
    this.owner.activeElement = this;
  }
}

function addressBar(first: URL) {
  /** The addresses that the button "back" leads through, the shown one last. */
  const entries = [first];
  const here = () => entries.at(-1) as URL;
  const bar = { entries, shown: () => here().pathname + here().search + here().hash, reloads: 0 };
  const location = {
    reload: () => {
      bar.reloads += 1;
    },
  };
  for (const part of ['href', 'hostname', 'pathname', 'search'] as const) {
    Object.defineProperty(location, part, { get: () => here()[part] });
  }
  const history = {
    pushState: (_state: unknown, _title: string, to: string) => entries.push(new URL(to, here())),
    replaceState: (_state: unknown, _title: string, to: string) => entries.splice(-1, 1, new URL(to, here())),
  };
  return Object.assign(bar, { location, history });
}

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
