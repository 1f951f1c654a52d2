/**
 * A page of the console drawn without a browser: as many elements as React needs, found by what people read on them, and
 * used by the handlers that the page gave them. Layout, focus and the keyboard are tested in a browser.
 */
import { createElement, type ReactNode } from 'react';
import { type Client, install, settle } from './page';

const {
  createRoot,
}: {
  createRoot(container: object, options: { onUncaughtError(error: Error): void }): Root;
} = require('react-dom/client');
const { QueryClientProvider }: { QueryClientProvider: never } = require('@tanstack/react-query');

interface Root {
  render(content: ReactNode): void;
  unmount(): void;
}

class Node {
  parentNode: Node | null = null;
  readonly childNodes: Node[] = [];
  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
    readonly ownerDocument: object,
    private own = '',
  ) {}

  get firstChild(): Node | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): Node | null {
    return this.childNodes.at(-1) ?? null;
  }

  get nextSibling(): Node | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get nodeValue(): string {
    return this.own;
  }

  set nodeValue(text: string) {
    this.own = text;
  }

  get textContent(): string {
    if (this.childNodes.length === 0) return this.own;
    return this.childNodes.map((child) => (child.isHidden ? '' : child.textContent)).join('');
  }

  set textContent(text: string) {
    this.childNodes.length = 0;
    this.own = text;
  }

  get isHidden(): boolean {
    return false;
  }

  appendChild(child: Node): Node {
    return this.insertBefore(child, null);
  }

  insertBefore(child: Node, before: Node | null): Node {
    child.parentNode?.removeChild(child);
    child.parentNode = this;
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child);
    return child;
  }

  removeChild(child: Node): Node {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  contains(): boolean {
    return false;
  }

  addEventListener(): void {}
  removeEventListener(): void {}
}

export class Drawn extends Node {
  readonly attributes = new Map<string, string>();
  readonly style = { setProperty: () => undefined };
  readonly options: Drawn[] = [];
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';

  get tagName(): string {
    return this.nodeName;
  }

  get tag(): string {
    return this.nodeName.toLowerCase();
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  /** From a voice; and what nobody is meant to read, such as the initials of a person beside the name. */
  override get isHidden(): boolean {
    return this.attributes.get('aria-hidden') === 'true';
  }

  focus(): void {}
  scrollIntoView(): void {}

  /** What the page gave the element: React keeps it there. */
  get props(): Readonly<Record<string, unknown>> {
    const [, props] = Object.entries(this).find(([name]) => name.startsWith('__reactProps$')) ?? [];
    return (props ?? {}) as never;
  }

  /** Does what the page does then. */
  on(handler: string, target: object = {}): void {
    const does = this.props[handler] as ((event: object) => void) | undefined;
    does?.({ target, button: 0, preventDefault: () => undefined });
  }

  /** What a voice calls it. */
  get spoken(): string {
    return String(this.props['aria-label'] ?? this.textContent);
  }

  get all(): Drawn[] {
    return this.childNodes.flatMap((child) => (child instanceof Drawn ? [child, ...child.all] : []));
  }

  up(tag: string): Drawn | null {
    const { parentNode } = this;
    if (!(parentNode instanceof Drawn)) return null;
    return parentNode.tag === tag ? parentNode : parentNode.up(tag);
  }
}

/** Draws a page until it has what it asked for. `closePage` is for the caller. */
export async function draw(client: Client, component: unknown, props: object = {}) {
  const { document, window } = globalThis as unknown as { document: Record<string, unknown>; window: object };
  const element = (tag: string) => new Drawn(1, tag.toUpperCase(), document);
  Object.assign(document, {
    defaultView: window,
    createElement: element,
    createElementNS: (_: string, tag: string) => element(tag),
    createTextNode: (text: string) => new Node(3, '#text', document, text),
  });
  install({ scrollTo: () => undefined });
  const body = element('body');
  const failures: Error[] = [];
  const root = createRoot(body, { onUncaughtError: (error) => failures.push(error) });
  await settle(() =>
    root.render(createElement(QueryClientProvider, { client } as never, createElement(component as never, props))),
  );
  if (failures[0] !== undefined) throw failures[0];
  return { ...shownIn(body), leave: () => settle(() => root.unmount()) };
}

export type Shown = ReturnType<typeof shownIn>;

function shownIn(body: Drawn) {
  const one = (what: string, found: Drawn[]): Drawn => {
    if (found.length !== 1) throw new Error(`${found.length} of ${what} in: ${body.textContent}`);
    return found[0] as Drawn;
  };
  const buttons = (name: string) =>
    body.all.filter((each) => ['button', 'a'].includes(each.tag) && each.spoken.trim() === name);
  /** The control beside or in its label. */
  const control = (label: string) =>
    one(
      `the control “${label}”`,
      body.all
        .filter((each) => each.tag === 'label' && each.textContent === label)
        .flatMap((each) => [...each.all, ...((each.parentNode as Drawn | null)?.all ?? [])])
        .filter((each, at, all) => ['input', 'select', 'textarea'].includes(each.tag) && all.indexOf(each) === at)
        .filter((each, _, all) => all.length === 1 || each.up('label')?.textContent === label),
    );
  return {
    body,
    text: () => body.textContent,
    rows: () => body.all.filter(({ tag }) => tag === 'tr').map(({ textContent }) => textContent),
    links: () => body.all.filter(({ tag }) => tag === 'a').map(({ props }) => String(props.href)),
    has: (name: string) => buttons(name).length > 0,
    button: (name: string) => one(`the button “${name}”`, buttons(name)),
    control,
    /** Presses a button as people do: one that is disabled does nothing, and one of a form sends the form. */
    press: (name: string) =>
      settle(() => {
        const pressed = one(`the button “${name}”`, buttons(name));
        if (pressed.props.disabled === true) return;
        // It may be gone once it was pressed.
        const form = pressed.props.type === 'submit' ? pressed.up('form') : null;
        pressed.on('onClick');
        form?.on('onSubmit');
      }),
    fill: (label: string, value: string) => settle(() => control(label).on('onChange', { value })),
    check: (label: string, checked = true) => settle(() => control(label).on('onChange', { checked })),
  };
}
