/** The commands for one row, behind one button. */

import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Drawing, Ellipsis } from '../../../generated/icons';
import { Icon } from './icon';

export interface Deed {
  readonly label: string;
  readonly icon: Drawing;
  readonly run: () => void;
  readonly danger?: boolean;
}

export function RowMenu({ label, deeds }: { readonly label: string; readonly deeds: readonly Deed[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button tiny"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Ellipsis} />
      </button>
      {isOpen && <Menu label={label} deeds={deeds} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuProps {
  readonly label: string;
  readonly deeds: readonly Deed[];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

function Menu({ label, deeds, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place(menu.current, button.current);
    itemsOf(menu.current)[0]?.focus();
  }, [button]);
  useClickElsewhere([menu, button], onClose);
  const leave = () => {
    button.current?.focus();
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return leave();
    if (event.key === 'Escape') leave();
    else if (!move(event.key, itemsOf(menu.current))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} role="menu" tabIndex={-1} aria-label={label} className="menu" onKeyDown={press}>
      {deeds.map(({ label: name, icon, run, danger = false }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={danger ? 'menu-item danger' : 'menu-item'}
          onPointerEnter={(event) => event.currentTarget.focus()}
          onClick={() => {
            leave();
            run();
          }}
        >
          <Icon of={icon} /> <span>{name}</span>
        </button>
      ))}
    </div>
  );
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Whether the key is one that moves through a menu. */
function move(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return false;
  items.at(next % items.length)?.focus();
  return true;
}

/** Below the button, or above it where the window ends. No list that scrolls cuts it off. */
function place(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (menu === null || button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const fits = bottom + menu.offsetHeight + GAP_PX < innerHeight;
  menu.style.top = `${fits ? bottom + GAP_PX : Math.max(GAP_PX, top - menu.offsetHeight - GAP_PX)}px`;
  menu.style.right = `${document.documentElement.clientWidth - right}px`;
}

const GAP_PX = 4;

/** The page below can move while it scrolls, so the menu closes then too. */
function useClickElsewhere(inside: readonly RefObject<HTMLElement | null>[], onClose: () => void): void {
  useEffect(() => {
    const pressed = ({ target }: Event) => {
      if (!inside.some(({ current }) => current?.contains(target as Node))) onClose();
    };
    addEventListener('pointerdown', pressed, true);
    addEventListener('scroll', onClose, true);
    addEventListener('resize', onClose);
    return () => {
      removeEventListener('pointerdown', pressed, true);
      removeEventListener('scroll', onClose, true);
      removeEventListener('resize', onClose);
    };
  });
}
