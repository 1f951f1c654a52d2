/** A text field and the list below it, in which the arrow keys choose: a combobox of the ARIA authoring practices. */
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';

interface Options<Item> {
  /** Of the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly isOpen: boolean;
  /** An arrow key opens a closed list. */
  readonly onOpen: () => void;
  /** Undefined if the list is empty. */
  readonly onChoose: (item: Item | undefined) => void;
}

/** What the field, the list and each option are given. The focus stays in the field. */
export function useListbox<Item>({ label, items, isOpen, onOpen, onChoose }: Options<Item>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const here = Math.min(at, items.length - 1);
  const isShown = isOpen && items.length > 0;
  const press = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      if (isOpen) setAt((here + step + items.length) % items.length);
      onOpen();
    } else if (event.key === 'Enter' && isOpen) onChoose(items[here]);
    else return false;
    event.preventDefault();
    return true;
  };
  const active = useSeen(here, isOpen);
  return {
    /** The first option again, as for another list. */
    toFirst: () => setAt(0),
    /** Whether the key was one of the list's. */
    press,
    field: {
      role: 'combobox',
      'aria-expanded': isShown,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': isShown ? `${id}-${here}` : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      spellCheck: 'false',
    },
    list: { role: 'listbox', id: `${id}-list`, 'aria-label': label, hidden: !isShown },
    optionOf: (index: number) => ({
      role: 'option',
      id: `${id}-${index}`,
      'aria-selected': index === here,
      ref: index === here ? active : undefined,
      className: 'command-item',
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => onChoose(items[index]),
    }),
  } as const;
}

function useSeen(here: number, isOpen: boolean) {
  const active = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is to be seen
  useEffect(() => {
    // The braces are needed because the call returns a promise in some browsers, which is not a clean-up function.
    if (isOpen) void active.current?.scrollIntoView({ block: 'nearest' });
  }, [here, isOpen]);
  return active;
}
