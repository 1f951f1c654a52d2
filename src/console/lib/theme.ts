/** Light, dark, or as the system has it; kept on this device. `index.html` applies it before the first paint. */
import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(chosen);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      if (next === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', next);
    } catch {
      // Storage is blocked, so the setting lasts until the page is closed.
    }
  };
  return [theme, choose];
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
