/** Light, dark, or the system's setting. */
import { Monitor, Moon, Sun } from '../../../generated/icons';
import { type Theme, useTheme } from '../lib/theme';
import { Icon } from './icon';

const THEMES: Readonly<Record<Theme, readonly [next: Theme, icon: typeof Sun, label: string]>> = {
  system: ['dark', Monitor, 'Theme: follows the system. Change to dark'],
  dark: ['light', Moon, 'Theme: dark. Change to light'],
  light: ['system', Sun, 'Theme: light. Change to follow the system'],
};

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const [next, icon, label] = THEMES[theme];
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => choose(next)}>
      <Icon of={icon} />
    </button>
  );
}
