/** The browser's own dialog, above the page: it keeps the focus, returns it, and closes on Escape or a click beside it. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  readonly className: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly label?: string;
  /** The id of its title. */
  readonly labelledBy?: string;
  /** Nothing but its own buttons closes it. */
  readonly locked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ className, role = 'dialog', label, labelledBy, locked = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    open(shown);
    return () => shown?.close();
  }, []);
  const close = () => {
    if (!locked) onClose();
  };
  // A browser closes the dialog at the second gesture even if the page refuses. It also reports a dialog that was removed.
  const closed = () => {
    if (dialog.current === null) return;
    if (locked) open(dialog.current);
    else onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      tabIndex={-1}
      onKeyDown={press}
      // A phone's gesture to go back.
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={closed}
      // Selecting text from the inside to the outside does not close the dialog.
      onPointerDown={(event: PointerEvent) => {
        pressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === dialog.current) close();
      }}
    >
      {children}
    </dialog>
  );
}

/** The dialog itself has the focus first, so that it is read from its title on, unless one of its fields asks for it. */
function open(dialog: HTMLDialogElement | null): void {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  (dialog.querySelector<HTMLElement>('[autofocus]') ?? dialog).focus();
}
