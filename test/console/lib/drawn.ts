/** A page of the console in happy-dom. Elements are found by what people read, and used as people use them. */
import { type Client, createElement, type Element, install, leave, onLeave, settle, withClient } from './page';

interface TestingLibrary {
  render(
    content: object,
    how: object,
  ): { readonly baseElement: Element; rerender(content: object): void; unmount(): void };
  readonly fireEvent: {
    change(element: Element, event: object): void;
    input(element: Element, event: object): void;
    submit(element: Element): void;
    keyDown(element: Element, event: object): boolean;
  };
  within(element: Element): {
    queryAllByRole(role: string, how: object): Element[];
    queryAllByLabelText(label: string, how: object): Element[];
  };
}
const { render, ...others }: TestingLibrary = require('@testing-library/react/pure');
export const { fireEvent, within } = others;

/** Draws a page, instead of the one before, until it has what it asked for. `closePage` is for the caller. */
export async function draw(client: Client, component: unknown, props: object = {}) {
  leave();
  install({ scrollTo: () => undefined });
  const { baseElement, rerender, unmount } = render(createElement(component, props) as object, {
    wrapper: withClient(client),
  });
  onLeave(unmount);
  await settle();
  return {
    ...shownIn(baseElement),
    leave: () => settle(unmount),
    /** With other properties, as when the page around it changes. */
    redraw: (others: object) => settle(() => rerender(createElement(component, others) as object)),
  };
}

export type Shown = ReturnType<typeof shownIn>;

/** A text is changed by each letter, a choice when it is made. */
export const change = (element: Element, value: string): void =>
  (element.tagName === 'SELECT' ? fireEvent.change : fireEvent.input)(element, { target: { value } });

/** The text that people read: without what is hidden from screen readers, such as the initials beside a name. */
export function textOf(element: Element): string {
  if (element.getAttribute?.('aria-hidden') === 'true') return '';
  const children = [...element.childNodes];
  return children.length === 0 ? element.textContent : children.map(textOf).join('');
}

function shownIn(body: Element) {
  const text = () => textOf(body);
  const one = (what: string, found: Element[]): Element => {
    if (found.length !== 1) throw new Error(`${found.length} of ${what} in: ${text()}`);
    return found[0] as Element;
  };
  const all = (selector: string) => [...body.querySelectorAll(selector)];
  const buttons = (name: string) =>
    ['button', 'link'].flatMap((role) => within(body).queryAllByRole(role, { name, hidden: true }));
  const button = (name: string) => one(`the button “${name}”`, buttons(name));
  const controls = (label: string) => within(body).queryAllByLabelText(label, { selector: 'input, select, textarea' });
  const control = (label: string) => one(`the control “${label}”`, controls(label));
  return {
    body,
    text,
    all,
    rows: () => all('tr').map(textOf),
    items: () => all('li').map(textOf),
    links: () => all('a').map((link) => link.getAttribute('href')),
    has: (name: string) => buttons(name).length > 0,
    button,
    control,
    controls,
    /** A button of a form sends the form. */
    press: (name: string) => settle(() => button(name).click()),
    fill: (label: string, value: string) => settle(() => change(control(label), value)),
    check: (label: string, checked = true) =>
      settle(() => control(label).checked === checked || control(label).click()),
  };
}
