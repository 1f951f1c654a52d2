/** A person without a pointer: moves with Tab, reads what has the focus, and presses keys. */
import type { Page } from 'playwright-core';

/** What the element that has the focus is called: its label, or else its text. */
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
  return label.replace(/\\s+/g, ' ').trim();
})()`;

/** More than any page has. Tab begins again at its top. */
const MOST_STOPS = 120;

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
  const to = async (name: string) => {
    const passed: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab');
      const at = await focused();
      if (at === name) return;
      passed.push(at);
    }
    throw new Error(`Tab never reached “${name}”; it passed ${[...new Set(passed)].join(' | ')}`);
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
    },
    async go(name) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    },
  };
}
