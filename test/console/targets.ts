import type { Page } from 'playwright-core';

/** What is smaller than a finger, 44 px, with everything unfolded. A link within a sentence may be. */
export const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const folded = [...document.querySelectorAll('main details:not([open])')];
    for (const each of folded) each.open = true;
    const closed = [...document.querySelectorAll('main .part > [hidden]')];
    for (const each of closed) each.hidden = false;
    const all = document.querySelectorAll('a, button, input, select, textarea, summary, [role="option"]');
    const found = [...all].flatMap((element) => {
      const { display } = getComputedStyle(element);
      if (!element.checkVisibility() || (element.localName === 'a' && display === 'inline')) return [];
      const room = element.closest(element.matches('.stretched') ? 'tr' : 'label') ?? element;
      const { width, height } = room.getBoundingClientRect();
      const isSmall = Math.round(Math.min(width, height)) < 44;
      return isSmall ? [element.outerHTML.slice(0, 100) + ': ' + width + ' x ' + height] : [];
    });
    for (const each of folded) each.open = false;
    for (const each of closed) each.hidden = true;
    return found;
  })()`);
