/** What can be done with one row, behind one button. */
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon } from './icon';

export interface Deed {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly danger?: boolean;
}

export function RowMenu({ label, deeds }: { readonly label: string; readonly deeds: readonly Deed[] }) {
  return (
    <MenuTrigger>
      <Button className="icon-button tiny" aria-label={label}>
        <Icon of={Ellipsis} />
      </Button>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" aria-label={label}>
          {deeds.map(({ label: name, icon, run, danger = false }) => (
            <MenuItem key={name} className={danger ? 'menu-item danger' : 'menu-item'} textValue={name} onAction={run}>
              <Icon of={icon} /> <span>{name}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
