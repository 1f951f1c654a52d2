/** A person without a pointer, who moves with Tab, reads what has the focus, and presses keys. */
import type { Page } from 'playwright-core';

/** The name of an element: its label, or else its text. */
const NAMED = `((at) => (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent).replace(/\\s+/g, ' ').trim())`;
const FOCUSED = `${NAMED}(document.activeElement)`;

/** Notes what Tab passes. Once the focus is at the name it stays there, so that Tab need not be pressed one at a time. */
const towards = (name: string) => `(() => {
  const way = { passed: [], arrived: false };
  const moved = () => {
    const at = ${FOCUSED};
    way.arrived = at === ${JSON.stringify(name)};
    if (!way.arrived) way.passed.push(at);
  };
  const pressed = (event) => {
    if (!way.arrived || event.key !== 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('focusin', moved, true);
  window.addEventListener('keydown', pressed, true);
  way.leave = () => {
    window.removeEventListener('focusin', moved, true);
    window.removeEventListener('keydown', pressed, true);
  };
  window.way = way;
})()`;

/** On the page at all, since a part of it may still be on its way. */
const isThere = (name: string) =>
  `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .some((at) => ${NAMED}(at) === ${JSON.stringify(name)})`;
const ARRIVES_WITHIN_MS = 15_000;

/** Two frames: one for what was rendered, and one for what that caused. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** More than any page has. Tab starts again at the top. */
const MOST_STOPS = 120;
const PRESSED_AT_ONCE = 8;

export interface Keyboard {
  focused(): Promise<string>;
  /** Tab until the element of this name has the focus. Fails if Tab never reaches it. */
  to(name: string): Promise<void>;
  /** Tab to it and press Enter. */
  enter(name: string): Promise<void>;
  /** Tab to the field, replace what is in it. */
  fill(name: string, text: string): Promise<void>;
  /** By the command menu, to the page of this name. */
  go(page: string): Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate<string>(FOCUSED);
  // A person never presses the next key before the page has drawn what the last one did.
  const drawn = () => page.evaluate(DRAWN);
  const to = async (name: string) => {
    // What is not there by then is reported below, with what Tab passed instead.
    const until = Date.now() + ARRIVES_WITHIN_MS;
    while (!(await page.evaluate<boolean>(isThere(name))) && Date.now() < until) await page.waitForTimeout(50);
    await page.evaluate(towards(name));
    let arrived = false;
    for (let stop = 0; stop < MOST_STOPS && !arrived; stop += PRESSED_AT_ONCE) {
      await Promise.all(Array.from({ length: PRESSED_AT_ONCE }, () => page.keyboard.down('Tab')));
      arrived = await page.evaluate<boolean>('way.arrived');
    }
    await page.keyboard.up('Tab');
    const passed = await page.evaluate<string[]>('way.leave(), way.passed');
    if (!arrived) throw new Error(`Tab never reached “${name}”; it passed ${[...new Set(passed)].join(' | ')}`);
    await drawn();
  };
  return {
    focused,
    to,
    async enter(name) {
      await to(name);
      await page.keyboard.press('Enter');
    },
    async fill(name, text) {
      await to(name);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await drawn();
    },
    async go(name) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
      await page.keyboard.type(name);
      await drawn();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
}
