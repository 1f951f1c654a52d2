/** Light, dark, or as the system has it; kept on this device. `index.html` applies it before the first paint. */
import { useState } from 'react';
import { remember } from './device';

export type Theme = 'system' | 'light' | 'dark';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(chosen);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    remember('theme', next === 'system' ? null : next);
  };
  return [theme, choose];
}

function chosen(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
