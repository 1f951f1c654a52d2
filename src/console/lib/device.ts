/**
 * What this device remembers, such as the theme. Where storage is blocked, nothing is kept after the page is closed.
 */

import { useState } from 'react';

/** Undefined if storage is blocked. */
export function readFromDevice(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Null forgets it. */
export function keepOnDevice(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked.
  }
}

/** Light, dark, or as the system has it; kept on this device. `index.html` applies it before the first paint. */
export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(chosen);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    keepOnDevice('theme', next === 'system' ? null : next);
  };
  return [theme, choose];
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
