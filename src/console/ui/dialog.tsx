/** A dialog above the page, and a button that opens one. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Drawing } from '../../../generated/icons';
import { openLayer } from '../lib/back';
import { Button } from './button';
import { Icon } from './icon';

interface AskProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** While a call is running or a secret is shown, an accidental click must not close it. */
  readonly locked?: boolean;
  /** Whether it asks a question, or only shows or edits something. */
  readonly question?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A dialog that must be answered before anything else. */
export function Ask({ title, onClose, locked = false, question = true, wide = false, children }: AskProps) {
  const id = useId();
  return (
    <Modal
      className="overlay"
      role={question ? 'alertdialog' : 'dialog'}
      labelledBy={id}
      locked={locked}
      onClose={onClose}
    >
      <div className={wide ? 'modal wide dialog' : 'modal dialog'}>
        <h2 id={id} className="dialog-title">
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}

interface DialogButtonProps {
  /** Its ellipsis says that a dialog follows. A button without one acts. */
  readonly label: `${string}…`;
  readonly icon?: Drawing;
  /** For screen readers, if a page has several buttons with one label. */
  readonly spoken?: string;
  readonly className?: string;
  readonly dialog: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, icon, spoken, className = 'button small', dialog }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={className} aria-label={spoken} onPress={() => setOpen(true)}>
        {icon && (
          <>
            <Icon of={icon} tiny />{' '}
          </>
        )}
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface ModalProps {
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

/** The browser's own dialog, above the page: it keeps the focus, returns it, and closes on Escape, back or a click beside it. */
export function Modal({
  className,
  role = 'dialog',
  label,
  labelledBy,
  locked = false,
  onClose,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    open(shown);
    return () => shown?.close();
  }, []);
  const close = () => {
    if (!locked) onClose();
    return !locked;
  };
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => openLayer(() => latest.current()), []);
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
