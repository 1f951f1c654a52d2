/** Keys that work on every page, and keys that move through a list. */
import { type RefObject, useEffect } from 'react';

interface Shortcuts {
  readonly commands: () => void;
  readonly shortcuts: () => void;
}

export function useShortcuts({ commands, shortcuts }: Shortcuts): void {
  useKeys((event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      if (!isDialogOpen()) commands();
    } else if (event.key === '?' && isPlain(event)) {
      event.preventDefault();
      shortcuts();
    }
  });
}

/** `j` and `k` move the focus from row to row; Enter opens the row, because its title is a link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useKeys((event) => {
    if (!isPlain(event) || (event.key !== 'j' && event.key !== 'k')) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('a.stretched') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = event.key === 'j' ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
    rows[next]?.focus();
  });
}

/** `n` opens the next request. Null if there is none. */
export function useNextKey(go: (() => void) | null): void {
  useKeys((event) => {
    if (go === null || event.key !== 'n' || !isPlain(event)) return;
    event.preventDefault();
    go();
  });
}

function useKeys(pressed: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

/** Not while someone types, and not behind a dialog. */
function isPlain(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
  return !typing && !isDialogOpen();
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog') !== null;
}
